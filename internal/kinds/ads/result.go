package ads

import "github.com/quarryapi/quarry/internal/read/ads"

// Result is what a job gives.
type Result struct {
	Op          Op              `json:"op" enum:"creatives,archive,resolve" doc:"What was done."`
	Status      Found           `json:"status,omitempty" enum:"found,not_found" doc:"Of resolve: whether an archive knows anybody. not_found is what all archives that were asked say."`
	Advertisers []ads.Candidate `json:"advertisers,omitzero" doc:"Of resolve: whom the archives know, Meta's first, the exact ones of each at its top. Absent of the other ops."`
	Creatives   []ads.Ad        `json:"creatives,omitzero" doc:"Of creatives and archive: the ads, each once, Meta's first, in the archives' order. Empty means that every archive that was asked says that there are none, unless archives or stoppedBy says otherwise. Absent of resolve."`
	NextCursor  string          `json:"nextCursor,omitempty" doc:"Where to go on, by a call with the same op and arguments; absent when there is no more to be had. An ad that changed its place meanwhile may come again."`
	Exhausted   *bool           `json:"exhausted,omitempty" doc:"Of creatives and archive: true when every archive that was asked has no more, as far back as floorMonths reaches."`
	Complete    *bool           `json:"complete,omitempty" doc:"Of archive: true when it is exhausted and no archive is known to have hidden anything; counted from cursor on."`
	StoppedBy   Stop            `json:"stoppedBy,omitempty" enum:"max_loads,time,failure" doc:"Of archive: what ended the walk before its end. max_loads: as many pages were loaded as allowed. time: the job may take 8 minutes. failure: an archive could not be read any further, see archives. Absent at the end."`
	Loads       *int64          `json:"loads,omitempty" doc:"Of creatives and archive: pages that were loaded, those of details included."`
	Archives    []Outcome       `json:"archives" doc:"How each archive went that was asked by this call."`
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
	Archive   ads.Archive `json:"archive" enum:"meta_ad_library,google_ads_transparency" doc:"Which archive."`
	Status    Status      `json:"status" enum:"ok,empty,not_found,blocked,not_configured,error,not_asked" doc:"ok: it gave something, or has more to look through. empty: it says that there is nothing. not_found: it knows nobody of the name. blocked: it does not let us in, limits us or asks for a login. not_configured: the operator has set no key that works. error: it failed, or what it said cannot be read. not_asked: the loads or the time were used up before. What it gave before a failure is kept."`
	Reason    string      `json:"reason,omitempty" doc:"Why there is nothing, or what is missing; absent when all is there."`
	Creatives *int64      `json:"creatives,omitempty" doc:"How many of the ads are its; absent of resolve."`
	Loads     *int64      `json:"loads,omitempty" doc:"Pages of it that were loaded; absent of resolve."`
	Total     *ads.Range  `json:"total,omitempty" doc:"How many ads it says that the whole question has; an estimate, and absent where it does not tell."`
	Elsewhere int64       `json:"elsewhere,omitempty" doc:"Ads that it found by words and that were left out, since they are others'."`
	Exhausted *bool       `json:"exhausted,omitempty" doc:"True when it has no more; absent of resolve."`
	Ahead     string      `json:"ahead,omitempty" doc:"What was not looked through yet: days, where its pages stand for days."`
	Missed    []string    `json:"missed,omitempty" doc:"What it has and did not show, one sentence each, at most 20."`
	Note      string      `json:"note,omitempty" doc:"How its ads were got, where that is worth telling."`
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
				Active: new(false), StartDate: "2025-11-04", FirstShown: "2025-11-04T08:10:30Z", LastShown: "2026-01-20T21:00:01Z", DaysShown: new(int64(61)),
			},
		},
		NextCursor: "kL0c2vD9…", Exhausted: new(false), Loads: new(int64(2)),
		Archives: []Outcome{
			{Archive: ads.Meta, Status: OK, Creatives: new(int64(1)), Loads: new(int64(1)), Elsewhere: 6, Exhausted: new(true)},
			{Archive: ads.Google, Status: OK, Creatives: new(int64(1)), Loads: new(int64(1)), Total: &ads.Range{Lower: new(int64(130)), Upper: new(int64(140))}, Exhausted: new(false)},
		},
	}
}
