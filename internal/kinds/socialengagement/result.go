package socialengagement

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Platform       Platform      `json:"platform" doc:"Where the post is."`
	ExternalID     string        `json:"externalId" doc:"The post's id, as the platform has it."`
	URL            string        `json:"url" doc:"Where the post can be read."`
	EngagementType Type          `json:"engagementType" doc:"Whom actors lists."`
	Counts         social.Counts `json:"counts" doc:"What the platform counts of the post; a count that it does not tell is absent. Reposts are crossposts on Reddit."`

	ActorsAvailable bool    `json:"actorsAvailable" doc:"Whether the platform tells who they are."`
	Reason          string  `json:"reason,omitempty" doc:"Why not; absent when it does."`
	Actors          []Actor `json:"actors,omitzero" doc:"Who they are, at most limit: one for each repost, quote or comment, so that somebody who wrote several stands there as often. Absent when actorsAvailable is false."`

	NextCursor string           `json:"nextCursor,omitempty" doc:"Where the next page begins; absent when there is none."`
	Exhausted  bool             `json:"exhausted" doc:"True when there are no more actors to be told. Without it and without nextCursor the rest cannot be reached, and coverage says why."`
	Coverage   *social.Coverage `json:"coverage,omitempty" doc:"What is known to be missing of the actors, and why; absent when nothing is."`
	Source     string           `json:"source" doc:"Which upstream told of the actors, or of the counts where there are no actors."`
	Origin     string           `json:"origin,omitempty" doc:"live, or archive where an archive's copy stands in and counts are those of its capture; Reddit only."`
}

// Actor is an account that reacted, with what it wrote.
type Actor struct {
	social.Author
	Post *Post `json:"post,omitempty" doc:"The quote, comment or crosspost; absent of those who only repeated the post."`
}

// Post is what an actor wrote.
type Post struct {
	ExternalID          string        `json:"externalId,omitempty" doc:"The platform's own id; absent of comments that LinkedIn tells without it."`
	URL                 string        `json:"url" doc:"Where it can be read."`
	Text                string        `json:"text,omitempty" doc:"Its text, or the title of a crosspost; absent when it has none."`
	PostedAt            string        `json:"postedAt,omitempty" doc:"When, RFC 3339 in UTC; absent when the platform does not tell."`
	PostedAtApproximate bool          `json:"postedAtApproximate,omitempty" doc:"True when postedAt was worked out of a relative time."`
	Counts              social.Counts `json:"counts" doc:"What the platform counts of it."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Platform: HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863", EngagementType: Comments,
		Counts:          social.Counts{Score: new(int64(111)), Replies: new(int64(7))},
		ActorsAvailable: true,
		Actors: []Actor{{
			Author: social.Author{Handle: "kelpline", URL: "https://news.ycombinator.com/user?id=kelpline"},
			Post:   &Post{ExternalID: "8864", URL: "https://news.ycombinator.com/item?id=8864", Text: "We put six of these on the estuary.", PostedAt: "2025-04-01T09:10:00Z"},
		}},
		NextCursor: "kL0c2vD9…", Source: "hackernews",
	}
}
