package markdown

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// maxLooks is how many nodes of a tree are looked at before they are written, again and
// again where elements nest. Ordinary pages need less than they have nodes.
const maxLooks = 2_000_000

// holds reports whether a node below n is one that is looked for. It finds none once the
// tree has cost too many looks.
func (w *writer) holds(n *html.Node, is func(*html.Node) bool) bool {
	for c := n.FirstChild; c != nil && w.looks < maxLooks; c = next(c, n) {
		w.looks++
		if is(c) {
			return true
		}
	}
	return false
}

// isContent reports whether a node shows something.
func isContent(n *html.Node) bool {
	return n.Type == html.TextNode && oneLine(n.Data) != "" || isImage(n)
}

func isImage(n *html.Node) bool { return dom.Is(n, atom.Img) }

func isHeading(n *html.Node) bool { return dom.HeadingLevel(n) > 0 }

// isStructure reports whether an element gives its content a form beyond paragraphs.
func isStructure(n *html.Node) bool {
	return dom.Is(n, atom.Ul, atom.Ol, atom.Table, atom.Pre)
}

// next is the node behind n in document order within root, and skip the one behind
// all that is below n; nil when there is none.
func next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	return skip(n, root)
}

func skip(n, root *html.Node) *html.Node {
	for n != root {
		if n.NextSibling != nil {
			return n.NextSibling
		}
		n = n.Parent
	}
	return nil
}
