package xpost

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Post               social.Item      `json:"post" doc:"The post, with what it quotes or reposts in quoteOf or repostOf. Its source names the upstream; counts that xsyndication does not have are those of xweb."`
	Items              []social.Item    `json:"items" doc:"Replies, including replies to replies, each once; inReplyTo names the item that each replies to."`
	Total              *int64           `json:"total,omitempty" doc:"Number of replies counted by X, hidden ones included; absent when it is not reported."`
	NextCursor         string           `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent when there are no more replies, or when reading stopped at known replies."`
	CommentsNextCursor string           `json:"commentsNextCursor,omitempty" doc:"The same as nextCursor."`
	Exhausted          bool             `json:"exhausted" doc:"True when the source has no more replies."`
	Chronological      bool             `json:"chronological" doc:"True when the source lists newest first and the times of the replies confirm it."`
	ReachedKnown       bool             `json:"reachedKnown" doc:"True when reading stopped at known replies."`
	KnownSkipped       int              `json:"knownSkipped" doc:"Number of known replies that were found and left out."`
	Source             string           `json:"source,omitempty" doc:"The upstream that returned the replies: fxtwitter, xapi or xweb; absent when none were requested or none were returned."`
	FailedSources      []social.Failure `json:"failedSources,omitempty" doc:"Upstreams that failed."`
	Coverage           social.Coverage  `json:"coverage" doc:"Whether these are all replies, and if not, why."`
}

// sample is the result that the documentation shows.
func sample() Result {
	author := func(id, handle, name string) *social.Author {
		return &social.Author{ExternalID: id, Username: handle, Name: name, URL: "https://x.com/" + handle}
	}
	const id = "1954505000000000001"
	return Result{
		Post: social.Item{
			Platform: social.X, ExternalID: id, URL: "https://x.com/TideWatch/status/" + id, Type: "post",
			Text:   "High water at 14:10, 4.62 m. Keep off the lower quay.",
			Author: author("1204101010101010101", "TideWatch", "Tide Watch 🌊"), PublishedAt: "2025-08-10T11:27:59.000Z", Language: "en",
			Counts: social.Counts{Likes: new(int64(31)), Comments: new(int64(45)), Reposts: new(int64(4))}, Source: "fxtwitter",
		},
		Items: []social.Item{{
			Platform: social.X, ExternalID: "1954506000000000003", URL: "https://x.com/kelpline/status/1954506000000000003", Type: "reply",
			Text: "Quay is under already.", Author: author("77", "kelpline", "Kelp Line"), PublishedAt: "2025-08-10T11:31:57.000Z",
			InReplyTo: &social.Reference{ExternalID: id, URL: "https://x.com/TideWatch/status/" + id, Author: "TideWatch"}, Source: "fxtwitter",
		}},
		Total: new(int64(45)), NextCursor: "kL0c2vD9…", CommentsNextCursor: "kL0c2vD9…", Source: "fxtwitter",
		Coverage: social.Coverage{Reason: "There are more replies; use nextCursor."},
	}
}
