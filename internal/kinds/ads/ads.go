// Package adskind declares jobs of kind ads: what they take, cost and give. It
// holds what the API needs and links nothing that makes a function start slowly;
// package runner beside it does the work.
package adskind

import (
	"time"

	"github.com/quarryapi/quarry/internal/credit"
	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	"github.com/quarryapi/quarry/internal/kinds/option"
	"github.com/quarryapi/quarry/internal/kinds/subject"
)

// Kind is the kind's public name.
const Kind = "ads"

// Spec declares the kind.
func Spec() job.Spec {
	return job.Spec{
		Kind: Kind,
		Call: job.Call{
			Path:     "/scrape/ads",
			Title:    "Look up ads in public archives",
			Summary:  "Look up ads in public archives.",
			Args:     func() job.Args { return new(Args) },
			Result:   Result{URL: "https://example.com/"},
			Examples: []job.Example{{Name: "plain", Summary: "As it stands", Body: `{"url":"https://example.com/"}`}},
			Actions:  []credit.Action{credit.AdsCreatives},
			Refuses:  []errs.Code{errs.InvalidURL},
		},
		Worker: job.Worker{Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20},
	}
}

// Args are the arguments of a job.
type Args struct {
	URL     string     `json:"url" example:"https://example.com/" doc:"An http or https URL on the public internet."`
	Options option.Any `json:"options,omitzero" doc:"None is known; keys are kept and ignored."`
}

// Result is what a job gives.
type Result struct {
	URL string `json:"url" doc:"The URL that was asked for, in canonical form."`
}

// Prepare implements job.Args. Errors: invalid_url.
func (a *Args) Prepare(job.Caller) (job.Plan, error) {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return job.Plan{}, err
	}
	if err := a.Options.Check(); err != nil {
		return job.Plan{}, err
	}
	a.URL = u.String()
	price, _ := credit.PriceOf(credit.AdsCreatives)
	return job.Plan{Target: a.URL, Quote: price.For(1)}, nil
}
