package htmlpage

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	// leastClone and longestClone are how many bytes of text what a running band repeats has.
	leastClone   = 20
	longestClone = 600
)

// clone is what a part of a page has in common with its repetitions.
type clone struct{ name, class, text string }

// clones are children of an element that say again what one before them of the same template says: a band that
// runs in a circle has each of its parts several times.
func clones(n *html.Node) (again []*html.Node) {
	var seen map[clone]bool
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !dom.Is(c, atom.Div, atom.Section, atom.Figure, atom.Blockquote) || c.PrevSibling == nil && c.NextSibling == nil {
			continue
		}
		if length := dom.TextLength(c, longestClone); length < leastClone || length == longestClone {
			continue
		}
		one := clone{c.Data, dom.Attr(c, "class"), dom.Text(c)}
		if seen[one] {
			again = append(again, c)
			continue
		}
		if seen == nil {
			seen = map[clone]bool{}
		}
		seen[one] = true
	}
	return again
}
