package extract

import (
	"context"
	"net/url"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page/clean"
	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/selector"
)

const (
	// shortContent is what main content must have, in bytes of text, to be believed
	// when the page has more.
	shortContent = 250
	// measured bounds how much text is counted to compare.
	measured = 1 << 20
)

// content returns the part of the page that the options ask for, ready to be
// written. It changes doc.
func (e *Engine) content(ctx context.Context, doc *html.Node, base *url.URL, o Options, s sort) (*html.Node, error) {
	clean.Code(doc)
	clean.Tasks(doc)
	switch {
	case len(o.IncludeTags) > 0:
		included, err := selector.Include(ctx, doc, o.IncludeTags)
		if err == nil {
			clean.Hidden(included)
		}
		return included, err
	case !o.OnlyMainContent:
		body := dom.Body(doc)
		clean.Hidden(body)
		return body, nil
	case s == product: // readability keeps the description and drops price, choices and facts
		return body(doc), nil
	}
	main, err := e.main.Main(ctx, doc, base)
	if err != nil {
		return nil, err
	}
	return usable(doc, main, s), nil
}

// usable returns main, or the cleaned body where main holds next to nothing of it:
// on short pages, lists and front pages.
func usable(doc, main *html.Node, s sort) *html.Node {
	if main == nil {
		return body(doc)
	}
	length, whole := dom.TextLength(main, measured), clean.TextLength(clean.Root(doc), measured)
	if whole > 0 && (length < shortContent || s != article && length*4 < whole) {
		return body(doc)
	}
	dom.Remove(main)
	return dom.NewElement(atom.Div, main)
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
