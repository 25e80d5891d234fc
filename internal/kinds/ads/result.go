package ads

import (
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Result is what a job gives.
type Result struct {
	Op          Op               `json:"op" enum:"creatives,archive,resolve" doc:"The op of the request."`
	Status      Found            `json:"status,omitempty" enum:"found,not_found" doc:"For resolve: whether an archive has a matching advertiser. not_found means that all queried archives state that they have none."`
	Advertisers []ads.Candidate  `json:"advertisers,omitzero" doc:"For resolve: matching advertisers, those of Meta first, exact matches at the top of each. Absent for the other ops."`
	Creatives   []ads.Ad         `json:"creatives,omitzero" doc:"For creatives and archive: the ads, each once, those of Meta first, in the archives' order. An empty list means that every queried archive states that there are none, unless archives or stoppedBy has another reason. Absent for resolve."`
	NextCursor  string           `json:"nextCursor,omitempty" doc:"Cursor for the next page, for a call with the same op and arguments; absent when there are no more ads. An ad whose position changed in the meantime may be returned again."`
	Exhausted   *bool            `json:"exhausted,omitempty" doc:"For creatives and archive: true when no queried archive has more ads within floorMonths."`
	Coverage    *social.Coverage `json:"coverage,omitempty" doc:"For creatives and archive: whether these are all ads, counted from cursor on, and if not, why; archives says it for each. Complete means that exhausted is true and no archive is known to have hidden ads."`
	StoppedBy   Stop             `json:"stoppedBy,omitempty" enum:"max_loads,time,failure" doc:"For archive: why the walk stopped early. max_loads: the allowed number of page loads was reached. time: the job's limit of 8 minutes was reached. failure: an archive could not be read further, see archives. Absent when the walk reached its end."`
	Loads       *int64           `json:"loads,omitempty" doc:"For creatives and archive: number of pages loaded, including those for details."`
	Archives    []Outcome        `json:"archives" doc:"The outcome for each archive that this call queried."`
}

// Found is how a search for advertisers ended.
type Found string

// The ends.
const (
	IsFound  Found = "found"
	NotFound Found = "not_found"
)

// Stop is what ended a walk.
type Stop string

// The stops.
const (
	ByLoads   Stop = "max_loads"
	ByTime    Stop = "time"
	ByFailure Stop = "failure"
)

// Status is how an archive went.
type Status string

// The statuses.
const (
	OK            Status = "ok"
	Empty         Status = "empty"
	NoAdvertiser  Status = "not_found"
	Blocked       Status = "blocked"
	NotConfigured Status = "not_configured"
	Failed        Status = "error"
	NotAsked      Status = "not_asked"
)

// Outcome is how one archive went.
type Outcome struct {
	Archive   ads.Archive `json:"archive" enum:"meta,google" doc:"The archive."`
	Status    Status      `json:"status" enum:"ok,empty,not_found,blocked,not_configured,error,not_asked" doc:"ok: the archive returned ads, or has more to search. empty: it states that there are none. not_found: it has no advertiser of that name. blocked: it blocks or rate-limits requests, or requires a login. not_configured: the operator has set no valid key. error: it failed, or its response cannot be read. not_asked: the limit of page loads or the time was used up before. Ads received before a failure are kept."`
	Reason    string      `json:"reason,omitempty" doc:"Why there are no ads, or what is missing; absent when the result is complete."`
	Creatives *int64      `json:"creatives,omitempty" doc:"Number of ads from this archive; absent for resolve."`
	Loads     *int64      `json:"loads,omitempty" doc:"Number of pages loaded from it; absent for resolve."`
	Total     *ads.Range  `json:"total,omitempty" doc:"Number of ads that match the whole query, as estimated by the archive; absent when it gives no estimate."`
	Elsewhere int64       `json:"elsewhere,omitempty" doc:"Number of ads that a search by words found but that were dropped because they belong to other advertisers."`
	Exhausted *bool       `json:"exhausted,omitempty" doc:"True when the archive has no more ads; absent for resolve."`
	Ahead     string      `json:"ahead,omitempty" doc:"What has not been searched yet: a range of days, if the archive is searched by days."`
	Missed    []string    `json:"missed,omitempty" doc:"Ads that the archive has but did not show, one sentence each, at most 20."`
	Note      string      `json:"note,omitempty" doc:"How its ads were retrieved, when that matters."`
}

// sample is the result that the documentation shows.
func sample() Result {
	return Result{
		Op: Creatives,
		Creatives: []ads.Ad{
			{
				Archive: ads.Meta, ID: "1069881368673264", URL: "https://www.facebook.com/ads/library/?id=1069881368673264",
				Advertiser: ads.Advertiser{ID: "104410042730014", Name: "Marrowfen", URL: "https://www.facebook.com/marrowfen"}, MatchedBy: ads.ByLandingDomain, Format: ads.Image,
				Title: "Ten years on one battery", Body: "The level, every minute.", CTAText: "Learn more", CTAType: "LEARN_MORE",
				LandingURL: "https://example.com/gauges", LandingDomain: "example.com", DisplayURL: "example.com",
				Media:     []ads.Media{{Type: ads.MediaImage, URL: "https://scontent.xx.fbcdn.net/v/1.jpg"}},
				Platforms: []string{"facebook", "instagram"}, Active: new(true), StartDate: "2026-02-11",
			},
			{
				Archive: ads.Google, ID: "CR11994948457694494721", URL: "https://adstransparency.google.com/advertiser/AR07300142000000000001/creative/CR11994948457694494721?region=anywhere",
				Advertiser: ads.Advertiser{ID: "AR07300142000000000001", Name: "Marrowfen Ltd", URL: "https://adstransparency.google.com/advertiser/AR07300142000000000001"},
				MatchedBy:  ads.ByArchive, Format: ads.Text, LandingDomain: "example.com",
				Media:  []ads.Media{{Type: ads.MediaImage, URL: "https://tpc.googlesyndication.com/archive/simgad/2815"}},
				Active: new(false), StartDate: "2025-11-04", FirstShownAt: "2025-11-04T08:10:30.000Z", LastShownAt: "2026-01-20T21:00:01.000Z", DaysShown: new(int64(61)),
			},
		},
		NextCursor: "kL0c2vD9…", Exhausted: new(false), Coverage: &social.Coverage{Reason: "There are more; use nextCursor."}, Loads: new(int64(2)),
		Archives: []Outcome{
			{Archive: ads.Meta, Status: OK, Creatives: new(int64(1)), Loads: new(int64(1)), Elsewhere: 6, Exhausted: new(true)},
			{Archive: ads.Google, Status: OK, Creatives: new(int64(1)), Loads: new(int64(1)), Total: &ads.Range{Lower: new(int64(130)), Upper: new(int64(140))}, Exhausted: new(false)},
		},
	}
}
