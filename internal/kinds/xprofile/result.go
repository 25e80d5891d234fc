package xprofile

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Profile       social.Profile   `json:"profile" doc:"The account. A protected one is an error, since its posts are for its followers."`
	Items         []social.Item    `json:"items" doc:"Its posts and reposts, each once, in the source's order; replies are among them only from source xapi. A repost's own id and time are told by xapi, xguest and xtimeline; from fxtwitter it has the id of the original and no time."`
	NextCursor    string           `json:"nextCursor,omitempty" doc:"Where to go on, with timelineMode backfill or none; absent when there is no more to be had, or when known posts ended the sync."`
	Exhausted     bool             `json:"exhausted" doc:"True when the source has nothing more to give. X gives no timeline beyond some 3200 posts. Without it and without nextCursor the rest cannot be reached, and coverage says why."`
	Chronological bool             `json:"chronological" doc:"True when the source lists the newest first and the times of the items say the same. False of samples by popularity, and where a pinned post stands first."`
	ReachedKnown  bool             `json:"reachedKnown" doc:"True when a page of known posts ended the sync."`
	KnownSkipped  int              `json:"knownSkipped" doc:"How many of the known posts were met and left out."`
	PagesRead     int              `json:"pagesRead" doc:"How many pages were read."`
	Source        string           `json:"source" doc:"Which upstream gave the items: xapi, the official API; fxtwitter; xguest; xtimeline, what X shows on other sites; or xweb, its public page."`
	FailedSources []social.Failure `json:"failedSources,omitempty" doc:"Upstreams that were asked before it in vain."`
	Coverage      social.Coverage  `json:"coverage" doc:"Whether these are all posts of the account, and if not, why."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Profile: social.Profile{
			Platform: social.X, ExternalID: "1204101010101010101", URL: "https://x.com/TideWatch", Handle: "TideWatch", Name: "Tide Watch 🌊",
			Bio: "Water levels of the Marrowfen estuary, every hour.", Location: "Marrowfen", Website: "https://example.com/", CreatedAt: "2019-12-09T18:00:00Z",
			Verified: new(true), VerifiedAs: "organization", Protected: new(false), Source: "fxtwitter",
			Counts: social.ProfileCounts{Followers: new(int64(48210)), Following: new(int64(12)), Posts: new(int64(260))},
		},
		Items: []social.Item{{
			Platform: social.X, ExternalID: "1954505000000000001", URL: "https://x.com/TideWatch/status/1954505000000000001", Type: "post",
			Text:     "High water at 14:10, 4.62 m. Keep off the lower quay.",
			Author:   &social.Author{ExternalID: "1204101010101010101", Handle: "TideWatch", Name: "Tide Watch 🌊", URL: "https://x.com/TideWatch"},
			PostedAt: "2025-08-10T11:27:59Z", Language: "en", Counts: social.Counts{Likes: new(int64(31)), Replies: new(int64(2)), Reposts: new(int64(4))}, Source: "fxtwitter",
		}},
		NextCursor: "kL0c2vD9…", Chronological: true, PagesRead: 1, Source: "fxtwitter",
		Coverage: social.Coverage{Reason: "More posts are behind nextCursor."},
	}
}
