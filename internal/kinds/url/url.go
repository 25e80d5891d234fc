// Package url declares jobs of kind url: one page in, its content out. It holds what the
// API needs to admit and document them and links nothing that makes a function start
// slowly; packages urlrun and screenshotrun below it do the work.
package url

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Kind is the kind's public name.
const Kind = "url"

// What jobs cost.
var (
	pagePrice       = credit.Flat("url.page", 1)
	screenshotPrice = credit.Flat("url.screenshot", 5)
)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:  Kind,
		Calls: []kind.Call{Call().Call},
		Batch: &kind.Batch{
			Path:    "/scrape/batch",
			Title:   "Scrape up to 50 URLs",
			Summary: "Scrape up to 50 URLs, each as a separate job. Never waits.",
			List:    "urls",
			Args:    func() kind.BatchArgs { return new(BatchArgs) },
			Examples: []kind.Example{
				{Name: "two", Summary: "Two pages as markdown", Body: `{"urls":["https://example.com/","https://example.com/?page=2"],"format":"markdown"}`},
			},
		},
		Crawl: &kind.Crawl{
			Path:    "/crawl",
			Title:   "Crawl a site",
			Summary: "Scrape a whole site, page by page, each as a separate job. Never waits.",
			Args:    func() kind.CrawlArgs { return new(CrawlArgs) },
			Examples: []kind.Example{
				{Name: "site", Summary: "Up to ten pages of a site as markdown", Body: `{"url":"https://example.com/","limit":10}`},
				{Name: "part", Summary: "The pages below some paths, without their queries", Body: `{"url":"https://example.com/","includePaths":["/blog/**"],"ignoreQuery":true,"maxDepth":3}`},
			},
		},
		Functions: []kind.Function{Function(), ScreenshotFunction()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape",
		Title:   "Scrape a URL",
		Summary: "Fetch one URL and return its content in one or several formats: markdown, HTML, text, JSON, metadata, links, images, tables, raw text, a screenshot of it, or only its final URL.",
		Examples: []kind.Example{
			{Name: "markdown", Summary: "The main content as markdown", Body: `{"url":"https://example.com/","format":"markdown"}`},
			{Name: "json", Summary: "The page as structured data, without comments", Body: `{"url":"https://example.com/","format":"json","options":{"excludeTags":[".comments"]}}`},
			{Name: "resolve", Summary: "Only the final URL", Body: `{"url":"https://example.com/","format":"resolve"}`},
			{Name: "screenshot", Summary: "A screenshot of the whole page", Body: `{"url":"https://example.com/","format":"screenshot","options":{"fullPage":true,"format":"webp"}}`},
			{Name: "formats", Summary: "Several formats of one page", Body: `{"url":"https://example.com/","formats":["markdown","links","metadata"]}`},
			{Name: "later", Summary: "Without waiting, from the cache if possible", Body: `{"url":"https://example.com/","wait":false,"cacheTtlSec":3600}`},
		},
		Prices:  []credit.Price{pagePrice, renderedPrice, screenshotPrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, Result{
		URL: "https://example.com/", FinalURL: "https://example.com/", Status: 200, Title: "Example Domain",
		ContentType: "text/html", Language: "en", Markdown: new("# Example Domain\n\nThis domain is for use in examples."), Extraction: page.CleanedBody,
	})
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// A page of 10 MB of tags takes 120 to 250 MB while it is read. Most of a run waits for
	// the page, and all of it is paid by the memory.
	return kind.Function{Name: Kind, Ceiling: time.Minute, Documents: true, MemoryMB: 512, Concurrency: 50, Crawls: true, HandsTo: browserFunction}
}

// browserFunction takes pictures and renders.
const browserFunction = "url-screenshot"

// ScreenshotFunction takes pictures, and shows the pages that the other function finds to be shells.
func ScreenshotFunction() kind.Function {
	return kind.Function{
		Name: browserFunction, Actions: []credit.Action{screenshotPrice.Action(), renderedPrice.Action()},
		Ceiling: 2 * time.Minute, Browser: true, Documents: true, MemoryMB: 1024, Concurrency: 10, Crawls: true,
	}
}

// Args are the arguments of a scrape.
type Args struct {
	URL     string   `json:"url" minLength:"1" example:"https://example.com/" doc:"The page: an http or https URL on the public internet, on port 80 or 443, at most 8192 bytes."`
	Format  Format   `json:"format,omitempty" enum:"markdown,html,text,json,metadata,links,images,tables,raw,screenshot,resolve" default:"markdown" doc:"What to return. markdown: the content. html: the content as clean HTML. text: the content without markup. json: the page as structured data. metadata: the page's metadata. links, images and tables: those of the whole page; tables also as CSV. raw: the text as served, in UTF-8, with render always the HTML in the browser. resolve: only the final URL and its status, whatever it is. screenshot: an image of the page in a browser, for more credits; cookie banners stay visible. Default markdown."`
	Formats []Format `json:"formats,omitempty" minItems:"1" maxItems:"11" enum:"markdown,html,text,json,metadata,links,images,tables,raw,screenshot,resolve" example:"[\"markdown\",\"links\"]" doc:"Several formats of one page in one job, in place of format. Each has the member of the result that it has alone. The job costs what the dearest of them does; it succeeds when it has all of them, and is otherwise refunded in full. With screenshot the page is read as the browser shows it, except for raw."`
	Render  Render   `json:"render,omitempty" enum:"auto,never,always" default:"auto" doc:"Whether a browser shows the page before it is read. auto: when its scripts have yet to write it. never: no browser. always: at once. The options waitFor, actions and mobile imply always. Default auto."`
	Options Options  `json:"options,omitzero" doc:"How to fetch and read the page."`

	followed bool // a page of a crawl, which wants its links
}

// Follow has the result say what a crawl goes on with.
func (a *Args) Follow() { a.followed = true }

// Followed reports whether a crawl goes on with the page.
func (a *Args) Followed() bool { return a.followed }

// Limits of options; larger and smaller numbers are clamped.
const (
	minTimeout     = time.Second
	maxTimeout     = time.Minute
	defaultTimeout = 30 * time.Second
)

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(caller kind.Caller) (kind.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	a.URL = u.String()
	if err := a.choose(); err != nil {
		return kind.Plan{}, err
	}
	if err := a.prepareRender(); err != nil {
		return kind.Plan{}, err
	}
	if err := a.Options.prepare(a.Wanted()); err != nil {
		return kind.Plan{}, err
	}
	if err := a.prepareFallback(); err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: a.URL, Quote: a.quote(caller)}, nil
}
