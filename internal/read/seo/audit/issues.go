package audit

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/seo"
)

// rule finds one kind of issue. It returns what was measured, or "" when all is well.
// Rules of the page run only when there is one.
type rule struct {
	code     string
	severity seo.Severity
	response func(*seo.Response) string
	page     func(*seo.Page, *seo.Response) string
	site     func(*seo.Audit) string
}

// issues runs all rules; unread is why there is no page, if there is none. The gravest
// come first, and those of one weight in the order of the table.
func issues(a *seo.Audit, unread error) []seo.Issue {
	list := []seo.Issue{}
	// How a wall is served says nothing about the page behind it.
	isWall := errs.Is(unread, errs.UpstreamBlocked) || errs.Is(unread, errs.UpstreamRateLimited) || errs.Is(unread, errs.LoginRequired)
	for _, r := range slices.Concat(responseRules, siteRules, headRules, contentRules) {
		var message string
		switch {
		case r.response != nil && isWall:
		case r.response != nil:
			message = r.response(a.Response)
		case r.site != nil:
			message = r.site(a)
		case a.Page != nil:
			message = r.page(a.Page, a.Response)
		}
		if message != "" {
			list = append(list, seo.Issue{Code: r.code, Severity: r.severity, Message: message})
		}
	}
	weight := []seo.Severity{seo.Error, seo.Warning, seo.Notice}
	slices.SortStableFunc(list, func(a, b seo.Issue) int {
		return cmp.Compare(slices.Index(weight, a.Severity), slices.Index(weight, b.Severity))
	})
	return list
}

// Thresholds. Those of time and size are where Google's own tools begin to complain;
// see https://web.dev/articles/ttfb and Lighthouse's uses-text-compression.
const (
	slowTTFB       = 800 // ms
	compressFrom   = 1400
	heavyHTML      = 1 << 20
	longTitle      = 60 // characters, of which result pages show about so many
	shortTitle     = 10
	longSnippet    = 160
	fewWords       = 50
	shareMuchNoAlt = 0.1
)

// when returns a message if something is so.
func when(so bool, format string, args ...any) string {
	if !so {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

var responseRules = []rule{
	{code: "http_error", severity: seo.Error, response: func(r *seo.Response) string {
		return when(r.Status >= 400, "The page returns %d %s.", r.Status, http.StatusText(r.Status))
	}},
	{code: "not_https", severity: seo.Error, response: func(r *seo.Response) string {
		return when(!r.HTTPS, "The page is served without encryption at %s.", r.FinalURL)
	}},
	{code: "redirect_chain", severity: seo.Warning, response: func(r *seo.Response) string {
		return when(len(r.Redirects) > 1, "%d redirects lead to the page; link to it directly or redirect once.", len(r.Redirects))
	}},
	{code: "redirect_temporary", severity: seo.Notice, response: func(r *seo.Response) string {
		temporary := slices.ContainsFunc(r.Redirects, func(hop page.Redirect) bool {
			return hop.Status == http.StatusFound || hop.Status == http.StatusSeeOther || hop.Status == http.StatusTemporaryRedirect
		})
		return when(temporary, "A redirect to the page is temporary, so search engines may keep the old URL.")
	}},
	{code: "slow_response", severity: seo.Warning, response: func(r *seo.Response) string {
		return when(r.TTFBMS > slowTTFB, "The first byte came after %d ms; aim at less than %d.", r.TTFBMS, slowTTFB)
	}},
	{code: "not_compressed", severity: seo.Warning, response: func(r *seo.Response) string {
		return when(r.Compression == "" && r.Bytes >= compressFrom && r.Status < 300 && strings.HasPrefix(r.ContentType, "text/"),
			"%d bytes of text were sent uncompressed.", r.Bytes)
	}},
	{code: "heavy_html", severity: seo.Warning, response: func(r *seo.Response) string {
		return when(r.Bytes > heavyHTML, "The body has %d KB.", r.Bytes>>10)
	}},
	{code: "hsts_missing", severity: seo.Notice, response: func(r *seo.Response) string {
		return when(r.HTTPS && !r.HSTS, "There is no Strict-Transport-Security header, so browsers may use http.")
	}},
	{code: "http1_only", severity: seo.Notice, response: func(r *seo.Response) string {
		return when(r.HTTPS && strings.HasPrefix(r.HTTPVersion, "1") && !r.HTTP3, "The server speaks HTTP/%s and offers no newer version.", r.HTTPVersion)
	}},
	{code: "caching_undeclared", severity: seo.Notice, response: func(r *seo.Response) string {
		c := r.Caching
		return when(r.Status < 300 && c.CacheControl == "" && c.Expires == "" && c.ETag == "" && c.LastModified == "",
			"The response has no caching headers: no Cache-Control, Expires, ETag or Last-Modified.")
	}},
}

var siteRules = []rule{
	{code: "robots_disallowed", severity: seo.Error, site: func(a *seo.Audit) string {
		r := a.RobotsTxt
		return when(r.AllowsPage != nil && !*r.AllowsPage || r.AllowsGooglebot != nil && !*r.AllowsGooglebot, "%s disallows the page.", r.URL)
	}},
	{code: "robots_unknown", severity: seo.Warning, site: func(a *seo.Audit) string {
		r := a.RobotsTxt
		return when(r.AllowsPage == nil && !isRefused(r.Status), "%s could not be read; crawlers stay away while it fails.", r.URL)
	}},
	{code: "robots_missing", severity: seo.Notice, site: func(a *seo.Audit) string {
		return when(!a.RobotsTxt.Present && a.RobotsTxt.AllowsPage != nil, "There is no robots.txt.")
	}},
	{code: "sitemap_missing", severity: seo.Notice, site: func(a *seo.Audit) string {
		n := len(a.RobotsTxt.Sitemaps)
		if n > 0 && !a.Sitemap.Listed {
			return fmt.Sprintf("robots.txt lists sitemaps, and none of the first %d could be read.", min(n, maxListed))
		}
		return when(!a.Sitemap.Present, "No sitemap was found by robots.txt, at /sitemap.xml or at /sitemap_index.xml.")
	}},
	{code: "sitemap_unlisted", severity: seo.Notice, site: func(a *seo.Audit) string {
		return when(a.Sitemap.Present && a.RobotsTxt.Present && len(a.RobotsTxt.Sitemaps) == 0, "robots.txt does not list the sitemap %s.", a.Sitemap.URL)
	}},
}
