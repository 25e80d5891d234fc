package search

// Result is what a search gives.
type Result struct {
	Query    string `json:"query" doc:"The query in canonical form."`
	Provider string `json:"provider" doc:"The engine that returned the results: google, duckduckgo, brave, tavily, searxng (several engines at once), googlenews, gdelt, openalex, crossref, arxiv or semanticscholar. Without strictProvider it can differ from the requested one."`
	Results  []Item `json:"results" doc:"The results, best first, each URL once and without advertisements. Empty only when an engine responded that there are none."`
}

// Item is one result of a search.
type Item struct {
	Index       int    `json:"index" minimum:"1" doc:"Position in the list, starting at 1."`
	Title       string `json:"title" doc:"Title as reported by the engine; the URL when it has none."`
	URL         string `json:"url" doc:"URL of the page, without redirects of search engines and tracking parameters."`
	DisplayURL  string `json:"displayUrl" doc:"The URL as it is displayed, such as example.com › docs."`
	Snippet     string `json:"snippet,omitempty" doc:"A short text of the page or about it, by the engine; absent when it returns none."`
	PublishedAt string `json:"publishedAt,omitempty" doc:"When it was published, ISO 8601, as precise as the engine reports it: 2026, 2026-03-14 or 2026-03-14T09:30:00Z; absent when it does not."`
	Source      string `json:"source,omitempty" doc:"Name of the publisher: a newspaper, a journal, a site; absent when the engine does not report it."`
}

// sample is what the documentation shows.
func sample() Result {
	return Result{
		Query: "river gauges", Provider: "google",
		Results: []Item{{
			Index: 1, Title: "River and tide gauges that report for ten years", URL: "https://example.com/", DisplayURL: "example.com",
			Snippet: "Marrowfen builds river and tide gauges that report by radio and run for ten years on one battery.", PublishedAt: "2026-02-10", Source: "Marrowfen",
		}},
	}
}
