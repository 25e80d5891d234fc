package crawler_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/web/frontier"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// unasked is the end of a page that did not come to its turn.
func (s *scene) unasked() store.Outcome {
	s.Helper()
	packed, err := job.Found{Unasked: true}.Pack()
	s.must(err)
	o := failed(errs.UpstreamRateLimited)
	o.Found = packed
	return o
}

// TestUnaskedIsNoTry: what this installation refuses for a host's sake is no try of a page, nor is one that was
// cancelled: the host is asked as often as any other.
func TestUnaskedIsNoTry(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 20, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root + "x"))
	again := func(o store.Outcome) {
		s.goOn()
		s.end(o)
		s.goOn()
		s.Clock.Move(time.Hour)
	}
	for range job.Tries + 1 {
		again(s.unasked())
	}
	for range job.Tries - 1 {
		again(failed(errs.UpstreamRateLimited))
		again(s.unasked())
	}
	s.goOn()
	s.cancel()
	s.goOn()
	s.resume()
	if c := s.goOn(); len(c.State.InFlight) != 1 || len(c.State.Failed) > 0 {
		t.Fatalf("got %d pages in flight, failures %v; want the one for its last try, none", len(c.State.InFlight), c.State.Failed)
	}
	s.end(failed(errs.UpstreamRateLimited))
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 1); c.State.Failed[string(errs.UpstreamRateLimited)] != 1 {
		t.Errorf("got failures %v, want one after its last try", c.State.Failed)
	}
}

// TestPaceOfAHost: of a host that asked for fewer requests as many pages are under way as come to their turns, and none
// while it is to be left alone.
func TestPaceOfAHost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		slower, want int
		rests        time.Duration
		taken        int // turns, by others
	}{
		"no pace":      {0, 16, 0, 0},
		"a second":     {1, 16, 0, 0},
		"four seconds": {3, 5, 0, 0},
		"the longest":  {5, 1, 0, 0},
		"at rest":      {1, 0, time.Minute, 0},
		"all taken":    {3, 0, 0, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 1000, 100, kind.CrawlPlan{}, 0)
			var standing turn.Standing
			for range c.slower {
				s.Clock.Move(11 * time.Second)
				var err error
				standing, err = s.Slow(t.Context(), turn.Host("a.test"))
				s.must(err)
			}
			for range c.taken {
				_, _, err := s.TakeTurn(t.Context(), turn.Host("a.test"), standing.Pace, turn.Patience)
				s.must(err)
			}
			if c.rests > 0 {
				s.must(s.Rest(t.Context(), turn.Host("a.test"), c.rests))
			}
			s.goOn()
			s.end(s.found(links(40)...))
			s.change(func(at *store.CrawlState) { at.Wary = s.Clock.Now().Add(time.Minute) })
			at := s.goOn()
			if got := len(at.State.InFlight); got != c.want || got == 0 && !at.State.WakeAt.After(s.Clock.Now()) {
				t.Errorf("got %d pages under way, a wake at %s; want %d, and a wake to come without any", got, at.State.WakeAt, c.want)
			}
			s.Clock.Move(time.Minute)
			if at = s.goOn(); len(at.State.InFlight) == 0 {
				t.Error("got no page under way a minute later, want some")
			}
		})
	}
}

// reminders is a queue that knows when messages of crawls come: they wait for whole seconds.
type reminders struct {
	*storetest.Queue

	clock *storetest.Clock
	at    []time.Time
}

// SendCrawl implements crawler.Queue.
func (r *reminders) SendCrawl(_ context.Context, _ queue.Crawl, delay time.Duration) error {
	r.at = append(r.at, r.clock.Now().Add(min(delay, queue.MaxDelay).Round(time.Second)))
	return nil
}

// TestMessagesThatComeEarly: a crawl that waits for a time has a message come when it is over, although messages wait for whole seconds, and for 15
// minutes at most.
func TestMessagesThatComeEarly(t *testing.T) {
	t.Parallel()
	for name, apart := range map[string]time.Duration{"by less than a second": 400 * time.Millisecond, "by minutes": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
			q := &reminders{Queue: s.queue, clock: s.Clock}
			s.crawler.Queue = q
			s.goOn()
			s.end(s.found(root+"x", root+"y"))
			s.goOn()
			s.end(failed(errs.UpstreamRateLimited), 2)
			s.goOn()
			s.Clock.Move(apart)
			s.end(failed(errs.UpstreamRateLimited), 3)
			s.goOn()
			if apart == 0 {
				s.change(func(at *store.CrawlState) { at.RoomAt, at.WakeAt = s.Clock.Now().Add(20*time.Minute), time.Time{} })
				s.goOn()
			}
			for n := 0; len(q.at) > 0 && n < 10; n++ {
				at := slices.MinFunc(q.at, time.Time.Compare)
				q.at = slices.DeleteFunc(q.at, at.Equal)
				s.Clock.Move(max(0, at.Sub(s.Clock.Now())))
				s.goOn()
			}
			if c := s.at(); len(c.State.InFlight) != 2 {
				t.Errorf("got %d pages in flight and no message to come, want 2", len(c.State.InFlight))
			}
		})
	}
}

// TestPagesBehindOneThatWaits: a page that waits for its turn is not passed over by those of other hosts behind it.
func TestPagesBehindOneThatWaits(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{Scope: frontier.Subdomains}, Delay: 30 * time.Second}, 0)
	s.goOn()
	s.end(s.found(root+"x", "http://b.a.test/y"))
	for n := 0; s.goOn().State.Status == store.CrawlRunning && n < 5; n++ {
		s.Clock.Move(time.Minute)
		s.goOn()
		s.end(s.found())
	}
	if c := s.holds(store.CrawlFinished, "", 3); c.State.Succeeded != 3 {
		t.Errorf("got %d pages that have succeeded, want 3", c.State.Succeeded)
	}
}
