package crawler_test

import (
	"log/slog"
	"slices"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
)

func (s *scene) act(r admin.Request) any {
	s.Helper()
	given, err := admin.New(s.Store, slog.New(slog.DiscardHandler)).Handle(s.Context(), r)
	s.must(err)
	return given
}

// balance is what the organization has, once its books balance and nothing is under way that should not be.
func (s *scene) balance(inFlight int64) int64 {
	s.Helper()
	s.act(admin.Request{Op: "audit"}) // fails where they do not
	b, err := s.Balance(s.Context(), s.org, 1, true)
	if s.must(err); b.InFlight != inFlight || b.Reserved != inFlight {
		s.Errorf("got %d jobs in flight with %d credits, want %d of both", b.InFlight, b.Reserved, inFlight)
	}
	return b.Balance
}

// TestSuspension: an operator's stop ends a crawl and other jobs with every credit of what had not ended given back, and nothing
// begins until its end; then the crawl is resumed, and each page is paid for once.
func TestSuspension(t *testing.T) {
	t.Parallel()
	for name, shards := range map[string]int{"one row": 1, "four rows": 4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
			if _, err := s.SetOrg(t.Context(), s.org, store.OrgChange{Shards: &shards}); err != nil {
				t.Fatal(err)
			}
			s.goOn()
			s.end(s.found(links(6)...))
			s.goOn()
			running, _, err := s.Admit(t.Context(), store.Admission{Job: s.Job(s.org, 5), Shards: shards})
			s.must(err)
			held, _, err := s.Claim(t.Context(), s.org, running.ID, store.Terms{Lease: job.MaxQueued})
			s.must(err)

			done, _ := s.act(admin.Request{Op: "org.suspend", Org: s.org, Reason: "floods"}).(*admin.Suspended)
			if done == nil || done.Cancelled != 7 || done.Stopped != 1 || done.SuspendedFor != "floods" || done.InFlightCap != 0 {
				t.Errorf("got %+v, want 7 jobs and 1 crawl cancelled, no room and the reason", done)
			}
			if mine, err := s.Finish(t.Context(), held, s.found()); mine || err != nil {
				t.Errorf("a worker that went on: got its end taken %t, error %v; want false, none", mine, err)
			}
			s.goOn()
			s.holds(store.CrawlCancelled, store.HaltCancelled, 1)
			if got := s.balance(0); got != 99 {
				t.Errorf("got a balance of %d, want 99: of all that was charged, the page that was read", got)
			}
			for what, j := range map[string]*job.Job{"a job": s.Job(s.org, 1), "a job without a price": s.Job(s.org, 0)} {
				if _, _, err := s.Admit(t.Context(), store.Admission{Job: j, Shards: shards}); !errs.Is(err, errs.TooManyInFlight) {
					t.Errorf("%s of a call from before: got error %v, want %s", what, err, errs.TooManyInFlight)
				}
			}
			again, _ := s.act(admin.Request{Op: "org.suspend", Org: s.org, Reason: "again"}).(*admin.Suspended)
			if again == nil || again.Cancelled != 0 || again.Stopped != 0 || again.SuspendedFor != "floods" {
				t.Errorf("a second time: got %+v, want nothing cancelled and the first reason", again)
			}

			shown, _ := s.act(admin.Request{Op: "org.resume", Org: s.org}).(*admin.Org)
			if shown == nil || shown.InFlightCap != 20 || shown.SuspendedAt != "" || shown.SuspendedFor != "" {
				t.Errorf("got %+v after the end of it, want the room of before and no suspension", shown)
			}
			s.resume()
			for !s.goOn().State.Ended() {
				s.end(s.found())
			}
			if c := s.holds(store.CrawlFinished, "", 7); c.State.Succeeded != 7 {
				t.Errorf("got %d pages, want all 7", c.State.Succeeded)
			}
			if got := s.balance(0); got != 93 {
				t.Errorf("got a balance of %d, want 93: 7 pages, each once", got)
			}
		})
	}
}

// TestACrawlThatCameLate: one that a call began while its organization was suspended has no room for pages, and ends by the act's repetition.
func TestACrawlThatCameLate(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
	suspend := admin.Request{Op: "org.suspend", Org: s.org, Reason: "floods"}
	s.act(suspend)
	s.goOn()
	s.holds(store.CrawlCancelled, store.HaltCancelled, 0)
	s.id = s.begin(kind.CrawlPlan{}, 0)
	if c := s.goOn(); c.State.Ended() || len(c.State.InFlight) > 0 {
		t.Errorf("got a crawl that is %s, with %d pages in flight; want it running, and none", c.State.Status, len(c.State.InFlight))
	}
	s.act(suspend)
	s.goOn()
	s.holds(store.CrawlCancelled, store.HaltCancelled, 0)
	if got := s.balance(0); got != 100 {
		t.Errorf("got a balance of %d, want 100", got)
	}
}

// TestSuspendedOrganization: what is refused of one, and of acts on it.
func TestSuspendedOrganization(t *testing.T) {
	t.Parallel()
	s := crawling(t, 100, 20, kind.CrawlPlan{}, 0)
	desk := admin.New(s.Store, slog.New(slog.DiscardHandler))
	s.act(admin.Request{Op: "org.suspend", Org: s.org, Reason: "floods"})
	for what, r := range map[string]admin.Request{
		"no reason":      {Op: "org.suspend", Org: s.org},
		"more room":      {Op: "org.set", Org: s.org, InFlightCap: new(5)},
		"a wider wallet": {Op: "org.set", Org: s.org, WalletShards: new(2)},
	} {
		if _, err := desk.Handle(t.Context(), r); !errs.Is(err, errs.InvalidRequest) {
			t.Errorf("%s: got error %v, want %s", what, err, errs.InvalidRequest)
		}
	}
	for _, op := range []string{"org.suspend", "org.resume"} {
		if _, err := desk.Handle(t.Context(), admin.Request{Op: op, Org: "org_none", Reason: "floods"}); !errs.Is(err, errs.NotFound) {
			t.Errorf("%s of nobody: got error %v, want %s", op, err, errs.NotFound)
		}
	}
	orgs, err := s.Orgs(t.Context())
	if s.must(err); !slices.ContainsFunc(orgs, func(o *store.Org) bool { return o.SuspendedFor == "floods" }) {
		t.Errorf("got %+v, want the suspended one among them", orgs)
	}
}
