package audit

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/read/seo"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

const (
	siteTimeout = 10 * time.Second
	maxListed   = 3        // sitemaps of robots.txt that are tried
	maxSitemaps = 20       // that are returned
	maxHead     = 64 << 10 // bytes of a sitemap, whose beginning says what it is
)

// isRefused matches answers that are to us: what others get is not known.
func isRefused(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// readRobots reads the robots.txt of a page's site. Statuses are distinguished as RFC
// 9309, section 2.3.1, does, except that a refusal of us is no rule for all.
func readRobots(ctx context.Context, web Web, page *url.URL) *seo.RobotsTxt {
	r := &seo.RobotsTxt{URL: page.Scheme + "://" + page.Host + "/robots.txt", Sitemaps: []string{}}
	resp, err := web.Do(ctx, fetch.Request{
		URL: r.URL, Header: http.Header{"Accept": {"text/plain,*/*;q=0.5"}},
		MaxBytes: robots.MaxBytes, AllowTruncated: true, Timeout: siteTimeout,
	})
	if err != nil {
		return r
	}
	r.Status = resp.Status
	switch {
	case resp.Status >= 500 || resp.Status == http.StatusTooManyRequests || isRefused(resp.Status):
		return r
	case resp.Status != http.StatusOK || isHTML(resp):
		r.AllowsPage, r.AllowsGooglebot = new(true), new(true)
		return r
	}
	all, google := robots.Parse(resp.Body, "*"), robots.Parse(resp.Body, "Googlebot")
	r.Present = true
	r.AllowsPage, r.AllowsGooglebot = new(all.Allowed(page)), new(google.Allowed(page))
	r.CrawlDelaySecond = all.CrawlDelay.Seconds()
	r.Sitemaps = append(r.Sitemaps, all.Sitemaps[:min(len(all.Sitemaps), maxSitemaps)]...)
	return r
}

// isHTML finds sites that answer with a page whatever file they are asked for.
func isHTML(resp *fetch.Response) bool {
	return resp.MediaType == "text/html" && bytes.HasPrefix(bytes.TrimSpace(resp.Body), []byte("<"))
}

// findSitemap tries the listed sitemaps, then the usual places.
func findSitemap(ctx context.Context, web Web, page *url.URL, listed []string) *seo.Sitemap {
	origin, tried := page.Scheme+"://"+page.Host, map[string]bool{}
	listed = listed[:min(len(listed), maxListed)]
	for i, address := range slices.Concat(listed, []string{origin + "/sitemap.xml", origin + "/sitemap_index.xml"}) {
		if tried[address] {
			continue
		}
		tried[address] = true
		resp, err := web.Do(ctx, fetch.Request{URL: address, MaxBytes: maxHead, AllowTruncated: true, Timeout: siteTimeout})
		if err != nil || resp.Status != http.StatusOK {
			continue
		}
		if kind := sitemapKind(resp, i < len(listed)); kind != "" {
			return &seo.Sitemap{Present: true, URL: resp.URL.String(), Listed: i < len(listed), Kind: kind}
		}
	}
	return &seo.Sitemap{}
}

// sitemapKind detects a sitemap by its beginning; "" is none. Text and feeds are taken
// only where robots.txt says that they are sitemaps.
func sitemapKind(resp *fetch.Response, listed bool) string {
	body := resp.Body
	has := func(tag string) bool { return bytes.Contains(body, []byte(tag)) }
	switch {
	case bytes.HasPrefix(body, []byte("\x1f\x8b")):
		return "compressed"
	case resp.MediaType == "text/html" && !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<?xml")):
		return ""
	case has("<sitemapindex"):
		return "index"
	case has("<urlset"):
		return "urlset"
	case listed && (has("<rss") || has("<feed") || has("<rdf:RDF")):
		return "feed"
	case listed && resp.MediaType == "text/plain" && bytes.HasPrefix(bytes.TrimSpace(body), []byte("http")):
		return "text"
	}
	return ""
}
