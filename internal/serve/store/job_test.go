package store_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

const lease = time.Minute

func claim(t *testing.T, f *storetest.Fixture, j *job.Job, want store.Claim) *job.Job {
	t.Helper()
	got, outcome, err := f.Claim(t.Context(), j.OrgID, j.ID, store.Terms{Lease: lease})
	if err != nil || outcome != want {
		t.Fatalf("claim %v, %v; want %v", outcome, err, want)
	}
	return got
}

func finish(t *testing.T, f *storetest.Fixture, j *job.Job, status job.Status, want bool) {
	t.Helper()
	o := store.Outcome{Status: status}
	if status == job.Failed {
		o.Error = &job.Failure{Code: errs.TargetError, Message: "no"}
	}
	mine, err := f.Finish(t.Context(), j, o)
	if err != nil || mine != want {
		t.Fatalf("finish %v, %v; want %v", mine, err, want)
	}
}

func TestLifeOfAJob(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status  job.Status
		balance int64
	}{{job.Succeeded, 7}, {job.Failed, 10}, {job.Cancelled, 10}} {
		t.Run(string(c.status), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 10, 5)
			j, _ := admit(t, f, f.Job(org, 3), "")
			running := claim(t, f, j, store.Claimed)
			if running.Status != job.Running || running.Fence != 1 || running.Attempts != 1 {
				t.Errorf("claimed %+v", running)
			}
			claim(t, f, j, store.Leased)
			finish(t, f, running, c.status, true)
			claim(t, f, j, store.Ended)
			b := balanced(t, f, org)
			if b.Balance != c.balance || b.InFlight != 0 || b.Reserved != 0 {
				t.Errorf("books %+v", b)
			}
		})
	}
}

// A job that succeeds gives back what it did not deliver, never more than its charge, and the
// rows agree about it.
func TestPartOfAChargeIsRefunded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ refund, unneeded, back int64 }{
		"a part": {2, 0, 2}, "all": {3, 0, 3}, "more than all": {9, 0, 3}, "nothing": {0, 0, 0}, "less than nothing": {-4, -4, 0},
		"not needed": {0, 2, 2}, "both": {1, 1, 2}, "more than all of it": {1, 9, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 10, 5)
			j, _ := admit(t, f, f.Job(org, 3), "")
			running := claim(t, f, j, store.Claimed)
			if mine, err := f.Finish(t.Context(), running, store.Outcome{Status: job.Succeeded, Refund: c.refund, Unneeded: c.unneeded}); !mine || err != nil {
				t.Fatalf("got finished %t, error %v; want true, none", mine, err)
			}
			if now, err := f.Store.Job(t.Context(), org, j.ID); err != nil || now.Refunded != c.back || running.Refunded != c.back || now.Unneeded != min(max(c.unneeded, 0), 3) {
				t.Errorf("got refunded %d and %d, not needed %d, error %v; want %d, not needed %d", now.Refunded, running.Refunded, now.Unneeded, err, c.back, c.unneeded)
			}
			if b := balanced(t, f, org); b.Balance != 7+c.back || b.Refunded != c.back || b.Reserved != 0 || b.InFlight != 0 {
				t.Errorf("got books %+v, want balance %d, refunded %d, nothing reserved", b, 7+c.back, c.back)
			}
		})
	}
}

func TestOnlyTheNewestClaimFinishes(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 3), "")
	first := claim(t, f, j, store.Claimed)
	f.Clock.Move(lease + time.Second)
	second := claim(t, f, j, store.Claimed)
	finish(t, f, first, job.Failed, false)
	finish(t, f, second, job.Succeeded, true)
	finish(t, f, second, job.Failed, false)
	if b := balanced(t, f, org); b.Balance != 7 || b.Refunded != 0 {
		t.Errorf("books %+v", b)
	}
}

// TestAReleaseIsOfItsOwnClaim releases a claim after a newer one gave the job back.
func TestAReleaseIsOfItsOwnClaim(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 3), "")
	first := claim(t, f, j, store.Claimed)
	f.Clock.Move(lease + time.Second)
	second := claim(t, f, j, store.Claimed)
	if mine, err := f.Release(t.Context(), second); !mine || err != nil {
		t.Fatalf("got released %t, error %v; want true, none", mine, err)
	}
	if mine, err := f.Release(t.Context(), first); mine || err != nil {
		t.Errorf("got released %t, error %v of a claim that was superseded; want false, none", mine, err)
	}
	if mine, err := f.Release(t.Context(), second); !mine || err != nil {
		t.Errorf("got released %t, error %v of the same claim again; want true, none", mine, err)
	}
	finish(t, f, second, job.Failed, false)
	ended, _ := admit(t, f, f.Job(org, 3), "")
	running := claim(t, f, ended, store.Claimed)
	stale := *running
	finish(t, f, running, job.Succeeded, true)
	if mine, err := f.Release(t.Context(), &stale); mine || err != nil {
		t.Errorf("got released %t, error %v of a job that has ended; want false, none", mine, err)
	}
	if now, err := f.Store.Job(t.Context(), org, ended.ID); err != nil || now.Status != job.Succeeded {
		t.Errorf("got job %+v, error %v after a release; want it succeeded", now, err)
	}
	balanced(t, f, org)
}

// TestAQueuedJobEndsOnce has two callers cancel a job that both saw queued.
func TestAQueuedJobEndsOnce(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 3), "")
	other := *j
	finish(t, f, j, job.Cancelled, true)
	finish(t, f, &other, job.Cancelled, false)
	if b := balanced(t, f, org); b.Balance != 10 || b.Refunded != 3 {
		t.Errorf("got books %+v, want balance 10, refunded 3", b)
	}
}

func TestAJobIsTriedTwice(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 3), "")
	for range job.MaxAttempts {
		running := claim(t, f, j, store.Claimed)
		if mine, err := f.Release(t.Context(), running); !mine || err != nil {
			t.Fatalf("release %v, %v", mine, err)
		}
	}
	exhausted := claim(t, f, j, store.Exhausted)
	finish(t, f, exhausted, job.Failed, true)
	balanced(t, f, org)
}

func TestClaimOfNothing(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	claim(t, f, f.Job(f.Org(t, 0, 1), 1), store.Missing)
}

func TestEndingWritesOneEvent(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j := f.Job(org, 1)
	j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	admit(t, f, j, "")
	running := claim(t, f, j, store.Claimed)
	finish(t, f, running, job.Succeeded, true)
	f.Clock.Move(2 * time.Minute)
	var found []*store.Delivery
	for _, d := range dueNow(t, f) {
		found = append(found, d.Delivery)
	}
	if len(found) != 1 || found[0] == nil || found[0].JobID != j.ID || found[0].EventType != "job.succeeded" {
		t.Errorf("due: %+v", found)
	}
}

func dueNow(t *testing.T, f *storetest.Fixture) []store.Due {
	t.Helper()
	var all []store.Due
	for _, lane := range []store.Lane{store.LaneRunning, store.LaneDeliveries, store.LaneQueued} {
		for shard := range store.DueShards {
			due, _, err := f.Due(t.Context(), store.DueQuery{Lane: lane, Shard: shard, By: f.Clock.Now(), Limit: 100})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, due...)
		}
	}
	return all
}

func TestEveryUnfinishedJobIsDueInTime(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 1), "")
	if due := dueNow(t, f); len(due) != 0 {
		t.Errorf("due at once: %+v", due)
	}
	f.Clock.Move(45 * time.Second)
	if due := dueNow(t, f); len(due) != 1 || due[0].Job.ID != j.ID {
		t.Errorf("due after a lost send: %+v", due)
	}
	claim(t, f, j, store.Claimed)
	if due := dueNow(t, f); len(due) != 0 {
		t.Errorf("due while leased: %+v", due)
	}
	f.Clock.Move(lease)
	if due := dueNow(t, f); len(due) != 1 {
		t.Errorf("due after the lease: %+v", due)
	}
}

// TestBrokenConnections ends jobs through a connection that fails before or after
// the engine has done its work, and holds the books against each other after every
// step.
func TestBrokenConnections(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 40, 8)
			rng := rand.New(rand.NewPCG(seed, 1))
			broken := func(string) (*http.Response, error) {
				if rng.IntN(4) == 0 {
					return nil, errors.New("connection reset")
				}
				return nil, nil
			}
			var jobs []*job.Job
			for range 60 {
				f.Fault.Before(broken)
				f.Fault.After(broken)
				jobs = step(t, f, rng, org, jobs)
				f.Fault.Before(nil)
				f.Fault.After(nil)
				f.Clock.Move(lease + time.Minute)
				for _, j := range jobs { // the message of who died with a cancelled job comes again
					_, _, _ = f.Claim(t.Context(), org, j.ID, store.Terms{Lease: lease})
				}
				balanced(t, f, org)
			}
		})
	}
}

// step does one thing at random and lets it fail.
func step(t *testing.T, f *storetest.Fixture, rng *rand.Rand, org string, jobs []*job.Job) []*job.Job {
	t.Helper()
	if len(jobs) == 0 || rng.IntN(3) == 0 {
		j := f.Job(org, rng.Int64N(6))
		_, _, _ = f.Admit(t.Context(), store.Admission{Job: j, IdempotencyKey: fmt.Sprint(rng.IntN(20))})
		return append(jobs, j)
	}
	j := jobs[rng.IntN(len(jobs))]
	if rng.IntN(4) == 0 {
		f.Clock.Move(lease + time.Second)
	}
	running, outcome, err := f.Claim(t.Context(), org, j.ID, store.Terms{Lease: lease})
	if err != nil || outcome != store.Claimed {
		return jobs
	}
	status := []job.Status{job.Succeeded, job.Failed, job.Cancelled}[rng.IntN(3)]
	_, _ = f.Finish(t.Context(), running, store.Outcome{Status: status})
	return jobs
}
