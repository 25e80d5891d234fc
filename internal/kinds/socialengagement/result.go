package socialengagement

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Platform       Platform      `json:"platform" doc:"The platform of the post."`
	ExternalID     string        `json:"externalId" doc:"The platform's id of the post."`
	URL            string        `json:"url" doc:"URL of the post."`
	EngagementType Type          `json:"engagementType" doc:"The type of engagement in items."`
	Counts         social.Counts `json:"counts" doc:"Counts that the platform shows for the post; a count that it does not show is absent. Reposts are crossposts on Reddit."`

	ActorsAvailable bool    `json:"actorsAvailable" doc:"Whether the platform publishes who they are; if not, coverage has the reason."`
	Items           []Actor `json:"items,omitzero" doc:"The actors, at most limit: one for each repost, quote or comment, so an account that wrote several is listed several times. Absent when actorsAvailable is false."`

	NextCursor string          `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent when there is none."`
	Exhausted  bool            `json:"exhausted" doc:"True when there are no more actors. When it is false and nextCursor is absent, the rest cannot be reached; coverage has the reason."`
	Coverage   social.Coverage `json:"coverage" doc:"Whether these are all actors, and if not, why."`
	Source     string          `json:"source" doc:"The upstream that returned the actors, or the counts when there are no actors."`
	Origin     string          `json:"origin,omitempty" doc:"live, or archive when an archive's copy was used and counts are from the time of its capture; Reddit only."`
}

// Actor is an account that reacted, with what it wrote.
type Actor struct {
	social.Author
	Post *Post `json:"post,omitempty" doc:"The quote, comment or crosspost; absent for actors who only reposted the post."`
}

// Post is what an actor wrote.
type Post struct {
	ExternalID             string        `json:"externalId,omitempty" doc:"The platform's own id; absent for comments that LinkedIn shows without an id."`
	URL                    string        `json:"url" doc:"URL of the post."`
	Text                   string        `json:"text,omitempty" doc:"Its text, or the title of a crosspost; absent when it has none."`
	PublishedAt            string        `json:"publishedAt,omitempty" format:"date-time" doc:"When it was published; absent when the platform does not report it."`
	PublishedAtApproximate bool          `json:"publishedAtApproximate,omitempty" doc:"True when publishedAt was computed from a relative time."`
	Counts                 social.Counts `json:"counts" doc:"Counts that the platform shows for it."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Platform: HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863", EngagementType: Comments,
		Counts:          social.Counts{Score: new(int64(111)), Comments: new(int64(7))},
		ActorsAvailable: true,
		Items: []Actor{{
			Author: social.Author{Username: "kelpline", URL: "https://news.ycombinator.com/user?id=kelpline"},
			Post:   &Post{ExternalID: "8864", URL: "https://news.ycombinator.com/item?id=8864", Text: "We put six of these on the estuary.", PublishedAt: "2025-04-01T09:10:00.000Z"},
		}},
		NextCursor: "kL0c2vD9…", Source: "hackernews",
	}
}
