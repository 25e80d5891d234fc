// Package search declares jobs of kind search: lists of what search engines find, and
// answers with citations that are written from it. It holds what the API needs and links
// nothing that makes a function start slowly; packages searchrun and answerrun below it
// do the work.
package search

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// Kind is the kind's public name.
const Kind = "search"

const (
	defaultResults = 10
	maxResults     = 20
	// maxExtended is for organizations with the entitlement extendedCeilings.
	maxExtended = 100
)

// What jobs cost.
var (
	resultsPrice = credit.Flat("search.results", 2)
	answerPrice  = credit.Flat("search.answer", 8)
)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Results().Call, Answers().Call},
		Functions: []kind.Function{Function(), AnswerFunction()},
	}
}

// Results is the call for a list of results.
func Results() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/search",
		Title:   "Search the web",
		Summary: "Search the web, the news or scholarly works and return a list of results. The engines configured by the installation are tried in turn until one succeeds; the result names it.",
		Examples: []kind.Example{
			{Name: "web", Summary: "Web pages", Body: `{"q":"river gauges"}`},
			{Name: "duckduckgo", Summary: "Only DuckDuckGo, with diagnostics", Body: `{"q":"river gauges","provider":"duckduckgo","maxResults":5,"strictProvider":true,"includeDiagnostics":true}`},
			{Name: "news", Summary: "Press articles", Body: `{"q":"tide gauges","provider":"news"}`},
			{Name: "research", Summary: "Scholarly works", Body: `{"q":"tidal barriers","provider":"research","maxResults":5}`},
		},
		Prices: []credit.Price{resultsPrice},
	}, sample())
}

// Function lists results.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// AnswerFunction writes answers: it fetches what is found, asks a language model and
// takes far longer than a list.
func AnswerFunction() kind.Function {
	return kind.Function{
		Name: "search-answer", Actions: []credit.Action{answerPrice.Action()},
		Ceiling: time.Minute, Model: true, MemoryMB: 1024, Concurrency: 20,
	}
}

// Args are the arguments of a search.
type Args struct {
	Q                  string     `json:"q" minLength:"1" maxLength:"400" example:"river gauges" doc:"The search query, at most 400 characters: words, \"phrases\", site:example.com, -without, and OR between words. White space is collapsed; other control characters are rejected."`
	Provider           Provider   `json:"provider,omitempty" enum:"google,duckduckgo,news,research" default:"google" doc:"What to search: google and duckduckgo search the web, news searches press articles, research searches scholarly works. Default google."`
	MaxResults         int64      `json:"maxResults,omitempty" minimum:"1" default:"10" doc:"Maximum number of results, 1 to 20, with the entitlement extendedCeilings 1 to 100; larger values are clamped. Default 10. The list can be shorter than an engine's, since advertisements and duplicates are left out."`
	Limit              int64      `json:"limit,omitempty" minimum:"1" deprecated:"true" doc:"Deprecated: use maxResults, which takes precedence."`
	StrictProvider     bool       `json:"strictProvider,omitempty" doc:"Use only this provider. Default false: other engines are used when the provider fails."`
	IncludeDiagnostics bool       `json:"includeDiagnostics,omitempty" doc:"Report in data.meta.searchDiagnostics the outcome of each engine, whether the job succeeds or fails."`
	Options            option.Any `json:"options,omitzero" doc:"There are no options yet. Unknown keys are kept and ignored."`
}

// Prepare implements kind.Args. Error: invalid_request.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	ceiling := int64(maxResults)
	if c.ExtendedCeilings {
		ceiling = maxExtended
	}
	deprecated, err := a.canonical(providers(), defaultResults, ceiling)
	if err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: a.Q, Quote: resultsPrice.For(1), Deprecated: deprecated}, nil
}
