// Package urlkind declares the first kind of job, url: one page in, its content
// out. It holds what the API needs to admit and document such jobs, and links
// nothing that makes a function start slowly; package runner beside it does the
// work. (The folder has the kind's name, which net/url has taken for packages.)
package urlkind

import (
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	"github.com/quarryapi/quarry/internal/kinds/subject"
)

// Kind is the kind's public name.
const Kind = "url"

// Format is what a caller wants of a page.
type Format string

// The formats. Screenshot is part of the contract and refused in this version.
const (
	Raw        Format = "raw"
	Markdown   Format = "markdown"
	JSON       Format = "json"
	Metadata   Format = "metadata"
	Screenshot Format = "screenshot"
	Resolve    Format = "resolve"
)

// Spec declares the kind.
func Spec() job.Spec {
	return job.Spec{
		Kind: Kind,
		Call: job.Call{
			Path:    "/scrape",
			Title:   "Scrape a URL",
			Summary: "Fetch one URL and return its content as markdown, JSON, metadata or raw text, or only where it leads.",
			Args:    func() job.Args { return new(Args) },
			Result: Result{
				URL: "https://example.com/", FinalURL: "https://example.com/", Status: 200, Title: "Example Domain",
				ContentType: "text/html", Language: "en", Markdown: new("# Example Domain\n\nThis domain is for use in examples."),
			},
			Examples: []job.Example{
				{Name: "markdown", Summary: "The main content as markdown", Body: `{"url":"https://example.com/","format":"markdown"}`},
				{Name: "json", Summary: "The page as data, without comments", Body: `{"url":"https://example.com/","format":"json","options":{"excludeTags":[".comments"]}}`},
				{Name: "resolve", Summary: "Only where it leads", Body: `{"url":"https://example.com/","format":"resolve"}`},
				{Name: "later", Summary: "Without waiting, from the cache when it is there", Body: `{"url":"https://example.com/","wait":false,"cacheTtlSec":3600}`},
			},
			Actions: []credit.Action{credit.URLPage},
			Refuses: []errs.Code{errs.InvalidURL},
		},
		Batch: &job.Batch{
			Path:    "/scrape/batch",
			Title:   "Scrape up to 50 URLs",
			Summary: "Scrape up to 50 URLs, each as a job of its own. Never waits.",
			Args:    func() job.BatchArgs { return new(BatchArgs) },
			Examples: []job.Example{
				{Name: "two", Summary: "Two pages as markdown", Body: `{"urls":["https://example.com/","https://example.com/?page=2"],"format":"markdown"}`},
			},
		},
		// A page of 10 MB of tags takes 400 MB while it is read, a PDF 130 MB.
		Worker: job.Worker{Ceiling: time.Minute, MemoryMB: 1024, Concurrency: 50},
	}
}

// Args are the arguments of a scrape.
type Args struct {
	URL     string  `json:"url" example:"https://example.com/" doc:"The page: an http or https URL on the public internet, on port 80 or 443, of at most 8192 bytes."`
	Format  Format  `json:"format,omitempty" enum:"raw,markdown,json,metadata,screenshot,resolve" default:"markdown" doc:"What to return. markdown: the content. json: the page as data. metadata: what the page says about itself. raw: the text as served, in UTF-8. resolve: only the final URL and the status, whatever it is. screenshot is not available in this version. Default markdown."`
	Options Options `json:"options,omitzero" doc:"How to fetch and read the page. Keys that are not listed are kept and ignored."`
}

// Limits of options; larger and smaller numbers are clamped.
const (
	minTimeout     = time.Second
	maxTimeout     = time.Minute
	defaultTimeout = 30 * time.Second
)

// Prepare implements job.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(job.Caller) (job.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return job.Plan{}, err
	}
	a.URL = u.String()
	if a.Format == "" {
		a.Format = Markdown
	}
	if err := a.Format.check(); err != nil {
		return job.Plan{}, err
	}
	if err := a.Options.prepare(); err != nil {
		return job.Plan{}, err
	}
	price, _ := credit.PriceOf(credit.URLPage)
	return job.Plan{Target: a.URL, Quote: price.For(1)}, nil
}

// check refuses formats by name, so that a caller learns what there is instead.
func (f Format) check() error {
	available := []Format{Markdown, JSON, Metadata, Raw, Resolve}
	if slices.Contains(available, f) {
		return nil
	}
	names := make([]string, len(available))
	for i, a := range available {
		names[i] = string(a)
	}
	list := strings.Join(names, ", ")
	if f == Screenshot {
		return errs.Field(errs.InvalidRequest, "format", "screenshots are not available in this version; choose one of "+list)
	}
	return errs.Field(errs.InvalidRequest, "format", "must be one of "+list)
}
