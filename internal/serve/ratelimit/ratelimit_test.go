package ratelimit_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/serve/ratelimit"
)

// TestGrantsAreBounded plays any pattern of requests through the rule that the
// store applies: no stretch of time sees more grants than the burst and what flows
// in, and who waits as told is granted.
func TestGrantsAreBounded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 50).Draw(t, "limit")
		interval := ratelimit.Interval(limit)
		now := time.Unix(1000, 0)
		tat := now
		var grants []time.Time
		for _, pause := range rapid.SliceOfN(rapid.IntRange(0, 5000), 1, 200).Draw(t, "pauses") {
			now = now.Add(time.Duration(pause) * time.Millisecond)
			if tat.After(ratelimit.Latest(now, interval)) {
				p := ratelimit.At(ratelimit.Poll, limit, tat, now, false)
				if p.RetryAfter <= 0 || tat.After(ratelimit.Latest(now.Add(p.RetryAfter), interval)) {
					t.Fatalf("denied for %s, which does not help", p.RetryAfter)
				}
				continue
			}
			if tat.Before(now) {
				tat = now
			}
			tat = tat.Add(interval)
			grants = append(grants, now)
			if p := ratelimit.At(ratelimit.Poll, limit, tat, now, true); p.Remaining < 0 || p.Remaining >= limit {
				t.Fatalf("%d of %d left after a grant", p.Remaining, limit)
			}
		}
		for i := range grants {
			for k := i; k < len(grants); k++ {
				most := limit + int(grants[k].Sub(grants[i])/interval)
				if k-i+1 > most {
					t.Fatalf("%d grants within %s, at most %d", k-i+1, grants[k].Sub(grants[i]), most)
				}
			}
		}
	})
}
