// Package inventory lists what a page consists of: headings, links, images, tables
// and feeds. It must not know which of them are content.
package inventory

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/table"
)

// Bounds of what is listed; page.Document states them.
const (
	maxHeadings = 2000
	maxLinks    = 5000
	maxImages   = 2000
	maxTables   = 200
	maxRows     = 1000
	maxFeeds    = 100

	maxTargets     = 50_000
	maxTargetBytes = 8 << 20 // of addresses, each of which has the path of the base
	maxLinkBytes   = 32 << 20
)

// Headings lists h1 to h6 in reading order.
func Headings(doc *html.Node) []page.Heading {
	list := []page.Heading{}
	for n := range dom.All(doc, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) {
		text := dom.HeadingText(n)
		if text == "" {
			continue
		}
		list = append(list, page.Heading{Level: dom.HeadingLevel(n), Text: text, ID: fragment(n)})
		if len(list) == maxHeadings {
			break
		}
	}
	return list
}

// fragment is the id of the heading, of an anchor in it or of the section around it.
func fragment(n *html.Node) string {
	if id := dom.Attr(n, "id"); id != "" {
		return id
	}
	for a := range dom.Descendants(n) {
		if a.Type != html.ElementNode {
			continue
		}
		if id := dom.Attr(a, "id"); id != "" {
			return id
		}
		if name := dom.Attr(a, "name"); name != "" && dom.Is(a, atom.A) {
			return name
		}
	}
	if dom.Is(n.Parent, atom.Section) && n.PrevSibling == nil {
		return dom.Attr(n.Parent, "id")
	}
	return ""
}

// Links lists the distinct pairs of address and text in reading order.
func Links(doc *html.Node, base, pageURL *url.URL) []page.Link {
	list := []page.Link{}
	seen := map[[2]string]bool{}
	size := 0
	for n := range dom.All(doc, atom.A, atom.Area) {
		href := dom.Attr(n, "href")
		if size += len(base.Path) + len(href); size > maxLinkBytes {
			break // addresses that are too long are no links, and cost as much
		}
		address := dom.Resolve(base, href)
		if address == "" {
			continue
		}
		link := page.Link{URL: address, Text: linkText(n), Rel: dom.Attr(n, "rel")}
		key := [2]string{link.URL, link.Text}
		if seen[key] {
			continue
		}
		seen[key] = true
		if u, err := url.Parse(address); err == nil {
			link.Internal = dom.SameSite(u, pageURL)
		}
		list = append(list, link)
		if len(list) == maxLinks {
			break
		}
	}
	return list
}

// Targets lists the distinct addresses of links in reading order, without fragments, and counts the links behind them that were too many to be read.
func Targets(doc *html.Node, base *url.URL) (list []string, more int) {
	seen, size := map[string]bool{}, 0
	for n := range dom.All(doc, atom.A, atom.Area) {
		href := dom.Attr(n, "href")
		if href == "" || seen[href] {
			continue
		}
		if len(list) == maxTargets || size >= maxTargetBytes {
			more++
			continue
		}
		address, _, _ := strings.Cut(dom.Resolve(base, href), "#")
		size += len(base.Path) + len(href)
		known := seen[address]
		seen[href], seen[address] = true, true
		if address == "" || known {
			continue
		}
		list = append(list, address)
	}
	return list, more
}

// linkText names a link without text as a screen reader would.
func linkText(n *html.Node) string {
	if text := dom.Text(n); text != "" {
		return text
	}
	for img := range dom.All(n, atom.Img) {
		if alt := line(dom.Attr(img, "alt")); alt != "" {
			return alt
		}
	}
	for _, attr := range []string{"aria-label", "title", "alt"} {
		if text := line(dom.Attr(n, attr)); text != "" {
			return text
		}
	}
	return ""
}

func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// Images lists the distinct images in reading order.
func Images(doc *html.Node, base *url.URL) []page.Image {
	list := []page.Image{}
	seen := map[string]bool{}
	for n := range dom.All(doc, atom.Img) {
		address := dom.ImageURL(base, n)
		if address == "" || seen[address] {
			continue
		}
		seen[address] = true
		list = append(list, page.Image{
			URL: address, Alt: line(dom.Attr(n, "alt")),
			Width: dom.Pixels(n, "width"), Height: dom.Pixels(n, "height"),
		})
		if len(list) == maxImages {
			break
		}
	}
	return list
}

// Tables lists the data tables in reading order. It rewrites their spans.
func Tables(doc *html.Node) []page.Table {
	list := []page.Table{}
	for _, n := range dom.Collect(doc, atom.Table) {
		if table.IsData(n) {
			list = append(list, table.Read(n, maxRows))
		}
		if len(list) == maxTables {
			break
		}
	}
	return list
}

// Feeds lists the feeds that the page announces in link elements.
func Feeds(doc *html.Node, base *url.URL) []page.Feed {
	list := []page.Feed{}
	for n := range dom.All(doc, atom.Link) {
		kind := strings.ToLower(dom.Attr(n, "type"))
		if !strings.Contains(strings.ToLower(dom.Attr(n, "rel")), "alternate") || !isFeed(kind) {
			continue
		}
		if u := dom.Resolve(base, dom.Attr(n, "href")); u != "" && len(list) < maxFeeds {
			list = append(list, page.Feed{URL: u, Type: kind, Title: dom.Attr(n, "title")})
		}
	}
	return list
}

func isFeed(mediaType string) bool {
	switch mediaType {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
		return true
	}
	return false
}
