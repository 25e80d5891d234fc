// Package brand declares jobs of kind brand, the design of a brand as its site
// shows it: a basic profile, which is the same for the same site, and a full one that
// a language model completes. It holds what the API needs and links nothing that makes
// a function start slowly; package brandrun beside it does the work.
package brand

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

// Kind is the kind's public name.
const Kind = "brand"

// Spec declares the kind.
func Spec() job.Spec {
	return job.Spec{
		Kind: Kind,
		Call: job.Call{
			Path:    "/scrape/brand-design/basic",
			Title:   "Profile a brand's design",
			Summary: "Read a brand's name, logo, favicon, colours and typefaces off its site, without a language model: the same site gives the same answer.",
			Args:    func() job.Args { return new(Args) },
			Result:  Result{Design: sample()},
			Examples: []job.Example{
				{Name: "home", Summary: "From the home page", Body: `{"url":"https://example.com/"}`},
			},
			Actions: []credit.Action{credit.BrandBasic},
			Refuses: []errs.Code{errs.InvalidURL},
		},
		Variants: []job.Call{{
			Path:    "/scrape/brand-design",
			Title:   "Profile and interpret a brand",
			Summary: "Read a brand's design off its site and have the installation's language model say what the business is and how it looks and speaks. Without a configured model the job fails with provider_not_configured and is refunded.",
			Args:    func() job.Args { return new(FullArgs) },
			Result: FullResult{
				Design: sample(), BusinessType: "manufacturing", BusinessSubtype: "water-level gauges", VisualTone: "calm, sturdy, technical",
				Confidence: 0.9, Tagline: "The level, every minute, for ten years.", ToneOfVoice: "plain, dry, confident",
				Description: "Builds river and tide gauges for harbours, mills and flood wardens.",
			},
			Examples: []job.Example{
				{Name: "home", Summary: "From the home page", Body: `{"url":"https://example.com/"}`},
			},
			Actions: []credit.Action{credit.BrandFull},
			Refuses: []errs.Code{errs.InvalidURL},
		}},
		CacheTTL: 6 * time.Hour,
		// Chromium takes most of the memory.
		Worker: job.Worker{Ceiling: 2 * time.Minute, Browser: true, Model: true, MemoryMB: 3008, Concurrency: 20},
	}
}

// Args are the arguments of a basic profile.
type Args struct {
	URL     string     `json:"url" example:"https://example.com/" doc:"A page of the brand's site, best its home page: an http or https URL on the public internet."`
	Options option.Any `json:"options,omitzero" doc:"None is known; keys are kept and ignored."`
}

// Prepare implements job.Args. Errors: invalid_url, invalid_request.
func (a *Args) Prepare(job.Caller) (job.Plan, error) { return a.plan(credit.BrandBasic) }

// FullArgs are the arguments of a full profile.
type FullArgs Args

// Prepare implements job.Args. Errors: invalid_url, invalid_request.
func (a *FullArgs) Prepare(job.Caller) (job.Plan, error) { return (*Args)(a).plan(credit.BrandFull) }

func (a *Args) plan(action credit.Action) (job.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return job.Plan{}, err
	}
	if err := a.Options.Check(); err != nil {
		return job.Plan{}, err
	}
	a.URL = u.String()
	price, _ := credit.PriceOf(action)
	return job.Plan{Target: a.URL, Quote: price.For(1)}, nil
}
