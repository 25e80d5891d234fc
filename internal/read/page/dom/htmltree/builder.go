package htmltree

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// builder makes a tree of a page's tokens by the standard's rules.
type builder struct {
	scanner
	stack
	nodes

	doc        *html.Node
	head, form *html.Node
	kept       Kept
	mode       mode
	back       mode   // after a text
	templates  []mode // of the open templates
	formatting []formatted

	fostering  bool // what does not belong in a table goes before it
	quirks     bool
	framesetOK bool
	newline    bool // one that begins the next token is left out
	silent     bool // the next text is left out
	failed     bool

	growing map[*html.Node][]byte // texts made of several tokens
}

func newBuilder(page string, kept Kept, m *Memory) *builder {
	b := &builder{scanner: newScanner(page, m), nodes: nodes{slabs: m}, kept: kept, framesetOK: true}
	b.open = make([]element, 0, 64)
	b.doc = b.node(html.DocumentNode)
	return b
}

// build reports whether the page was within the limits.
func (b *builder) build() bool {
	for !b.failed {
		b.cdata = len(b.open) > 0 && !b.top().isHTML()
		b.next()
		b.token()
		if b.tok.kind == endOfPage {
			break
		}
		if b.number > maxTags {
			return false
		}
	}
	for n, text := range b.growing {
		n.Data = string(text)
	}
	return !b.failed
}

// token performs the rules on one token.
func (b *builder) token() {
	if b.newline {
		b.newline = false
		if b.tok.kind == textToken {
			b.tok.text = strings.TrimPrefix(b.tok.text, "\n")
		}
	}
	if b.tok.kind == textToken && b.tok.text == "" {
		return
	}
	for done := false; !done && !b.failed; {
		if b.isForeign() {
			done = b.inForeign()
		} else {
			done = b.in(b.mode)
		}
	}
}

// elementNode makes an element.
func (s *nodes) elementNode(name string, a atom.Atom, attr []html.Attribute) *html.Node {
	s.slabs.seen.elements[ofName(a)]++
	n := s.node(html.ElementNode)
	n.Data, n.DataAtom, n.Attr = name, a, attr
	return n
}

// insertToken inserts the element of the current token, and returns it.
func (b *builder) insertToken() *html.Node {
	n := b.elementNode(b.tok.name, b.tok.atom, b.tok.attr)
	b.insertOpen(element{node: n, tag: b.tok.tag, flags: tags[b.tok.tag].flags})
	return n
}

// insertVoid inserts the element of the current token, which has no content.
func (b *builder) insertVoid() {
	b.place(b.elementNode(b.tok.name, b.tok.atom, b.tok.attr))
	b.limit()
}

// insertTag inserts an element that no token is there for.
func (b *builder) insertTag(t tag) *html.Node {
	n := b.elementNode(tags[t].name, atoms[t], nil)
	b.insertOpen(element{node: n, tag: t, flags: tags[t].flags})
	return n
}

func (b *builder) insertOpen(e element) {
	b.place(e.node)
	b.push(e)
	b.limit()
}

// limit stops at a page that is too deep or too large.
func (b *builder) limit() {
	if len(b.open) > maxOpen || b.made > maxNodes {
		b.failed = true
	}
}

// insertComment adds the current token below a node, or at the current place.
func (b *builder) insertComment(parent *html.Node) {
	n := b.node(html.CommentNode)
	n.Data = b.tok.text
	if parent != nil {
		adopt(parent, n)
		return
	}
	b.place(n)
}

// place adds a node, or what does not belong in a table before that.
func (b *builder) place(n *html.Node) {
	switch {
	case len(b.open) == 0:
		adopt(b.doc, n)
	case b.fostering && b.top().flags&fosters != 0:
		b.foster(n)
	default:
		adopt(b.top().node, n)
	}
}

// adopt appends a node without a parent.
func adopt(parent, n *html.Node) {
	n.Parent, n.PrevSibling = parent, parent.LastChild
	if parent.LastChild == nil {
		parent.FirstChild = n
	} else {
		parent.LastChild.NextSibling = n
	}
	parent.LastChild = n
}

// insertText adds a text at the current place, to a text that is there already if there
// is one.
func (b *builder) insertText(text string) {
	if text == "" {
		return
	}
	if b.fostering && b.top().flags&fosters != 0 {
		parent, before := b.fosterPlace()
		prev := parent.LastChild
		if before != nil {
			prev = before.PrevSibling
		}
		if prev != nil && prev.Type == html.TextNode {
			b.grow(prev, text)
			return
		}
		n := b.node(html.TextNode)
		n.Data = text
		parent.InsertBefore(n, before)
		return
	}
	parent := b.top().node
	if last := parent.LastChild; last != nil && last.Type == html.TextNode {
		b.grow(last, text)
		return
	}
	n := b.node(html.TextNode)
	n.Data = text
	adopt(parent, n)
}

// grow adds to a text, in a buffer, as there may be many additions.
func (b *builder) grow(n *html.Node, text string) {
	if b.growing == nil {
		b.growing = map[*html.Node][]byte{}
	}
	grown, ok := b.growing[n]
	if !ok {
		grown = []byte(n.Data)
	}
	b.growing[n] = append(grown, text...)
}

// foster adds a node where what does not belong in a table goes.
func (b *builder) foster(n *html.Node) {
	parent, before := b.fosterPlace()
	parent.InsertBefore(n, before)
}

// fosterPlace is before the innermost table, or at the end of a template within it.
func (b *builder) fosterPlace() (parent, before *html.Node) {
	for i := len(b.open) - 1; i > 0; i-- {
		switch e := b.open[i]; e.tag {
		case tagTemplate:
			return e.node, nil
		case tagTable:
			if e.node.Parent != nil {
				return e.node.Parent, e.node
			}
			return b.open[i-1].node, nil
		}
	}
	return b.open[0].node, nil
}
