package mcp

import (
	"encoding/json"
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/research"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// bounded is what every tool takes that returns text.
type bounded struct {
	MaxTokens int `json:"maxTokens,omitempty" jsonschema:"Most tokens of the answer, 200 to 50000; 4000 without it. What is cut is read on by jobs with the cursor, for nothing."`
}

// priced is what every tool takes that makes a job.
type priced struct {
	MaxCredits *int64 `json:"maxCredits,omitempty" jsonschema:"Refuse the call if it would cost more."`
	bounded
}

func (p *priced) most() *int64 { return p.MaxCredits }

type scrapeIn struct {
	URL         string   `json:"url" jsonschema:"Address of the page."`
	Format      string   `json:"format,omitempty" jsonschema:"markdown (without it), html, text, links, images, tables, metadata, json."`
	IncludeTags []string `json:"includeTags,omitempty" jsonschema:"CSS selectors of the only elements to return."`
	Browser     bool     `json:"browser,omitempty" jsonschema:"Show the page in a browser in any case; one that needs it is shown without this."`
	priced
}

type crawlIn struct {
	URL          string   `json:"url" jsonschema:"First page of the site."`
	Limit        int64    `json:"limit,omitempty" jsonschema:"Most pages, each of which is charged; 10 without it."`
	IncludePaths []string `json:"includePaths,omitempty" jsonschema:"Globs of paths to keep to, such as /blog/**."`
	priced
}

type mapIn struct {
	Domain string `json:"domain" jsonschema:"The site, such as example.com."`
	Path   string `json:"path,omitempty" jsonschema:"Only pages with this text in their path."`
	Limit  int64  `json:"limit,omitempty" jsonschema:"Most pages; 200 without it."`
	priced
}

type searchIn struct {
	Query    string   `json:"query" jsonschema:"The search words."`
	Source   string   `json:"source,omitempty" jsonschema:"web (without it), news or research."`
	Limit    int64    `json:"limit,omitempty" jsonschema:"Most results, up to 20; 5 without it."`
	Contents bool     `json:"contents,omitempty" jsonschema:"Read each result's page, for a credit each."`
	Domains  []string `json:"domains,omitempty" jsonschema:"Only results of these domains."`
	priced
}

type answerIn struct {
	Question string `json:"question" jsonschema:"A question that pages of the web can answer."`
	priced
}

type researchIn struct {
	Topic    string   `json:"topic" jsonschema:"What to research, in one line."`
	Keywords []string `json:"keywords,omitempty" jsonschema:"What the evidence is to be about."`
	Depth    string   `json:"depth,omitempty" jsonschema:"simple, auto (without it) or complex."`
	priced
}

type siteIn struct {
	URL string `json:"url" jsonschema:"Home page of the brand."`
	priced
}

type domainIn struct {
	Domain string `json:"domain" jsonschema:"The company's domain, such as example.com."`
	priced
}

type socialIn struct {
	Platform string `json:"platform" jsonschema:"x, youtube, reddit or linkedin."`
	Handle   string `json:"handle" jsonschema:"Name of the account, channel, subreddit (r/name) or company page."`
	Limit    int64  `json:"limit,omitempty" jsonschema:"Most posts, 1 to 50, which decides the price; 10 without it."`
	priced
}

type adsIn struct {
	Domain  string `json:"domain,omitempty" jsonschema:"Domain that the ads lead to; this or company is required."`
	Company string `json:"company,omitempty" jsonschema:"Name of the advertiser."`
	Limit   int64  `json:"limit,omitempty" jsonschema:"Most ads; 10 without it."`
	priced
}

type jobsIn struct {
	ID     string `json:"id,omitempty" jsonschema:"Id of a job or a crawl; without it the newest jobs are listed."`
	Cursor string `json:"cursor,omitempty" jsonschema:"Cursor of an earlier answer, to read on in its result."`
	bounded
}

type none struct{}

// or is n, or what is usual where it is none.
func or(n, usual int64) int64 {
	if n == 0 {
		return usual
	}
	return n
}

// body is the body of a call: the kind's arguments, beside how long to wait and what it may cost.
type body struct {
	args       any
	maxCredits *int64
}

// MarshalJSON implements json.Marshaler.
func (b body) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(b.args)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, err
	}
	members["waitTimeoutMs"] = firstWait.Milliseconds()
	if b.maxCredits != nil {
		members["maxCredits"] = *b.maxCredits
	}
	return json.Marshal(members)
}

// call is the call of the API that a tool makes.
func call(path string, args any) asked.Call {
	return asked.Call{Method: http.MethodPost, Path: path, Body: args}
}

func (in *scrapeIn) call() (asked.Call, error) {
	args := &url.Args{URL: in.URL, Format: url.Format(in.Format), Options: url.Options{IncludeTags: in.IncludeTags}}
	if args.Format == url.Screenshot || args.Format == url.Raw {
		return asked.Call{}, errs.Field(errs.InvalidRequest, "format", "must be one of markdown, html, text, links, images, tables, metadata, json")
	}
	if in.Browser {
		args.Render = url.Always
	}
	return call("/scrape", args), nil
}

func (in *mapIn) call() (asked.Call, error) {
	args := &sitemap.Args{Domain: in.Domain, Limit: or(in.Limit, 200)}
	if in.Path != "" {
		args.PathContains = option.List{in.Path}
	}
	return call("/scrape/sitemap", args), nil
}

func (in *searchIn) call() (asked.Call, error) {
	args := &search.Args{Q: in.Query, MaxResults: or(in.Limit, 5), Contents: in.Contents, IncludeDomains: in.Domains}
	if in.Source != "" && in.Source != "web" {
		args.Provider = search.Provider(in.Source)
	}
	return call("/search", args), nil
}

func (in *answerIn) call() (asked.Call, error) {
	return call("/search/answer", &search.AnswerArgs{Q: in.Question}), nil
}

func (in *researchIn) call() (asked.Call, error) {
	return call("/scrape/research", &research.Args{Topic: research.Topic{Title: in.Topic}, TargetKeywords: in.Keywords, Profile: research.Profile(in.Depth)}), nil
}

func (in *siteIn) call() (asked.Call, error) {
	return call("/scrape/brand-design/basic", &brand.Args{URL: in.URL}), nil
}

func (in *domainIn) call() (asked.Call, error) {
	return call("/scrape/company", &company.Args{Domain: in.Domain}), nil
}

func (in *socialIn) call() (asked.Call, error) {
	return call("/scrape/channel", &channel.Args{Platform: in.Platform, Handle: in.Handle, Limit: or(in.Limit, 10)}), nil
}

func (in *adsIn) call() (asked.Call, error) {
	return call("/scrape/ads", &ads.Args{Domain: in.Domain, CompanyName: in.Company, Limit: or(in.Limit, 10)}), nil
}
