// Package audit measures what package seo describes: it reads a page that was fetched,
// looks at the robots.txt and the sitemap of its site, and lists what is wrong. It
// fetches through what the caller gives it, and knows no jobs.
package audit

import (
	"context"
	"sync"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/seo"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// Web is the part of fetch.Client that is needed.
type Web interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Of audits a page that was fetched, asked for at an address. The audit is never nil.
// An error says why it is without the page: those of wall.Usable, and
// unsupported_content for what is no HTML. What cannot be learnt of robots.txt and
// sitemap, also for want of time, is absent there and no error.
func Of(ctx context.Context, web Web, asked string, resp *fetch.Response) (*seo.Audit, error) {
	a := &seo.Audit{Response: response(asked, resp)}
	err := readable(resp)
	var site sync.WaitGroup
	site.Go(func() {
		rules := readRobots(ctx, web, resp.URL)
		a.RobotsTxt = rules
		a.Sitemap = findSitemap(ctx, web, resp.URL, rules.Sitemaps)
	})
	if err == nil {
		text, _ := charset.Decode(resp.Body, resp.Header.Get("Content-Type"))
		a.Page = Read(dom.Parse(text), resp)
	}
	site.Wait()
	a.Issues = issues(a, err)
	return a, err
}

// readable returns nil for an HTML page.
func readable(resp *fetch.Response) error {
	if err := wall.Usable(resp); err != nil {
		return err
	}
	switch resp.MediaType {
	case "text/html", "application/xhtml+xml":
		return nil
	case "":
		return errs.New(errs.UnsupportedContent, "the response is empty; only its headers were checked")
	}
	return errs.Newf(errs.UnsupportedContent, "the response is %s and not HTML; only its headers were checked", resp.MediaType)
}

// Read reads the page of an answer, parsed.
func Read(doc *html.Node, resp *fetch.Response) *seo.Page {
	r := &reader{doc: doc, base: dom.Base(doc, resp.URL), url: resp.URL, header: resp.Header}
	p := &seo.Page{
		Robots:         r.robots(),
		Canonical:      r.canonical(),
		Alternates:     r.hreflang(),
		Headings:       r.headings(),
		StructuredData: r.structured(),
		Images:         r.images(),
		Links:          r.links(),
		Words:          words(dom.Text(dom.Body(doc))),
		Resources:      r.resources(),
	}
	r.head(p)
	return p
}
