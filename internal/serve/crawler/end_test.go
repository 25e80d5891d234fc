package crawler_test

import (
	"encoding/json"
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

func failed(code errs.Code) store.Outcome {
	return store.Outcome{Status: job.Failed, Error: job.FailureOf(errs.Of(code))}
}

// TestEndsBeforeItsLists: a crawl that admits nothing more ends, although the lists of its site were not read.
func TestEndsBeforeItsLists(t *testing.T) {
	t.Parallel()
	t.Run("cancelled before its first step", func(t *testing.T) {
		t.Parallel()
		s := crawling(t, 100, 20, kind.CrawlPlan{Lists: kind.IncludeLists}, 0)
		s.cancel()
		s.goOn()
		s.holds(store.CrawlCancelled, store.HaltCancelled, 0)
		s.resume()
		s.goOn()
		s.end(s.found())
		s.goOn() // the lists
		s.end(s.listed(root + "x"))
		s.goOn()
		s.end(s.found())
		s.goOn()
		s.holds(store.CrawlFinished, "", 3)
	})
	for name, c := range map[string]struct{ credits, most int64 }{"without credits": {1, 0}, "by maxCredits": {100, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, c.credits, 20, kind.CrawlPlan{Lists: kind.IncludeLists}, c.most)
			s.goOn()
			s.end(s.found(root + "x"))
			s.goOn()
			s.holds(store.CrawlFinished, store.HaltCredits, 1)
		})
	}
}

// listed is what the job of the lists gives.
func (s *scene) listed(urls ...string) store.Outcome { return s.listedBy("well_known", urls...) }

func (s *scene) listedBy(method string, urls ...string) store.Outcome {
	s.Helper()
	items := make([]map[string]string, len(urls))
	for i, u := range urls {
		items[i] = map[string]string{"url": u}
	}
	value, err := json.Marshal(map[string]any{"method": method, "items": items})
	s.must(err)
	j := s.Job(s.org, 1)
	ref, err := s.results.Save(s.Context(), j, value)
	s.must(err)
	return store.Outcome{Status: job.Succeeded, Result: ref}
}

// TestListsAreReadAgain: lists whose job was cancelled with the crawl are read when it is resumed, and the whole of
// them, however long.
func TestListsAreReadAgain(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{Lists: kind.OnlyLists}, 0)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.cancel()
	s.goOn()
	s.holds(store.CrawlCancelled, store.HaltCancelled, 1)
	s.resume()
	c := s.goOn()
	if len(c.State.InFlight) != 1 || !c.State.Listing {
		t.Fatalf("got %+v, want the job of the lists in flight", c.State)
	}
	long := make([]string, 600)
	for i := range long { // more than the 4 MB that answers carry
		long[i] = fmt.Sprintf("%s%d/%08000d", root, i, i)
	}
	s.end(s.listed(long...))
	if c = s.goOn(); c.State.Numbered != 601 {
		t.Errorf("got %d pages, want 601", c.State.Numbered)
	}
}

// TestListsWaitForRules: pages of the lists wait for the site's robots.txt as links do.
func TestListsWaitForRules(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Robots: true, Lists: kind.OnlyLists}, 0)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.rules.fail(errs.Of(errs.UpstreamTimeout))
	s.end(s.listed(root+"x", root+"y"), 0)
	for range 3 {
		if c := s.goOn(); c.State.Numbered != 1 || !c.State.Listing {
			t.Errorf("got %d pages, lists that are to be read %t; want 1, true", c.State.Numbered, c.State.Listing)
		}
		s.Clock.Move(time.Minute)
	}
	s.rules.fail(nil)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.holds(store.CrawlFinished, "", 4)
}

// TestNoLists: a crawl of the first page alone pays for no lists, and what the home page of a site without lists links to is no list.
func TestNoLists(t *testing.T) {
	t.Parallel()
	for use, want := range map[kind.ListUse]int64{kind.IncludeLists: 3, kind.OnlyLists: 2} {
		s := crawling(t, 100, 20, kind.CrawlPlan{Lists: use}, 0)
		s.goOn()
		s.end(s.found(root + "two"))
		s.goOn()
		s.end(s.listedBy("page", root+"home1", root+"home2"), 0)
		s.goOn()
		s.end(s.found())
		s.goOn()
		s.holds(store.CrawlFinished, "", want)
	}
	s := crawling(t, 100, 20, kind.CrawlPlan{Lists: kind.IncludeLists, Rules: frontier.Rules{MaxDepth: alone}}, 0)
	s.goOn()
	s.end(s.found(root + "two"))
	s.goOn()
	s.holds(store.CrawlFinished, "", 1)
}

// TestFirstPageThatFailsWhileCancelled: a crawl whose first page has failed cannot be resumed, as there is nothing to go
// on with.
func TestFirstPageThatFailsWhileCancelled(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Lists: kind.IncludeLists}, 0)
	s.goOn()
	s.cancel()
	s.end(failed(errs.TargetError))
	s.goOn()
	c := s.holds(store.CrawlFailed, "", 0)
	if c.State.Error == nil || c.State.Error.Code != errs.TargetError {
		t.Errorf("got error %v, want %s", c.State.Error, errs.TargetError)
	}
}

// TestFirstPageThatCannotBePaid: a crawl that has no credits left for its first page fails by that, be it the first try
// of the page or a later one.
func TestFirstPageThatCannotBePaid(t *testing.T) {
	t.Parallel()
	for name, tries := range map[string]int{"first try": 0, "second try": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 1, 20, kind.CrawlPlan{}, 0)
			for range tries {
				s.goOn()
				s.end(failed(errs.UpstreamRateLimited))
				s.goOn()
			}
			_, _, err := s.Admit(t.Context(), store.Admission{Job: s.Job(s.org, 1), Shards: 1})
			s.must(err)
			s.Clock.Move(time.Hour)
			s.goOn()
			c := s.holds(store.CrawlFailed, "", 0)
			if c.State.Error == nil || c.State.Error.Code != errs.InsufficientCredits {
				t.Errorf("got error %v, want %s", c.State.Error, errs.InsufficientCredits)
			}
		})
	}
}

// TestRulesThatCannotBeRead: without the site's robots.txt the links of a page wait until it is there, and keep no
// crawl from its end.
func TestRulesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	plan := kind.CrawlPlan{Robots: true}
	t.Run("for a while", func(t *testing.T) {
		t.Parallel()
		s := crawling(t, 100, 20, plan, 0)
		s.goOn()
		s.end(s.found(root+"x", root+"y"))
		s.rules.fail(errs.Of(errs.UpstreamTimeout))
		if c := s.goOn(); c.State.Numbered != 1 || c.State.WakeAt.IsZero() {
			t.Errorf("got %d pages, a wake at %s; want 1, and a wake", c.State.Numbered, c.State.WakeAt)
		}
		s.rules.fail(nil)
		s.Clock.Move(time.Minute)
		if c := s.goOn(); c.State.Numbered != 3 {
			t.Errorf("got %d pages, want 3", c.State.Numbered)
		}
		s.rules.fail(errs.Of(errs.UpstreamTimeout))
		s.end(s.found(root + "z"))
		s.goOn()
		s.cancel()
		s.goOn()
		s.holds(store.CrawlCancelled, store.HaltCancelled, 3)
	})
	t.Run("of another scheme", func(t *testing.T) {
		t.Parallel()
		s := crawling(t, 100, 20, plan, 0)
		s.rules.only = "https"
		s.rules.fail(errs.Of(errs.UpstreamTimeout))
		s.goOn()
		s.end(s.found(root+"x", "https://a.test/y", root+"z"))
		if c := s.goOn(); c.State.Admitted != 3 || c.State.Skipped[string(frontier.Disallowed)] != 1 {
			t.Errorf("got %d pages admitted, skipped %v; want 3, and one by its robots.txt", c.State.Admitted, c.State.Skipped)
		}
		s.end(s.found())
		s.goOn()
		s.holds(store.CrawlFinished, "", 3)
	})
	t.Run("for longer", func(t *testing.T) {
		t.Parallel()
		s := crawling(t, 100, 20, plan, 0)
		s.goOn()
		s.end(s.found(root+"x", root+"y"))
		s.rules.fail(errs.Of(errs.UpstreamTimeout))
		for n := 0; s.goOn().State.Status == store.CrawlRunning && n < 40; n++ {
			s.Clock.Move(time.Minute)
		}
		if c := s.holds(store.CrawlFinished, "", 1); c.State.Skipped[string(frontier.Disallowed)] != 2 {
			t.Errorf("got skipped %v, want two by robots.txt", c.State.Skipped)
		}
	})
	t.Run("for longer with pages that wait", func(t *testing.T) {
		t.Parallel()
		s := crawling(t, 100, 2, plan, 0) // one page at once
		s.goOn()
		s.end(s.found(root+"x", root+"y"))
		s.goOn()
		s.rules.fail(errs.Of(errs.UpstreamTimeout))
		s.end(s.found())
		for n := 0; len(s.goOn().State.InFlight) == 0 && n < 40; n++ {
			s.Clock.Move(time.Minute)
		}
		s.end(failed(errs.UpstreamTimeout)) // as the job of a page is that reads the same robots.txt
		s.goOn()
		if c := s.holds(store.CrawlFinished, "", 2); c.State.Failed[string(errs.UpstreamTimeout)] != 1 {
			t.Errorf("got failures %v, want one", c.State.Failed)
		}
	})
	t.Run("from the first", func(t *testing.T) {
		t.Parallel()
		s := crawling(t, 100, 20, plan, 0)
		s.rules.fail(errs.Of(errs.UpstreamTimeout))
		s.goOn()
		if c := s.holds(store.CrawlFailed, "", 0); c.State.Error == nil || c.State.Error.Code != errs.UpstreamTimeout {
			t.Errorf("got error %v, want %s", c.State.Error, errs.UpstreamTimeout)
		}
	})
}

// TestSlowRules: a step keeps what it has judged, however long hosts take to serve their robots.txt.
func TestSlowRules(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Robots: true}, 0)
	s.goOn()
	s.end(s.found(links(9)...))
	s.rules.took = 15 * time.Second
	before := s.at().State.Version
	c := s.goOn()
	if steps := c.State.Version - before; c.State.Numbered != 10 || steps < 3 {
		t.Errorf("got %d pages after %d steps, want 10 after 3 or more", c.State.Numbered, steps)
	}
}

// TestTurnsAreTakenOnce: where the organization has room for one page and the host takes two, the one is admitted.
func TestTurnsAreTakenOnce(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 3, kind.CrawlPlan{Delay: time.Second}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y", root+"z"))
	_, _, err := s.Admit(t.Context(), store.Admission{Job: s.Job(s.org, 1), Shards: 1})
	s.must(err)
	s.Clock.Move(time.Minute)
	if c := s.goOn(); c.State.Admitted < 2 {
		t.Errorf("got %d pages admitted, want 2", c.State.Admitted)
	}
}

// TestTimeout: after its time a crawl admits no page, ends with those in flight, and goes on when it is resumed.
func TestTimeout(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 100, kind.CrawlPlan{Timeout: time.Minute}, 0)
	s.goOn()
	s.end(s.found(links(40)...))
	s.goOn()
	s.Clock.Move(61 * time.Second)
	if c := s.goOn(); c.State.Status != store.CrawlRunning || c.State.Halt != store.HaltTime {
		t.Errorf("got %s by %q, want it running, halted by time", c.State.Status, c.State.Halt)
	}
	s.end(s.found())
	s.goOn()
	s.holds(store.CrawlFinished, store.HaltTime, 17)
	s.resume()
	for range 5 {
		s.goOn()
		s.end(s.found())
	}
	s.goOn()
	s.holds(store.CrawlFinished, "", 41)
}

// TestDropped: links that did not fit into a page's row are counted, with the page.
func TestDropped(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{Limit: 1}}, 0)
	s.goOn()
	packed, err := job.Found{Links: links(3), Dropped: 700}.Pack()
	s.must(err)
	s.end(store.Outcome{Status: job.Succeeded, Found: packed})
	c := s.goOn()
	samples, err := s.Samples(t.Context(), c)
	s.must(err)
	if diff := cmp.Diff(map[string][]string{"dropped": {root}}, samples); diff != "" || c.State.Skipped["dropped"] != 700 {
		t.Errorf("got %v skipped, samples mismatch (-want +got):\n%s", c.State.Skipped, diff)
	}
}

// TestPagesOfManyTries: a page that was cancelled as often as it has tries is shown by the last, and hides no other.
func TestPagesOfManyTries(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y"))
	for range job.Marks + 1 {
		s.goOn()
		s.cancel()
		s.goOn()
		s.resume()
	}
	c := s.goOn()
	s.holds(store.CrawlFinished, "", 1)
	pages, err := s.CrawlPages(t.Context(), c, 1, 10)
	s.must(err)
	var got []string
	for _, j := range pages {
		got = append(got, fmt.Sprint(j.Page.Number, " ", j.Page.Try, " ", j.Status))
	}
	want := []string{"1 0 succeeded", fmt.Sprint("2 ", job.Marks-1, " cancelled"), fmt.Sprint("3 ", job.Marks-1, " cancelled")}
	if !slices.Equal(got, want) {
		t.Errorf("got pages %q, want %q", got, want)
	}
}

// TestRedirectToWhatIsNoPage: the links of a page that redirects to where no page is wanted are not followed.
func TestRedirectToWhatIsNoPage(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Rules: frontier.Rules{Exclude: []string{"/private/**"}}}, 0)
	s.goOn()
	s.end(s.found(root + "go"))
	s.goOn()
	packed, err := job.Found{Final: root + "private/y", Links: []string{root + "more"}}.Pack()
	s.must(err)
	s.end(store.Outcome{Status: job.Succeeded, Found: packed})
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 2); c.State.Skipped[string(frontier.Excluded)] != 1 {
		t.Errorf("got skipped %v, want one that is excluded", c.State.Skipped)
	}
}

// TestPauseOfAHost: a page whose host asked for a pause is tried again after it, and not before; others are not held.
func TestPauseOfAHost(t *testing.T) {
	t.Parallel()
	for _, code := range []errs.Code{errs.UpstreamRateLimited, errs.TargetError} { // 429, and 503 with a time
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			testPause(t, code)
		})
	}
}

func testPause(t *testing.T, code errs.Code) {
	t.Helper()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root+"x", root+"y"))
	s.goOn()
	refused := failed(code)
	refused.Error.RetryAfter = 240
	s.end(refused, 2)
	s.end(failed(errs.UpstreamRateLimited), 3) // which says nothing of a time
	s.goOn()
	s.Clock.Move(29 * time.Second)
	if c := s.goOn(); len(c.State.InFlight) > 0 || !c.State.WakeAt.After(s.Clock.Now()) {
		t.Errorf("got %d pages in flight in the pause, a wake at %s; want none, and a wake to come", len(c.State.InFlight), c.State.WakeAt)
	}
	s.Clock.Move(time.Second)
	s.goOn()
	s.end(s.found(links(20)...), 3)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.end(s.found())
	if c := s.goOn(); c.State.Succeeded != 22 || len(c.State.InFlight) > 0 {
		t.Errorf("got %d pages, %d in flight; want 22 before the pause of the one is over, and none", c.State.Succeeded, len(c.State.InFlight))
	}
	s.Clock.Move(210 * time.Second)
	s.goOn()
	s.end(s.found())
	s.goOn()
	at := s.holds(store.CrawlFinished, "", 23)
	pages, err := s.CrawlPages(t.Context(), at, 2, 2)
	if s.must(err); len(pages) != 2 || pages[0].Status != job.Succeeded || pages[1].Status != job.Succeeded {
		t.Errorf("got %+v for the pages that were asked for again, want their last tries", pages)
	}
}

// TestCancelledPage: a page whose own job was cancelled is not tried again while the crawl goes on.
func TestCancelledPage(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root + "x"))
	s.goOn()
	cancelled := failed(errs.Cancelled)
	cancelled.Status = job.Cancelled
	s.end(cancelled)
	s.goOn()
	if c := s.holds(store.CrawlFinished, "", 1); c.State.Cancelled != 1 {
		t.Errorf("got %d pages cancelled, want 1", c.State.Cancelled)
	}
}

// TestPagesThatWeFailed: a page whose worker ended before it, or that lacked what the installation has, is tried again as
// often as one whose host asked for a pause, and then has that code; its host keeps no pace for that.
func TestPagesThatWeFailed(t *testing.T) {
	t.Parallel()
	for code, again := range map[errs.Code]bool{errs.JobInterrupted: true, errs.ServiceUnavailable: true, errs.InternalError: false, errs.TargetError: false} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
			s.goOn()
			s.end(s.found(root+"x", root+"y"))
			s.goOn()
			for range job.Tries {
				s.end(failed(code), 2)
				if c := s.goOn(); !c.State.Wary.IsZero() {
					t.Errorf("got a host that is asked for its pace until %s, want none", c.State.Wary)
				}
				s.Clock.Move(5 * time.Minute)
				s.goOn()
			}
			s.end(s.found(), 3)
			s.goOn()
			c := s.holds(store.CrawlFinished, "", 2)
			pages, err := s.CrawlPages(t.Context(), c, 2, 1)
			if s.must(err); c.State.Failed[string(code)] != 1 || len(pages) != 1 || (pages[0].Page.Try == job.Tries-1) != again {
				t.Errorf("got failures %v after try %d, want one, after the last try: %t", c.State.Failed, pages[0].Page.Try, again)
			}
		})
	}
}

// TestFirstPageThatWeFailed: a crawl whose first page the installation failed has not failed.
func TestFirstPageThatWeFailed(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{Lists: kind.IncludeLists}, 0)
	s.goOn()
	s.end(failed(errs.JobInterrupted))
	s.goOn()
	s.Clock.Move(time.Minute)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.end(failed(errs.JobInterrupted), 0)
	s.goOn()
	s.end(s.listed(root+"x"), 0)
	s.goOn()
	s.end(s.found())
	s.goOn()
	s.holds(store.CrawlFinished, "", 3)
}
