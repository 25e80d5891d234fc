// Package feed turns RSS, Atom, RDF and JSON feeds into a tree like that of a page
// which lists their entries, so that whatever works on pages works on feeds.
package feed

import (
	"bytes"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page"
	"github.com/quarryapi/quarry/internal/page/dom"
)

const (
	maxEntries = 500
	maxContent = 2 << 20 // bytes of all entries' HTML that are parsed
	maxDepth   = 1000    // of the XML: the parser recurses
)

// errDeep refuses XML that nests deeper than any feed.
var errDeep = errors.New("feed nests too deep")

// Is reports whether a UTF-8 body is a feed: by its media type, or for XML and JSON
// in general by how it begins.
func Is(mediaType string, body []byte) bool {
	switch mediaType {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
		return true
	case "application/json":
		return bytes.Contains(body[:min(len(body), 4096)], []byte("jsonfeed.org/version"))
	case "text/html": // a common mistake of servers
		trimmed := bytes.TrimSpace(body[:min(len(body), 4096)])
		if !bytes.HasPrefix(trimmed, []byte("<?xml")) && !bytes.HasPrefix(trimmed, []byte("<rss")) {
			return false
		}
		fallthrough
	case "application/xml", "text/xml":
		return gofeed.DetectFeedType(bytes.NewReader(body[:min(len(body), 4096)])) != gofeed.FeedTypeUnknown
	}
	return false
}

// Parse reads a UTF-8 feed found at base.
func Parse(body []byte, base *url.URL) (*html.Node, page.Metadata, error) {
	if depth(body) > maxDepth {
		return nil, page.Metadata{}, errDeep
	}
	f, err := gofeed.NewParser().Parse(bytes.NewReader(withoutProlog(body)))
	if err != nil {
		return nil, page.Metadata{}, err
	}
	return tree(f, base), metadata(f, base), nil
}

// withoutProlog drops the XML declaration, which names the encoding that the body
// had before it was decoded.
func withoutProlog(body []byte) []byte {
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	if bytes.HasPrefix(trimmed, []byte("<?xml")) {
		if _, rest, ok := bytes.Cut(trimmed, []byte("?>")); ok {
			return rest
		}
	}
	return trimmed
}

// depth is how deep tags nest at most, taking every tag for what it looks like.
func depth(body []byte) int {
	now, deepest := 0, 0
	for {
		i := bytes.IndexByte(body, '<')
		if i < 0 || i+1 >= len(body) {
			return deepest
		}
		body = body[i+1:]
		switch body[0] {
		case '/':
			now--
		case '!', '?':
			if bytes.HasPrefix(body, []byte("![CDATA[")) {
				end := bytes.Index(body, []byte("]]>"))
				if end < 0 {
					return deepest
				}
				body = body[end:]
			}
		default:
			end := bytes.IndexByte(body, '>')
			if end < 1 || body[end-1] != '/' {
				now++
				deepest = max(deepest, now)
			}
		}
	}
}

func metadata(f *gofeed.Feed, base *url.URL) page.Metadata {
	m := page.Metadata{
		Title:       line(f.Title),
		Description: line(f.Description),
		Canonical:   dom.Resolve(base, f.Link),
		Language:    line(f.Language),
		Author:      names(f.Authors),
		PublishedAt: stamp(f.PublishedParsed),
		ModifiedAt:  stamp(f.UpdatedParsed),
	}
	if f.Image != nil {
		m.Image = dom.Resolve(base, f.Image.URL)
	}
	return m
}

// tree writes at most maxEntries entries, a section each with its title as h2.
func tree(f *gofeed.Feed, base *url.URL) *html.Node {
	body := dom.NewElement(atom.Body)
	add(body, atom.H1, line(f.Title))
	add(body, atom.P, line(f.Description))
	budget := maxContent
	for _, item := range f.Items[:min(len(f.Items), maxEntries)] {
		body.AppendChild(entry(item, base, &budget))
	}
	return body
}

// entry prefers the full content to the summary while the budget lasts; after that
// an entry is its title and date.
func entry(item *gofeed.Item, base *url.URL, budget *int) *html.Node {
	section := dom.NewElement(atom.Section)
	title := line(item.Title)
	address := dom.Resolve(base, item.Link)
	if title == "" {
		title = address
	}
	heading := dom.NewElement(atom.H2)
	if address != "" {
		a := dom.NewElement(atom.A, dom.NewText(title))
		dom.SetAttr(a, "href", address)
		heading.AppendChild(a)
	} else {
		heading.AppendChild(dom.NewText(title))
	}
	section.AppendChild(heading)
	add(section, atom.P, byline(item))
	content := item.Content
	if content == "" {
		content = item.Description
	}
	if *budget -= len(content); *budget >= 0 && strings.TrimSpace(content) != "" {
		div := dom.NewElement(atom.Div)
		dom.MoveChildren(div, dom.Body(dom.Parse([]byte(content))))
		section.AppendChild(div)
	}
	return section
}

func byline(item *gofeed.Item) string {
	when := item.PublishedParsed
	if when == nil {
		when = item.UpdatedParsed
	}
	parts := []string{}
	for _, p := range []string{stamp(when), names(item.Authors)} {
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

// line returns a title or description as text; both often carry markup.
func line(s string) string {
	if len(s) > 64<<10 {
		return ""
	}
	if strings.ContainsAny(s, "<&") {
		s = dom.Text(dom.Body(dom.Parse([]byte(s))))
	}
	return strings.Join(strings.Fields(s), " ")
}

func names(people []*gofeed.Person) string {
	var all []string
	for _, p := range people {
		if p != nil && p.Name != "" {
			all = append(all, line(p.Name))
		}
	}
	return strings.Join(all, ", ")
}

func stamp(t *time.Time) string {
	if t == nil || t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
