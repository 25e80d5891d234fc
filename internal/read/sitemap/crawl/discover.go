package crawl

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

// places are where the programs behind sites put sitemaps. Those of one group are
// asked for together; the first group with a sitemap ends the search.
var places = [][]string{
	{"/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml"},
	{"/sitemap.xml.gz", "/sitemap_index.xml.gz", "/sitemap-index.xml.gz", "/sitemaps.xml"},
	{"/sitemap/sitemap.xml", "/sitemap/index.xml", "/sitemap/sitemap-index.xml", "/sitemap1.xml"},
	{"/post-sitemap.xml", "/page-sitemap.xml", "/sitemap.txt", "/sitemap.php"},
	{"/sitemap_news.xml", "/sitemap-news.xml", "/news-sitemap.xml", "/.sitemap.xml", "/admin/config/search/xmlsitemap"},
}

// discover searches for sitemaps and reads what it finds.
func (w *walk) discover(ctx context.Context) error {
	site, err := w.reach(ctx)
	if err != nil {
		return err
	}
	if w.byRobots(ctx, site) || w.byPlaces(ctx, site.origin, places) {
		return nil
	}
	if twin, err := w.ask(ctx, twinOf(site.origin)); err == nil {
		if w.byRobots(ctx, twin) || w.byPlaces(ctx, twin.origin, places[:1]) {
			return nil
		}
	}
	return w.byHomePage(ctx, site.origin)
}

// site is an origin that answers, and its robots.txt.
type site struct {
	origin *url.URL
	rules  *robots.File
}

// reach finds the origin that answers: by TLS rather than not, without www. rather
// than with. Its error is that of the first.
func (w *walk) reach(ctx context.Context) (*site, error) {
	secure := &url.URL{Scheme: "https", Host: w.request.Domain, Path: "/"}
	plain := &url.URL{Scheme: "http", Host: w.request.Domain, Path: "/"}
	var first error
	for _, origin := range []*url.URL{secure, twinOf(secure), plain, twinOf(plain)} {
		s, err := w.ask(ctx, origin)
		if err == nil {
			return s, nil
		}
		first = cmp.Or(first, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

// ask reads the robots.txt of an origin. One that fails to serve it is reached
// nevertheless.
func (w *walk) ask(ctx context.Context, origin *url.URL) (*site, error) {
	source := listing.Source{URL: origin.JoinPath("robots.txt").String(), Type: listing.RobotsTxt}
	rules, err := w.web.Robots(ctx, origin)
	switch {
	case errs.Is(err, errs.UpstreamBlocked):
		rules, source.Outcome, source.Reason = &robots.File{}, listing.Blocked, reasonOf(err)
	case err != nil:
		source.Outcome, source.Reason = listing.Failed, reasonOf(err)
		w.note(source)
		return nil, err
	case len(rules.Sitemaps) == 0:
		source.Outcome, source.Reason = listing.Empty, "There is none, or it names no sitemap."
	default:
		source.Outcome, source.URLs = listing.Read, len(rules.Sitemaps)
	}
	w.note(source)
	return &site{origin, rules}, nil
}

// twinOf is the origin with www. of one without, and the reverse.
func twinOf(origin *url.URL) *url.URL {
	twin := *origin
	if bare, ok := strings.CutPrefix(origin.Host, "www."); ok {
		twin.Host = bare
	} else {
		twin.Host = "www." + origin.Host
	}
	return &twin
}

// byRobots reads what a robots.txt names, on whatever host: whoever writes a site's
// robots.txt speaks for the site.
func (w *walk) byRobots(ctx context.Context, s *site) bool {
	var nodes []node
	for _, line := range s.rules.Sitemaps {
		if u := resolve(s.origin, line); u != nil {
			nodes = append(nodes, node{url: u})
		}
	}
	found, _ := w.tree(ctx, nodes)
	return w.is(listing.Robots, found)
}

// byPlaces stops at a host that refuses or fails all of a group.
func (w *walk) byPlaces(ctx context.Context, origin *url.URL, groups [][]string) bool {
	for _, group := range groups {
		var nodes []node
		for _, place := range group {
			nodes = append(nodes, node{url: origin.ResolveReference(&url.URL{Path: place})})
		}
		before := len(w.Sources)
		if found, _ := w.tree(ctx, nodes); found {
			return w.is(listing.WellKnown, true)
		}
		away := func(s listing.Source) bool { return s.Outcome == listing.Blocked || s.Outcome == listing.Failed }
		tried := w.Sources[before:]
		if ctx.Err() != nil || len(tried) > 0 && !slices.ContainsFunc(tried, func(s listing.Source) bool { return !away(s) }) {
			return false
		}
	}
	return false
}

// is remembers by which method something was found.
func (w *walk) is(m listing.Method, found bool) bool {
	if found {
		w.Method = m
	}
	return found
}
