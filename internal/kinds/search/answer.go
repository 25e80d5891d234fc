package search

import (
	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/read/social"
)

const (
	defaultSources = 5
	maxSources     = 10
)

// Answers is the call for an answer with its sources.
func Answers() kind.Typed[AnswerArgs, AnswerResult] {
	return kind.Define[AnswerArgs](kind.About{
		Path:    "/search/answer",
		Title:   "Search the web and answer",
		Summary: "Search the web, fetch the results and have the installation's language model answer from them. Every citation quotes a fetched page word for word; statements that no page supports are left out. Without a configured model the fetched results are returned with answer.status not_configured.",
		Examples: []kind.Example{
			{Name: "question", Summary: "A question", Body: `{"q":"How long do river gauges run on one battery?"}`},
			{Name: "content", Summary: "With the text of the sources", Body: `{"q":"river gauges","maxResults":2,"includeContent":true,"includeDiagnostics":true}`},
		},
		Prices: []credit.Price{answerPrice},
	}, sampleAnswer())
}

// AnswerArgs are the arguments of an answer.
type AnswerArgs struct {
	Q                  string         `json:"q" minLength:"1" maxLength:"400" example:"How long do river gauges run on one battery?" doc:"A question or search words, at most 400 characters. White space is collapsed; other control characters are rejected."`
	Provider           AnswerProvider `json:"provider,omitempty" enum:"google" default:"google" doc:"The search provider. Only google is supported."`
	MaxResults         int64          `json:"maxResults,omitempty" minimum:"1" default:"5" doc:"Maximum number of results to fetch and read, 1 to 10. Larger values are clamped. Default 5."`
	Limit              int64          `json:"limit,omitempty" minimum:"1" deprecated:"true" doc:"Deprecated: use maxResults. One that differs from it is rejected."`
	IncludeContent     bool           `json:"includeContent,omitempty" doc:"Include the text of each page as markdown in its result."`
	StrictProvider     bool           `json:"strictProvider,omitempty" doc:"Use only this provider. Default false: other engines are used when the provider fails."`
	IncludeDiagnostics bool           `json:"includeDiagnostics,omitempty" doc:"Report in data.meta.searchDiagnostics the outcome of each engine, whether the job succeeds or fails."`
	Options            option.None    `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Error: invalid_request.
func (a *AnswerArgs) Prepare(kind.Caller) (kind.Plan, error) {
	common := Args{Q: a.Q, Provider: Provider(a.Provider), MaxResults: a.MaxResults, Limit: a.Limit, Options: a.Options}
	deprecated, err := common.canonical([]Provider{Google}, defaultSources, maxSources)
	if err != nil {
		return kind.Plan{}, err
	}
	a.Q, a.Provider, a.MaxResults, a.Limit = common.Q, AnswerProvider(common.Provider), common.MaxResults, 0
	return kind.Plan{Target: a.Q, Quote: answerPrice.For(1), Deprecated: deprecated}, nil
}

// AnswerProvider is where an answer's sources are looked for.
type AnswerProvider string

// AnswerResult is what an answer's job gives.
type AnswerResult struct {
	Query     string          `json:"query" doc:"The query in canonical form."`
	Provider  string          `json:"provider" doc:"The engine that returned the results, as in POST /v1/public/search."`
	Answer    Answer          `json:"answer" doc:"The answer and its citations."`
	Exhausted bool            `json:"exhausted" doc:"As in POST /v1/public/search."`
	Coverage  social.Coverage `json:"coverage" doc:"As in POST /v1/public/search."`
	Results   []AnswerItem    `json:"results" doc:"The results that were found and fetched, best first. Empty only when an engine responded that there are none."`
}

// Answer is a text with what it rests on.
type Answer struct {
	Status    AnswerStatus `json:"status" enum:"answered,not_configured,no_answer,failed" doc:"answered: text has the answer, and each of its statements is cited. not_configured: the installation has no language model; results are present. no_answer: the sources do not contain the answer. failed: the model returned no usable answer; results are present."`
	Text      string       `json:"text" doc:"The answer in plain text, with [n] after each statement for the result with that index; without links and markup, at most 4000 characters. For no_answer a sentence that states this; otherwise empty unless status is answered."`
	Citations []Citation   `json:"citations" doc:"The quoted passages that support the answer, in the order of their first mention, at most three for each result. Empty unless status is answered."`
}

// AnswerStatus is how answering went.
type AnswerStatus string

// The statuses.
const (
	Answered      AnswerStatus = "answered"
	NotConfigured AnswerStatus = "not_configured"
	NoAnswer      AnswerStatus = "no_answer"
	AnswerFailed  AnswerStatus = "failed"
)

// Citation is a passage of a fetched page.
type Citation struct {
	Index      int        `json:"index" minimum:"1" doc:"Index of the cited result, as [n] in the text."`
	Title      string     `json:"title" doc:"The title of the page."`
	URL        string     `json:"url" doc:"URL of the page."`
	SourceType SourceType `json:"sourceType" enum:"web,pdf" doc:"Type of the source: web is a page, pdf a document."`
	Quote      string     `json:"quote" doc:"The quote, exactly as in the text of the page."`
}

// SourceType is what was read.
type SourceType string

// The types.
const (
	SourceWeb SourceType = "web"
	SourcePDF SourceType = "pdf"
)

// AnswerItem is a result with how fetching its page went.
type AnswerItem struct {
	Item
	SourceStatus SourceStatus `json:"sourceStatus" enum:"fetched,blocked,not_found,timeout,unsupported,failed" doc:"Result of fetching the page: fetched, and its text was read; blocked by a bot wall or a login; not_found; timeout; unsupported, its content type has no text; failed otherwise."`
	Paywalled    bool         `json:"paywalled,omitempty" doc:"True when the fetched page declares or shows a paywall, so that possibly only its beginning was read; absent otherwise."`
	Content      string       `json:"content,omitempty" doc:"Main text of a fetched page as markdown: with includeContent, and always when answer.status is not_configured. Cut at 40,000 characters."`
}

// SourceStatus is how fetching a result's page went.
type SourceStatus string

// The statuses.
const (
	Fetched           SourceStatus = "fetched"
	SourceBlocked     SourceStatus = "blocked"
	SourceNotFound    SourceStatus = "not_found"
	SourceTimeout     SourceStatus = "timeout"
	SourceUnsupported SourceStatus = "unsupported"
	SourceFailed      SourceStatus = "failed"
)

func sampleAnswer() AnswerResult {
	found := sample()
	return AnswerResult{
		Query: "How long do river gauges run on one battery?", Provider: found.Provider, Coverage: found.Coverage,
		Answer: Answer{
			Status: Answered, Text: "Marrowfen's gauges run for ten years on one battery [1].",
			Citations: []Citation{{
				Index: 1, Title: found.Results[0].Title, URL: found.Results[0].URL, SourceType: SourceWeb, Quote: "runs for ten years on one battery",
			}},
		},
		Results: []AnswerItem{{Item: found.Results[0], SourceStatus: Fetched}},
	}
}
