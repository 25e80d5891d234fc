package find

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
)

// Links lists the feeds that a page names in link elements, those of its comments
// last: a page that has several names the main one first.
func Links(doc *html.Node, base *url.URL) []string {
	var feeds, comments []string
	for _, n := range lookup.Links(doc, "alternate", "feed").Nodes {
		if !isFeedType(n) {
			continue
		}
		u := dom.Resolve(base, dom.Attr(n, "href"))
		switch {
		case u == "":
		case strings.Contains(strings.ToLower(u+" "+dom.Attr(n, "title")), "comment"):
			comments = append(comments, u)
		default:
			feeds = append(feeds, u)
		}
	}
	return append(feeds, comments...)
}

// isFeedType takes application/json for a feed only by its address: most sites that
// announce it announce an interface for programs.
func isFeedType(n *html.Node) bool {
	kind, _, _ := strings.Cut(strings.ToLower(dom.Attr(n, "type")), ";")
	switch strings.TrimSpace(kind) {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json", "application/rss", "application/atom":
		return true
	case "application/xml", "text/xml", "application/json":
		return looksLikeFeed(dom.Attr(n, "href"))
	}
	return false
}

// anchors lists the links to the site's own feeds that are written for readers.
func anchors(doc *html.Node, base, pageURL *url.URL) []string {
	var list []string
	for n := range dom.All(doc, atom.A) {
		href := dom.Attr(n, "href")
		if !looksLikeFeed(href) {
			continue
		}
		address := dom.Resolve(base, href)
		u, err := url.Parse(address)
		if address == "" || err != nil || !dom.SameSite(u, pageURL) {
			continue
		}
		list = append(list, address)
	}
	return list
}

// feedNames are what the last step of a feed's path is called.
var feedNames = []string{
	"feed", "feeds", "rss", "atom", "feed.xml", "rss.xml", "atom.xml", "index.rdf", "feed.json", "index.rss", "feed.rss", "feed.atom", "index.atom",
}

func looksLikeFeed(href string) bool {
	path, _, _ := strings.Cut(strings.ToLower(href), "#")
	path, query, _ := strings.Cut(path, "?")
	path = strings.TrimSuffix(path, "/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	return slices.Contains(feedNames, last) || strings.HasSuffix(last, ".rss") || strings.HasSuffix(last, ".atom") ||
		strings.Contains(query, "feed=rss") || strings.Contains(query, "feed=atom") || strings.Contains(query, "format=rss")
}

// commonPaths are where the generators of sites put feeds, the usual ones first.
var commonPaths = []string{"feed", "rss.xml", "atom.xml", "feed.xml", "index.xml", "rss", "feed.json"}

// common lists where a feed may be beside the page and at the root of the site.
func common(pageURL *url.URL) []string {
	folder := pageURL.Path[:strings.LastIndexByte(pageURL.Path, '/')+1]
	var list []string
	if folder != "/" && folder != "" {
		for _, p := range commonPaths[:4] {
			list = append(list, pageURL.ResolveReference(&url.URL{Path: folder + p}).String())
		}
	}
	for _, p := range commonPaths {
		list = append(list, pageURL.ResolveReference(&url.URL{Path: "/" + p}).String())
	}
	return list
}
