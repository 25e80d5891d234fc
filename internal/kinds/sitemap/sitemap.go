// Package sitemap declares jobs of kind sitemap: the pages that a site lists. It
// holds what the API needs and links nothing that makes a function start slowly;
// package sitemaprun below it does the work.
package sitemap

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Kind is the kind's public name.
const Kind = "sitemap"

// Limits of limit; larger numbers are clamped.
const (
	defaultLimit = 5_000
	maxLimit     = 50_000
)

// price is what a job costs.
var price = credit.Flat("sitemap", 1)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		CacheTTL:  time.Hour,
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/sitemap",
		Title:   "List the pages of a site",
		Summary: "Find the sitemaps of a domain (in robots.txt, at common paths, in its home page) or read a given one, and list the pages in them. For a site without a sitemap, the pages linked in its feeds and its home page are returned.",
		Examples: []kind.Example{
			{Name: "domain", Summary: "All pages of a site", Body: `{"domain":"example.com"}`},
			{Name: "filtered", Summary: "New pages below some paths", Body: `{"domain":"example.com","since":"2024-01-01","pathContains":["/blog/","/news/"],"limit":100}`},
			{Name: "one", Summary: "A given sitemap and the sitemaps that it names", Body: `{"sitemapUrl":"https://example.com/sitemap.xml","pathContains":"/blog/,/news/"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, exampleResult())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// A list of 50 000 pages takes 60 MB while it is made and written.
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20, Crawls: true}
}

// Args are the arguments of a job.
type Args struct {
	Domain       string        `json:"domain,omitempty" example:"example.com" doc:"The site, without scheme and path. Required unless sitemapUrl is given; with sitemapUrl, it only defines which host is the site's own."`
	SitemapURL   string        `json:"sitemapUrl,omitempty" example:"https://example.com/sitemap.xml" doc:"Read this sitemap, index, list or feed and the files that it names, and do not search for others."`
	Since        option.Moment `json:"since,omitempty" doc:"Leave out pages that were last changed before this time. Pages without a date of change are also left out, and counted."`
	Limit        int64         `json:"limit,omitempty" minimum:"1" default:"5000" doc:"Maximum number of pages. Default 5000. Larger values are clamped to 50000."`
	PathContains option.List   `json:"pathContains,omitempty" doc:"Return only pages whose path contains one of these strings, case-sensitive. At most 50 of 500 bytes each."`
	Options      Options       `json:"options,omitzero" doc:"How to fetch."`
}

// Options say how to fetch.
type Options struct {
	RespectRobots *bool `json:"respectRobots,omitempty" default:"true" doc:"Do not read what the site's robots.txt disallows. Default true."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	target, err := a.prepareSubject()
	if err != nil {
		return kind.Plan{}, err
	}
	if err := a.Since.Prepare("since"); err != nil {
		return kind.Plan{}, err
	}
	if a.Limit, err = option.Limit("limit", a.Limit, defaultLimit, maxLimit); err != nil {
		return kind.Plan{}, err
	}
	if err := a.PathContains.Tidy("pathContains"); err != nil {
		return kind.Plan{}, err
	}
	if a.Options.RespectRobots == nil {
		a.Options.RespectRobots = new(true)
	}
	return kind.Plan{Target: target, Quote: price.For(1)}, nil
}

// prepareSubject returns what the job is about. The domain is filled in from the
// sitemap's host.
func (a *Args) prepareSubject() (target string, err error) {
	if a.Domain == "" && a.SitemapURL == "" {
		return "", errs.Field(errs.InvalidRequest, "domain", "is required, unless sitemapUrl is given")
	}
	if a.Domain != "" {
		if a.Domain, err = subject.Domain("domain", a.Domain); err != nil {
			return "", err
		}
	}
	if a.SitemapURL == "" {
		return a.Domain, nil
	}
	u, err := subject.URL("sitemapUrl", a.SitemapURL)
	if err != nil {
		return "", err
	}
	a.SitemapURL = u.String()
	if a.Domain == "" {
		a.Domain = subject.Host(u.Hostname())
	}
	return a.SitemapURL, nil
}

// Result is what a job gives.
type Result struct {
	Domain    string           `json:"domain" doc:"The site, without www."`
	Method    listing.Method   `json:"method" enum:"given,robots,well_known,link,page,none" doc:"How the list was found. given: by sitemapUrl. robots: the site's robots.txt names it. well_known: it was at one of the usual paths. link: the home page names it in a link element. page: there is no sitemap, and these are the pages in the feeds and the links of the home page. none: none of these exists."`
	Exhausted bool             `json:"exhausted" doc:"True when nothing ended the reading before its end."`
	Coverage  social.Coverage  `json:"coverage" doc:"Whether these are all pages; they are not where some were not reached, or may not have been."`
	StoppedBy listing.Stop     `json:"stoppedBy,omitempty" enum:"limit,time,files,size" doc:"What ended the reading. limit: the requested number of pages was reached. time: 50 seconds had passed. files: 500 files had been read. size: the result would have exceeded 24 MB. Absent when it reached the end."`
	Counts    listing.Counts   `json:"counts" doc:"Number of pages read, and the number left out by each filter."`
	Sources   []listing.Source `json:"sources" doc:"The files that were tried, in that order, at most 1000."`
	Items     []listing.URL    `json:"items" doc:"The pages, each once, in the order of the files."`
}

func exampleResult() Result {
	return Result{
		Domain: "example.com", Method: listing.Robots, Exhausted: true, Coverage: social.Coverage{Complete: true}, Counts: listing.Counts{Listed: 1, Returned: 1, Sources: 2},
		Sources: []listing.Source{
			{URL: "https://example.com/robots.txt", Outcome: listing.Read, Type: listing.RobotsTxt, URLs: 1},
			{URL: "https://example.com/sitemap.xml", Outcome: listing.Read, Type: "urlset", Status: 200, URLs: 1},
		},
		Items: []listing.URL{{
			URL: "https://example.com/blog/", UpdatedAt: "2026-02-10", ChangeFrequency: "weekly", Priority: new(0.8),
			Source: "https://example.com/sitemap.xml", Alternates: []listing.Alternate{{Language: "de", URL: "https://example.com/de/blog/"}},
		}},
	}
}
