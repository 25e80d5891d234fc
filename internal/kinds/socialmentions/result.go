package socialmentions

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Items      []Mention        `json:"items" doc:"Posts that name what was asked for, the newest first; at most limit. A page may have fewer and another behind it, since what does not name it as a word of its own is left out."`
	NextCursor string           `json:"nextCursor,omitempty" doc:"Where the next page begins; absent when there is none."`
	Exhausted  bool             `json:"exhausted" doc:"True when the platform's search has nothing more. Without it and without nextCursor the rest cannot be reached, and coverage says why."`
	Coverage   *social.Coverage `json:"coverage,omitempty" doc:"What is known to be missing, and why; absent when nothing is."`
	Source     string           `json:"source" doc:"Which upstream was searched: hackernews, fxtwitter, xapi, reddit, redditapi or pullpush."`
}

// Mention is one post.
type Mention struct {
	Platform   string `json:"platform" doc:"x, reddit or hackernews."`
	ExternalID string `json:"externalId" doc:"The platform's own id, always a string."`
	URL        string `json:"url" doc:"Where it can be read."`
	Title      string `json:"title,omitempty" doc:"Its title; absent of what has none, as comments and posts of X."`
	Text       string `json:"text,omitempty" doc:"Its text as plain text; absent when it has none."`
	Author     string `json:"author,omitempty" doc:"The account's name within the platform, without @ or u/; absent when the account is deleted."`
	PostedAt   string `json:"postedAt,omitempty" doc:"When, RFC 3339 in UTC; absent when the platform does not tell."`
	Score      *int64 `json:"score,omitempty" doc:"Points on Hacker News, upvotes less downvotes on Reddit, likes on X; absent when the source does not tell, as for comments on Hacker News and Reddit's feeds."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Items: []Mention{{
			Platform: social.HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863",
			Title: "A tide gauge that reports for ten years on one battery", Author: "ferryhand", PostedAt: "2025-04-01T09:00:00Z", Score: new(int64(111)),
		}},
		NextCursor: "kL0c2vD9…", Source: "hackernews",
	}
}
