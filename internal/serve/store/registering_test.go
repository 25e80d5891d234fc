package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// registers is an endpoint that is not stored yet.
func registers(org, url string) *store.Endpoint {
	return &store.Endpoint{ID: ident.New(ident.Endpoint), OrgID: org, URL: url, Secret: "s"}
}

// urls are those of all of an organization's endpoints, read in pages of two.
func urls(t *testing.T, f *storetest.Fixture, org string) (all []string) {
	t.Helper()
	for q := (store.EndpointQuery{OrgID: org, Limit: 2}); ; {
		list, next, err := f.Endpoints(t.Context(), q)
		if err != nil || len(list) > 2 {
			t.Fatalf("got %d endpoints, error %v; want 2 at most, no error", len(list), err)
		}
		for _, e := range list {
			all = append(all, e.URL)
		}
		if next == "" {
			return all
		}
		q.After = next
	}
}

// TestEndpointsAreCapped: by the operator's number, whatever way they come.
func TestEndpointsAreCapped(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 100, 50)
	if o, err := f.Store.Org(t.Context(), org); err != nil || o.EndpointCap != store.DefaultEndpointCap {
		t.Fatalf("got organization %+v, error %v; want room for %d endpoints", o, err, store.DefaultEndpointCap)
	}
	if _, err := f.SetOrg(t.Context(), org, store.OrgChange{EndpointCap: new(3)}); err != nil {
		t.Fatal(err)
	}
	var first *store.Endpoint
	for n := range 3 {
		e, created, err := f.RegisterEndpoint(t.Context(), registers(org, fmt.Sprintf("http://%d.test/", n)))
		if err != nil || !created {
			t.Fatalf("endpoint %d: got created %t, error %v; want true, no error", n, created, err)
		}
		if first == nil {
			first = e
		}
		f.Clock.Move(time.Second)
	}
	want := []string{"http://0.test/", "http://1.test/", "http://2.test/"}
	if diff := cmp.Diff(want, urls(t, f, org)); diff != "" {
		t.Errorf("endpoints in pages mismatch (-want +got):\n%s", diff)
	}
	if _, _, err := f.RegisterEndpoint(t.Context(), registers(org, "http://3.test/")); !errs.Is(err, errs.TooManyEndpoints) {
		t.Errorf("got error %v of the fourth, want too_many_endpoints", err)
	}
	j := f.Job(org, 1)
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Endpoint: registers(org, "http://3.test/")}); !errs.Is(err, errs.TooManyEndpoints) {
		t.Errorf("got error %v of an admission with the fourth, want too_many_endpoints", err)
	}
	b := store.BatchAdmission{ID: "bat_1", OrgID: org, Jobs: []*job.Job{f.Job(org, 1)}, Endpoint: registers(org, "http://3.test/"), Before: &store.BatchKeys{}}
	if err := f.AdmitBatch(t.Context(), b); !errs.Is(err, errs.TooManyEndpoints) {
		t.Errorf("got error %v of a batch with the fourth, want too_many_endpoints", err)
	}
	if again, created, err := f.RegisterEndpoint(t.Context(), registers(org, "http://0.test/")); err != nil || created || again.ID != first.ID {
		t.Errorf("got endpoint %+v, error %v; want the first one again", again, err)
	}
	if err := f.DeleteEndpoint(t.Context(), org, first.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: j, Endpoint: registers(org, "http://3.test/")}); err != nil {
		t.Errorf("got error %v where one was deleted, want none", err)
	}
	if diff := cmp.Diff([]string{"http://1.test/", "http://2.test/", "http://3.test/"}, urls(t, f, org)); diff != "" {
		t.Errorf("endpoints mismatch (-want +got):\n%s", diff)
	}
}

// TestRefusedAdmissionRegistersNothing, nor does one that another call was ahead of.
func TestRefusedAdmissionRegistersNothing(t *testing.T) {
	t.Parallel()
	for _, keyed := range []string{"", "k"} {
		t.Run("key "+keyed, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 1, 1)
			batch := func(jobs ...*job.Job) store.BatchAdmission {
				b := store.BatchAdmission{
					ID: ident.New(ident.Batch), OrgID: org, Jobs: jobs, Key: keyed, Before: &store.BatchKeys{},
					Endpoint: registers(org, "http://hooks.test/"), Entries: []string{"a", "b"}[:len(jobs)],
				}
				return b
			}
			_, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 5), IdempotencyKey: keyed, Endpoint: registers(org, "http://hooks.test/")})
			if !errs.Is(err, errs.InsufficientCredits) {
				t.Errorf("got error %v, want insufficient_credits", err)
			}
			if err := f.AdmitBatch(t.Context(), batch(f.Job(org, 0), f.Job(org, 0))); !errs.Is(err, errs.TooManyInFlight) {
				t.Errorf("got error %v, want too_many_in_flight", err)
			}
			if got := urls(t, f, org); len(got) != 0 {
				t.Errorf("got endpoints %v of refused calls, want none", got)
			}
			if _, _, err := f.RegisterEndpoint(t.Context(), registers(org, "http://hooks.test/")); err != nil {
				t.Fatal(err)
			}
			_, _, err = f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), IdempotencyKey: keyed, Endpoint: registers(org, "http://hooks.test/")})
			if !errors.Is(err, store.ErrEndpointTaken) {
				t.Errorf("got error %v, want %v", err, store.ErrEndpointTaken)
			}
			if err := f.AdmitBatch(t.Context(), batch(f.Job(org, 1))); !errors.Is(err, store.ErrEndpointTaken) {
				t.Errorf("got error %v of a batch, want %v", err, store.ErrEndpointTaken)
			}
			if b, err := f.Balance(t.Context(), org, 1, true); err != nil || b.Balance != 1 || b.InFlight != 0 {
				t.Errorf("got balance %+v, error %v; want 1 credit and nothing in flight", b, err)
			}
		})
	}
}

// TestReplayRegistersNothing: a key that was used gives its job and no endpoint.
func TestReplayRegistersNothing(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	first := f.Job(org, 1)
	if _, _, err := f.Admit(t.Context(), store.Admission{Job: first, IdempotencyKey: "k"}); err != nil {
		t.Fatal(err)
	}
	j, replayed, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), IdempotencyKey: "k", Endpoint: registers(org, "http://hooks.test/")})
	if err != nil || !replayed || j.ID != first.ID {
		t.Errorf("got job %+v, replayed %t, error %v; want that of the key", j, replayed, err)
	}
	if got := urls(t, f, org); len(got) != 0 {
		t.Errorf("got endpoints %v of a replay, want none", got)
	}
}

// TestCachedResultsNeedRoom: those of a batch, and those that post an event, although they
// take none of it.
func TestCachedResultsNeedRoom(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d rows", shards), func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			org := f.Org(t, 1000, 8)
			if _, err := f.SetOrg(t.Context(), org, store.OrgChange{Shards: &shards}); err != nil {
				t.Fatal(err)
			}
			cached := func(hooked bool) *job.Job {
				j := f.Job(org, 1)
				j.Status, j.Cached, j.CompletedAt = job.Succeeded, true, j.CreatedAt
				if hooked {
					j.Webhook = &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
				}
				return j
			}
			batch := func(n int) error {
				b := store.BatchAdmission{ID: ident.New(ident.Batch), OrgID: org, Shards: shards, Before: &store.BatchKeys{}}
				for range n {
					b.Jobs = append(b.Jobs, cached(true))
				}
				return f.AdmitBatch(t.Context(), b)
			}
			if err := batch(9); !errs.Is(err, errs.TooManyInFlight) {
				t.Errorf("got error %v of a batch above the cap, want too_many_in_flight", err)
			}
			if err := batch(8); err != nil {
				t.Errorf("got error %v of a batch as large as the cap, want none", err)
			}
			for range 8 {
				if _, _, err := f.Admit(t.Context(), store.Admission{Job: f.Job(org, 1), Shards: shards}); err != nil {
					t.Fatal(err)
				}
			}
			if err := batch(1); !errs.Is(err, errs.TooManyInFlight) {
				t.Errorf("got error %v of a batch at the cap, want too_many_in_flight", err)
			}
			if _, _, err := f.Admit(t.Context(), store.Admission{Job: cached(true), Shards: shards}); !errs.Is(err, errs.TooManyInFlight) {
				t.Errorf("got error %v of an event at the cap, want too_many_in_flight", err)
			}
			if _, _, err := f.Admit(t.Context(), store.Admission{Job: cached(false), Shards: shards}); err != nil {
				t.Errorf("got error %v of a cached result that posts nothing, want none", err)
			}
			if b, err := f.Balance(t.Context(), org, shards, true); err != nil || b.InFlight != 8 || b.Balance != 1000-8-8-1 {
				t.Errorf("got balance %+v, error %v; want 983 credits and 8 in flight", b, err)
			}
		})
	}
}
