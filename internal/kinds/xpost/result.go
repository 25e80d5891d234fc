package xpost

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Post                  social.Item      `json:"post" doc:"The post, with what it quotes or repeats in quoteOf or repostOf. Its source says which upstream gave it; counts that xsyndication does not tell are those of xweb."`
	Comments              []social.Item    `json:"comments" doc:"Replies, also those to replies, each once; inReplyTo says what each answers."`
	CommentsReturned      int              `json:"commentsReturned" doc:"How many replies these are."`
	CommentsTotal         *int64           `json:"commentsTotal,omitempty" doc:"How many replies X counts, hidden ones among them; absent when it does not tell."`
	CommentsNextCursor    string           `json:"commentsNextCursor,omitempty" doc:"Where to go on; absent when there is no more to be had, or when known replies ended the reading."`
	CommentsExhausted     bool             `json:"commentsExhausted" doc:"True when the source has no more replies to give."`
	CommentsChronological bool             `json:"commentsChronological" doc:"True when the source lists the newest first and the times of the replies say the same."`
	ReachedKnown          bool             `json:"reachedKnown" doc:"True when known replies ended the reading."`
	KnownSkipped          int              `json:"knownSkipped" doc:"How many of the known replies were met and left out."`
	CommentsSource        string           `json:"commentsSource,omitempty" doc:"Which upstream gave the replies: fxtwitter, xapi or xweb; absent when none were asked for or none gave them."`
	FailedSources         []social.Failure `json:"failedSources,omitempty" doc:"Upstreams that were asked in vain."`
	Coverage              social.Coverage  `json:"coverage" doc:"Whether these are all replies, and if not, why."`
}

// sample is the result that the documentation shows.
func sample() Result {
	author := func(id, handle, name string) *social.Author {
		return &social.Author{ExternalID: id, Handle: handle, Name: name, URL: "https://x.com/" + handle}
	}
	const id = "1954505000000000001"
	return Result{
		Post: social.Item{
			Platform: social.X, ExternalID: id, URL: "https://x.com/TideWatch/status/" + id, Type: "post",
			Text:   "High water at 14:10, 4.62 m. Keep off the lower quay.",
			Author: author("1204101010101010101", "TideWatch", "Tide Watch 🌊"), PostedAt: "2025-08-10T11:27:59Z", Language: "en",
			Counts: social.Counts{Likes: new(int64(31)), Replies: new(int64(45)), Reposts: new(int64(4))}, Source: "fxtwitter",
		},
		Comments: []social.Item{{
			Platform: social.X, ExternalID: "1954506000000000003", URL: "https://x.com/kelpline/status/1954506000000000003", Type: "reply",
			Text: "Quay is under already.", Author: author("77", "kelpline", "Kelp Line"), PostedAt: "2025-08-10T11:31:57Z",
			InReplyTo: &social.Reference{ExternalID: id, URL: "https://x.com/TideWatch/status/" + id, Author: "TideWatch"}, Source: "fxtwitter",
		}},
		CommentsReturned: 1, CommentsTotal: new(int64(45)), CommentsNextCursor: "kL0c2vD9…", CommentsSource: "fxtwitter",
		Coverage: social.Coverage{Reason: "More replies are behind commentsNextCursor."},
	}
}
