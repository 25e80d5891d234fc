package hnpost

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Post      social.Item     `json:"post" doc:"The item. Its replies are the comments, as a tree; replies below 100 levels are placed at the same level."`
	Returned  int             `json:"returned" doc:"Number of comments in the tree. Removed comments that have replies are in the tree as deleted and are not counted."`
	Total     int64           `json:"total" doc:"Number of comments below the item: as counted by Hacker News, or the number of known ones when it has no count (below a comment) or could not be reached."`
	Exhausted bool            `json:"exhausted" doc:"True when there are no more comments."`
	Coverage  social.Coverage `json:"coverage" doc:"Whether the comments are complete."`
}

// sample is the result that the documentation shows.
func sample() Result {
	author := func(name string) *social.Author {
		return &social.Author{Username: name, URL: "https://news.ycombinator.com/user?id=" + name}
	}
	return Result{
		Post: social.Item{
			Platform: social.HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863", Type: "story",
			Title: "A tide gauge that reports for ten years on one battery", Author: author("ferryhand"),
			PublishedAt: "2025-04-01T09:00:00.000Z", Counts: social.Counts{Score: new(int64(111)), Comments: new(int64(7))},
			LinkURL: "https://example.com/", Source: "hackernews",
			Replies: []social.Item{{
				Platform: social.HackerNews, ExternalID: "8870", URL: "https://news.ycombinator.com/item?id=8870", Type: "comment",
				Text: "We put six of these on the estuary in 2021.", Author: author("kelpline"), PublishedAt: "2025-04-01T09:10:00.000Z",
				InReplyTo: &social.Reference{ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863"}, Source: "hackernews",
			}},
		},
		Returned: 1, Total: 7,
		Coverage: social.Coverage{Reason: "The first 1 of 7 comments, as many as were requested."},
	}
}
