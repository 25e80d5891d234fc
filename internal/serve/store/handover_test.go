package store_test

import (
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// terms are those of a function that runs one job of an organization at once.
func terms(worker string) store.Terms {
	return store.Terms{Worker: worker, Lease: time.Minute, Most: 1}
}

// TestHandOver: a job goes to another function with its id, charge, slot and secrets. The place
// of the first is free at once, that of the second is taken by its claim, and a message that is
// left in the first one's queue does nothing.
func TestHandOver(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j := f.Job(org, 3)
	j.Sealed = []byte("secret")
	admitted, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 1})
	if err != nil {
		t.Fatal(err)
	}
	claim := func(worker string, want store.Claim) *job.Job {
		t.Helper()
		got, how, err := f.Claim(t.Context(), org, admitted.ID, terms(worker))
		if err != nil || how != want {
			t.Fatalf("%s: got claim %d, error %v; want %d, no error", worker, how, err, want)
		}
		return got
	}
	first := claim("url", store.Claimed)
	if mine, err := f.HandOver(t.Context(), first, "far", 1500*time.Millisecond); err != nil || !mine {
		t.Fatalf("got mine %t, error %v; want true, no error", mine, err)
	}
	for worker, want := range map[string]int{"url": 0, "far": 0} {
		if got := running(t, f, org, worker); got != want {
			t.Errorf("%s: got %d running jobs, want %d", worker, got, want)
		}
	}
	claim("url", store.Elsewhere)
	second := claim("far", store.Claimed)
	if second.HandedOver != "url" || second.Worker != "far" || second.Attempts != 1 || second.Fence != 2 || second.Spent != 1500*time.Millisecond || string(second.Sealed) != "secret" {
		t.Errorf("got %+v, want it handed over by url to far, attempt 1, fence 2, 1.5 s spent and its secrets", second)
	}
	if got := running(t, f, org, "far"); got != 1 {
		t.Errorf("got %d running jobs of far, want 1", got)
	}
	for name, j := range map[string]*job.Job{"by the old claim": first, "once more": second} {
		if mine, err := f.HandOver(t.Context(), j, "further", 0); err != nil || mine {
			t.Errorf("%s: got mine %t, error %v; want false, no error", name, mine, err)
		}
	}
	if mine, err := f.Finish(t.Context(), first, store.Outcome{Status: job.Succeeded}); err != nil || mine {
		t.Errorf("got an end by the old claim %t, error %v; want false, no error", mine, err)
	}
	if mine, err := f.Finish(t.Context(), second, store.Outcome{Status: job.Failed}); err != nil || !mine {
		t.Fatalf("got mine %t, error %v; want true, no error", mine, err)
	}
	if got := running(t, f, org, "far"); got != 0 {
		t.Errorf("got %d running jobs of far, want 0", got)
	}
	if got, err := f.Balance(t.Context(), org, 1, true); err != nil || got.Balance != 10 || got.InFlight != 0 {
		t.Errorf("got %+v, error %v; want a balance of 10, nothing in flight", got, err)
	}
}

// TestHandOverForgetsPostponements: the message of one that was put off comes by the queue that
// the job has left, so that the next function may put it off anew.
func TestHandOverForgetsPostponements(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j := f.Job(org, 1)
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
		t.Fatal(err)
	}
	if ok, err := f.Postpone(t.Context(), j, time.Minute, time.Minute); err != nil || !ok {
		t.Fatalf("got %t, error %v; want it put off, no error", ok, err)
	}
	claimed, how, err := f.Claim(t.Context(), org, j.ID, terms("url")) // by a doubled message
	if err != nil || how != store.Claimed {
		t.Fatalf("got claim %d, error %v; want %d, no error", how, err, store.Claimed)
	}
	if mine, err := f.HandOver(t.Context(), claimed, "far", 0); err != nil || !mine {
		t.Fatalf("got mine %t, error %v; want true, no error", mine, err)
	}
	queued, err := f.Store.Job(t.Context(), org, j.ID)
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := f.Postpone(t.Context(), queued, time.Minute, time.Minute); err != nil || !ok {
		t.Errorf("got %t, error %v; want it put off by the next function, no error", ok, err)
	}
}

func running(t *testing.T, f *storetest.Fixture, org, worker string) int {
	t.Helper()
	j := f.Job(org, 1)
	j.Worker = worker
	c, err := f.Crowd(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	return c.Running
}
