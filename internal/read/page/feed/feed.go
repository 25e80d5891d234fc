// Package feed turns feeds into a tree like that of a page which lists their entries,
// so that whatever works on pages works on feeds. Reading them is the business of
// internal/read/feed.
package feed

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/feed"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	maxEntries = 500
	maxContent = 2 << 20 // bytes of all entries' HTML that are parsed
)

// Is reports whether a UTF-8 body is a feed. What is served as plain text was meant
// to be read as such, feed or not.
func Is(mediaType string, body []byte) bool {
	return mediaType != "text/plain" && mediaType != "application/octet-stream" && feed.Is(mediaType, body)
}

// Parse reads a UTF-8 feed found at base.
func Parse(body []byte, base *url.URL) (*html.Node, page.Metadata, error) {
	f, err := feed.Parse(body, "", base)
	if err != nil {
		return nil, page.Metadata{}, err
	}
	return tree(f), metadata(f), nil
}

func metadata(f *feed.Feed) page.Metadata {
	return page.Metadata{
		Title:       f.Title,
		Description: f.Description,
		Canonical:   f.Link,
		Language:    f.Language,
		Author:      strings.Join(f.Authors, ", "),
		PublishedAt: f.Published.String(),
		UpdatedAt:   f.Updated.String(),
		Image:       f.Image,
	}
}

// tree writes at most maxEntries entries, a section each with its title as h2.
func tree(f *feed.Feed) *html.Node {
	body := dom.NewElement(atom.Body)
	add(body, atom.H1, f.Title)
	add(body, atom.P, f.Description)
	budget := maxContent
	for _, item := range f.Items[:min(len(f.Items), maxEntries)] {
		body.AppendChild(entry(item, &budget))
	}
	return body
}

// entry prefers the full content to the summary while the budget lasts; after that
// an entry is its title and date.
func entry(item feed.Item, budget *int) *html.Node {
	section := dom.NewElement(atom.Section)
	title := item.Title
	if title == "" {
		title = item.URL
	}
	heading := dom.NewElement(atom.H2)
	if item.URL != "" {
		a := dom.NewElement(atom.A, dom.NewText(title))
		dom.SetAttr(a, "href", item.URL)
		heading.AppendChild(a)
	} else {
		heading.AppendChild(dom.NewText(title))
	}
	section.AppendChild(heading)
	add(section, atom.P, byline(item))
	content := item.Content
	if content == "" {
		content = item.Summary
	}
	if *budget -= len(content); *budget >= 0 && strings.TrimSpace(content) != "" {
		div := dom.NewElement(atom.Div)
		dom.MoveChildren(div, dom.Body(dom.Parse([]byte(content))))
		section.AppendChild(div)
	}
	return section
}

func byline(item feed.Item) string {
	when := item.Published
	if when.IsZero() {
		when = item.Updated
	}
	parts := []string{}
	for _, p := range []string{when.String(), strings.Join(item.Authors, ", ")} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " · ")
}

func add(parent *html.Node, name atom.Atom, text string) {
	if text != "" {
		parent.AppendChild(dom.NewElement(name, dom.NewText(text)))
	}
}
