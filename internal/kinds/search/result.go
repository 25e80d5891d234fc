package search

// Result is what a search gives.
type Result struct {
	Query    string `json:"query" doc:"What was looked for, in canonical form."`
	Provider string `json:"provider" doc:"Whose results these are: google, duckduckgo, brave, tavily, searxng (several engines at once), googlenews, gdelt, openalex, crossref, arxiv or semanticscholar. Without strictProvider it can be another one than was asked for."`
	Results  []Item `json:"results" doc:"What was found, the best first, each address once and without advertisements. Empty only when an engine answered that there is nothing."`
}

// Item is one result of a search.
type Item struct {
	Index       int    `json:"index" minimum:"1" doc:"Its place, counted from 1."`
	Title       string `json:"title" doc:"The title as the engine shows it; the address when it shows none."`
	URL         string `json:"url" doc:"The page's own address: redirects of search engines and parameters that only count visitors are taken off."`
	DisplayURL  string `json:"displayUrl" doc:"The address as people are shown it, such as example.com › docs."`
	Snippet     string `json:"snippet,omitempty" doc:"A few words of the page or about it, by the engine; absent when it shows none."`
	PublishedAt string `json:"publishedAt,omitempty" doc:"When it was published, in ISO 8601 and as exactly as the engine tells: 2026, 2026-03-14 or 2026-03-14T09:30:00Z; absent when it does not."`
	Source      string `json:"source,omitempty" doc:"Who published it, by name: a newspaper, a journal, a site; absent when the engine does not tell."`
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
