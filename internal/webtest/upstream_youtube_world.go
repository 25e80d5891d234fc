package webtest

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// The tabs of a channel that list videos.
const (
	ytVideos  = "videos"
	ytShorts  = "shorts"
	ytStreams = "streams"
)

// ytChannel is a channel of the replay.
type ytChannel struct {
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
	Lists       map[string][]ytVideo
}

// ID is an id of the length that ids have.
func (c *ytChannel) ID() string {
	return "UC" + (cmp.Or(c.Key, c.Handle) + strings.Repeat("-", 22))[:22]
}

// ytVideo is a video, a short or a stream; the newest of a list comes first.
type ytVideo struct {
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
	ytWorks = []string{
		"Setting a stilling well", "Levelling the benchmark", "A gauge under ice", "Ten years on one battery", "Why the float sticks",
		"Reading a staff in waves", "The datum, explained",
	}
	ytPlaces = []string{"Carrow Quay", "Sallow Point", "the old lock", "Fen Bridge", "the outfall", "Marrow Bar", "the coal pier", "Hythe", "the sluice", "Gannet Rock"}
)

const ytDay = 24 * time.Hour

// ytMarrowfen is the channel of the sample company: 70 videos, 60 shorts and 8 streams,
// of which one runs and one is to come.
func ytMarrowfen() *ytChannel {
	c := &ytChannel{
		Handle: "marrowfen", Name: "Marrowfen", Subscribers: 5_043_210, Verified: true,
		About: "We build tide gauges that report for ten years on one battery.\n\nThe log: https://company.test/blog",
		Lists: map[string][]ytVideo{},
	}
	for n := range 70 {
		c.Lists[ytVideos] = append(c.Lists[ytVideos], ytVideo{
			ID: fmt.Sprintf("mf-video-%02d", 70-n), Title: ytWorks[n%len(ytWorks)] + " at " + ytPlaces[n/len(ytWorks)],
			Text: fmt.Sprintf("Part %d of the log in pictures.\nAll parts: https://company.test/blog", 70-n),
			Age:  17*time.Hour + time.Duration(n)*6*ytDay, Seconds: 95 + n*61, Views: 870 + n*n*431, Likes: 40 + n*9,
		})
	}
	for n := range 60 {
		c.Lists[ytShorts] = append(c.Lists[ytShorts], ytVideo{
			ID: fmt.Sprintf("mf-short-%02d", 60-n), Title: fmt.Sprintf("High water in a minute #%d", 60-n),
			Age: 2*ytDay + time.Duration(n)*11*ytDay, Views: 120 + n*n*97, Likes: 12 + n,
		})
	}
	for n := range 8 {
		c.Lists[ytStreams] = append(c.Lists[ytStreams], ytVideo{
			ID: fmt.Sprintf("mf-live--%02d", 8-n), Title: fmt.Sprintf("Spring tide, live, no. %d", 8-n),
			Age: time.Duration(n-1)*14*ytDay + time.Hour, Seconds: 7200 + n*433, Views: 2000 + n*1311, Likes: 90,
		})
	}
	c.Lists[ytStreams][0].State, c.Lists[ytStreams][1].State = "upcoming", "live"
	return c
}

// ytChannels are the channels of the replay.
func ytChannels() []*ytChannel {
	few := func(prefix string, n int) []ytVideo {
		var list []ytVideo
		for i := range n {
			list = append(list, ytVideo{
				ID: fmt.Sprintf("%s-%02d", prefix, n-i), Title: fmt.Sprintf("Watch %d", n-i), Text: "From the pier.",
				Age: time.Duration(i)*40*ytDay + 3*time.Hour, Seconds: 600 + i, Views: 77 + i*1500, Likes: 5,
			})
		}
		return list
	}
	return []*ytChannel{
		ytMarrowfen(),
		{Handle: "nightwatch", Name: "Night Watch", Subscribers: 812, Lists: map[string][]ytVideo{ytStreams: few("nw-live-", 5)}},
		{Handle: "fogbound", Name: "Fogbound", Subscribers: 12_400, Feedless: true, Old: true, Lists: map[string][]ytVideo{ytVideos: few("fb-video", 9)}},
		{Handle: "lastorders", Name: "Last Orders", Gated: true, Lists: map[string][]ytVideo{ytVideos: few("lo-video", 3)}},
		{Handle: "dryfen", Name: "Dry Fen"},
		{Handle: "潮の記録", Key: "shionokiroku", Name: "潮の記録", Subscribers: 1, Lists: map[string][]ytVideo{ytVideos: few("sk-video", 1)}},
		{Handle: "silted", Name: "Silted", Terminated: "This account has been terminated for a violation of YouTube's Terms of Service."},
		{Handle: "throttled", Name: "Throttled"},
		{Handle: "walled", Name: "Walled"},
		{Handle: "sidedoor", Name: "Side Door", Lists: map[string][]ytVideo{ytVideos: few("sd-video", 2)}},
	}
}

// ytShort writes a number as YouTube does: 870, 1.3K, 26K, 5.04M.
func ytShort(n int) string {
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

// ytCount writes a number and what it counts.
func ytCount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return ytShort(n) + " " + what + "s"
}

// ytAgo writes an age as YouTube does.
func ytAgo(age time.Duration) string {
	n, unit := int(age/time.Hour), "hour"
	switch days := int(age / ytDay); {
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

// ytClock writes a length: 1:35, 1:07:34.
func ytClock(seconds int) string {
	if seconds >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}
