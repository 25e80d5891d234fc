package crawler_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// ends is the end of a page with what a crawl goes on with.
func (s *scene) ends(code errs.Code, found job.Found) store.Outcome {
	s.Helper()
	packed, err := found.Pack()
	s.must(err)
	o := store.Outcome{Status: job.Succeeded}
	if code != "" {
		o = failed(code)
	}
	o.Found = packed
	return o
}

// TestFirstPageThatRedirects: a first page that leads where no page is wanted is the first page all the same, and the
// robots.txt that is waited for is that of where it leads.
func TestFirstPageThatRedirects(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Robots: true, Rules: frontier.Rules{Exclude: []string{"/start/**"}}}, 0)
	s.goOn()
	s.rules.mu.Lock()
	s.rules.fails, s.rules.only = errs.Of(errs.UpstreamTimeout), "https"
	s.rules.mu.Unlock()
	s.end(s.ends("", job.Found{Final: "https://a.test/start/here", Links: []string{"https://a.test/x"}}))
	c := s.goOn()
	if c.State.Origin != "https://a.test" || c.State.NoRules.IsZero() || len(c.State.Skipped) > 0 || c.State.Ended() {
		t.Errorf("got origin %s without rules since %s, skipped %v, %s; want https://a.test, which is waited for, none, running",
			c.State.Origin, c.State.NoRules, c.State.Skipped, c.State.Status)
	}
	s.rules.fail(nil)
	s.Clock.Move(time.Minute)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.holds(store.CrawlFinished, "", 2)
}

// TestMostCreditsOfWhatFailed: what was refunded can be spent again.
func TestMostCreditsOfWhatFailed(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 3)
	s.goOn()
	s.end(s.found(links(6)...))
	s.goOn()
	s.end(failed(errs.TargetError), 2)
	s.end(failed(errs.TargetError), 3)
	for range 3 {
		s.goOn()
		s.end(s.found())
	}
	s.goOn()
	if c := s.holds(store.CrawlFinished, store.HaltCredits, 3); c.State.Charged != 5 {
		t.Errorf("got %d credits charged, want 5, 2 of them refunded", c.State.Charged)
	}
}

// TestGone: of an earlier crawl's pages those are gone that are not found now, by 404 and 410; no page is that the
// earlier crawl did not have, nor one that fails otherwise.
func TestGone(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(links(3)...))
	s.goOn()
	s.end(s.found())
	first := s.goOn()
	s.hook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	s.id = s.begin(kind.CrawlPlan{Against: first.ID}, 0)
	s.goOn()
	s.end(s.found(append(links(3), root+"more")...))
	for i, status := range []int{http.StatusNotFound, http.StatusGone, http.StatusForbidden, http.StatusNotFound} {
		s.goOn()
		c := s.at()
		for _, mark := range c.State.InFlight {
			j, err := s.Store.Job(s.Context(), s.org, c.PageJob(mark))
			if s.must(err); j.Target == append(links(3), root+"more")[i] {
				s.end(s.ends(errs.TargetError, job.Found{Status: status}), j.Page.Number)
				break
			}
		}
	}
	s.goOn()
	c := s.holds(store.CrawlFinished, "", 1)
	if got := c.State.Changes; got[store.PageGone] != 2 || got[store.PageChanged] != 1 || len(got) != 2 {
		t.Errorf("got changes %v, want 2 pages gone and the first changed", got)
	}
	pages, err := s.CrawlPages(t.Context(), c, 1, 10)
	s.must(err)
	gone := map[string]bool{}
	for _, j := range pages {
		if c.ChangeOf(j) == store.PageGone {
			gone[j.Target] = true
		}
	}
	if len(gone) != 2 || !gone[root+"0"] || !gone[root+"1"] {
		t.Errorf("got %v gone, want the first two links", gone)
	}
	told, _, err := s.Deliveries(t.Context(), store.DeliveryQuery{OrgID: s.org, Limit: store.MaxPage})
	s.must(err)
	changes := map[string]int{}
	for _, d := range told {
		changes[d.EventType+" "+d.Change]++
	}
	if want := map[string]int{"crawl.page changed": 1, "crawl.page gone": 2, "crawl.page ": 2, "crawl.finished ": 1}; !maps.Equal(changes, want) {
		t.Errorf("got events %v, want %v", changes, want)
	}
}

// TestMostSkipped: URLs that are no pages are counted up to the limit and 10 000.
func TestMostSkipped(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{Limit: 50, Exclude: []string{"/no/**"}}}, 0)
	s.change(func(at *store.CrawlState) { at.Skipped = map[string]int64{string(frontier.Excluded): 10_049} })
	s.goOn()
	s.end(s.found(root+"no/1", root+"no/2", root+"no/3"))
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 1); c.State.Skipped[string(frontier.Excluded)] != 10_050 {
		t.Errorf("got %v, want 10050 that are excluded", c.State.Skipped)
	}
}

// TestSkippedBesideDropped: links that did not fit leave other reasons their counts.
func TestSkippedBesideDropped(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{Limit: 50, Exclude: []string{"/no/**"}}}, 0)
	s.change(func(at *store.CrawlState) { at.Skipped = map[string]int64{string(frontier.Dropped): 20_000} })
	s.goOn()
	s.end(s.found(root+"no/1", root+"no/2", root+"no/3"))
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 1); c.State.Skipped[string(frontier.Excluded)] != 3 {
		t.Errorf("got %v, want 3 that are excluded", c.State.Skipped)
	}
}

// lost are results that cannot be read.
type lost struct{}

// Whole implements crawler.Results.
func (lost) Whole(context.Context, string, *job.ResultRef) (json.RawMessage, error) {
	return nil, errs.Of(errs.ServiceUnavailable)
}

// TestListsThatCannotBeReadAtTheEnd: a crawl that is halted ends although what its lists gave cannot be read. Resumed, however often, it
// reads that, and pays for no other job, which may fail.
func TestListsThatCannotBeReadAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		halt   store.Halt
		status store.CrawlStatus
	}{"cancelled": {store.HaltCancelled, store.CrawlCancelled}, "out of time": {store.HaltTime, store.CrawlFinished}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{Lists: kind.IncludeLists}, 0)
			s.goOn()
			s.end(s.found())
			s.goOn()
			lists := s.listed(root+"x", root+"y")
			lists.Unneeded = 1
			s.end(lists, 0)
			s.crawler.Results = lost{}
			for range 3 {
				s.change(func(at *store.CrawlState) { at.Halt = c.halt })
				s.goOn()
				s.holds(c.status, c.halt, 1)
				s.resume()
				if err := s.crawler.Advance(s.Context(), s.org, s.id); !errs.Is(err, errs.ServiceUnavailable) {
					t.Errorf("got error %v, want that the lists cannot be read", err)
				}
			}
			s.crawler.Results = s.results
			s.goOn()
			s.end(failed(errs.TargetError), 0)
			s.goOn()
			s.end(s.found())
			s.goOn()
			if c := s.holds(store.CrawlFinished, "", 3); c.State.Numbered != 3 || c.State.Charged != 4 {
				t.Errorf("got %d pages, %d credits charged; want 3 pages and 4 credits, one of them refunded", c.State.Numbered, c.State.Charged)
			}
		})
	}
}

// TestCancelledAfterItsTime: a crawl that was cancelled cancels its pages also where its time is over by then.
func TestCancelledAfterItsTime(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Timeout: time.Minute}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y"))
	s.goOn()
	s.cancel()
	s.Clock.Move(time.Hour)
	s.goOn()
	s.holds(store.CrawlCancelled, store.HaltCancelled, 1)
}
