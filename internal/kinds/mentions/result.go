package mentions

import (
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Result is what a job gives.
type Result struct {
	Domain        string          `json:"domain" doc:"The registrable domain that was searched for."`
	Items         []Mention       `json:"items" doc:"Mentions on all platforms, newest first, each once; at most limit."`
	Exhausted     bool            `json:"exhausted" doc:"True when these are all; when more than limit were found, send the time of the last item as until."`
	Coverage      social.Coverage `json:"coverage" doc:"Whether these are all mentions, and if not, why; platforms says it for each."`
	Platforms     []Coverage      `json:"platforms" doc:"What each platform returned, and what is missing from it."`
	FailedSources []Failure       `json:"failedSources" doc:"Platforms, or single sources of a platform, that could not be read. When all failed, the job fails."`
}

// Mention is one post or article.
type Mention struct {
	social.Item
	MatchedIn []Place    `json:"matchedIn" doc:"Where the domain occurs: link, the target of the post; title; text; article, according to a news search that does not return the text."`
	Publisher *Publisher `json:"publisher,omitempty" doc:"The publisher; for articles only."`
}

// Place is a part of a mention.
type Place string

// The places.
const (
	Link    Place = "link"
	Title   Place = "title"
	Text    Place = "text"
	Article Place = "article"
)

// Publisher is a medium of news.
type Publisher struct {
	Name    string `json:"name,omitempty" doc:"Its name; absent when the source has only its domain."`
	Domain  string `json:"domain,omitempty" doc:"Its domain."`
	Country string `json:"country,omitempty" doc:"Its country in English; absent when the source does not have it."`
}

// Coverage says what a platform gave.
type Coverage struct {
	Platform Platform `json:"platform" doc:"reddit, hackernews or news."`
	Found    int      `json:"found" doc:"Number of mentions found there, before limit."`
	OldestAt string   `json:"oldestAt,omitempty" format:"date-time" doc:"Time of the oldest of these; absent when none was found."`
	Complete bool     `json:"complete" doc:"True when these are all that the platform's searches have between since and until."`
	Reason   string   `json:"reason,omitempty" doc:"What is missing, and why; absent when nothing is known to be missing."`
}

// Failure is a platform or a source that could not be read.
type Failure struct {
	Platform Platform  `json:"platform" doc:"reddit, hackernews or news."`
	Source   string    `json:"source,omitempty" doc:"The upstream that failed; absent when the platform failed as a whole."`
	Code     errs.Code `json:"code" doc:"The error code, from the codes of failed jobs."`
	Reason   string    `json:"reason" doc:"The reason, in words."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Domain: "example.com",
		Items: []Mention{{
			Item: social.Item{
				Platform: social.News, ExternalID: "https://harbourpost.example/2025/04/gauges", URL: "https://harbourpost.example/2025/04/gauges", Type: "article",
				Title: "Tide gauges outlive their keepers, says a maker", PublishedAt: "2025-04-01T13:00:00.000Z", PublishedAtApproximate: true, Source: "gdelt", Origin: social.Archive,
			},
			MatchedIn: []Place{Article}, Publisher: &Publisher{Domain: "harbourpost.example", Country: "Ireland"},
		}, {
			Item: social.Item{
				Platform: social.HackerNews, ExternalID: "8863", URL: "https://news.ycombinator.com/item?id=8863", Type: "story",
				Title: "A tide gauge that reports for ten years on one battery", Author: &social.Author{Username: "ferryhand", URL: "https://news.ycombinator.com/user?id=ferryhand"},
				PublishedAt: "2025-04-01T09:00:00.000Z", Counts: social.Counts{Score: new(int64(111)), Comments: new(int64(7))}, LinkURL: "https://example.com/", Source: "hackernews", Origin: social.Live,
			},
			MatchedIn: []Place{Link},
		}},
		Platforms: []Coverage{
			{Platform: HackerNews, Found: 1, OldestAt: "2025-04-01T09:00:00.000Z", Complete: true},
			{Platform: News, Found: 1, OldestAt: "2025-04-01T13:00:00.000Z", Reason: "GDELT covers about three months."},
		},
		FailedSources: []Failure{{Platform: Reddit, Code: errs.UpstreamRateLimited, Reason: "reddit returned 429 Too Many Requests; try again later."}},
	}
}
