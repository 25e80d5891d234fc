package channel

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives.
type Result struct {
	Channel    Channel         `json:"channel" doc:"The channel that publishes the items."`
	Items      []social.Item   `json:"items" doc:"Posts or videos, each once and at most limit, newest first as far as times are known. On YouTube the type is video, short or live; shorts older than the newest 15 items have no time and come last; views such as 26K are rounded, and counts.rounded marks them."`
	NextCursor string          `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent when there are no more items or they cannot be reached. coverage has the reason."`
	Exhausted  bool            `json:"exhausted" doc:"True when there are no more items. When it is false and nextCursor is absent, the rest cannot be reached; coverage has the reason."`
	Coverage   social.Coverage `json:"coverage" doc:"Whether there are more items than these, and if so, what is missing and why."`
	Source     string          `json:"source" doc:"The upstream that returned the items: youtube; xapi, fxtwitter, xguest, xtimeline or xweb; redditapi, reddit, arcticshift or pullpush; linkedin."`
	// Employees are nil unless they were asked for.
	Employees         []social.Author  `json:"employees,omitzero" doc:"People whom the company's page shows as its employees; their statements are not verified. Absent unless includeEmployees is true."`
	EmployeesCoverage *social.Coverage `json:"employeesCoverage,omitempty" doc:"Whether employees is complete, and if not, why; absent without employees."`
}

// Channel is who publishes.
type Channel struct {
	social.Profile
	// Organization is set for LinkedIn.
	Organization *social.Organization `json:"organization,omitempty" doc:"Further facts that LinkedIn has of a company; absent on other platforms."`
	Facts        *social.Coverage     `json:"facts,omitempty" doc:"Why most of these facts are absent; absent when they were read."`
}

// sample is the result that the documentation shows.
func sample() Result {
	const id, page = "UCmarrowfen-------------", "https://www.youtube.com/channel/UCmarrowfen-------------"
	return Result{
		Channel: Channel{Profile: social.Profile{
			Platform: social.YouTube, ExternalID: id, URL: page, Username: "marrowfen", Name: "Marrowfen",
			Bio: "We build tide gauges that report for ten years on one battery.", CreatedAt: "2019-03-04T09:00:00.000Z", Verified: new(true),
			Counts: social.ProfileCounts{Followers: new(int64(5040000)), Posts: new(int64(138)), Rounded: []string{"followers"}}, Source: "youtube",
		}},
		Items: []social.Item{{
			Platform: social.YouTube, ExternalID: "mf-video-70", URL: "https://www.youtube.com/watch?v=mf-video-70", Type: "video",
			Title: "Setting a stilling well at Carrow Quay", Author: &social.Author{ExternalID: id, Username: "marrowfen", Name: "Marrowfen", URL: page},
			PublishedAt: "2026-05-31T19:00:00.000Z", Counts: social.Counts{Views: new(int64(870)), Likes: new(int64(40))}, DurationSeconds: new(int64(95)), Source: "youtube",
		}},
		NextCursor: "kL0c2vD9…", Coverage: social.Coverage{Reason: "There are more items; use nextCursor."}, Source: "youtube",
	}
}
