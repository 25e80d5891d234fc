// Package find finds the feed of a page: the page may be the feed, name it in a link
// element, link to it, or have it where feeds mostly are. It must not know jobs; it
// fetches through what the caller gives it.
package find

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/feed"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// Web is the part of fetch.Client that is needed.
type Web interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// How says in which way a feed was found.
type How string

// The ways, in the order in which they are tried.
const (
	Given  How = "given"       // the address was the feed's
	Link   How = "link"        // a link element names it
	Anchor How = "anchor"      // a link that a reader can follow leads to it
	Common How = "common_path" // it is where feeds mostly are
)

// Found is a feed and where it was found.
type Found struct {
	Feed *feed.Feed
	URL  *url.URL // of the feed, after redirects
	How  How
	// Page is the answer to the address that was given: the feed's itself with Given.
	Page *fetch.Response
}

// Options say how to fetch.
type Options struct {
	RespectRobots bool
}

// Limits of the search; a page may name any number of feeds.
const (
	maxNamed = 6
	maxTried = 16
)

// Open fetches a feed, or a page and the first feed that is found for it. Errors are
// those of fetch.Client.Do and wall.Usable for the address itself, parse_failed for a
// feed that cannot be read and unsupported_content for a page that has none.
func Open(ctx context.Context, web Web, address string, o Options) (*Found, error) {
	resp, err := web.Do(ctx, o.request(address))
	if err != nil {
		return nil, err
	}
	if err := wall.Usable(resp); err != nil {
		return nil, err
	}
	if feed.Is(resp.MediaType, resp.Body) {
		f, err := feed.Parse(resp.Body, resp.Header.Get("Content-Type"), resp.URL)
		if err == nil {
			return &Found{Feed: f, URL: resp.URL, How: Given, Page: resp}, nil
		}
		if !isPage(resp) {
			return nil, errs.Wrap(err, errs.ParseFailed, "what "+resp.URL.String()+" returned looks like a feed but cannot be parsed; check the URL")
		}
	}
	found, err := Of(ctx, web, resp, o)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, errs.Newf(errs.UnsupportedContent,
			"%s is no feed, names none, and none is where feeds mostly are; give the address of the feed itself", resp.URL)
	}
	return found, nil
}

// Of finds the feed of a page that was fetched; nil when there is none. The only
// errors are of ctx: a feed that is named and away is as good as none.
func Of(ctx context.Context, web Web, page *fetch.Response, o Options) (*Found, error) {
	tried := map[string]bool{page.URL.String(): true}
	for _, c := range candidates(page) {
		if tried[c.url] || len(tried) > maxTried {
			continue
		}
		tried[c.url] = true
		f, at, err := try(ctx, web, c.url, o)
		if err != nil {
			return nil, err
		}
		if f != nil {
			return &Found{Feed: f, URL: at, How: c.how, Page: page}, nil
		}
	}
	return nil, nil
}

// try returns nil for what is no feed.
func try(ctx context.Context, web Web, address string, o Options) (*feed.Feed, *url.URL, error) {
	resp, err := web.Do(ctx, o.request(address))
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	if err != nil || resp.Status != http.StatusOK || !feed.Is(resp.MediaType, resp.Body) {
		return nil, nil, nil //nolint:nilerr // the next candidate may do
	}
	f, err := feed.Parse(resp.Body, resp.Header.Get("Content-Type"), resp.URL)
	if err != nil {
		return nil, nil, nil //nolint:nilerr // as above
	}
	return f, resp.URL, nil
}

func (o Options) request(address string) fetch.Request {
	return fetch.Request{
		URL: address, RespectRobots: o.RespectRobots, AllowTruncated: true,
		Header: http.Header{"Accept": {"application/rss+xml,application/atom+xml,application/feed+json,application/xml;q=0.9,text/html;q=0.8,*/*;q=0.5"}},
	}
}

type candidate struct {
	url string
	how How
}

// candidates lists where the feed of a page may be, the likeliest first.
func candidates(page *fetch.Response) []candidate {
	var list []candidate
	add := func(how How, urls []string) {
		for _, u := range urls[:min(len(urls), maxNamed)] {
			if !slices.ContainsFunc(list, func(c candidate) bool { return c.url == u }) {
				list = append(list, candidate{u, how})
			}
		}
	}
	if isPage(page) {
		text, _ := charset.Decode(page.Body, page.Header.Get("Content-Type"))
		doc := dom.Parse(text)
		base := dom.Base(doc, page.URL)
		add(Link, Links(doc, base))
		add(Anchor, anchors(doc, base, page.URL))
	}
	for _, u := range common(page.URL) {
		list = append(list, candidate{u, Common})
	}
	return list
}

func isPage(resp *fetch.Response) bool {
	return resp.MediaType == "text/html" || resp.MediaType == "application/xhtml+xml"
}
