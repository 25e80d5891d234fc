package htmltree

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	maxDepth    = 200     // open elements of a flat tree; deeper ones lie beside each other
	maxElements = 100_000 // of a flat tree; later ones are dropped, their text is kept
)

// flat builds a tree from tokens alone: no tag is implied and nothing is moved,
// so that it takes linear time and any page.
type flat struct {
	scanner
	nodes

	doc, head *html.Node
	open      []*html.Node // the first is the body
	elements  int
	run       []byte // text that is not in the tree yet
	kept      Kept
	silent    bool
}

func newFlat(page string, kept Kept, m *Memory) *flat {
	f := &flat{scanner: newScanner(page, m), nodes: nodes{slabs: m}, kept: kept}
	f.doc = f.node(html.DocumentNode)
	root := f.named(tagHTML)
	f.head = f.named(tagHead)
	f.open = []*html.Node{f.named(tagBody)}
	adopt(f.doc, root)
	adopt(root, f.head)
	adopt(root, f.open[0])
	return f
}

func (f *flat) named(t tag) *html.Node { return f.elementNode(tags[t].name, atoms[t], nil) }

func (f *flat) build() *html.Node {
	for {
		f.next()
		switch f.tok.kind {
		case endOfPage:
			f.settle()
			return f.doc
		case textToken:
			if !f.silent {
				f.run = append(f.run, f.tok.text...)
			}
		case startToken:
			f.start()
		case endToken:
			f.end()
		case commentToken, doctypeToken:
		}
		f.silent = f.silent && f.tok.kind == startToken
	}
}

func (f *flat) top() *html.Node { return f.open[len(f.open)-1] }

// settle adds the text that was read since the last element. A comment or a dropped tag
// splits what is one text, so that it is gathered first.
func (f *flat) settle() {
	if len(f.run) > 0 {
		n := f.node(html.TextNode)
		n.Data = string(f.run)
		adopt(f.top(), n)
		f.run = f.run[:0]
	}
}

// start opens an element. What belongs to the head is put there wherever it
// stands, as metadata is looked for there.
func (f *flat) start() {
	t := f.tok.tag
	f.raw = rawOf(t)
	f.silent = f.kept == Lean && (t == tagScript || t == tagStyle) && f.isIdle()
	switch t {
	case tagHTML:
		if root := f.head.Parent; len(root.Attr) == 0 {
			root.Attr = f.tok.attr
		}
		return
	case tagHead, tagBody:
		return
	}
	if f.elements++; f.elements > maxElements {
		f.run = append(f.run, ' ')
		return
	}
	n := f.elementNode(f.tok.name, f.tok.atom, f.tok.attr)
	if t == tagMeta || t == tagLink || t == tagBase {
		adopt(f.head, n)
		return
	}
	f.settle()
	f.closeImplied(n.DataAtom)
	adopt(f.top(), n)
	if !isVoid(n.DataAtom) && !f.tok.closed && len(f.open) < maxDepth {
		f.open = append(f.open, n)
	}
}

// rawOf is the tag if its element holds text up to its end tag, whatever that looks like.
func rawOf(t tag) tag {
	switch t {
	case tagScript, tagStyle, tagTextarea, tagTitle, tagNoscript, tagNoembed, tagNoframes, tagIframe, tagXmp, tagPlaintext:
		return t
	}
	return other
}

// end closes the nearest open element of that name; a tag that closes nothing,
// as the end of a flattened element does, is ignored.
func (f *flat) end() {
	for i := len(f.open) - 1; i > 0; i-- {
		if f.open[i].Data == f.tok.name {
			f.settle()
			f.open = f.open[:i]
			return
		}
	}
}

// closeImplied closes what the start of a block ends although no tag says so:
// enough to keep paragraphs, items and cells from nesting in each other.
func (f *flat) closeImplied(a atom.Atom) {
	closes := closedBy(a)
	for len(f.open) > 1 && slices.Contains(closes, f.top().DataAtom) {
		f.open = f.open[:len(f.open)-1]
	}
}

func closedBy(a atom.Atom) []atom.Atom {
	switch a {
	case atom.P, atom.Div, atom.Ul, atom.Ol, atom.Table, atom.Section, atom.Article, atom.Pre, atom.Blockquote,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return []atom.Atom{atom.P}
	case atom.Li:
		return []atom.Atom{atom.Li, atom.P}
	case atom.Dt, atom.Dd:
		return []atom.Atom{atom.Dt, atom.Dd, atom.P}
	case atom.Td, atom.Th:
		return []atom.Atom{atom.Td, atom.Th, atom.P}
	case atom.Tr:
		return []atom.Atom{atom.Td, atom.Th, atom.Tr, atom.P}
	case atom.Option:
		return []atom.Atom{atom.Option}
	}
	return nil
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
