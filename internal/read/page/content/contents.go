package content

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

const (
	// entries is how many blocks a table of contents has at least.
	entries = 3
	// halfOf is the part of its words from which on a table of contents is kept.
	halfOf = 0.5
)

// contents keeps tables of contents whole or not at all: the model judges each entry by what it looks
// like, and all of them look like links of a menu, some more and some less.
func contents(page *segment.Page, kept []bool) {
	for i := 0; i < len(page.Elements); i++ {
		e := &page.Elements[i]
		if e.Tag != segment.List || e.Blocks < entries || 10*e.Sum.LinkWords < 9*e.Sum.Words || !leadsWithin(e.Node) {
			continue
		}
		from, until := page.Span(i)
		words := int32(0)
		for k := from; k < until; k++ {
			if kept[k] {
				words += page.Blocks[k].Own.Words
			}
		}
		for k := from; k < until; k++ {
			kept[k] = float64(words) >= halfOf*float64(e.Sum.Words)
		}
		for i+1 < len(page.Elements) && page.Elements[i+1].Depth > e.Depth { // the lists in it are parts of it
			i++
		}
	}
}

// leadsWithin reports whether all links below an element lead to places on the same page.
func leadsWithin(n *html.Node) bool {
	for a := range dom.All(n, atom.A) {
		if href := dom.Attr(a, "href"); len(href) < 2 || !strings.HasPrefix(href, "#") {
			return false
		}
	}
	return true
}
