package search

import (
	"fmt"

	"github.com/quarryapi/quarry/internal/read/social"
)

// Result is what a search gives.
type Result struct {
	Query     string          `json:"query" doc:"The query in canonical form."`
	Provider  string          `json:"provider" doc:"The engine that returned the results: google, duckduckgo, brave, tavily, searxng (several engines at once), googlenews, gdelt, openalex, crossref, arxiv or semanticscholar. Without strictProvider it can differ from the requested one."`
	Ignored   []string        `json:"ignored,omitempty" enum:"country,language" doc:"Options of the call that this engine cannot honour; absent when it honours all."`
	Exhausted bool            `json:"exhausted" doc:"True only when there are no results: engines return their first ones."`
	Coverage  social.Coverage `json:"coverage" doc:"Whether these are all results, and if not, why."`
	Results   []Item          `json:"results" doc:"The results, best first, each URL once and without advertisements. Empty only when an engine responded that there are none."`
}

// Item is one result of a search.
type Item struct {
	Index       int     `json:"index" minimum:"1" doc:"Position in the list, starting at 1."`
	Title       string  `json:"title" doc:"Title as reported by the engine; the URL when it has none."`
	URL         string  `json:"url" doc:"URL of the page, without redirects of search engines and tracking parameters."`
	DisplayURL  string  `json:"displayUrl" doc:"The URL as it is displayed, such as example.com › docs."`
	Snippet     string  `json:"snippet,omitempty" doc:"A short text of the page or about it, by the engine; absent when it returns none."`
	PublishedAt string  `json:"publishedAt,omitempty" doc:"When it was published, ISO 8601, as precise as the engine reports it: 2026, 2026-03, 2026-03-14 or 2026-03-14T09:30:00Z; absent when it does not."`
	Source      string  `json:"source,omitempty" doc:"Name of the publisher: a newspaper, a journal, a site; absent when the engine does not report it."`
	Score       float64 `json:"score" minimum:"0" maximum:"1" doc:"How well the result fits the query, by its place in the engine's list and the share of the query's words in its title, snippet and URL. The order of the results is the engine's."`
	Page        *Page   `json:"page,omitempty" doc:"With contents: the page itself, or why it could not be read."`
}

// Page is what was read of a result.
type Page struct {
	Status      SourceStatus `json:"status" enum:"fetched,blocked,not_found,timeout,unsupported,failed" doc:"fetched, and its text was read; blocked by a bot wall or a login; not_found; timeout; unsupported, its content type has no text; failed otherwise. Only a fetched page is charged."`
	FinalURL    string       `json:"finalUrl,omitempty" doc:"URL of the page after redirects; absent when it was not fetched."`
	Title       string       `json:"title,omitempty" doc:"Title of the page itself; absent when it has none."`
	Language    string       `json:"language,omitempty" doc:"Language of the page as a BCP 47 tag; absent when it declares none."`
	PublishedAt string       `json:"publishedAt,omitempty" doc:"When the page says that it was published, as precise as it says; absent when it does not."`
	Markdown    string       `json:"markdown,omitempty" doc:"Its main content as markdown, cut at 40,000 characters; absent when it was not fetched."`
	Truncated   bool         `json:"truncated,omitempty" doc:"True when there is more than that."`
	Paywalled   bool         `json:"paywalled,omitempty" doc:"True when the page declares or shows a paywall, so that possibly only its beginning was read; absent otherwise."`
}

// Covered says what is known of the results behind so many.
func (a *Args) Covered(found int) social.Coverage {
	switch {
	case a.Contents:
		return covered(found, a.MaxResults, maxResults, "with contents a search has %d results at most")
	case a.MaxResults > maxResults:
		return covered(found, a.MaxResults, maxExtended, "a search has %d results at most")
	}
	return covered(found, a.MaxResults, maxResults, fmt.Sprintf("a search has %%d results at most, and %d with the entitlement extendedCeilings", maxExtended))
}

// Covered says what is known of the results behind so many.
func (a *AnswerArgs) Covered(found int) social.Coverage {
	return covered(found, a.MaxResults, maxSources, "an answer reads %d results at most")
}

// covered also says when no higher number would give more, as higher ones are clamped without an error.
func covered(found int, requested, most int64, ceiling string) social.Coverage {
	switch {
	case found == 0:
		return social.Coverage{Complete: true}
	case found < int(requested):
		return social.Coverage{Reason: "The engine returned no more than these; it may know others."}
	case requested >= most:
		return social.Coverage{Reason: "There may be more; " + fmt.Sprintf(ceiling, most) + "."}
	}
	return social.Coverage{Reason: "There may be more; send a higher maxResults."}
}

// sample is what the documentation shows.
func sample() Result {
	return Result{
		Query: "river gauges", Provider: "google", Coverage: (&Args{MaxResults: defaultResults}).Covered(1),
		Results: []Item{{
			Index: 1, Title: "River and tide gauges that report for ten years", URL: "https://example.com/", DisplayURL: "example.com",
			Snippet: "Marrowfen builds river and tide gauges that report by radio and run for ten years on one battery.", PublishedAt: "2026-02-10", Source: "Marrowfen", Score: 1,
		}},
	}
}
