package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// claimAs claims a job under a cap.
func claimAs(t *testing.T, f *storetest.Fixture, j *job.Job, most int, want store.Claim) *job.Job {
	t.Helper()
	got, outcome, err := f.Claim(t.Context(), j.OrgID, j.ID, store.Terms{Lease: lease, Most: most})
	if err != nil || outcome != want {
		t.Fatalf("claim of %s: got %v, error %v; want %v, none", j.ID, outcome, err, want)
	}
	return got
}

// TestAnOrganizationRunsNoMoreThanItsShare: however a running job ends, its place is the next
// one's; a dead worker's is not given away, and another worker's or organization's counts apart.
func TestAnOrganizationRunsNoMoreThanItsShare(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org, other := f.Org(t, 100, 50), f.Org(t, 100, 50)
	queued := func(org string) *job.Job {
		j, _ := admit(t, f, f.Job(org, 1), "")
		return j
	}
	first, second := queued(org), queued(org)
	one := claimAs(t, f, first, 2, store.Claimed)
	two := claimAs(t, f, second, 2, store.Claimed)
	third := queued(org)
	crowded := claimAs(t, f, third, 2, store.Crowded)
	if crowded.Status != job.Queued || crowded.Attempts != 0 || crowded.Fence != 0 {
		t.Errorf("got %s with %d attempts, fence %d; want it queued as before", crowded.Status, crowded.Attempts, crowded.Fence)
	}
	claimAs(t, f, queued(other), 2, store.Claimed)
	elsewhere := f.Job(org, 1)
	elsewhere.Worker = "site"
	elsewhere, _ = admit(t, f, elsewhere, "")
	claimAs(t, f, elsewhere, 1, store.Claimed)

	for name, leave := range map[string]func(j *job.Job){
		"succeeds": func(j *job.Job) { finish(t, f, j, job.Succeeded, true) },
		"fails":    func(j *job.Job) { finish(t, f, j, job.Failed, true) },
		"cancelled": func(j *job.Job) {
			run := *j
			finish(t, f, j, job.Cancelled, true)
			claimAs(t, f, third, 2, store.Crowded) // the run goes on
			if err := f.LeavePlace(t.Context(), &run); err != nil {
				t.Fatalf("leaving: got error %v, want none", err)
			}
		},
		"released": func(j *job.Job) {
			if mine, err := f.Release(t.Context(), j); !mine || err != nil {
				t.Fatalf("release: got %t, %v; want true, no error", mine, err)
			}
		},
	} {
		leave(one)
		one = claimAs(t, f, third, 2, store.Claimed)
		third = queued(org)
		if claimAs(t, f, third, 2, store.Crowded); t.Failed() {
			t.Fatalf("%s: got a place for more than two, want one for the next", name)
		}
	}
	f.Clock.Move(time.Hour) // their workers are dead
	claimAs(t, f, third, 2, store.Crowded)
	claimAs(t, f, second, 2, store.Claimed) // anew, in its own place
	claimAs(t, f, third, 2, store.Crowded)
	if finish(t, f, two, job.Succeeded, false); t.Failed() {
		t.Error("got an end of a claim that is over, want none")
	}
	claimAs(t, f, third, 2, store.Crowded)
	finish(t, f, third, job.Cancelled, true) // queued: it had no place to leave
	claimAs(t, f, queued(org), 2, store.Crowded)
}

// TestTheShareHoldsAtOnce: of many claims at the same moment no more are granted than there is
// room for, on one row of a wallet and on four, whose parts are equal.
func TestTheShareHoldsAtOnce(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 4} {
		t.Run(fmt.Sprint(shards), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 1000, 200)
			if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: &shards}); err != nil {
				t.Fatalf("splitting the wallet: %v", err)
			}
			var jobs []*job.Job
			for range 40 {
				j := f.Job(org, 1)
				if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: shards}); err != nil {
					t.Fatalf("admission: %v", err)
				}
				jobs = append(jobs, j)
			}
			var all sync.WaitGroup
			var mu sync.Mutex
			got := map[store.Claim]int{}
			for _, j := range jobs {
				all.Go(func() {
					_, how, err := f.Claim(t.Context(), org, j.ID, store.Terms{Lease: lease, Most: 8})
					if err != nil {
						t.Errorf("got error %v, want none", err)
					}
					mu.Lock()
					defer mu.Unlock()
					got[how]++
				})
			}
			all.Wait()
			// A claim that met others at each try is told to come again, too.
			if got[store.Claimed] > 8 || got[store.Claimed] == 0 || got[store.Claimed]+got[store.Crowded] != len(jobs) {
				t.Errorf("got claims %v, want at most 8 of %d granted and the others crowded", got, len(jobs))
			}
		})
	}
}

// TestManyTimeoutsInARowSlowAdmission: they are refunded, so that nothing else would bound them.
func TestManyTimeoutsInARowSlowAdmission(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	end := func(code errs.Code) {
		t.Helper()
		j, _ := admit(t, f, f.Job(org, 1), "")
		o := store.Outcome{Status: job.Succeeded}
		if code != "" {
			o = store.Outcome{Status: job.Failed, Error: &job.Failure{Code: code, Message: "no"}}
		}
		if mine, err := f.Finish(t.Context(), claim(t, f, j, store.Claimed), o); !mine || err != nil {
			t.Fatalf("finish: got %t, %v; want true, no error", mine, err)
		}
	}
	try := func() error {
		_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: 1})
		return err
	}
	for range 199 {
		end(errs.UpstreamTimeout)
	}
	end("") // in a row, it says
	for range 200 {
		end(errs.UpstreamTimeout)
	}
	f.Clock.Move(20 * time.Second)
	e := errs.As(try())
	if e == nil || e.Code != errs.TooManyTimeouts || e.RetryAfter != 40*time.Second || len(e.Details) != 1 || e.Details[0].Issue != "200" {
		t.Fatalf("got %+v, want %s with 40s to wait and the 200 time-outs", e, errs.TooManyTimeouts)
	}
	f.Clock.Move(40 * time.Second)
	end(errs.UpstreamTimeout) // one is let through, and its end begins the rest anew
	if err := try(); !errs.Is(err, errs.TooManyTimeouts) {
		t.Errorf("got %v, want %s", err, errs.TooManyTimeouts)
	}
	f.Clock.Move(time.Minute)
	end(errs.TargetError)
	if err := try(); err != nil {
		t.Errorf("got error %v after a target that answered, want none", err)
	}
}

// TestTwoClaimsOfADeadWorkersJob that have both read it before either writes: one wins.
func TestTwoClaimsOfADeadWorkersJob(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 1), "")
	claimAs(t, f, j, 1, store.Claimed)
	f.Clock.Move(time.Hour)
	var first *job.Job
	once(f, "UpdateItem", func() { first = claimAs(t, f, j, 1, store.Claimed) })
	got, how, err := f.Claim(t.Context(), org, j.ID, store.Terms{Lease: lease, Most: 1})
	if err != nil || how != store.Leased || first == nil || got.Fence != first.Fence || got.Attempts != 2 {
		t.Errorf("got claim %v of %+v, error %v; want %v by the one that wrote first, none", how, got, err, store.Leased)
	}
}
