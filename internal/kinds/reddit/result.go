package reddit

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Profile   Profile         `json:"profile" doc:"The account, as far as it is known"`
	Items     []social.Item   `json:"items" doc:"Its posts, newest first, at most 100; without its comments. Empty only when Reddit itself reports that there are none"`
	Exhausted bool            `json:"exhausted" doc:"True when the account shows no older posts"`
	Coverage  social.Coverage `json:"coverage" doc:"Whether these are all posts of the account"`
	Source    string          `json:"source" doc:"The upstream that returned the posts: redditapi (the API: all counts), reddit (the feeds: no counts), arcticshift or pullpush (archives: counts at the time of capture)"`
	Origin    string          `json:"origin" doc:"live, or archive when Reddit itself could not be read; coverage then has the reason"`
}

// Profile is an account with what only Reddit has.
type Profile struct {
	social.Profile
	Karma           *Karma          `json:"karma,omitempty" doc:"Its karma; absent when Reddit's API was not used, see facts"`
	IsEmployee      *bool           `json:"isEmployee,omitempty" doc:"Whether it belongs to Reddit's staff; absent when unknown"`
	IsModerator     *bool           `json:"isModerator,omitempty" doc:"Whether it moderates a community; absent when unknown"`
	IsPremium       *bool           `json:"isPremium,omitempty" doc:"Whether it has Reddit Premium; absent when unknown"`
	IsEmailVerified *bool           `json:"isEmailVerified,omitempty" doc:"Whether its e-mail address is verified; absent when unknown"`
	Sensitive       *bool           `json:"sensitive,omitempty" doc:"Whether its page is marked as adult content; absent when unknown"`
	Facts           social.Coverage `json:"facts" doc:"Whether karma, createdAt and similar facts were read, and if not, why: without a Reddit app configured in this installation they are not available"`
	Archived        *Archived       `json:"archived,omitempty" doc:"What an archive has of the account, when facts are not complete; absent when it has nothing or could not be read"`
}

// Karma are an account's points as Reddit counts them.
type Karma struct {
	Post    *int64 `json:"post,omitempty" doc:"Karma of its posts"`
	Comment *int64 `json:"comment,omitempty" doc:"Karma of its comments"`
	Total   *int64 `json:"total,omitempty" doc:"Total including awards; absent when Reddit does not report it"`
}

// Archived is what an archive saw, which is neither all that there was nor only what is
// still there.
type Archived struct {
	Counts      ArchivedCounts `json:"counts" doc:"How much of it the archive has; a number that the archive does not report is absent"`
	FirstSeenAt string         `json:"firstSeenAt,omitempty" format:"date-time" doc:"Time of the oldest: the account is at least as old"`
	LastSeenAt  string         `json:"lastSeenAt,omitempty" format:"date-time" doc:"Time of the newest"`
	Source      string         `json:"source" doc:"The archive: arcticshift"`
}

// ArchivedCounts are what an archive has of an account.
type ArchivedCounts struct {
	Posts    *int64 `json:"posts,omitempty" doc:"Posts"`
	Comments *int64 `json:"comments,omitempty" doc:"Comments"`
}

// sample is the result that the documentation shows.
func sample() Result {
	const page = "https://www.reddit.com/user/Tide_Watcher/"
	return Result{
		Profile: Profile{
			Profile: social.Profile{
				Platform: social.Reddit, ExternalID: "t2_7tw1", URL: page, Username: "Tide_Watcher", Name: "Tide Watcher",
				Bio: "I write down the water, three times a day.", CreatedAt: "2015-01-01T00:00:00.000Z",
				Counts: social.ProfileCounts{Followers: new(int64(412))}, Source: "redditapi",
			},
			Karma:       &Karma{Post: new(int64(18234)), Comment: new(int64(90321)), Total: new(int64(109012))},
			IsModerator: new(true), Facts: social.Coverage{Complete: true},
		},
		Items: []social.Item{{
			Platform: social.Reddit, ExternalID: "t3_1tw229", URL: "https://www.reddit.com/r/tides/comments/1tw229/reading/", Type: "post",
			Title: "Reading 230", Text: "2.29 m above datum, wind from the west.", Author: &social.Author{ExternalID: "t2_7tw1", Username: "Tide_Watcher", URL: page},
			PublishedAt: "2025-03-18T08:00:00.000Z", Counts: social.Counts{Score: new(int64(8)), Comments: new(int64(0)), UpvoteRatio: new(0.9)},
			Community: "tides", Source: "redditapi", Origin: social.Live,
		}},
		Coverage: social.Coverage{Reason: "The newest 100 posts; the account has more."},
		Source:   "redditapi", Origin: social.Live,
	}
}
