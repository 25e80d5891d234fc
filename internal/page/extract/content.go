package extract

import (
	"context"
	"net/url"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page"
	"github.com/quarryapi/quarry/internal/page/clean"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/selector"
)

const (
	// shortContent is what main content must have, in bytes of text, to be believed
	// when the page has more.
	shortContent = 250
	// sections is how many headings a page of several sections has at least.
	sections = 4
	// measured bounds how much text is counted to compare.
	measured = 1 << 20
)

// content returns the part of the page that the options ask for, ready to be
// written, and how it was found. It changes doc.
func (e *Engine) content(ctx context.Context, doc *html.Node, base *url.URL, o Options, s sort) (*html.Node, page.Extraction, error) {
	clean.Code(doc)
	clean.Tasks(doc)
	switch {
	case len(o.IncludeTags) > 0:
		included, err := selector.Include(ctx, doc, o.IncludeTags)
		if err == nil {
			clean.Hidden(included)
		}
		return included, page.Selected, err
	case !o.OnlyMainContent:
		body := dom.Body(doc)
		clean.Hidden(body)
		return body, page.WholePage, nil
	case s == product, // readability keeps the description and drops price, choices and facts
		s == collection: // it keeps the longest post, or drops who wrote them
		return body(doc), page.CleanedBody, nil
	}
	main, err := e.main.Main(ctx, doc, base)
	if err != nil {
		return nil, "", err
	}
	content, how := usable(doc, main, s)
	return content, how, nil
}

// usable returns main, or the cleaned body where main holds too little of it: on
// short pages, lists and front pages.
func usable(doc, main *html.Node, s sort) (*html.Node, page.Extraction) {
	if main == nil || isThin(main, clean.Root(doc), s) {
		return body(doc), page.CleanedBody
	}
	dom.Remove(main)
	return dom.NewElement(atom.Div, main), page.MainContent
}

// isThin compares the main content with the cleaned body, root. An article may well
// be the smaller part of its page, below it the comments; of another page a quarter
// is too little, and so are three quarters without most of its headings: then one
// section was taken for all of them.
func isThin(main, root *html.Node, s sort) bool {
	length, whole := dom.TextLength(main, measured), clean.TextLength(root, measured)
	switch {
	case whole == 0:
		return false
	case length < shortContent:
		return true
	case s == article:
		return false
	}
	return length*4 < whole || length*4 < whole*3 && losesHeadings(main, root)
}

// losesHeadings compares how many sections there are. Readability makes a second
// heading of the first, so that of main all count.
func losesHeadings(main, root *html.Node) bool {
	kept, all := 0, 0
	for n := range main.Descendants() {
		if dom.HeadingLevel(n) > 0 {
			kept++
		}
	}
	for n := range clean.Kept(root) {
		if l := dom.HeadingLevel(n); l == 2 || l == 3 || l == 4 {
			all++
		}
	}
	return all >= sections && kept*2 < all
}

// body returns the page's content by its own account, without what surrounds it.
// When that would leave nothing, the surroundings are all there is.
func body(doc *html.Node) *html.Node {
	root := clean.Root(doc)
	if clean.TextLength(root, 1) > 0 {
		clean.Boilerplate(root)
	}
	clean.Hidden(root)
	return root
}
