// Package brand declares jobs of kind brand, the design of a brand as its site
// shows it: a basic profile, which is the same for the same site, and a full one that
// a language model completes. It holds what the API needs and links nothing that makes
// a function start slowly; package brandrun below it does the work.
package brand

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "brand"

// What jobs cost.
var (
	basicPrice = credit.Flat("brand.basic", 5)
	fullPrice  = credit.Flat("brand.full", 15)
)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Basic().Call, Full().Call},
		CacheTTL:  6 * time.Hour,
		Functions: []kind.Function{Function()},
	}
}

// Basic is the call for a profile without a language model.
func Basic() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/brand-design/basic",
		Title:   "Profile a brand's design",
		Summary: "Read a brand's name, logo, favicon, colours and typefaces from its site, without a language model: the same site gives the same result.",
		Examples: []kind.Example{
			{Name: "home", Summary: "From the home page", Body: `{"url":"https://example.com/"}`},
		},
		Prices:  []credit.Price{basicPrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, Result{Design: sample()})
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// Chromium takes most of the memory.
	return kind.Function{Name: Kind, Ceiling: 2 * time.Minute, Browser: true, Model: true, MemoryMB: 1024, Concurrency: 20}
}

// Full is the call for a profile that the language model completes.
func Full() kind.Typed[FullArgs, FullResult] {
	return kind.Define[FullArgs](kind.About{
		Path:    "/scrape/brand-design",
		Title:   "Profile and interpret a brand",
		Summary: "Read a brand's design from its site, and have the installation's language model describe its business, style and tone. Without a configured model the job fails with provider_not_configured and is refunded.",
		Examples: []kind.Example{
			{Name: "home", Summary: "From the home page", Body: `{"url":"https://example.com/"}`},
		},
		Prices:  []credit.Price{fullPrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, FullResult{
		Design: sample(), BusinessType: "manufacturing", BusinessSubtype: "water-level gauges", VisualTone: "calm, sturdy, technical",
		Confidence: 0.9, Tagline: "The level, every minute, for ten years.", ToneOfVoice: "plain, dry, confident",
		Description: "Builds river and tide gauges for harbours, mills and flood wardens.",
	})
}

// Args are the arguments of a basic profile.
type Args struct {
	URL     string      `json:"url" minLength:"1" example:"https://example.com/" doc:"A page of the brand's site, preferably its home page: an http or https URL on the public internet."`
	Options option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) { return a.plan(basicPrice) }

// FullArgs are the arguments of a full profile.
type FullArgs Args

// Prepare implements kind.Args. Errors: invalid_url, invalid_request.
func (a *FullArgs) Prepare(kind.Caller) (kind.Plan, error) { return (*Args)(a).plan(fullPrice) }

func (a *Args) plan(price credit.Price) (kind.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return kind.Plan{}, err
	}
	a.URL = u.String()
	return kind.Plan{Target: a.URL, Quote: price.For(1)}, nil
}
