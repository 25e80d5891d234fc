package hnsearch

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Items      []social.Item   `json:"items" doc:"The items found, in the requested order; at most limit. Comments name their story in thread."`
	NextCursor string          `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent when there is none."`
	Exhausted  bool            `json:"exhausted" doc:"True when there are no more items. When it is false and nextCursor is absent, the rest cannot be reached; coverage has the reason."`
	Total      *int64          `json:"total,omitempty" doc:"Total number of matching items; absent on later pages with sort date."`
	TotalExact *bool           `json:"totalExact,omitempty" doc:"Whether total is an exact count; otherwise it is Algolia's estimate. Absent without total."`
	Coverage   social.Coverage `json:"coverage" doc:"Whether these are all items, and if not, what is missing and why."`
	Source     string          `json:"source" doc:"The upstream that was searched: hackernews, which is Algolia's search."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Items: []social.Item{{
			Platform: social.HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863", Type: "story",
			Title:       "A tide gauge that reports for ten years on one battery",
			Author:      &social.Author{Username: "ferryhand", URL: "https://news.ycombinator.com/user?id=ferryhand"},
			PublishedAt: "2025-04-01T09:00:00.000Z", Counts: social.Counts{Score: new(int64(111)), Comments: new(int64(7))},
			LinkURL: "https://example.com/", Source: "hackernews",
		}},
		NextCursor: "kL0c2vD9…", Total: new(int64(3)), TotalExact: new(true), Source: "hackernews",
	}
}
