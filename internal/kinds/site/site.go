// Package site declares jobs of kind site: a page as a browser shows it. It holds
// what the API needs to admit and document such jobs and links nothing that makes a
// function start slowly; package siterun below it does the work.
package site

import (
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Kind is the kind's public name.
const Kind = "site"

// Mode is how much of a page is rendered.
type Mode string

// The modes.
const (
	Full Mode = "full"
	Text Mode = "text"
)

// What jobs cost.
var (
	fullPrice = credit.Flat("site.full", 5)
	textPrice = credit.Flat("site.text", 2)
)

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
		Path:    "/scrape/site",
		Title:   "Render a page in a browser",
		Summary: "Render a page in a browser, run its scripts and return the rendered content: text, markdown, profiles, structured data, logos, colours, fonts and a screenshot.",
		Examples: []kind.Example{
			{Name: "full", Summary: "Everything except a screenshot", Body: `{"url":"https://example.com/"}`},
			{Name: "text", Summary: "Only the text, without images, for fewer credits", Body: `{"url":"https://example.com/","mode":"text"}`},
			{Name: "screenshot", Summary: "With a screenshot of the whole page", Body: `{"url":"https://example.com/","options":{"screenshot":true,"format":"webp","fullPage":true}}`},
		},
		Prices:  []credit.Price{fullPrice, textPrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, Result{
		URL: "https://example.com/", FinalURL: "https://example.com/", Status: 200, Title: "Example Domain", Language: "en",
		BodyText: "Example Domain\n\nThis domain is for use in examples.", Markdown: "# Example Domain\n\nThis domain is for use in examples.\n",
		Extraction: page.CleanedBody, SocialLinks: []string{"https://x.com/example"}, JSONLD: []json.RawMessage{}, LogoCandidates: []string{"https://example.com/logo.svg"},
		ComputedColors: map[string]Colors{"body": {Color: "#222222", BackgroundColor: "#ffffff"}},
		ComputedFonts:  map[string]Font{"body": {FontFamily: "Georgia, serif", FontSize: "16px", FontWeight: "400"}},
		Timings:        Timings{ResponseMS: 90, ReadyMS: 140, LoadMS: 210, TotalMS: 830},
	})
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: 2 * time.Minute, Browser: true, MemoryMB: 1024, Concurrency: 20}
}

// Args are the arguments of a job.
type Args struct {
	URL        string  `json:"url" minLength:"1" example:"https://example.com/" doc:"The page: an http or https URL on the public internet, on port 80 or 443, at most 8192 bytes."`
	Mode       Mode    `json:"mode,omitempty" enum:"full,text" default:"full" doc:"How much to render. full: everything. text: only the text, for fewer credits: images, fonts and videos are not loaded, and there are no computed styles and no screenshot. Default full."`
	ExtraPages *int64  `json:"extraPages,omitempty" minimum:"0" doc:"Accepted for compatibility and ignored."`
	Options    Options `json:"options,omitzero" doc:"How to render and read the page."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	a.URL = u.String()
	if a.ExtraPages != nil && *a.ExtraPages < 0 {
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "extraPages", "must not be negative")
	}
	a.ExtraPages = nil // it makes no difference, to the cache either
	price := fullPrice
	switch a.Mode {
	case "":
		a.Mode = Full
	case Full:
	case Text:
		price = textPrice
	default:
		return kind.Plan{}, errs.Field(errs.InvalidRequest, "mode", "must be one of full, text")
	}
	if err := a.Options.prepare(a.Mode); err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: a.URL, Quote: price.For(1)}, nil
}
