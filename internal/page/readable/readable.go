// Package readable finds the main content of a page by readeck's port of Mozilla's
// Readability. It must not know what the content is turned into.
package readable

import (
	"context"
	"net/url"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Readability finds main content by scoring paragraphs and their ancestors.
type Readability struct{}

// New returns a Readability.
func New() *Readability { return &Readability{} }

// Main returns the element that holds the main content, or nil when the page has
// none that looks like it. It changes doc: scripts, comments and inline style
// elements are gone afterwards. Addresses in the result are absolute to base.
//
// The work cannot be interrupted; it is linear in the size of the page (0.3 s for
// 8 MB).
func (*Readability) Main(ctx context.Context, doc *html.Node, base *url.URL) (*html.Node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	parser := readability.NewParser()
	parser.DisableJSONLD = true // metadata is read elsewhere
	parser.KeepClasses = true   // they name the language of code
	article, err := parser.ParseAndMutate(doc, base)
	if err != nil {
		return nil, err
	}
	if article.Node != nil {
		nameAnew(article.Node)
	}
	return article.Node, nil
}

// nameAnew makes the atoms of elements agree with their names: the library renames
// and makes elements by name alone.
func nameAnew(n *html.Node) {
	if n.Type == html.ElementNode {
		n.DataAtom = atom.Lookup([]byte(n.Data))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		nameAnew(c)
	}
}
