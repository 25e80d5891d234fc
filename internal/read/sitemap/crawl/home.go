package crawl

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/feed/find"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/shell"
	"github.com/quarryapi/quarry/internal/read/sitemap"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// maxNamed is how many sitemaps or feeds of a home page are read.
const maxNamed = 4

// byHomePage reads the sitemaps that the home page names, or else what is no sitemap:
// its feeds and its links. Its error says why the site cannot be visited.
func (w *walk) byHomePage(ctx context.Context, origin *url.URL) error {
	source := listing.Source{URL: origin.String(), Type: listing.HTML}
	resp, err := w.web.Do(ctx, fetch.Request{URL: source.URL, RespectRobots: w.request.RespectRobots, AllowTruncated: true})
	if err != nil {
		return err
	}
	source.Status = resp.Status
	if resp.Status == http.StatusNotFound || resp.Status == http.StatusGone {
		source.Outcome = listing.NotFound
		w.note(source)
		return nil
	}
	if err := wall.Usable(resp); err != nil {
		return err
	}
	if resp.MediaType != "text/html" && resp.MediaType != "application/xhtml+xml" {
		source.Outcome, source.Type, source.Reason = listing.NotSitemap, "", "The home page is not HTML."
		w.note(source)
		return nil
	}
	text, _ := charset.Decode(resp.Body, resp.Header.Get("Content-Type"))
	doc := dom.Parse(text)
	base := dom.Base(doc, resp.URL)
	if found, _ := w.tree(ctx, nodesOf(sitemapLinks(doc, base))); w.is(listing.Link, found) {
		return nil
	}
	hadFeeds, _ := w.tree(ctx, nodesOf(find.Links(doc, base)))
	if shell.Of(doc, shell.Content{Host: resp.URL.Host}) != shell.None {
		source.Reason = shell.Missing
		w.Shell = true
	}
	f := w.links(source, doc, base, resp.URL)
	w.merge(f)
	w.is(listing.Page, hadFeeds || len(f.urls) > 0)
	return nil
}

func nodesOf(addresses []string) []node {
	var nodes []node
	for _, a := range addresses[:min(len(addresses), maxNamed)] {
		if u, err := url.Parse(a); err == nil {
			nodes = append(nodes, node{url: u})
		}
	}
	return nodes
}

// sitemapLinks lists what link elements name as sitemaps.
func sitemapLinks(doc *html.Node, base *url.URL) []string {
	var list []string
	for _, n := range lookup.Links(doc, "sitemap").Nodes {
		if u := dom.Resolve(base, dom.Attr(n, "href")); u != "" {
			list = append(list, u)
		}
	}
	return list
}

// links takes the pages of the site that its home page links to.
func (w *walk) links(source listing.Source, doc *html.Node, base, pageURL *url.URL) *file {
	f := newFile(base, source)
	f.final = source.URL
	c := &collector{walk: w, file: f}
	for n := range dom.All(doc, atom.A) {
		address, _, _ := strings.Cut(dom.Resolve(base, dom.Attr(n, "href")), "#")
		u, err := url.Parse(address)
		if address == "" || err != nil || !dom.SameSite(u, pageURL) {
			continue
		}
		f.source.URLs++
		if !c.url(sitemap.Entry{Loc: address}) {
			break
		}
	}
	f.source.Outcome = listing.Read
	switch {
	case f.stop != "":
		f.source.Outcome, f.source.Reason = listing.Partial, "The limit was reached."
	case f.source.URLs == 0:
		f.source.Outcome, f.source.Reason = listing.Empty, "The home page has no link to a page of the site."
	}
	return f
}
