package markdown

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxDepth is how deep elements are followed. What is deeper is written as its text.
	maxDepth = 1500
	// maxNesting is how deep lists and quotes nest; each level indents every line below.
	maxNesting = 10
	// checked is after how many elements the context is asked.
	checked = 1024
)

// mode is what becomes of the borders of blocks.
type mode uint8

const (
	blocks mode = iota // they part paragraphs
	cell               // they are line ends within a table's cell
	line               // they are spaces: in headings and links
)

// writer writes one tree.
type writer struct {
	root  *html.Node
	ended func() error // of the context
	err   error
	out   []byte

	in   inline
	mode mode

	frames  []frame
	prefix  []byte // of each further line in the containers that are open
	gaps    []int  // positions in out of line ends that become empty lines in a loose list
	nesting int    // of lists and quotes
	depth   int    // of elements
	count   int    // of elements, for the context
	looks   int    // at nodes, before they are written

	paragraph bool   // what is gathered is the content of a p element
	card      target // the link of a card, for its first heading

	addresses addresses
	images    map[string]bool // addresses that were written; nil where that is no matter
	untitled  bool            // whether links have no titles
	notes     notes
	titles    titles
	delims    delimiters
}

// reset readies the writer for a tree, and keeps its buffers.
func (w *writer) reset(root *html.Node, ended func() error, o Options) {
	in, delims := w.in, w.delims
	in.reset()
	in.marks, in.active, in.wait = in.marks[:0], [markKinds]uint8{}, 0
	clear(in.links[:cap(in.links)])
	*w = writer{
		root: root, ended: ended, out: w.out[:0], in: in, delims: delims,
		frames: append(w.frames[:0], frame{kind: rootFrame, opened: true}),
		prefix: w.prefix[:0], gaps: w.gaps[:0],
	}
	w.addresses.reset(o.Base)
	w.notes.page = w.addresses.page
	w.titles.want = oneLine(o.Title)
	w.untitled = o.LinksUntitled
	if o.EachImageOnce {
		w.images = map[string]bool{}
	}
}

// children writes what is below n.
func (w *writer) children(n *html.Node) {
	for c := n.FirstChild; c != nil && w.err == nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			w.text(w.beginning(c.Data))
		case html.ElementNode:
			if c.DataAtom == atom.Li && w.mode == blocks && w.nesting < maxNesting {
				c = w.strays(c)
				continue
			}
			w.node(c)
		case html.DocumentNode:
			w.children(c)
		default:
		}
	}
}

// beginning takes off a text what stands at the beginning of a task or a note.
func (w *writer) beginning(s string) string {
	if len(w.in.tokens) > 0 {
		return s
	}
	if w.notes.label != "" {
		return w.noteText(s)
	}
	if w.beginsItem() {
		return w.taskText(s)
	}
	return s
}

// node writes an element, while there is time and while it is not too deep.
func (w *writer) node(n *html.Node) {
	if w.count++; w.count%checked == 0 {
		if w.err = w.ended(); w.err != nil {
			return
		}
	}
	if w.depth == maxDepth {
		w.deep(n)
		return
	}
	w.depth++
	w.element(n)
	w.depth--
}

// deep writes the text of what is too deep to be followed, without recursion.
func (w *writer) deep(root *html.Node) {
	for n := root; n != nil; {
		if n.Type == html.TextNode {
			w.text(n.Data)
		}
		if hides(n) {
			n = skip(n, root)
			continue
		}
		n = next(n, root)
	}
}
