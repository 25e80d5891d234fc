package youtubetest

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// The tabs of a channel that list videos.
const (
	videos  = "videos"
	shorts  = "shorts"
	streams = "streams"
)

// channel is a channel of the replay.
type channel struct {
	Handle      string
	Key         string // what its id is made of; the handle when empty
	Name        string
	About       string
	Subscribers int
	Verified    bool
	Terminated  string // why it was removed
	Gated       bool   // for adults only
	Feedless    bool   // its feed answers 404
	Old         bool   // its lists are in the form of 2025
	Lists       map[string][]video
}

// ID is an id of the length that ids have.
func (c *channel) ID() string {
	return "UC" + (cmp.Or(c.Key, c.Handle) + strings.Repeat("-", 22))[:22]
}

// video is a video, a short or a stream; the newest of a list comes first.
type video struct {
	ID      string
	Title   string
	Text    string
	Age     time.Duration // since it was published
	Seconds int
	Views   int
	Likes   int
	State   string // of a stream that has not ended: live or upcoming
}

// The titles of the 70 videos are all pairs of these.
var (
	works = []string{
		"Setting a stilling well", "Levelling the benchmark", "A gauge under ice", "Ten years on one battery", "Why the float sticks",
		"Reading a staff in waves", "The datum, explained",
	}
	places = []string{"Carrow Quay", "Sallow Point", "the old lock", "Fen Bridge", "the outfall", "Marrow Bar", "the coal pier", "Hythe", "the sluice", "Gannet Rock"}
)

const day = 24 * time.Hour

// marrowfen is the channel of the sample company: 70 videos, 60 shorts and 8 streams,
// of which one runs and one is to come.
func marrowfen() *channel {
	c := &channel{
		Handle: "marrowfen", Name: "Marrowfen", Subscribers: 5_043_210, Verified: true,
		About: "We build tide gauges that report for ten years on one battery.\n\nThe log: https://company.test/blog",
		Lists: map[string][]video{},
	}
	for n := range 70 {
		c.Lists[videos] = append(c.Lists[videos], video{
			ID: fmt.Sprintf("mf-video-%02d", 70-n), Title: works[n%len(works)] + " at " + places[n/len(works)],
			Text: fmt.Sprintf("Part %d of the log in pictures.\nAll parts: https://company.test/blog", 70-n),
			Age:  17*time.Hour + time.Duration(n)*6*day, Seconds: 95 + n*61, Views: 870 + n*n*431, Likes: 40 + n*9,
		})
	}
	for n := range 60 {
		c.Lists[shorts] = append(c.Lists[shorts], video{
			ID: fmt.Sprintf("mf-short-%02d", 60-n), Title: fmt.Sprintf("High water in a minute #%d", 60-n),
			Age: 2*day + time.Duration(n)*11*day, Views: 120 + n*n*97, Likes: 12 + n,
		})
	}
	for n := range 8 {
		c.Lists[streams] = append(c.Lists[streams], video{
			ID: fmt.Sprintf("mf-live--%02d", 8-n), Title: fmt.Sprintf("Spring tide, live, no. %d", 8-n),
			Age: time.Duration(n-1)*14*day + time.Hour, Seconds: 7200 + n*433, Views: 2000 + n*1311, Likes: 90,
		})
	}
	c.Lists[streams][0].State, c.Lists[streams][1].State = "upcoming", "live"
	return c
}

// channels are the channels of the replay.
func channels() []*channel {
	few := func(prefix string, n int) []video {
		var list []video
		for i := range n {
			list = append(list, video{
				ID: fmt.Sprintf("%s-%02d", prefix, n-i), Title: fmt.Sprintf("Watch %d", n-i), Text: "From the pier.",
				Age: time.Duration(i)*40*day + 3*time.Hour, Seconds: 600 + i, Views: 77 + i*1500, Likes: 5,
			})
		}
		return list
	}
	return []*channel{
		marrowfen(),
		{Handle: "nightwatch", Name: "Night Watch", Subscribers: 812, Lists: map[string][]video{streams: few("nw-live-", 5)}},
		{Handle: "fogbound", Name: "Fogbound", Subscribers: 12_400, Feedless: true, Old: true, Lists: map[string][]video{videos: few("fb-video", 9)}},
		{Handle: "lastorders", Name: "Last Orders", Gated: true, Lists: map[string][]video{videos: few("lo-video", 3)}},
		{Handle: "dryfen", Name: "Dry Fen"},
		{Handle: "潮の記録", Key: "shionokiroku", Name: "潮の記録", Subscribers: 1, Lists: map[string][]video{videos: few("sk-video", 1)}},
		{Handle: "silted", Name: "Silted", Terminated: "This account has been terminated for a violation of YouTube's Terms of Service."},
		{Handle: "throttled", Name: "Throttled"},
		{Handle: "walled", Name: "Walled"},
		{Handle: "sidedoor", Name: "Side Door", Lists: map[string][]video{videos: few("sd-video", 2)}},
	}
}

// short writes a number as SiteAt does: 870, 1.3K, 26K, 5.04M.
func short(n int) string {
	for _, unit := range []struct {
		size int
		name string
	}{{1_000_000_000, "B"}, {1_000_000, "M"}, {1_000, "K"}} {
		if n < unit.size {
			continue
		}
		value := float64(n) / float64(unit.size)
		s := fmt.Sprintf("%.0f", value)
		switch {
		case value < 10 && unit.size > 1000:
			s = fmt.Sprintf("%.2f", value)
		case value < 100 && unit.size > 1000 || value < 10:
			s = fmt.Sprintf("%.1f", value)
		}
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s + unit.name
	}
	return fmt.Sprint(n)
}

// count writes a number and what it counts.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return short(n) + " " + what + "s"
}

// ago writes an age as SiteAt does.
func ago(age time.Duration) string {
	n, unit := int(age/time.Hour), "hour"
	switch days := int(age / day); {
	case days >= 365:
		n, unit = days/365, "year"
	case days >= 31:
		n, unit = days/31, "month"
	case days >= 14:
		n, unit = days/7, "week"
	case days >= 1:
		n, unit = days, "day"
	}
	if n == 1 {
		return "1 " + unit + " ago"
	}
	return fmt.Sprintf("%d %ss ago", n, unit)
}

// clock writes a length: 1:35, 1:07:34.
func clock(seconds int) string {
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
