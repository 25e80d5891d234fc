package store_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// once has something happen before the first call of an operation.
func once(f *storetest.Fixture, operation string, meanwhile func()) {
	f.Fault.Before(func(asked string) (*http.Response, error) {
		if asked == operation {
			f.Fault.Before(nil)
			meanwhile()
		}
		return nil, nil //nolint:nilnil // the call goes through
	})
}

// changed changes an endpoint of org_1.
func changed(t *testing.T, f *storetest.Fixture, id string, c store.EndpointChange) *store.Endpoint {
	t.Helper()
	e, err := f.UpdateEndpoint(t.Context(), "org_1", id, c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestANewURLIsReturnedWithoutFailures: what is returned is what is stored.
func TestANewURLIsReturnedWithoutFailures(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := noted(t, f, endpoint(t, f, "http://a.test/"), store.Note{Slow: true, Took: 3 * time.Second, Hold: time.Minute})
	if e.FailingSince.IsZero() || e.HeldUntil.IsZero() || e.SlowUntil.IsZero() {
		t.Fatalf("got endpoint %+v, want one that fails, slowly, and is held", e)
	}
	got := changed(t, f, e.ID, store.EndpointChange{URL: new("http://new.test/")})
	stored, err := f.Endpoint(t.Context(), "org_1", e.ID)
	if diff := cmp.Diff(stored, got); diff != "" || err != nil {
		t.Errorf("got error %v, want none; endpoint mismatch (-stored +returned):\n%s", err, diff)
	}
	if !got.FailingSince.IsZero() || got.Failures != 0 || !got.HeldUntil.IsZero() || !got.SlowUntil.IsZero() {
		t.Errorf("got endpoint %+v, want one without a record", got)
	}
}

// TestTwoNewURLsAtOnce: the one that comes second takes the place of the first, not of the URL
// that it read.
func TestTwoNewURLsAtOnce(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	once(f, "TransactWriteItems", func() { changed(t, f, e.ID, store.EndpointChange{URL: new("http://b.test/")}) })
	if got := changed(t, f, e.ID, store.EndpointChange{URL: new("http://c.test/")}); got.URL != "http://c.test/" {
		t.Errorf("got URL %s, want http://c.test/", got.URL)
	}
	for _, former := range []string{"http://a.test/", "http://b.test/"} {
		if got, err := f.EndpointByURL(t.Context(), "org_1", former); !errs.Is(err, errs.EndpointNotFound) {
			t.Errorf("got endpoint %+v, error %v of the former URL %s; want %s", got, err, former, errs.EndpointNotFound)
		}
	}
}

// TestADescriptionEnablesNothing: an endpoint that is disabled while another call changes its
// description stays so.
func TestADescriptionEnablesNothing(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	once(f, "UpdateItem", func() { changed(t, f, e.ID, store.EndpointChange{Status: new(store.EndpointDisabled)}) })
	got := changed(t, f, e.ID, store.EndpointChange{Description: new("mine")})
	stored, err := f.Endpoint(t.Context(), "org_1", e.ID)
	if diff := cmp.Diff(got, stored); diff != "" || err != nil || stored.Status != store.EndpointDisabled || stored.Description != "mine" {
		t.Errorf("got endpoint %+v, error %v; want it disabled, with its new description; mismatch (-returned +stored):\n%s", stored, err, diff)
	}
}

// TestAnAttemptThatIsMadeIsNotClaimed, not even when the moment of the next has come.
func TestAnAttemptThatIsMadeIsNotClaimed(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := f.Claimed(t, attempt(t, f, 0))
	d.AttemptedAt = f.Clock.Now()
	next := following(d)
	f.Close(t, d, store.DeliveryFailed, store.Closing{Next: next})
	f.Clock.Move(10 * time.Minute)
	if got, ok, err := f.ClaimDelivery(t.Context(), d.OrgID, d.ID, time.Minute); ok || err != nil {
		t.Errorf("got %+v, claimed %t, error %v of an attempt that is made; want false, no error", got, ok, err)
	}
	f.Claimed(t, next)
}

// TestALateEndHasNoNextAttempt: the next attempt is written with the end, or neither is.
func TestALateEndHasNoNextAttempt(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := f.Claimed(t, attempt(t, f, 0))
	f.Clock.Move(time.Minute + time.Millisecond)
	f.Claimed(t, d) // by another
	d.Status, d.AttemptedAt = store.DeliveryFailed, f.Clock.Now()
	next := following(d)
	if closed, err := f.CloseDelivery(t.Context(), d, store.Closing{Next: next}); err != nil || closed != store.ByOthers {
		t.Errorf("got closed %v, error %v; want %v, no error", closed, err, store.ByOthers)
	}
	if got, err := f.Delivery(t.Context(), d.OrgID, next.ID); !errs.Is(err, errs.DeliveryNotFound) {
		t.Errorf("got next attempt %+v, error %v; want %s", got, err, errs.DeliveryNotFound)
	}
}

// TestAClaimOfAJobThatEnded: a claim whose answer is lost, of a job that is cancelled before
// the claim is sent again, is of a job that has ended.
func TestAClaimOfAJobThatEnded(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	j, _ := admit(t, f, f.Job(org, 3), "")
	s := resending(t, f)
	calls := 0
	f.Fault.After(func(operation string) (*http.Response, error) {
		if operation != "UpdateItem" {
			return nil, nil //nolint:nilnil // the call goes through
		}
		if calls++; calls == 1 {
			return nil, nil //nolint:nilnil // it is that of the place
		}
		f.Fault.After(nil)
		running, err := f.Store.Job(t.Context(), org, j.ID)
		if err != nil || running.Status != job.Running {
			t.Errorf("got job %+v, error %v; want it running, no error", running, err)
			return nil, err
		}
		finish(t, f, running, job.Cancelled, true)
		return nil, errors.New("connection reset")
	})
	got, how, err := s.Claim(t.Context(), org, j.ID, store.Terms{Lease: lease})
	if err != nil || how != store.Ended || got.Status != job.Cancelled {
		t.Fatalf("got claim %v of %+v, error %v; want %v of the cancelled job, no error", how, got, err, store.Ended)
	}
	balanced(t, f, org)
}

// TestDueBelievesADeliverysRow, as it does a job's: what the index named can have moved.
func TestDueBelievesADeliverysRow(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(*testing.T, *storetest.Fixture, *store.Delivery){
		"touched": func(t *testing.T, f *storetest.Fixture, d *store.Delivery) {
			t.Helper()
			if ok, err := f.TouchDelivery(t.Context(), d, time.Minute, false); !ok || err != nil {
				t.Errorf("got touched %t, error %v; want true, no error", ok, err)
			}
		},
		"made": func(t *testing.T, f *storetest.Fixture, d *store.Delivery) {
			t.Helper()
			f.Close(t, f.Claimed(t, d), store.DeliverySucceeded, store.Closing{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			d := attempt(t, f, 0)
			f.Clock.Move(2 * time.Minute)
			moved := false
			once(f, "BatchGetItem", func() {
				moved = true
				meanwhile(t, f, d)
			})
			if ids := dueDeliveries(t, f); len(ids) > 0 || !moved {
				t.Errorf("got %v due, moved %t; want nothing due after the row moved", ids, moved)
			}
		})
	}
}

// TestAGrantMeanwhileCounts: the bound of the balance holds for what a row has when it is
// written.
func TestAGrantMeanwhileCounts(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 0, 8)
	grant := func() error { return f.Grant(t.Context(), org, ident.New(ident.Grant), mostCredits/100, "why") }
	for range 99 {
		if err := grant(); err != nil {
			t.Fatal(err)
		}
	}
	once(f, "TransactWriteItems", func() {
		if err := grant(); err != nil {
			t.Errorf("got error %v of the grant up to the bound, want none", err)
		}
	})
	if err := grant(); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v of a grant beyond the bound, want %s", err, errs.InvalidRequest)
	}
	if b, err := f.Balance(t.Context(), org, 1, true); err != nil || b.Balance != mostCredits {
		t.Errorf("got balance %d, error %v; want %d, no error", b.Balance, err, int64(mostCredits))
	}
}
