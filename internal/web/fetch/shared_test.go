package fetch_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// TestProcessesShareRobots: the second process does not ask for what the first has read.
func TestProcessesShareRobots(t *testing.T) {
	t.Parallel()
	shared := turn.NewAlone(time.Now)
	share := func(c *fetch.Config) { c.Shared = shared }
	first, count := withRobots(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /denied\n"))
	}, share)
	first.get(t, fetch.Request{URL: "http://a.test/", RespectRobots: true})
	second := reach(t, first.addr, share)
	second.get(t, fetch.Request{URL: "http://a.test/", RespectRobots: true})
	second.refuse(t, fetch.Request{URL: "http://a.test/denied", RespectRobots: true}, errs.UpstreamBlocked, "robots.txt of a.test")
	if count.Load() != 1 {
		t.Errorf("got robots.txt asked for %d times by two processes, want once", count.Load())
	}
}

// TestProcessesShareRetryAfter: a host that asked one process for a pause is left alone by all,
// but not for longer than five minutes, and other hosts are visited.
func TestProcessesShareRetryAfter(t *testing.T) {
	t.Parallel()
	var asked, clock atomic.Int64
	start := time.Now()
	now := func() time.Time { return start.Add(time.Duration(clock.Load())) }
	shared := turn.NewAlone(now)
	share := func(c *fetch.Config) { c.Shared, c.Now = shared, now }
	first := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Host == "busy.test" {
			w.Header().Set("Retry-After", "86400")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}), share)
	if resp := first.get(t, fetch.Request{URL: "http://busy.test/"}); resp.Status != http.StatusTooManyRequests {
		t.Fatalf("got status %d of the first, want the site's own 429", resp.Status)
	}
	second := reach(t, first.addr, share)
	for _, s := range []*site{first, second} {
		s.refuse(t, fetch.Request{URL: "http://busy.test/other"}, errs.UpstreamRateLimited, "for 5m0s more")
		s.get(t, fetch.Request{URL: "http://quiet.test/"})
	}
	if asked.Load() != 3 {
		t.Errorf("got %d requests, want one of the busy host and two of the other", asked.Load())
	}
	clock.Store(int64(5 * time.Minute))
	second.get(t, fetch.Request{URL: "http://busy.test/"})
}

// asking counts what a process shares of hosts.
type asking struct {
	*turn.Alone
	slowed, turns []string
}

func (a *asking) Slow(ctx context.Context, name string) (turn.Standing, error) {
	a.slowed = append(a.slowed, name)
	return a.Alone.Slow(ctx, name)
}

func (a *asking) TakeTurn(ctx context.Context, name string, _, patience time.Duration) (turn.Standing, bool, error) {
	a.turns = append(a.turns, name)
	return a.Alone.TakeTurn(ctx, name, time.Millisecond, patience)
}

// TestWhoAsksForLess: a 429 asks for fewer requests, and so does a 503 that says when to come again,
// to our own retry, too; no other answer does.
func TestWhoAsksForLess(t *testing.T) {
	t.Parallel()
	answers := map[string]struct {
		status int
		after  string
	}{"limited.test": {429, ""}, "later.test": {503, "1"}, "broken.test": {503, ""}, "gone.test": {404, "1"}, "well.test": {200, ""}}
	shared := &asking{Alone: turn.NewAlone(time.Now)}
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a := answers[r.Host]; a.after != "" {
			w.Header().Set("Retry-After", a.after)
		}
		w.WriteHeader(answers[r.Host].status)
	}), func(c *fetch.Config) { c.Shared = shared })
	for _, host := range []string{"limited.test", "limited.test", "later.test", "broken.test", "gone.test", "well.test", "well.test"} {
		s.get(t, fetch.Request{URL: "http://" + host + "/"})
	}
	if diff := cmp.Diff([]string{"host/limited.test", "host/later.test"}, shared.slowed); diff != "" {
		t.Errorf("hosts that asked for less mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"host/limited.test", "host/later.test"}, shared.turns); diff != "" {
		t.Errorf("turns mismatch (-want +got):\n%s", diff)
	}
}
