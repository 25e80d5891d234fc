package crawler_test

import (
	"testing"

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
