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

// template is what the parts of a running band have in common.
type template struct{ name, class string }

// clones are children of an element that say again what others of their template say, as in a band
// that runs in a circle: what follows its like at once, and all repetitions where each part has
// one. A refrain between verses is none.
func clones(n *html.Node) (again []*html.Node) {
	if n.FirstChild == n.LastChild {
		return nil
	}
	var bands map[template][]*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !dom.Is(c, atom.Div, atom.Section, atom.Figure, atom.Blockquote) {
			continue
		}
		if bands == nil {
			bands = map[template][]*html.Node{}
		}
		t := template{c.Data, dom.Attr(c, "class")}
		bands[t] = append(bands[t], c)
	}
	for _, parts := range bands {
		again = append(again, repeated(parts)...)
	}
	return again
}

// repeated are the parts of a band that say again what others said. Texts are made only of parts
// that are as long as others.
func repeated(parts []*html.Node) (again []*html.Node) {
	if len(parts) < 2 {
		return nil
	}
	lengths, alike := make([]int, len(parts)), map[int]int{}
	for i, p := range parts {
		lengths[i] = dom.TextLength(p, longestClone)
		alike[lengths[i]]++
	}
	texts, times := make([]string, len(parts)), map[string]int{}
	for i, p := range parts {
		if l := lengths[i]; l >= leastClone && l < longestClone && alike[l] > 1 {
			texts[i] = dom.Text(p)
			times[texts[i]]++
		}
	}
	circle := true
	for _, text := range texts {
		circle = circle && times[text] > 1 && text != ""
	}
	seen := map[string]bool{}
	for i, text := range texts {
		switch {
		case text == "":
		case seen[text] && (circle || text == texts[i-1]):
			again = append(again, parts[i])
		default:
			seen[text] = true
		}
	}
	return again
}
