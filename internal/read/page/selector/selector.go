// Package selector applies a caller's CSS selectors to a tree. It links only a
// selector compiler, so that the API can check selectors at admission.
package selector

import (
	"context"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Exclude removes every element that one of the selectors matches; html and body
// stay. Selectors with an Issue are passed over.
func Exclude(ctx context.Context, doc *html.Node, selectors []string) error {
	found, err := match(ctx, doc, selectors)
	for _, n := range found {
		dom.Remove(n)
	}
	return err
}

// Include returns a new element that holds what the selectors match, in document
// order; what lies within another match comes once, within it. The elements are
// taken out of doc.
func Include(ctx context.Context, doc *html.Node, selectors []string) (*html.Node, error) {
	found, err := match(ctx, doc, selectors)
	all := dom.NewElement(atom.Div)
	for _, n := range found {
		dom.Remove(n)
		all.AppendChild(n)
	}
	return all, err
}

// match returns the outermost matches in document order. It asks the context at
// each element, because one selector can be slow on a page made for that.
func match(ctx context.Context, doc *html.Node, selectors []string) ([]*html.Node, error) {
	compiled := compile(selectors)
	if len(compiled) == 0 {
		return nil, nil
	}
	var found []*html.Node
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || ctx.Err() != nil {
				continue
			}
			if !dom.Is(c, atom.Html, atom.Body, atom.Head) && compiled.Match(c) {
				found = append(found, c)
				continue
			}
			walk(c)
		}
	}
	walk(doc)
	return found, ctx.Err()
}

func compile(selectors []string) cascadia.SelectorGroup {
	var group cascadia.SelectorGroup
	for _, s := range selectors {
		if Issue(s) != "" {
			continue
		}
		if parsed, err := cascadia.ParseGroup(s); err == nil {
			group = append(group, parsed...)
		}
	}
	return group
}
