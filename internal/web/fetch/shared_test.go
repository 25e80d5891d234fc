package fetch_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

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
