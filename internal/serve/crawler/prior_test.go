package crawler_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// TestPriorOfManyTries: a comparison knows the pages of an earlier crawl that were cancelled with it and read later, as
// often as that may be.
func TestPriorOfManyTries(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y"))
	for range job.Marks - 1 {
		s.goOn()
		s.cancel()
		s.goOn()
		s.resume()
	}
	s.goOn()
	s.end(s.found())
	first := s.goOn()
	s.holds(store.CrawlFinished, "", 3)
	s.id = s.begin(kind.CrawlPlan{Against: first.ID}, 0)
	s.goOn()
	packed, err := job.Found{Links: []string{root + "x", root + "y"}, Same: true}.Pack()
	s.must(err)
	same := store.Outcome{Status: job.Succeeded, Found: packed}
	s.end(same)
	s.goOn()
	s.end(same)
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 3); c.State.Changes[store.PageSame] != 3 || len(c.State.Changes) != 1 {
		t.Errorf("got changes %v, want 3 pages that are the same", c.State.Changes)
	}
}

// TestPriorOfTwoURLs: a page that the earlier crawl knows by two URLs is known by both.
func TestPriorOfTwoURLs(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root + "x"))
	s.goOn()
	packed, err := job.Found{Final: root + "y"}.Pack()
	s.must(err)
	s.end(store.Outcome{Status: job.Succeeded, Found: packed})
	first := s.goOn()
	s.holds(store.CrawlFinished, "", 2)
	s.id = s.begin(kind.CrawlPlan{Against: first.ID}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y"))
	s.goOn()
	s.end(s.found())
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 3); c.State.Changes[store.PageChanged] != 3 || len(c.State.Changes) != 1 {
		t.Errorf("got changes %v, want 3 pages that have changed and none that is new", c.State.Changes)
	}
}

// TestPriorOfWhatFailed: a page that failed once is known by the crawl before that, and one that was gone is not asked for again.
func TestPriorOfWhatFailed(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	day := func(site map[string]store.Outcome, pages int64, want map[string]int64) {
		t.Helper()
		for range 3 {
			s.goOn()
			s.endsOf(site)
		}
		c := s.goOn()
		if c.State.Status != store.CrawlFinished || c.State.Numbered != pages || !maps.Equal(c.State.Changes, want) {
			t.Errorf("got %s, %d pages, changes %v; want finished, %d, %v", c.State.Status, c.State.Numbered, c.State.Changes, pages, want)
		}
		s.id = s.begin(kind.CrawlPlan{Against: c.ID}, 0)
	}
	missing := s.ends(errs.TargetError, job.Found{Status: http.StatusNotFound})
	site := map[string]store.Outcome{root: s.found(root+"x", root+"y"), root + "x": s.found(), root + "y": s.found()}
	day(site, 3, map[string]int64{})
	site[root+"x"], site[root+"y"] = s.ends(errs.TargetError, job.Found{Status: http.StatusInternalServerError}), missing
	day(site, 3, map[string]int64{store.PageChanged: 1, store.PageGone: 1})
	site[root+"y"] = s.found() // and is new, as nothing is known of a page that was gone
	day(site, 3, map[string]int64{store.PageChanged: 1, store.PageNew: 1})
	site[root], site[root+"x"], site[root+"y"] = s.found(), missing, missing
	day(site, 3, map[string]int64{store.PageChanged: 1, store.PageGone: 2})
	day(site, 1, map[string]int64{store.PageChanged: 1})
}

// TestPriorOfManyPages: all pages of the earlier crawl are visited, more than are read at once, where links lead to the first of them alone.
func TestPriorOfManyPages(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 200, kind.CrawlPlan{}, 0)
	through := func(first store.Outcome) *store.Crawl {
		s.goOn()
		s.end(first)
		for n := 0; s.goOn().State.Status == store.CrawlRunning && n < 20; n++ {
			s.end(s.ends("", job.Found{Same: true}))
		}
		return s.holds(store.CrawlFinished, "", 121)
	}
	first := through(s.found(links(120)...))
	s.id = s.begin(kind.CrawlPlan{Against: first.ID}, 0)
	if c := through(s.ends("", job.Found{Same: true, Links: links(60)})); c.State.Changes[store.PageSame] != 121 {
		t.Errorf("got changes %v, want 121 pages that are the same", c.State.Changes)
	}
}

// TestPriorOfWhatWasGoneLater: a page that was gone when it was asked for again is not asked for by a comparison.
func TestPriorOfWhatWasGoneLater(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root + "x"))
	s.goOn()
	s.end(failed(errs.UpstreamRateLimited))
	s.goOn()
	s.Clock.Move(time.Hour)
	s.goOn()
	s.end(s.ends(errs.TargetError, job.Found{Status: http.StatusNotFound}))
	s.goOn()
	s.id = s.begin(kind.CrawlPlan{Against: s.holds(store.CrawlFinished, "", 1).ID}, 0)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.holds(store.CrawlFinished, "", 1)
}
