package sim_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// flood is what comes at an installation, and what bounds it. One kind of job, whose calls all wait.
type flood struct {
	rate    int // calls a second
	account int // functions that may run at once
	cap     int // of these, calls that wait; 0 bounds them by the account alone
	workers int // jobs at once
	orgs    int // of which each may have 100 unfinished jobs
	gate    int // calls a second that API Gateway lets through, and twice as many at once; 0 is all that come
}

// seen is what callers see of a load in five minutes.
type seen struct {
	done, later, tooMany, turnedAway int // 200, 202, 429 and API Gateway's own 503
	jobs                             int // that ended
	longest                          time.Duration
}

const (
	tick     = 20 * time.Millisecond
	lasts    = 5 * time.Minute
	jobTakes = 1200 * time.Millisecond // a page of 1 s
	mostWait = 25 * time.Second
	inFlight = 100 // unfinished jobs of an organization
)

// waiter is a call whose job waits or runs.
type waiter struct {
	since   time.Duration
	ends    time.Duration // of its job; 0 while it waits for a worker
	replied bool
}

// callers works a load off in steps of a fiftieth of a second: calls take the places that are free before
// workers do, whose messages come again later when they are throttled. What a function occupies is a place of the account; a call without one is turned away, and a message waits.
func (l flood) callers() seen {
	var s seen
	var open, queue []*waiter
	running, waiting := 0, 0
	tokens := float64(2 * l.gate)
	for now := tick; now <= lasts; now += tick {
		kept := open[:0]
		for _, w := range open {
			over := w.ends > 0 && w.ends <= now
			if over {
				running--
				s.jobs++
			}
			if !w.replied && (over || now-w.since >= mostWait) {
				w.replied = true
				waiting--
				s.longest = max(s.longest, now-w.since)
				if over {
					s.done++
				} else {
					s.later++
				}
			}
			if !over {
				kept = append(kept, w)
			}
		}
		open = kept
		tokens = min(tokens+float64(l.gate)*tick.Seconds(), float64(2*l.gate))
		for range l.arrivals(now) {
			if l.gate > 0 && tokens < 1 {
				s.tooMany++
				continue
			}
			tokens--
			switch {
			case running+waiting >= l.account || l.cap > 0 && waiting >= l.cap:
				s.turnedAway++
			case len(open) >= l.orgs*inFlight:
				s.tooMany++
			default:
				w := &waiter{since: now}
				open, queue = append(open, w), append(queue, w)
				waiting++
			}
		}
		for len(queue) > 0 && running < l.workers && running+waiting < l.account {
			queue[0].ends = now + jobTakes
			queue = queue[1:]
			running++
		}
	}
	return s
}

// arrivals are evenly spread.
func (l flood) arrivals(now time.Duration) int {
	count := func(at time.Duration) int { return int(int64(l.rate) * at.Milliseconds() / 1000) }
	return count(now) - count(now-tick)
}

// TestScale: what callers see when ten times as much comes, and that docs/scale.md has it.
func TestScale(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		flood flood
		hold  func(seen) bool // what the row is there to show
	}{
		{"the usual", flood{40, 1000, 382, 50, 40, 0}, func(s seen) bool { return s.done > 11900 && s.later+s.tooMany+s.turnedAway == 0 }},
		{"ten times, one organization", flood{400, 1000, 382, 50, 1, 0}, func(s seen) bool { return s.tooMany > s.done && s.turnedAway == 0 && s.longest < 5*time.Second }},
		{"ten times, 40 organizations", flood{400, 1000, 382, 50, 40, 0}, func(s seen) bool { return s.jobs > 12000 && s.longest <= mostWait+tick }},
		{"the same without a bound for waiting calls", flood{400, 1000, 0, 50, 40, 0}, func(s seen) bool { return s.longest <= mostWait+tick }},
		{"the same with `requestRate` 40", flood{400, 1000, 382, 50, 40, 40}, func(s seen) bool { return s.done > 11900 && s.later+s.turnedAway == 0 }},
		{"the same with `\"concurrency\": \"url=500\"`", flood{400, 1000, 382, 500, 40, 0}, func(s seen) bool { return s.jobs > 90000 }},
		{"a new account, the usual", flood{40, 10, 0, 50, 40, 0}, func(s seen) bool { return s.jobs < 1500 && s.turnedAway > 10000 }},
		{"a new account, ten times", flood{400, 10, 0, 50, 40, 0}, func(s seen) bool { return s.jobs < 150 && s.longest <= mostWait+tick }},
		{"a new account, 1 call a second", flood{1, 10, 0, 50, 40, 0}, func(s seen) bool { return s.later == 0 && s.turnedAway == 0 }},
	} {
		s := c.flood.callers()
		bound := "none"
		if c.flood.cap > 0 {
			bound = fmt.Sprint(c.flood.cap)
		}
		row := fmt.Sprintf("| %s | %d | %d | %s | %d | %.0f | %d | %d | %d | %d | %.1f |", c.name, c.flood.rate, c.flood.account, bound, c.flood.workers,
			float64(s.jobs)/lasts.Seconds(), s.done, s.later, s.tooMany, s.turnedAway, s.longest.Seconds())
		t.Log(row)
		if !c.hold(s) {
			t.Errorf("%s: got %+v, want what the page says of it", c.name, s)
		}
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/scale.md: got no row %s, want it", row)
		}
	}
}
