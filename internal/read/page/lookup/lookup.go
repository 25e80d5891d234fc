// Package lookup asks pages by CSS selectors, with goquery, for readers that know how the
// pages of one site are marked up. It adds what the library leaves to its callers: trees
// within the bounds of package dom, and texts and values as that package reads them. It
// must not know any site.
//
// A selector is compiled where it is asked, in about a microsecond, so that functions
// that link a reader start no later for it. Selectors know no namespaces: svg a is an a,
// too; and they are all in lower case, so that none matches a foreignObject.
package lookup

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Parse returns the whole of a UTF-8 page; it never fails. See dom.Parse.
func Parse(page []byte) *goquery.Selection { return Of(dom.Parse(page)) }

// Of returns an element with what is below it, or a whole page.
func Of(n *html.Node) *goquery.Selection {
	return goquery.NewDocumentFromNode(n).Selection //nolint:forbidigo // this is the place for it
}

// First returns the first element below s, which is one element, that a selector matches.
// goquery.Single alone gives the first match within each child; it spares what follows
// behind that, which Find looks through.
func First(s *goquery.Selection, selector string) *goquery.Selection {
	return s.FindMatcher(goquery.Single(selector)).First()
}

// Text returns the visible text of the first element on one line, as dom.Text does;
// empty when there is none.
func Text(s *goquery.Selection) string {
	if s.Length() == 0 {
		return ""
	}
	return dom.Text(s.Nodes[0])
}

// Attr returns an attribute of the first element without surrounding space, as dom.Attr
// does; empty when either is absent.
func Attr(s *goquery.Selection, key string) string {
	if s.Length() == 0 {
		return ""
	}
	return dom.Attr(s.Nodes[0], key)
}

// Links returns the link elements of a page that have one of the relations, in document
// order. What a drawing calls a link is none.
func Links(page *html.Node, relations ...string) *goquery.Selection {
	selectors := make([]string, len(relations))
	for i, rel := range relations {
		selectors[i] = `link[rel~="` + rel + `" i]`
	}
	return Of(page).Find(strings.Join(selectors, ",")).FilterFunction(func(_ int, link *goquery.Selection) bool {
		return link.Nodes[0].Namespace == ""
	})
}
