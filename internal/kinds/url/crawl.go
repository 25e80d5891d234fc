package url

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	neturl "net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// MaxPages is the most pages that a crawl has; a larger limit is clamped.
const MaxPages = 50_000

// Limits of a crawl; larger numbers are clamped.
const (
	defaultPages = 100
	maxGlobs     = 50
	maxGlob      = 500
	maxDelay     = time.Minute
	minDuration  = 10 * time.Second
	maxDuration  = 24 * time.Hour
)

// CrawlArgs are the arguments of a crawl: where it begins, which pages belong to it, and how each
// is read.
type CrawlArgs struct {
	URL            string         `json:"url" minLength:"1" example:"https://example.com/" doc:"The first page. An http or https URL on the public internet, on port 80 or 443, at most 8192 bytes."`
	Limit          int64          `json:"limit,omitempty" minimum:"1" default:"100" doc:"Maximum number of pages, 1 to 50000. Larger values are clamped. Default 100."`
	MaxDepth       *int64         `json:"maxDepth,omitempty" minimum:"0" doc:"Maximum number of links between the first page and another. 0 is the first page alone; pages of sitemaps have a depth of 1. Pages are read in the order of their depth. Default: any number."`
	IncludePaths   []string       `json:"includePaths,omitempty" maxItems:"50" example:"[\"/blog/**\"]" doc:"Globs of paths, one of which a URL must match. The first page is always crawled. * is any text without a slash, ** any number of segments, none included, ? a character, [a-z] one of these, {a,b} either. A slash at the end of a path means nothing. At most 50 of 500 bytes each."`
	ExcludePaths   []string       `json:"excludePaths,omitempty" maxItems:"50" example:"[\"/blog/tag/**\"]" doc:"Globs of paths that no URL may match, as includePaths."`
	Scope          frontier.Scope `json:"scope,omitempty" enum:"sameHost,subdomains,domain" default:"sameHost" doc:"Which hosts belong to the site. sameHost: that of the first page, with or without www. subdomains: and those below it. domain: all of the domain that somebody registered, by the public suffix list. Default sameHost."`
	Sitemap        kind.ListUse   `json:"sitemap,omitempty" enum:"include,skip,only" default:"include" doc:"What is made of the site's sitemaps. include: a job of kind sitemap finds more URLs, and costs what one does. skip: nothing. only: the pages in them are crawled, and no links are followed. A site without sitemaps has none, whatever its home page links to. Default include."`
	IgnoreQuery    bool           `json:"ignoreQuery,omitempty" default:"false" doc:"Take URLs that differ only in the query for one page, and crawl it without. Default false."`
	TidyQuery      bool           `json:"tidyQuery,omitempty" default:"false" doc:"Sort parameters, and drop those that count visitors. Of these are utm_source and gclid. Default false."`
	RespectRobots  *bool          `json:"respectRobots,omitempty" default:"true" doc:"Keep the site's robots.txt. Disallowed pages are left out (RFC 9309), and its crawl-delay of up to 30 seconds is kept. Default true."`
	DelayMS        int64          `json:"delayMs,omitempty" minimum:"0" doc:"Milliseconds between two pages of one host. Larger values are clamped to 60000. The crawls of the organization share it. Default 0."`
	TimeoutSec     int64          `json:"timeoutSec,omitempty" minimum:"10" default:"86400" doc:"Seconds after which no page is begun, from 10. Larger values are clamped to 86400. Default 86400."`
	AgainstCrawlID string         `json:"againstCrawlId,omitempty" doc:"Compare with an earlier crawl of the organization. Each page says whether it is new, changed, the same or gone since, and is asked for by conditional requests. The earlier crawl's pages are crawled, too. What is the same costs what format resolve does."`
	Since          option.Moment  `json:"since,omitempty" doc:"Ask for pages that have changed since this time. A page that is unchanged is the same: where the site answers so it has no content, costs what format resolve does, and its links are not seen, so that the site's sitemaps are needed. The first page is read. Not with againstCrawlId."`
	Export         bool           `json:"export,omitempty" default:"false" doc:"Write the pages to files of JSON lines as they end. Default false."`

	Format  Format   `json:"format,omitempty" enum:"markdown,html,text,json,metadata,links,images,tables,raw,screenshot" default:"markdown" doc:"What to return of each page, as for a scrape. Default markdown."`
	Formats []Format `json:"formats,omitempty" minItems:"1" maxItems:"10" enum:"markdown,html,text,json,metadata,links,images,tables,raw,screenshot" example:"[\"markdown\",\"metadata\"]" doc:"Several formats of each page, in place of format."`
	Render  Render   `json:"render,omitempty" enum:"auto,never,always" default:"auto" doc:"Whether a browser shows each page, as for a scrape. Default auto."`
	Options Options  `json:"options,omitzero" doc:"How to fetch and read each page, as for a scrape."`
}

// Plan implements kind.CrawlArgs. Errors: invalid_url, invalid_request.
func (a *CrawlArgs) Plan(c kind.Caller) (kind.CrawlPlan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return kind.CrawlPlan{}, err
	}
	a.URL = u.String()
	if err := a.prepareSite(); err != nil {
		return kind.CrawlPlan{}, err
	}
	page, ok := a.Page(a.URL).(*Args)
	if !ok {
		return kind.CrawlPlan{}, errs.Of(errs.InternalError)
	}
	plan, err := page.Prepare(c)
	if err != nil {
		return kind.CrawlPlan{}, err
	}
	if page.Wants(Resolve) {
		return kind.CrawlPlan{}, errs.Field(errs.InvalidRequest, "format", "must not be resolve, which reads no page and so finds no links")
	}
	a.Format, a.Formats, a.Render = page.Format, page.Formats, page.Render
	depth := -1
	if a.MaxDepth != nil {
		depth = int(min(max(*a.MaxDepth, 0), math.MaxInt32))
	}
	return kind.CrawlPlan{
		Rules: frontier.Rules{
			Root: a.URL, Limit: a.Limit, MaxDepth: depth, Include: a.IncludePaths, Exclude: a.ExcludePaths, Scope: a.Scope,
			IgnoreQuery: a.IgnoreQuery, TidyQuery: a.TidyQuery,
		},
		Quote: plan.Quote, Lists: a.Sitemap, Delay: time.Duration(a.DelayMS) * time.Millisecond, Against: a.AgainstCrawlID, Robots: *a.RespectRobots,
		Timeout: time.Duration(a.TimeoutSec) * time.Second, Since: a.Since.Time(), Export: a.Export,
	}, nil
}

// prepareSite checks what says which pages belong to the crawl, fills defaults and clamps.
func (a *CrawlArgs) prepareSite() error {
	switch a.Scope {
	case "":
		a.Scope = frontier.SameHost
	case frontier.SameHost, frontier.Subdomains, frontier.Domain:
	default:
		return errs.Field(errs.InvalidRequest, "scope", "must be one of sameHost, subdomains, domain")
	}
	switch a.Sitemap {
	case "":
		a.Sitemap = kind.IncludeLists
	case kind.IncludeLists, kind.SkipLists, kind.OnlyLists:
	default:
		return errs.Field(errs.InvalidRequest, "sitemap", "must be one of include, skip, only")
	}
	if a.AgainstCrawlID != "" && !ident.Valid(ident.Crawl, a.AgainstCrawlID) {
		return errs.Field(errs.InvalidRequest, "againstCrawlId", "is not the id of a crawl, which begins with "+ident.Crawl)
	}
	if a.RespectRobots == nil {
		a.RespectRobots = new(true)
	}
	if err := a.prepareSince(); err != nil {
		return err
	}
	if a.TimeoutSec == 0 {
		a.TimeoutSec = int64(maxDuration.Seconds())
	}
	a.TimeoutSec = min(max(a.TimeoutSec, int64(minDuration.Seconds())), int64(maxDuration.Seconds()))
	a.DelayMS = min(max(a.DelayMS, 0), maxDelay.Milliseconds())
	for field, globs := range map[string][]string{"includePaths": a.IncludePaths, "excludePaths": a.ExcludePaths} {
		if err := checkGlobs(field, globs); err != nil {
			return err
		}
	}
	var err error
	a.Limit, err = option.Limit("limit", a.Limit, defaultPages, MaxPages)
	return err
}

// prepareSince checks what pages are compared with. Error: invalid_request.
func (a *CrawlArgs) prepareSince() error {
	if err := a.Since.Prepare("since"); err != nil {
		return err
	}
	switch {
	case a.Since == "":
		return nil
	case a.AgainstCrawlID != "":
		return errs.Field(errs.InvalidRequest, "since", "cannot be used with againstCrawlId, which knows what the pages were")
	case a.Render == Always || a.Format == Screenshot || slices.Contains(a.Formats, Screenshot):
		return errs.Field(errs.InvalidRequest, "since", "cannot be used where a browser shows the pages, which makes no conditional requests; use againstCrawlId, which compares contents")
	case a.Sitemap == kind.SkipLists:
		return errs.Field(errs.InvalidRequest, "since", "needs the site's sitemaps, as the links of unchanged pages are not seen; set sitemap to include or only")
	}
	return nil
}

func checkGlobs(field string, globs []string) error {
	if len(globs) > maxGlobs {
		return errs.Field(errs.InvalidRequest, field, fmt.Sprintf("has %d globs; at most %d are allowed", len(globs), maxGlobs))
	}
	for i, g := range globs {
		if g == "" || len(g) > maxGlob {
			return errs.Field(errs.InvalidRequest, fmt.Sprintf("%s[%d]", field, i), fmt.Sprintf("must have 1 to %d bytes", maxGlob))
		}
		if issue := noGlob(g); issue != "" {
			return errs.Field(errs.InvalidRequest, fmt.Sprintf("%s[%d]", field, i), issue)
		}
	}
	if i := frontier.Globs(globs); i >= 0 {
		return errs.Field(errs.InvalidRequest, fmt.Sprintf("%s[%d]", field, i), fmt.Sprintf("is no glob that can be read; write paths such as /blog/** or /{de,en}/*, with braces that stand for at most %d", frontier.MaxSpellings))
	}
	return nil
}

// noGlob says what is wrong with what other services take for a path: a regular expression or an address would match
// nothing here, so that an excluded part of a site would be crawled and charged.
func noGlob(g string) string {
	switch {
	case strings.HasPrefix(g, "http://"), strings.HasPrefix(g, "https://"):
		return "is an address; write its path alone, such as /blog/**"
	case strings.HasPrefix(g, "^"), strings.HasSuffix(g, ".*$"), g == ".*", strings.HasSuffix(g, "/.*"), strings.HasSuffix(g, "/.+"):
		return "is a regular expression; write a glob, such as /blog/** for all below /blog"
	}
	return ""
}

// Page implements kind.CrawlArgs. A page of another host than the first gets nothing that was meant for that one, as
// where a redirect leaves a host: whatever the site is then.
func (a *CrawlArgs) Page(url string) kind.Args {
	page := &Args{URL: url, Format: a.Format, Render: a.Render, Formats: append([]Format(nil), a.Formats...), Options: a.Options.clone()}
	page.Options.RespectRobots = page.Options.RespectRobots || a.RespectRobots != nil && *a.RespectRobots // where it redirects, too
	if !trusts(a.URL, url) {
		page.Options.forgetSecrets()
	}
	return page
}

// trusts reports whether a page may get the secrets of the first: it is of the same host, with or without www., and
// not on the way there in clear text where the first is not.
func trusts(first, page string) bool {
	a, err := neturl.Parse(first)
	if err != nil {
		return false
	}
	b, err := neturl.Parse(page)
	if err != nil || a.Scheme == "https" && b.Scheme != "https" {
		return false
	}
	return strings.TrimPrefix(a.Hostname(), "www.") == strings.TrimPrefix(b.Hostname(), "www.")
}

// forgetSecrets keeps the headers that say nothing of the caller. The proxy is the caller's own.
func (o *Options) forgetSecrets() {
	maps.DeleteFunc(o.Headers, func(name, _ string) bool {
		return !slices.Contains([]string{"Accept", "Accept-Language", "User-Agent"}, http.CanonicalHeaderKey(name))
	})
	o.Cookies, o.Actions = nil, nil
}
