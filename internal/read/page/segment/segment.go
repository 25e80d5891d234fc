// Package segment cuts a page's tree into blocks of text, as a reader sees them, and
// measures each block and each element around it, all in one walk. It must not judge
// what is content.
package segment

import (
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/wording"
)

// Page is a tree cut into blocks.
type Page struct {
	Elements []Element // in document order: a parent stands before its children
	Blocks   []Block   // in document order
	Texts    []*html.Node
	Partial  bool // there were too many elements, and the last ones are left out
}

// Element is an element with text below it, or around it.
type Element struct {
	Node   *html.Node
	Parent int32 // index in Page.Elements; -1 of the first
	Depth  int32
	Tag    Tag
	Hidden bool   // by attribute or inline style; inherited
	Hints  Hints  // what its own names say
	Form   uint32 // of tag and class, without digits: elements of one template share it
	Same   int32  // siblings of its form, itself included
	Nth    int32  // which of them it is, from 0
	Sum    Stats  // of all text below
	Blocks int32  // below
	first  int32  // block below it
}

// Block is a run of text that nothing but inline elements interrupts. A pre element is one,
// whatever is in it.
type Block struct {
	Element     int32 // the innermost one around all of its text
	Text, Until int32 // its part of Page.Texts
	Form        uint32
	Hash        uint32 // of its words
	Own         Stats
	Topics      [Topics]int16 // how many of its words are of each
	Words       []uint32      // hashes of its first words, in order
	Breaks      bool          // a line break stands before it, not an element
	Lean        Lean
}

// keptWords is how many words of a block are kept by their hashes.
const keptWords = 64

// maxElements bounds the work for one page.
const maxElements = 200_000

// Cut cuts a tree below its root, which is the body of a page.
func Cut(root *html.Node) *Page { return new(Scratch).Cut(root) }

// context is what an element hands down.
type context struct {
	link, hidden, pre bool
}

// small is a number of elements, blocks or texts, which maxElements and the size of a
// page bound.
func small(n int) int32 { return int32(n) } //nolint:gosec // far below 2^31

// walker is one walk over a tree.
type walker struct {
	page  *Page
	names remembered
	hints *hintTable
	stems *table
	alike *tally // of the children of one form that an element has

	wording *wording.Table
	tokens  []token // of the name that is being read
	paths   []path  // of each element

	open  bool // a block is being read
	block Block
	words [keptWords]uint32
	count int
	white bool // the text so far ends in white space
	brs   int
	after bool // the next block follows a break
	arena []uint32
}

func (w *walker) element(n *html.Node, parent int32, c context) {
	tag := tagOf(n)
	if tag == skipped {
		return
	}
	if len(w.page.Elements) >= maxElements {
		w.page.Partial = true
		return
	}
	if tag == lineBreak {
		if !c.pre {
			w.lineBreak()
		}
		w.white = true
		return
	}
	block := tag.Block() && !c.pre
	if block {
		w.flush()
	}
	at := w.enter(n, parent, tag, &c)
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			w.text(child, at, c)
		case html.ElementNode:
			w.element(child, at, c)
		}
	}
	if block {
		w.flush()
	}
}

// enter adds an element and completes what it hands down.
func (w *walker) enter(n *html.Node, parent int32, tag Tag, c *context) int32 {
	known := w.name(n)
	c.hidden = c.hidden || known.hidden
	c.link = c.link || tag == A
	c.pre = c.pre || tag == Pre
	at := small(len(w.page.Elements))
	e := Element{Node: n, Parent: parent, Tag: tag, Hidden: c.hidden, Hints: known.hints, Form: known.form*31 + uint32(tag)}
	if parent >= 0 {
		p := &w.page.Elements[parent]
		e.Depth = p.Depth + 1
		e.Nth = w.alike.add(siblings(parent, e.Form))
	}
	if parent >= 0 {
		w.paths = append(w.paths, w.paths[parent].within(&known.weighed))
	} else {
		w.paths = append(w.paths, path{}.within(&known.weighed))
	}
	e.first = small(len(w.page.Blocks))
	w.page.Elements = append(w.page.Elements, e)
	return at
}

// lineBreak ends a block at the second of two breaks.
func (w *walker) lineBreak() {
	if w.brs++; w.brs == 2 && w.open {
		w.flush()
		w.after = true
	}
}

// text adds a text node to the block.
func (w *walker) text(n *html.Node, at int32, c context) {
	if blank(n.Data) {
		if n.Data != "" {
			w.white = true
		}
		return
	}
	w.brs = 0
	if !w.open {
		w.open = true
		w.block = Block{Element: at, Text: small(len(w.page.Texts)), Hash: hashStart, Breaks: w.after}
		w.after, w.count = false, 0
	} else {
		w.block.Element = w.page.Common(w.block.Element, at)
	}
	w.page.Texts = append(w.page.Texts, n)
	w.measure(n.Data, c)
}

// flush ends the block.
func (w *walker) flush() {
	w.brs = 0
	if !w.open {
		w.after = false
		return
	}
	w.open = false
	b := &w.block
	b.Until = small(len(w.page.Texts))
	if w.count > 0 {
		kept := min(w.count, keptWords)
		if len(w.arena) < kept {
			w.arena = make([]uint32, arenaSize)
		}
		b.Words = w.arena[:kept:kept]
		w.arena = w.arena[kept:]
		copy(b.Words, w.words[:kept])
	}
	w.page.Blocks = append(w.page.Blocks, *b)
}

// Common is the innermost element around two.
func (p *Page) Common(a, b int32) int32 {
	for a != b {
		if p.Elements[a].Depth >= p.Elements[b].Depth {
			a = p.Elements[a].Parent
		} else {
			b = p.Elements[b].Parent
		}
	}
	return a
}

// total adds what blocks measure to the elements around them, and gives every block
// the form of its surroundings.
func (w *walker) total() {
	p := w.page
	for i := range p.Blocks {
		b := &p.Blocks[i]
		e := &p.Elements[b.Element]
		e.Sum.add(&b.Own)
		e.Blocks++
		b.Form = p.path(b.Element)
		w.lean(b)
	}
	for i := len(p.Elements) - 1; i > 0; i-- {
		e := &p.Elements[i]
		parent := &p.Elements[e.Parent]
		parent.Sum.add(&e.Sum)
		parent.Blocks += e.Blocks
		e.Same = w.alike.of(siblings(e.Parent, e.Form))
	}
}

// path is the form of an element with those of three around it.
func (p *Page) path(at int32) uint32 {
	h := uint32(hashStart)
	for range 4 {
		if at < 0 {
			break
		}
		h = h*16777619 ^ p.Elements[at].Form
		at = p.Elements[at].Parent
	}
	return h
}

// Leads reports whether a block is a heading or a term, which belongs to what follows.
func (p *Page) Leads(block int) bool {
	for at := p.Blocks[block].Element; at >= 0; at = p.Elements[at].Parent {
		switch tag := p.Elements[at].Tag; {
		case tag == H1, tag == H2, tag == H3, tag == H4, tag == Dt, tag == Th, tag == Figcaption:
			return true
		case tag.Block():
			return false
		}
	}
	return false
}

// Within reports whether a block lies in an element of the tag.
func (p *Page) Within(block int, tag Tag) bool {
	for at := p.Blocks[block].Element; at >= 0; at = p.Elements[at].Parent {
		if p.Elements[at].Tag == tag {
			return true
		}
	}
	return false
}

// Nests reports whether there is another element of the tag below an element: then a
// table only lays out.
func (p *Page) Nests(element int) bool {
	e := &p.Elements[element]
	for i := element + 1; i < len(p.Elements) && p.Elements[i].Depth > e.Depth; i++ {
		if p.Elements[i].Tag == e.Tag {
			return true
		}
	}
	return false
}

// Span is the range of the blocks below an element, the last excluded.
func (p *Page) Span(element int) (from, until int32) {
	e := &p.Elements[element]
	return e.first, e.first + e.Blocks
}
