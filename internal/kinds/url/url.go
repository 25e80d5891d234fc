// Package url declares the first kind of job, url: one page in, its content
// out. It holds what the API needs to admit and document such jobs, and links
// nothing that makes a function start slowly; package urlrun beside it does the
// work. (The folder has the kind's name, which net/url has taken for packages.)
package url

import (
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Kind is the kind's public name.
const Kind = "url"

// ScreenshotWorker is the name of the worker that takes pictures.
const ScreenshotWorker = "url-screenshot"

// Format is what a caller wants of a page.
type Format string

// The formats. Screenshot has a worker of its own, since it needs a browser.
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
			Summary: "Fetch one URL and return its content as markdown, JSON, metadata or raw text, a picture of it, or only where it leads.",
			Args:    func() job.Args { return new(Args) },
			Result: Result{
				URL: "https://example.com/", FinalURL: "https://example.com/", Status: 200, Title: "Example Domain",
				ContentType: "text/html", Language: "en", Markdown: new("# Example Domain\n\nThis domain is for use in examples."), Extraction: page.CleanedBody,
			},
			Examples: []job.Example{
				{Name: "markdown", Summary: "The main content as markdown", Body: `{"url":"https://example.com/","format":"markdown"}`},
				{Name: "json", Summary: "The page as data, without comments", Body: `{"url":"https://example.com/","format":"json","options":{"excludeTags":[".comments"]}}`},
				{Name: "resolve", Summary: "Only where it leads", Body: `{"url":"https://example.com/","format":"resolve"}`},
				{Name: "screenshot", Summary: "The whole page as a picture", Body: `{"url":"https://example.com/","format":"screenshot","options":{"fullPage":true,"format":"webp"}}`},
				{Name: "later", Summary: "Without waiting, from the cache when it is there", Body: `{"url":"https://example.com/","wait":false,"cacheTtlSec":3600}`},
			},
			Actions: []credit.Action{credit.URLPage, credit.URLScreenshot},
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
		Others: []job.Worker{{
			Name: ScreenshotWorker, Actions: []credit.Action{credit.URLScreenshot},
			Ceiling: 2 * time.Minute, Browser: true, MemoryMB: 2048, Concurrency: 10,
		}},
	}
}

// Args are the arguments of a scrape.
type Args struct {
	URL     string  `json:"url" example:"https://example.com/" doc:"The page: an http or https URL on the public internet, on port 80 or 443, of at most 8192 bytes."`
	Format  Format  `json:"format,omitempty" enum:"raw,markdown,json,metadata,screenshot,resolve" default:"markdown" doc:"What to return. markdown: the content. json: the page as data. metadata: what the page says about itself. raw: the text as served, in UTF-8. resolve: only the final URL and the status, whatever it is. screenshot: a picture of the page as a browser shows it, for more credits; cookie banners are left as they are. Default markdown."`
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
	if !slices.Contains(formats, a.Format) {
		return job.Plan{}, errs.Field(errs.InvalidRequest, "format", "must be one of "+formatNames())
	}
	if err := a.Options.prepare(a.Format); err != nil {
		return job.Plan{}, err
	}
	action := credit.URLPage
	if a.Format == Screenshot {
		action = credit.URLScreenshot
	}
	price, _ := credit.PriceOf(action)
	return job.Plan{Target: a.URL, Quote: price.For(1)}, nil
}

var formats = []Format{Markdown, JSON, Metadata, Raw, Screenshot, Resolve}

func formatNames() string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}
