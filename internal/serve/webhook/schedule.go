package webhook

import "time"

// delays are the waits before attempts 2 to 8, counted from the attempt before.
var delays = [...]time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
}

const (
	// MaxAttempts is how often an event is posted before it counts as failed.
	MaxAttempts = len(delays) + 1
	// jitterShare is the most by which a wait is lengthened at random, so that
	// endpoints that come back are not met by everything at once.
	jitterShare = 0.1
	// disableAfter is how long an endpoint may fail without a break.
	disableAfter = 120 * time.Hour
)

// Delay is the wait after a failed attempt (1 is the first), or false after the
// last one. random is in [0, 1). A Retry-After that the endpoint asked for counts
// between the base wait and twice it.
func Delay(attempt int, retryAfter time.Duration, random float64) (time.Duration, bool) {
	if attempt < 1 || attempt >= MaxAttempts {
		return 0, false
	}
	base := delays[attempt-1]
	if retryAfter > base {
		return min(retryAfter, 2*base), true
	}
	return base + time.Duration(jitterShare*random*float64(base)), true
}
