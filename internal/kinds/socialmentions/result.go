package socialmentions

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Items      []Mention       `json:"items" doc:"Posts that contain the requested brand, account or words, newest first; at most limit. A page may have fewer items and still have a next page, since posts that contain them only within other words are left out."`
	NextCursor string          `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent when there is none."`
	Exhausted  bool            `json:"exhausted" doc:"True when the platform's search has no more results. When it is false and nextCursor is absent, the rest cannot be reached; coverage has the reason."`
	Coverage   social.Coverage `json:"coverage" doc:"Whether these are all posts, and if not, why."`
	Source     string          `json:"source" doc:"The upstream that was searched: hackernews, fxtwitter, xapi, reddit, redditapi or pullpush."`
}

// Mention is one post.
type Mention struct {
	Platform    string `json:"platform" doc:"x, reddit or hackernews."`
	ExternalID  string `json:"externalId" doc:"The platform's own id, always a string."`
	URL         string `json:"url" doc:"URL of the post."`
	Title       string `json:"title,omitempty" doc:"Its title; absent for items without one, such as comments and posts on X."`
	Text        string `json:"text,omitempty" doc:"Its text as plain text; absent when it has none."`
	Author      string `json:"author,omitempty" doc:"The account's name on the platform, without @ or u/; absent when the account is deleted."`
	PublishedAt string `json:"publishedAt,omitempty" format:"date-time" doc:"When it was published; absent when the platform does not report it."`
	PostedAt    string `json:"postedAt,omitempty" format:"date-time" doc:"The same as publishedAt."`
	Score       *int64 `json:"score,omitempty" doc:"Points on Hacker News, upvotes minus downvotes on Reddit, likes on X; absent when the source does not have it, such as for comments on Hacker News and Reddit's feeds."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Items: []Mention{{
			Platform: social.HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863",
			Title: "A tide gauge that reports for ten years on one battery", Author: "ferryhand", PublishedAt: "2025-04-01T09:00:00.000Z", PostedAt: "2025-04-01T09:00:00.000Z", Score: new(int64(111)),
		}},
		NextCursor: "kL0c2vD9…", Source: "hackernews",
	}
}
