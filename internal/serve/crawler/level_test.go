package crawler_test

import (
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// endsOf ends those of the jobs in flight that are of such URLs, and moves the crawl on.
func (s *scene) endsOf(outcomes map[string]store.Outcome) {
	s.Helper()
	c := s.at()
	for _, mark := range c.State.InFlight {
		j, err := s.Store.Job(s.Context(), s.org, c.PageJob(mark))
		s.must(err)
		if o, ok := outcomes[j.Target]; ok && !j.Status.Terminal() {
			s.end(o, j.Page.Number)
		}
	}
	s.goOn()
}

// depths are those of a crawl's pages, by their URLs; it holds that they are in the order of their depth.
func (s *scene) depths() map[string]int {
	s.Helper()
	pages, err := s.CrawlPages(s.Context(), s.at(), 1, 1000)
	s.must(err)
	list, last := map[string]int{}, 0
	for _, j := range pages {
		list[j.Target] = j.Page.Depth
		if j.Page.Depth < last {
			s.Errorf("got page %d with a depth of %d behind one of %d, want pages in the order of their depth", j.Page.Number, j.Page.Depth, last)
		}
		last = j.Page.Depth
	}
	return list
}

// TestDepthIsOfTheShortestWay: a page that is in reach is crawled, although the page that leads there is slower than those of a longer way,
// or is asked for again.
func TestDepthIsOfTheShortestWay(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]func(s *scene){
		"slow": func(*scene) {},
		"refused": func(s *scene) {
			s.endsOf(map[string]store.Outcome{root + "slow": failed(errs.UpstreamRateLimited)})
			s.Clock.Move(time.Minute)
			s.goOn()
		},
		"cancelled": func(s *scene) {
			s.cancel()
			s.goOn()
			s.resume()
			s.goOn()
		},
		"without room": func(s *scene) {
			s.change(func(at *store.CrawlState) { at.RoomAt = s.Clock.Now().Add(time.Minute) })
			s.goOn()
			s.Clock.Move(2 * time.Minute)
			s.goOn()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{MaxDepth: 3}}, 0)
			site := map[string]store.Outcome{
				root + "b1": s.found(root + "b2"), root + "b2": s.found(root + "b3"), root + "b3": s.found(root + "x"),
				root + "x": s.found(root+"y", root+"b2"), root + "y": s.found(root + "z"),
			}
			s.goOn()
			s.end(s.found(root+"slow", root+"b1"))
			s.goOn()
			for range 5 {
				s.endsOf(site)
			}
			late(s)
			site[root+"slow"] = s.found(root + "x")
			for range 5 {
				s.endsOf(site)
			}
			c := s.holds(store.CrawlFinished, "", 7)
			depths := s.depths()
			if depths[root+"x"] != 2 || depths[root+"y"] != 3 || depths[root+"b3"] != 3 || c.State.Skipped[string(frontier.TooDeep)] != 1 {
				t.Errorf("got depths %v, skipped %v; want x 2, y 3, b3 3, and z too deep", depths, c.State.Skipped)
			}
		})
	}
}

// TestDepthByARedirect: what a page links to is as near as the redirect to it, although a longer way there was found first.
func TestDepthByARedirect(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{MaxDepth: 2}}, 0)
	s.goOn()
	s.end(s.found(root+"list", root+"old"))
	s.goOn()
	s.endsOf(map[string]store.Outcome{root + "list": s.found(root + "new")})
	s.endsOf(map[string]store.Outcome{root + "old": s.ends("", job.Found{Final: root + "new", Links: []string{root + "deep"}})})
	s.endsOf(map[string]store.Outcome{root + "new": s.found(root+"deep", root+"deeper"), root + "deep": s.found()})
	at := s.holds(store.CrawlFinished, "", 5)
	if got := s.depths(); got[root+"deep"] != 2 || at.State.Skipped[string(frontier.Duplicate)] != 1 || at.State.Skipped[string(frontier.TooDeep)] != 1 {
		t.Errorf("got depths %v, skipped %v; want deep at 2, one duplicate, and deeper too deep", got, at.State.Skipped)
	}
}

// TestDepthOfListedPages: pages of the lists have a depth of 1, however late the lists are read.
func TestDepthOfListedPages(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Lists: kind.IncludeLists, Rules: frontier.Rules{MaxDepth: 1}}, 0)
	site := map[string]store.Outcome{root + "a": s.found(root+"s", root+"t", root+"no"), root + "s": s.found(root + "t"), root + "t": s.found()}
	s.goOn()
	s.end(s.found(root + "a"))
	s.goOn()
	for range 3 {
		s.endsOf(site)
	}
	s.end(s.listed(root+"s", root+"t"), 0)
	s.goOn()
	s.endsOf(site)
	c := s.holds(store.CrawlFinished, "", 5)
	if depths := s.depths(); len(depths) != 4 || depths[root+"t"] != 1 || c.State.Skipped[string(frontier.TooDeep)] != 1 {
		t.Errorf("got depths %v, skipped %v; want s and t at 1, and one too deep", depths, c.State.Skipped)
	}
}

// TestDepthBehindTheLimit: what the limit has left out is not told as too deep when a longer way leads there, too.
func TestDepthBehindTheLimit(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{MaxDepth: 1, Limit: 3}}, 0)
	s.goOn()
	s.end(s.found(root+"a", root+"b", root+"left"))
	s.goOn()
	s.end(s.found(root+"left", root+"deep"))
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 3); c.State.TruncatedBy() != store.HaltLimit || len(c.State.Skipped) > 0 {
		t.Errorf("got a crawl truncated by %q, skipped %v; want it by its limit, and none", c.State.TruncatedBy(), c.State.Skipped)
	}
}

// TestDepthOfComparedPages: the pages of an earlier crawl come in the order of their depth as well, and those that are too deep now are told.
func TestDepthOfComparedPages(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	for _, next := range []string{"a", "b", "c", "d"} {
		s.end(s.found(root + next))
		s.goOn()
	}
	s.end(s.found())
	first := s.goOn()
	s.id = s.begin(kind.CrawlPlan{Against: first.ID, Rules: frontier.Rules{MaxDepth: 3}}, 0)
	s.goOn()
	same := s.ends("", job.Found{Same: true})
	s.end(s.ends("", job.Found{Same: true, Links: []string{root + "new"}}))
	s.goOn()
	for range 5 {
		s.endsOf(map[string]store.Outcome{root + "a": same, root + "b": same, root + "c": same, root + "new": s.found(root + "c")})
	}
	c := s.holds(store.CrawlFinished, "", 5)
	if depths := s.depths(); depths[root+"c"] != 2 || depths[root+"b"] != 2 || c.State.Skipped[string(frontier.TooDeep)] != 1 || c.State.Changes[store.PageSame] != 4 {
		t.Errorf("got depths %v, skipped %v, changes %v; want c and b at 2, d too deep, 4 the same", depths, c.State.Skipped, c.State.Changes)
	}
}
