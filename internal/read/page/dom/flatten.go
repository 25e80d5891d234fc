package dom

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	maxDepth    = 200     // open elements; deeper ones lie beside each other
	maxElements = 100_000 // later ones are dropped, their text is kept
)

// flatten builds a tree from tokens alone: no tag is implied and nothing is moved,
// so that it takes linear time and any input.
func flatten(body []byte) *html.Node {
	b := newBuilder()
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			b.settle()
			return b.doc
		case html.TextToken:
			b.run = append(b.run, z.Text()...)
		case html.StartTagToken, html.SelfClosingTagToken:
			b.start(z.Token())
		case html.EndTagToken:
			name, _ := z.TagName()
			b.end(string(name))
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// builder holds the open elements; open[0] is the body.
type builder struct {
	doc, head *html.Node
	open      []*html.Node
	elements  int
	run       []byte // text that is not in the tree yet
}

func newBuilder() *builder {
	doc := &html.Node{Type: html.DocumentNode}
	root, head, body := NewElement(atom.Html), NewElement(atom.Head), NewElement(atom.Body)
	doc.AppendChild(root)
	root.AppendChild(head)
	root.AppendChild(body)
	return &builder{doc: doc, head: head, open: []*html.Node{body}}
}

func (b *builder) top() *html.Node { return b.open[len(b.open)-1] }

// settle adds the text that was read since the last element. A comment or a dropped tag
// splits what is one text, so that it is gathered first.
func (b *builder) settle() {
	if len(b.run) > 0 {
		b.top().AppendChild(&html.Node{Type: html.TextNode, Data: string(b.run)})
		b.run = b.run[:0]
	}
}

// start opens an element. What belongs to the head is put there wherever it
// stands, as metadata is looked for there.
func (b *builder) start(t html.Token) {
	switch t.DataAtom {
	case atom.Html:
		if root := b.head.Parent; len(root.Attr) == 0 {
			root.Attr = t.Attr
		}
		return
	case atom.Head, atom.Body:
		return
	}
	if b.elements++; b.elements > maxElements {
		b.run = append(b.run, ' ')
		return
	}
	n := &html.Node{Type: html.ElementNode, DataAtom: t.DataAtom, Data: t.Data, Attr: t.Attr}
	if t.DataAtom == atom.Meta || t.DataAtom == atom.Link || t.DataAtom == atom.Base {
		b.head.AppendChild(n)
		return
	}
	b.settle()
	b.closeImplied(t.DataAtom)
	b.top().AppendChild(n)
	if !isVoid(t.DataAtom) && t.Type != html.SelfClosingTagToken && len(b.open) < maxDepth {
		b.open = append(b.open, n)
	}
}

// end closes the nearest open element of that name; a tag that closes nothing,
// as the end of a flattened element does, is ignored.
func (b *builder) end(name string) {
	for i := len(b.open) - 1; i > 0; i-- {
		if b.open[i].Data == name {
			b.settle()
			b.open = b.open[:i]
			return
		}
	}
}

// closeImplied closes what the start of a block ends although no tag says so:
// enough to keep paragraphs, items and cells from nesting in each other.
func (b *builder) closeImplied(a atom.Atom) {
	var closes string
	switch a {
	case atom.P, atom.Div, atom.Ul, atom.Ol, atom.Table, atom.Section, atom.Article, atom.Pre, atom.Blockquote,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		closes = "p"
	case atom.Li:
		closes = "li p"
	case atom.Dt, atom.Dd:
		closes = "dt dd p"
	case atom.Td, atom.Th:
		closes = "td th p"
	case atom.Tr:
		closes = "td th tr p"
	case atom.Option:
		closes = "option"
	default:
		return
	}
	for len(b.open) > 1 && hasWord(closes, b.top().Data) {
		b.open = b.open[:len(b.open)-1]
	}
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input,
		atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
