// Package ratelimit is the arithmetic of GCRA, the generic cell rate algorithm: one
// number a bucket, the theoretical arrival time, says all about its past. It is
// pure; who stores the number makes the comparison and the change atomic.
package ratelimit

import "time"

// Window is the period that every limit is counted in.
const Window = time.Minute

// Bucket names one of a token's two independent limits.
type Bucket string

// The buckets and what they allow in a Window when a token says nothing else.
const (
	Create Bucket = "create"
	Poll   Bucket = "poll"

	DefaultCreate = 120
	DefaultPoll   = 1200
)

// Interval is the time one request takes of a limit of n a Window.
func Interval(n int) time.Duration {
	return Window / time.Duration(max(1, n))
}

// Latest is the latest theoretical arrival time at which a request at now is
// still granted, for a burst equal to the limit.
func Latest(now time.Time, interval time.Duration) time.Time {
	return now.Add(Window - interval)
}

// MostPlausible is the latest theoretical arrival time that clocks which agree to a
// Window can have written. A later one is of a clock that has been set back since, and
// believing it would deny for as long as the clock was ahead.
func MostPlausible(now time.Time) time.Time { return now.Add(2 * Window) }

// Plausible reports whether an arrival time can be believed.
func Plausible(tat, now time.Time) bool { return !tat.After(MostPlausible(now)) }

// Position is where a bucket stands after a decision.
type Position struct {
	Bucket     Bucket
	Granted    bool
	Limit      int
	Remaining  int
	Reset      time.Time     // when the bucket is whole again
	RetryAfter time.Duration // until the next request is granted; 0 when it was
}

// At works out the position of a bucket whose theoretical arrival time is tat,
// after the decision.
func At(b Bucket, limit int, tat, now time.Time, granted bool) Position {
	interval := Interval(limit)
	p := Position{Bucket: b, Granted: granted, Limit: limit, Reset: tat}
	if tat.Before(now) {
		p.Reset = now
	}
	p.Remaining = min(limit, max(0, int(now.Add(Window).Sub(p.Reset)/interval)))
	if !granted {
		p.Remaining = 0
		p.RetryAfter = max(tat.Sub(Latest(now, interval)), time.Microsecond)
	}
	return p
}
