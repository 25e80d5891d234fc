package firecrawl

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/hook"
	"github.com/quarryapi/quarry/internal/kind"
	page "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// usualPages is how many pages a crawl has at most that names no limit; it is theirs.
const usualPages = 10_000

// crawlBody is the body of a crawl. Fields behind the empty line are those of v1 alone.
type crawlBody struct {
	URL                   string          `json:"url"`
	IncludePaths          []string        `json:"includePaths"`
	ExcludePaths          []string        `json:"excludePaths"`
	MaxDiscoveryDepth     *int64          `json:"maxDiscoveryDepth"`
	Sitemap               kind.ListUse    `json:"sitemap"`
	IgnoreQueryParameters bool            `json:"ignoreQueryParameters"`
	Limit                 *int64          `json:"limit"`
	CrawlEntireDomain     bool            `json:"crawlEntireDomain"`
	AllowSubdomains       bool            `json:"allowSubdomains"`
	IgnoreRobotsTxt       bool            `json:"ignoreRobotsTxt"`
	Delay                 *float64        `json:"delay"` // seconds
	ScrapeOptions         json.RawMessage `json:"scrapeOptions"`
	Webhook               *webhook        `json:"webhook"`

	MaxDepth           *int64 `json:"maxDepth"`
	AllowBackwardLinks bool   `json:"allowBackwardLinks"`
	IgnoreSitemap      bool   `json:"ignoreSitemap"`
	SitemapOnly        bool   `json:"sitemapOnly"`
}

// crawlCall is a crawl in our words.
type crawlCall struct {
	page.CrawlArgs
	asked.Common
}

// startCrawl answers POST /crawl.
func (f *face) startCrawl(w http.ResponseWriter, r *http.Request) error {
	var body crawlBody
	warnings, err := decode(w, r, &body)
	if err != nil {
		return err
	}
	how, more, err := optionsOf(body.ScrapeOptions)
	if err != nil {
		return err
	}
	args, narrowed, err := body.args(how)
	if err != nil {
		return err
	}
	var made struct {
		CrawlID     string `json:"crawlId"`
		BodyMatched *bool  `json:"bodyMatched"`
	}
	call := crawlCall{CrawlArgs: *args, Common: asked.Common{CacheTTLSec: how.CacheTTLSec}}
	ask := asked.Call{Method: http.MethodPost, Path: "/crawl", Key: keyOf(r)}
	told, err := body.Webhook.subscribe(hook.Crawl, &ask, &call.Common)
	if err != nil {
		return err
	}
	ask.Body = call
	answer, err := f.api.Do(r, ask, &made)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	if made.BodyMatched != nil && !*made.BodyMatched {
		return asked.Used("crawl " + made.CrawlID)
	}
	warnings = slices.Concat(warnings, more, how.warnings, narrowed, told)
	write(w, http.StatusOK, started{Success: true, ID: made.CrawlID, URL: f.link(r, "/crawl/"+made.CrawlID), Warning: document.Warning(warnings)})
	return nil
}

// optionsOf are options that are a member of a body.
func optionsOf(raw json.RawMessage) (how *reading, warnings []string, err error) {
	const prefix = "scrapeOptions."
	var options scrapeOptions
	if len(raw) > 0 && string(raw) != "null" {
		if err := unmarshal(prefix, raw, &options); err != nil {
			return nil, nil, err
		}
		if warnings, err = strays(prefix, raw, &options); err != nil {
			return nil, nil, err
		}
	}
	how, err = options.read(prefix)
	return how, warnings, err
}

// args are the arguments of the crawl in our words. Error: *invalid.
func (b *crawlBody) args(how *reading) (args *page.CrawlArgs, warnings []string, err error) {
	args = &page.CrawlArgs{
		URL: b.URL, Limit: usualPages, MaxDepth: b.MaxDiscoveryDepth, Sitemap: b.Sitemap, IgnoreQuery: b.IgnoreQueryParameters,
		RespectRobots: new(!b.IgnoreRobotsTxt), Formats: how.Formats, Options: how.Options,
	}
	if b.Limit != nil {
		if args.Limit = *b.Limit; args.Limit < 1 {
			return nil, nil, &invalid{"limit", "must be at least 1"}
		}
		if args.Limit > page.MaxPages {
			warnings = append(warnings, fmt.Sprintf("limit is %d, and a crawl has %d pages at most", args.Limit, page.MaxPages))
		}
	}
	if b.MaxDepth != nil && args.MaxDepth == nil {
		if args.MaxDepth = b.MaxDepth; *b.MaxDepth < 0 {
			return nil, nil, &invalid{"maxDepth", "must be at least 0"}
		}
	}
	switch {
	case b.SitemapOnly:
		args.Sitemap = kind.OnlyLists
	case b.IgnoreSitemap:
		args.Sitemap = kind.SkipLists
	}
	if d := b.MaxDiscoveryDepth; d != nil && *d == 0 && args.Sitemap != kind.SkipLists {
		args.Sitemap, args.MaxDepth = kind.OnlyLists, nil // pages of sitemaps have this depth in theirs, and 1 here
	}
	if b.AllowSubdomains {
		args.Scope = frontier.Subdomains
	}
	if b.Delay != nil {
		if *b.Delay < 0 || *b.Delay > 60 {
			return nil, nil, &invalid{"delay", "must be 0 to 60 seconds"}
		}
		args.DelayMS = int64(*b.Delay * 1000)
	}
	if args.IncludePaths, err = globs("includePaths", b.IncludePaths); err != nil {
		return nil, nil, err
	}
	if args.ExcludePaths, err = globs("excludePaths", b.ExcludePaths); err != nil {
		return nil, nil, err
	}
	return args, append(warnings, b.narrow(args)...), nil
}

// narrow keeps a crawl below the path that it begins at, as theirs does unless it is told otherwise.
func (b *crawlBody) narrow(args *page.CrawlArgs) (warnings []string) {
	u, err := url.Parse(b.URL)
	if b.CrawlEntireDomain || b.AllowBackwardLinks || err != nil || u.Path == "" || u.Path == "/" {
		return nil
	}
	if len(args.IncludePaths) > 0 {
		return []string{"includePaths alone says which pages belong to the crawl, also outside the path of url"}
	}
	path := quoteGlob(strings.TrimSuffix(u.Path, "/"))
	args.IncludePaths = []string{path + "*", path + "*/**"}
	return nil
}

// crawlView is what is read of a crawl.
type crawlView struct {
	Status          string              `json:"status"`
	TruncatedBy     string              `json:"truncatedBy"`
	Counts          counts              `json:"counts"`
	SkippedSamples  map[string][]string `json:"skippedSamples"`
	CreditsCharged  int64               `json:"creditsCharged"`
	CreditsRefunded int64               `json:"creditsRefunded"`
	Error           *job.Failure        `json:"error"`
	ExpiresAt       instant.Time        `json:"expiresAt"`
}

// status is theirs; see that of a batch.
func (c *crawlView) status() string {
	switch {
	case c.Status == cancelled || c.TruncatedBy == cancelled:
		return cancelled
	case c.Status == "running":
		return scraping
	case c.Status == failed || c.Counts.Succeeded == 0:
		return failed
	}
	return completed
}

// progress is where the crawl stands.
func (c *crawlView) progress() progress {
	return progress{
		Success: true, Status: c.status(), Total: c.Counts.Total, Completed: c.Counts.Succeeded, CreditsUsed: c.CreditsCharged - c.CreditsRefunded,
		ExpiresAt: c.ExpiresAt,
	}
}

// crawlItems is a page of a crawl's pages.
type crawlItems struct {
	Items      []*item `json:"items"`
	NextCursor string  `json:"nextCursor"`
	Exhausted  bool    `json:"exhausted"`
}

func (f *face) viewCrawl(w http.ResponseWriter, r *http.Request) (*crawlView, error) {
	v := &crawlView{}
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/crawl/" + idOf(r)}, v)
	asked.Relay(w, answer)
	return v, err
}

func (f *face) crawlItems(r *http.Request, status string, query url.Values) (*crawlItems, error) {
	query.Set("status", status)
	found := &crawlItems{}
	_, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/crawl/" + idOf(r) + "/pages", Query: query}, found)
	return found, err
}

// crawl answers GET /crawl/{id}.
func (f *face) crawl(w http.ResponseWriter, r *http.Request) error {
	path := "/crawl/" + idOf(r)
	v, err := f.viewCrawl(w, r)
	if err != nil {
		return err
	}
	docs, next, err := f.documents(r, r.URL.Query().Get("cursor"), func(query url.Values) ([]*item, string, error) {
		found, err := f.crawlItems(r, string(job.Succeeded), query)
		if len(found.Items) == 0 && v.status() == scraping {
			found.NextCursor = "" // there is nothing behind it yet
		}
		return found.Items, found.NextCursor, err
	})
	if err != nil {
		return err
	}
	out := v.progress()
	out.Data, out.Next, out.Warning = docs, f.next(r, path, next), v.warning(f.prefix()+path)
	switch {
	case out.Status == failed && v.Error != nil:
		why := (&asked.FailedError{Job: &asked.Job{Error: v.Error}}).Failure()
		out.Error = string(why.Code) + ": " + why.Message
	case out.Status == failed:
		out.Error = "None of the pages could be read; see " + f.prefix() + path + "/errors."
	}
	write(w, http.StatusOK, out)
	return nil
}

// warning says what a crawl lacks.
func (c *crawlView) warning(path string) string {
	var all []string
	if c.Counts.Failed > 0 {
		all = append(all, fmt.Sprintf("%d of %d pages failed and cost nothing; see %s/errors", c.Counts.Failed, c.Counts.Total, path))
	}
	if why := c.TruncatedBy; why != "" && why != cancelled {
		all = append(all, "the site has more pages than were crawled, because of: "+why)
	}
	return document.Warning(all)
}

// cancelCrawl answers DELETE /crawl/{id}.
func (f *face) cancelCrawl(w http.ResponseWriter, r *http.Request) error {
	v := &crawlView{}
	answer, err := f.api.Do(r, asked.Call{Method: http.MethodPost, Path: "/crawl/" + idOf(r) + "/cancel"}, v)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	if v.status() != cancelled {
		write(w, http.StatusConflict, failure{Error: "The crawl has ended; there is nothing to cancel."})
		return nil
	}
	write(w, http.StatusOK, map[string]any{"success": true, "status": cancelled})
	return nil
}

// crawlErrors answers GET /crawl/{id}/errors.
func (f *face) crawlErrors(w http.ResponseWriter, r *http.Request) error {
	v, err := f.viewCrawl(w, r)
	if err != nil {
		return err
	}
	all, more, err := gather(func(cursor string) ([]*item, string, error) {
		found, err := f.crawlItems(r, string(job.Failed), cursorOf(cursor))
		return found.Items, found.NextCursor, err
	})
	if err != nil {
		return err
	}
	robots := v.SkippedSamples["robots"]
	if robots == nil {
		robots = []string{}
	}
	write(w, http.StatusOK, losses{Success: true, Errors: all, RobotsBlocked: robots, Warning: cmp.Or(more, "")})
	return nil
}

// active is a crawl that has not ended.
type active struct {
	ID      string          `json:"id"`
	TeamID  string          `json:"teamId"`
	URL     string          `json:"url"`
	Options json.RawMessage `json:"options,omitempty"` // the arguments of the crawl in our words
}

// activeCrawls answers GET /crawl/active.
func (f *face) activeCrawls(w http.ResponseWriter, r *http.Request) error {
	var who struct {
		OrganizationID string `json:"organizationId"`
	}
	if _, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/token-info"}, &who); err != nil {
		return err
	}
	list := []active{}
	cursor := ""
	for range mostPages {
		var page struct {
			Items []struct {
				CrawlID string          `json:"crawlId"`
				URL     string          `json:"url"`
				Input   json.RawMessage `json:"input"`
			} `json:"items"`
			NextCursor string `json:"nextCursor"`
		}
		query := cursorOf(cursor)
		query.Set("status", "running")
		answer, err := f.api.Do(r, asked.Call{Method: http.MethodGet, Path: "/crawls", Query: query}, &page)
		asked.Relay(w, answer)
		if err != nil {
			return err
		}
		for _, c := range page.Items {
			list = append(list, active{c.CrawlID, who.OrganizationID, c.URL, c.Input})
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	write(w, http.StatusOK, map[string]any{"success": true, "crawls": list})
	return nil
}
