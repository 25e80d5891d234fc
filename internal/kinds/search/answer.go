package search

import (
	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
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
		Summary: "Search the web, fetch what is found and have the installation's language model answer from it. Every citation quotes a fetched page word for word; what no page supports is left out. Without a configured model the fetched results come with answer.status not_configured.",
		Examples: []kind.Example{
			{Name: "question", Summary: "A question", Body: `{"q":"How long do river gauges run on one battery?"}`},
			{Name: "content", Summary: "With the text of the sources", Body: `{"q":"river gauges","maxResults":2,"includeContent":true,"includeDiagnostics":true}`},
		},
		Prices: []credit.Price{answerPrice},
	}, sampleAnswer())
}

// AnswerArgs are the arguments of an answer.
type AnswerArgs struct {
	Q                  string         `json:"q" minLength:"1" maxLength:"400" example:"How long do river gauges run on one battery?" doc:"A question or words to look for, at most 400 characters. Space is collapsed; other control characters are refused."`
	Provider           AnswerProvider `json:"provider,omitempty" enum:"google" default:"google" doc:"Where to look. Only google is known."`
	MaxResults         int64          `json:"maxResults,omitempty" minimum:"1" default:"5" doc:"How many results at most are fetched and read, 1 to 10; larger values clamp. Default 5."`
	Limit              int64          `json:"limit,omitempty" minimum:"1" deprecated:"true" doc:"Deprecated: use maxResults, which wins over this."`
	IncludeContent     bool           `json:"includeContent,omitempty" doc:"Give with each result the text of its page as markdown."`
	StrictProvider     bool           `json:"strictProvider,omitempty" doc:"Ask the provider only. Without it, other engines are asked when the provider does not answer."`
	IncludeDiagnostics bool           `json:"includeDiagnostics,omitempty" doc:"Tell in data.meta.searchDiagnostics how asking each engine went, when the job succeeds and when it fails."`
	Options            option.Any     `json:"options,omitzero" doc:"None is known; keys are kept and ignored."`
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
	Query    string       `json:"query" doc:"What was asked, in canonical form."`
	Provider string       `json:"provider" doc:"Whose results these are, as in POST /v1/public/search."`
	Answer   Answer       `json:"answer" doc:"The answer and what it rests on."`
	Results  []AnswerItem `json:"results" doc:"What was found and fetched, the best first. Empty only when an engine answered that there is nothing."`
}

// Answer is a text with what it rests on.
type Answer struct {
	Status    AnswerStatus `json:"status" enum:"answered,not_configured,no_answer,failed" doc:"answered: text answers, and each of its statements is cited. not_configured: the installation has no language model; the results stand. no_answer: the sources do not say. failed: the model did not answer in a usable form; the results stand."`
	Text      string       `json:"text" doc:"The answer in plain text, with [n] behind each statement for the result of that index; without links and markup, at most 4000 characters. For no_answer a sentence that says so; else empty unless answered."`
	Citations []Citation   `json:"citations" doc:"The passages that the answer rests on, in the order of their first mention, at most three of a result. Empty unless answered."`
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
	Index      int        `json:"index" minimum:"1" doc:"The index of the result that it is of, as [n] in the text."`
	Title      string     `json:"title" doc:"The title of the page."`
	URL        string     `json:"url" doc:"The address of the page."`
	SourceType SourceType `json:"sourceType" enum:"web,pdf" doc:"What was read: web is a page, pdf a document."`
	Quote      string     `json:"quote" doc:"Words of the page, exactly as they stand in its text."`
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
	SourceStatus SourceStatus `json:"sourceStatus" enum:"fetched,blocked,not_found,timeout,unsupported,failed" doc:"How fetching the page went: fetched, and its text was read; blocked by a bot wall or a login; not_found; timeout; unsupported, its content type has no text; failed otherwise."`
	Paywalled    bool         `json:"paywalled,omitempty" doc:"Whether the fetched page says or shows that readers have to pay for it, so that its beginning may be all that was read; absent when it does not."`
	Content      string       `json:"content,omitempty" doc:"The page's main text as markdown, of a fetched page: with includeContent, and always when answer.status is not_configured. Cut at 40,000 characters."`
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
		Query: "How long do river gauges run on one battery?", Provider: found.Provider,
		Answer: Answer{
			Status: Answered, Text: "Marrowfen's gauges run for ten years on one battery [1].",
			Citations: []Citation{{
				Index: 1, Title: found.Results[0].Title, URL: found.Results[0].URL, SourceType: SourceWeb, Quote: "runs for ten years on one battery",
			}},
		},
		Results: []AnswerItem{{Item: found.Results[0], SourceStatus: Fetched}},
	}
}
