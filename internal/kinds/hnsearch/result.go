package hnsearch

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Items      []social.Item `json:"items" doc:"What was found, in the order that was asked for; at most limit. Comments name their story in thread."`
	NextCursor string        `json:"nextCursor,omitempty" doc:"Where the next page begins; absent when there is none."`
	Exhausted  bool          `json:"exhausted" doc:"True when nothing more is to be found. Without it and without nextCursor the rest cannot be reached, and coverage says why."`
	Total      *int64        `json:"total,omitempty" doc:"How many items the whole search finds; absent on later pages with sort date."`
	TotalExact *bool         `json:"totalExact,omitempty" doc:"Whether total is a count; otherwise it is Algolia's estimate. Absent without total."`
	// Coverage is told only where something is out of reach.
	Coverage *social.Coverage `json:"coverage,omitempty" doc:"What cannot be reached by cursors, and why; absent when all can."`
	Source   string           `json:"source" doc:"Which upstream was searched: hackernews, which is Algolia's search."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Items: []social.Item{{
			Platform: social.HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863", Type: "story",
			Title:    "A tide gauge that reports for ten years on one battery",
			Author:   &social.Author{Handle: "ferryhand", URL: "https://news.ycombinator.com/user?id=ferryhand"},
			PostedAt: "2025-04-01T09:00:00Z", Counts: social.Counts{Score: new(int64(111)), Replies: new(int64(7))},
			LinkURL: "https://example.com/", Source: "hackernews",
		}},
		NextCursor: "kL0c2vD9…", Total: new(int64(3)), TotalExact: new(true), Source: "hackernews",
	}
}
