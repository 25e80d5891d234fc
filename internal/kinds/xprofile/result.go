package xprofile

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Profile       social.Profile   `json:"profile" doc:"The account. A protected account is an error, since only its followers can see its posts."`
	Items         []social.Item    `json:"items" doc:"Its posts and reposts, each once, in the source's order; replies are included only from source xapi. xapi, xguest and xtimeline have a repost's own id and time; from fxtwitter it has the id of the original and no time."`
	NextCursor    string           `json:"nextCursor,omitempty" doc:"Cursor for the next page, with timelineMode backfill or none; absent when there are no more posts, or when reading stopped at known posts."`
	Exhausted     bool             `json:"exhausted" doc:"True when the source has no more posts. X returns no timeline beyond about 3200 posts. When it is false and nextCursor is absent, the rest cannot be reached; coverage has the reason."`
	Chronological bool             `json:"chronological" doc:"True when the source lists newest first and the times of the items confirm it. False for samples by popularity, and when a pinned post comes first."`
	ReachedKnown  bool             `json:"reachedKnown" doc:"True when reading stopped at a page of known posts."`
	KnownSkipped  int              `json:"knownSkipped" doc:"Number of known posts that were found and left out."`
	PagesRead     int              `json:"pagesRead" doc:"Number of pages read."`
	Source        string           `json:"source" doc:"The upstream that returned the items: xapi, the official API; fxtwitter; xguest; xtimeline, what X shows on other sites; or xweb, its public page."`
	FailedSources []social.Failure `json:"failedSources,omitempty" doc:"Upstreams that failed before it."`
	Coverage      social.Coverage  `json:"coverage" doc:"Whether these are all posts of the account, and if not, why."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Profile: social.Profile{
			Platform: social.X, ExternalID: "1204101010101010101", URL: "https://x.com/TideWatch", Username: "TideWatch", Name: "Tide Watch 🌊",
			Bio: "Water levels of the Marrowfen estuary, every hour.", Location: "Marrowfen", Website: "https://example.com/", CreatedAt: "2019-12-09T18:00:00.000Z",
			Verified: new(true), VerifiedAs: "organization", Protected: new(false), Source: "fxtwitter",
			Counts: social.ProfileCounts{Followers: new(int64(48210)), Following: new(int64(12)), Posts: new(int64(260))},
		},
		Items: []social.Item{{
			Platform: social.X, ExternalID: "1954505000000000001", URL: "https://x.com/TideWatch/status/1954505000000000001", Type: "post",
			Text:        "High water at 14:10, 4.62 m. Keep off the lower quay.",
			Author:      &social.Author{ExternalID: "1204101010101010101", Username: "TideWatch", Name: "Tide Watch 🌊", URL: "https://x.com/TideWatch"},
			PublishedAt: "2025-08-10T11:27:59.000Z", Language: "en", Counts: social.Counts{Likes: new(int64(31)), Comments: new(int64(2)), Reposts: new(int64(4))}, Source: "fxtwitter",
		}},
		NextCursor: "kL0c2vD9…", Chronological: true, PagesRead: 1, Source: "fxtwitter",
		Coverage: social.Coverage{Reason: "There are more posts; use nextCursor."},
	}
}
