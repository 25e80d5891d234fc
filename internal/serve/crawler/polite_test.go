package crawler_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// TestEndsWithoutRules: a crawl that was cancelled, or whose time is over, ends without asking hundreds of hosts for
// their robots.txt, and loses none of their pages.
func TestEndsWithoutRules(t *testing.T) {
	t.Parallel()
	for name, halt := range map[string]store.Halt{"cancelled": store.HaltCancelled, "time": store.HaltTime} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 1000, 100, kind.CrawlPlan{Robots: true, Timeout: time.Minute, Rules: frontier.Rules{Scope: frontier.Subdomains}}, 0)
			s.goOn()
			s.rules.fail(errs.Of(errs.UpstreamTimeout))
			s.rules.took = 7 * time.Second
			asked := s.rules.asked
			hosts := make([]string, 300)
			for i := range hosts {
				hosts[i] = fmt.Sprintf("http://h%d.a.test/", i)
			}
			s.end(s.found(hosts...))
			if halt == store.HaltCancelled {
				s.cancel()
			} else {
				s.Clock.Move(61 * time.Second)
			}
			c := s.goOn()
			if !c.State.Ended() || c.State.Halt != halt || s.rules.asked != asked || c.State.Numbered != 301 {
				t.Errorf("got %s by %q with %d pages, after %d more robots.txt; want it ended by %q with 301, after none",
					c.State.Status, c.State.Halt, c.State.Numbered, s.rules.asked-asked, halt)
			}
		})
	}
}

// TestOwnDelay: what a caller asks for paces the caller's organization alone, and what a site asks for everybody.
func TestOwnDelay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		site, own, others time.Duration
		mine, both        int64 // pages in a minute, by the one and by both
	}{
		"own":                    {own: time.Minute, mine: 2, both: 2 + 9},
		"own of both":            {own: 20 * time.Second, others: 20 * time.Second, mine: 4, both: 4 + 4},
		"the site's":             {site: 20 * time.Second, own: 20 * time.Second, others: time.Second, mine: 1, both: 4},
		"longer than the site's": {site: 5 * time.Second, own: time.Minute, mine: 2, both: 2 + 9},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 1000, 100, kind.CrawlPlan{Robots: true, Delay: c.own}, 0)
			s.rules.delay = c.site
			ids := [][2]string{{s.org, s.id}, {s.Org(t, 1000, 100)}}
			s.org = ids[1][0]
			ids[1][1] = s.begin(kind.CrawlPlan{Robots: true, Delay: c.others}, 0)
			for second := range 61 {
				for n := range ids { // one is first in one second, the other in the next
					s.org, s.id = ids[(n+second)%2][0], ids[(n+second)%2][1]
					s.goOn()
					s.end(s.found(links(8)...))
				}
				s.Clock.Move(time.Second)
			}
			var got [2]int64
			for i, id := range ids {
				s.org, s.id = id[0], id[1]
				got[i] = s.at().State.Admitted
			}
			if got[0] != c.mine || got[0]+got[1] != c.both {
				t.Errorf("got %d pages of the one and %d of the other in a minute, want %d and %d", got[0], got[1], c.mine, c.both-c.mine)
			}
		})
	}
}

// TestDelaysOfPages: the job of a page has the delays that its worker is to keep.
func TestDelaysOfPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ site, asked, own time.Duration }{
		"none": {}, "the caller's": {0, time.Second, time.Second}, "the site's": {5 * time.Second, time.Second, 0},
		"both": {time.Second, 5 * time.Second, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 1000, 100, kind.CrawlPlan{Robots: true, Delay: c.asked}, 0)
			s.rules.delay = c.site
			at := s.goOn()
			j, err := s.Store.Job(t.Context(), s.org, at.PageJob(at.State.InFlight[0]))
			if s.must(err); j.Page.SiteDelay != c.site || j.Page.OwnDelay != c.own {
				t.Errorf("got delays of %s and %s, want %s and %s", j.Page.SiteDelay, j.Page.OwnDelay, c.site, c.own)
			}
		})
	}
}

// TestPagesAreToldOnce: the end of a page is an event when it will not be tried again, and not before.
func TestPagesAreToldOnce(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
	s.hook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	s.id = s.begin(kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y", root+"z"))
	s.goOn()
	s.end(failed(errs.UpstreamRateLimited), 2)
	s.end(failed(errs.TargetError), 3)
	s.goOn()
	s.tells("crawl.page failed", "crawl.page succeeded")
	s.cancel()
	s.goOn() // the fourth page was to be tried again, had the crawl gone on
	s.tells("crawl.finished", "crawl.page failed", "crawl.page succeeded")
	s.resume()
	s.Clock.Move(time.Hour)
	for range 3 {
		s.goOn()
		s.end(s.found())
	}
	s.tells("crawl.finished", "crawl.finished", "crawl.page failed", "crawl.page succeeded", "crawl.page succeeded", "crawl.page succeeded")
}

// tells holds which first deliveries the organization has, each with the status of the page that it is of.
func (s *scene) tells(want ...string) {
	s.Helper()
	list, _, err := s.Deliveries(s.Context(), store.DeliveryQuery{OrgID: s.org, Limit: store.MaxPage})
	s.must(err)
	var got []string
	for _, d := range list {
		of := d.EventType
		if d.JobID != "" {
			j, err := s.Store.Job(s.Context(), s.org, d.JobID)
			s.must(err)
			of += " " + string(j.Status)
		}
		got = append(got, of)
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("events mismatch (-want +got):\n%s", diff)
	}
}

// TestWaitingLinksCountOnce: a page whose links wait for robots.txt is counted and looked at once, however many steps are made meanwhile.
func TestWaitingLinksCountOnce(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Robots: true}, 0)
	s.goOn()
	s.end(s.found(root + "p/1"))
	s.goOn()
	s.rules.fail(errs.Of(errs.UpstreamTimeout))
	s.end(s.ends("", job.Found{Links: []string{root + "p/2", root + "p/3"}, Dropped: 3, Canonical: root, Gist: 7}))
	for range 25 {
		s.goOn()
		s.Clock.Move(20 * time.Second)
	}
	s.rules.fail(nil)
	s.Clock.Move(time.Minute)
	s.goOn()
	s.end(s.found())
	s.goOn()
	c := s.holds(store.CrawlFinished, "", 4)
	if got := c.State.Skipped; got[string(frontier.Dropped)] != 3 || got[string(frontier.Duplicate)] != 1 || len(got) != 2 {
		t.Errorf("got skipped %v, want 3 that were dropped and one duplicate", got)
	}
}

// TestWaitingForRulesWritesNothing: while links wait for robots.txt, those of a page and those of the lists, a crawl makes no steps but to say that
// somebody has looked, and one message of it is on its way.
func TestWaitingForRulesWritesNothing(t *testing.T) {
	t.Parallel()
	for name, lists := range map[string]kind.ListUse{"of a page": kind.SkipLists, "of the lists": kind.OnlyLists} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{Robots: true, Lists: lists}, 0)
			s.goOn()
			if lists == kind.OnlyLists {
				s.end(s.found())
				s.goOn()
			}
			s.rules.fail(errs.Of(errs.UpstreamTimeout))
			if lists == kind.OnlyLists {
				s.end(s.listed(root+"x", root+"y"), 0)
			} else {
				s.end(s.found(root+"x", root+"y"))
			}
			was := s.goOn().State.Version
			s.queue.Crawls()
			for range 5 {
				s.goOn()
			}
			if now, sent := s.at().State.Version, len(s.queue.Crawls()); now != was || sent > 0 {
				t.Errorf("got %d steps and %d messages while nothing could be done, want none", now-was, sent)
			}
			s.rules.fail(nil)
			s.Clock.Move(time.Minute)
			s.goOn()
			s.end(s.found())
			s.goOn()
			s.holds(store.CrawlFinished, "", map[kind.ListUse]int64{kind.SkipLists: 3, kind.OnlyLists: 4}[lists])
		})
	}
}
