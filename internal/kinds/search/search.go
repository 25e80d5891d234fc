// Package search declares jobs of kind search: lists of what search engines find, and
// answers with citations that are written from it. It holds what the API needs and links
// nothing that makes a function start slowly; packages searchrun and answerrun below it
// do the work.
package search

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
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
	// contentsPrice is for results with their pages. Those that are not read are refunded.
	contentsPrice = credit.PerBlock("search.contents", 1, 1).Plus(2)
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
			{Name: "filtered", Summary: "Within one site, with the text of each page", Body: `{"q":"river gauges","includeDomains":["example.com"],"contents":true,"maxResults":3,"includeDiagnostics":true}`},
			{Name: "research", Summary: "Scholarly works", Body: `{"q":"tidal barriers","provider":"research","maxResults":5}`},
		},
		Prices:  []credit.Price{resultsPrice, contentsPrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function lists results.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 20}
}

// AnswerFunction writes answers, and lists results with their pages: it fetches what is found, asks a
// language model and takes far longer than a list.
func AnswerFunction() kind.Function {
	return kind.Function{
		Name: "search-answer", Actions: []credit.Action{answerPrice.Action(), contentsPrice.Action()},
		Ceiling: time.Minute, Documents: true, Model: true, MemoryMB: 1024, Concurrency: 20,
	}
}

// Args are the arguments of a search.
type Args struct {
	Q                  string        `json:"q" minLength:"1" maxLength:"400" example:"river gauges" doc:"The search query, at most 400 characters: words, \"phrases\", site:example.com, -without, and OR between words. White space is collapsed; other control characters are rejected."`
	Provider           Provider      `json:"provider,omitempty" enum:"google,duckduckgo,news,research" default:"google" doc:"What to search: google and duckduckgo search the web, news searches press articles, research searches scholarly works. Default google."`
	MaxResults         int64         `json:"maxResults,omitempty" minimum:"1" default:"10" doc:"Maximum number of results, 1 to 20, with the entitlement extendedCeilings 1 to 100. Larger values are clamped. Default 10. The list can be shorter than an engine's, since advertisements and duplicates are left out."`
	Limit              int64         `json:"limit,omitempty" minimum:"1" deprecated:"true" doc:"Deprecated: use maxResults. One that differs from it is rejected."`
	IncludeDomains     option.List   `json:"includeDomains,omitempty" example:"[\"example.com\"]" doc:"Only results of these domains and what is below them, at most 20. Held for every engine; the list can be shorter for it."`
	ExcludeDomains     option.List   `json:"excludeDomains,omitempty" example:"[\"example.org\"]" doc:"No results of these domains nor of what is below them, at most 20."`
	Since              option.Moment `json:"since,omitempty" doc:"Only results published at this time or later. Results of which the engine reports no time are returned, and counted in data.meta.searchDiagnostics."`
	Until              option.Moment `json:"until,omitempty" doc:"Only results published at this time or earlier."`
	Country            string        `json:"country,omitempty" example:"DE" doc:"Prefer results for this country, an ISO 3166-1 alpha-2 code, where the engine can; result.ignored reports where it cannot."`
	Language           string        `json:"language,omitempty" example:"de" doc:"Prefer results in this language, an ISO 639-1 code, where the engine can; result.ignored reports where it cannot."`
	Contents           bool          `json:"contents,omitempty" doc:"Fetch each result and return its text as markdown, for 1 credit each; maxResults is 20 at most then. What is charged at admission for pages that are not found or cannot be read is refunded when the job ends. Default false."`
	StrictProvider     bool          `json:"strictProvider,omitempty" doc:"Use only this provider. Default false: other engines are used when the provider fails."`
	IncludeDiagnostics bool          `json:"includeDiagnostics,omitempty" doc:"Report in data.meta.searchDiagnostics the outcome of each engine, whether the job succeeds or fails."`
	Options            option.None   `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Error: invalid_request.
func (a *Args) Prepare(c kind.Caller) (kind.Plan, error) {
	ceiling := int64(maxResults)
	if c.ExtendedCeilings && !a.Contents {
		ceiling = maxExtended
	}
	deprecated, err := a.canonical(providers(), defaultResults, ceiling)
	if err != nil {
		return kind.Plan{}, err
	}
	if err := a.prepareFilter(); err != nil {
		return kind.Plan{}, err
	}
	quote := resultsPrice.For(1)
	if a.Contents {
		quote = contentsPrice.For(int(a.MaxResults))
	}
	return kind.Plan{Target: a.Q, Quote: quote, Deprecated: deprecated}, nil
}

// Undelivered is what of a charge goes back when so many of the results' pages were read.
func (a *Args) Undelivered(read int) int64 {
	return contentsPrice.PerBlock * max(0, a.MaxResults-int64(read))
}
