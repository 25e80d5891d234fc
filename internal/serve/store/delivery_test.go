package store_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// failNth fails the nth call of an operation.
func failNth(operation string, n int) func(string) (*http.Response, error) {
	calls := 0
	return func(asked string) (*http.Response, error) {
		if asked != operation {
			return nil, nil //nolint:nilnil // the call goes through
		}
		if calls++; calls == n {
			return nil, errors.New("connection reset")
		}
		return nil, nil //nolint:nilnil // the call goes through
	}
}

// attempt stores a pending attempt of org_1 that is to be made in so long.
func attempt(t *testing.T, f *storetest.Fixture, in time.Duration) *store.Delivery {
	t.Helper()
	d := &store.Delivery{
		ID: ident.New(ident.Delivery), OrgID: "org_1", EndpointID: "whe_1", JobID: "job_1", EventID: "evt_1", EventType: "job.failed",
		URL: "http://hooks.test/", Status: store.DeliveryPending, Attempt: 2, Trigger: store.TriggerReplay, ReplayOf: "dlv_0",
		CreatedAt: f.Clock.Now(), NextAttemptAt: f.Clock.Now().Add(in),
	}
	if err := f.PutDelivery(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return d
}

func read(t *testing.T, f *storetest.Fixture, d *store.Delivery) *store.Delivery {
	t.Helper()
	got, err := f.Delivery(t.Context(), d.OrgID, d.ID)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// dueDeliveries are the attempts that the sweeper would send now.
func dueDeliveries(t *testing.T, f *storetest.Fixture) []string {
	t.Helper()
	ids := []string{}
	for _, d := range dueNow(t, f) {
		if d.Delivery != nil {
			ids = append(ids, d.Delivery.ID)
		}
	}
	return ids
}

func TestDeliveryIsStoredAsItIs(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := attempt(t, f, time.Minute)
	if diff := cmp.Diff(d, read(t, f, d)); diff != "" {
		t.Errorf("delivery mismatch (-want +got):\n%s", diff)
	}
	if got, err := f.Delivery(t.Context(), "org_2", d.ID); !errs.Is(err, errs.DeliveryNotFound) {
		t.Errorf("got %+v, error %v for another organization; want %s", got, err, errs.DeliveryNotFound)
	}
	if ok, err := f.TouchDelivery(t.Context(), &store.Delivery{OrgID: "org_1", ID: "dlv_none"}, time.Minute, false); err != nil || ok {
		t.Errorf("got %t, error %v of touching what is not there; want false, no error", ok, err)
	}
}

func TestOneAttemptIsClaimedOnce(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := attempt(t, f, 10*time.Second)
	claimed := func(want bool) {
		t.Helper()
		got, ok, err := f.ClaimDelivery(t.Context(), "org_1", d.ID, time.Minute)
		if err != nil || ok != want || ok && got.ID != d.ID {
			t.Errorf("got %+v, claimed %t, error %v; want claimed %t, no error", got, ok, err, want)
		}
	}
	claimed(false) // its moment is 10 s away
	f.Clock.Move(8*time.Second - time.Millisecond)
	claimed(false)
	f.Clock.Move(time.Millisecond) // queues hold back to the second: 2 s early is in time
	claimed(true)
	claimed(false)
	f.Clock.Move(time.Minute)
	claimed(false) // the lease ends with this moment
	f.Clock.Move(time.Millisecond)
	claimed(true)
	if _, ok, err := f.ClaimDelivery(t.Context(), "org_2", d.ID, time.Minute); ok || err != nil {
		t.Errorf("got claimed %t, error %v for another organization; want false, no error", ok, err)
	}
	// The sweeper takes the lease of who died with it.
	if ok, err := f.TouchDelivery(t.Context(), d, time.Minute, false); !ok || err != nil {
		t.Errorf("got %t, error %v; want true, no error", ok, err)
	}
	claimed(false)
	if ok, err := f.TouchDelivery(t.Context(), d, time.Minute, true); !ok || err != nil {
		t.Errorf("got %t, error %v; want true, no error", ok, err)
	}
	claimed(true)
}

func TestAttemptsAreDueUntilTheyAreMade(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := attempt(t, f, 10*time.Second)
	due := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(append([]string{}, want...), dueDeliveries(t, f)); diff != "" {
			t.Errorf("due deliveries mismatch (-want +got):\n%s", diff)
		}
	}
	f.Clock.Move(70*time.Second - time.Millisecond) // its moment and a grace of a minute
	due()
	f.Clock.Move(time.Millisecond)
	due(d.ID)
	if ok, err := f.TouchDelivery(t.Context(), d, time.Minute, false); !ok || err != nil {
		t.Fatalf("got %t, error %v; want true, no error", ok, err)
	}
	f.Clock.Move(time.Minute - time.Millisecond) // from now, since its moment is over
	due()
	f.Clock.Move(time.Millisecond)
	due(d.ID)
	claimed, ok, err := f.ClaimDelivery(t.Context(), "org_1", d.ID, 20*time.Second)
	if !ok || err != nil {
		t.Fatalf("got claimed %t, error %v; want true, no error", ok, err)
	}
	due() // while the lease holds
	f.Clock.Move(20 * time.Second)
	due(d.ID)
	f.Close(t, claimed, store.DeliverySucceeded, store.Closing{})
	f.Clock.Move(time.Hour)
	due()
	if ok, err := f.TouchDelivery(t.Context(), d, time.Minute, true); ok || err != nil {
		t.Errorf("got %t, error %v of one that was made; want false, no error", ok, err)
	}

	// One that is to be made later is looked at after its own moment.
	later := attempt(t, f, time.Hour)
	if ok, err := f.TouchDelivery(t.Context(), later, time.Minute, false); !ok || err != nil {
		t.Fatalf("got %t, error %v; want true, no error", ok, err)
	}
	f.Clock.Move(time.Hour + time.Minute - time.Millisecond)
	due()
	f.Clock.Move(time.Millisecond)
	due(later.ID)
}

func TestDeliveriesAreKeptAMonth(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := attempt(t, f, 0)
	f.Clock.Move(30*24*time.Hour - time.Second)
	read(t, f, d)
	f.Clock.Move(time.Second)
	if got, err := f.Delivery(t.Context(), "org_1", d.ID); !errs.Is(err, errs.DeliveryNotFound) {
		t.Errorf("got %+v, error %v; want %s", got, err, errs.DeliveryNotFound)
	}
}

func TestEventsAreFrozen(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	if e, found, err := f.Event(t.Context(), "org_1", "evt_1"); found || err != nil {
		t.Errorf("got %+v, found %t, error %v before the first attempt; want nothing", e, found, err)
	}
	first, second := store.Event{Body: []byte("one")}, store.Event{Blob: "two"}
	for _, e := range []store.Event{first, second, first} {
		got, err := f.FreezeEvent(t.Context(), "org_1", "evt_1", e)
		if diff := cmp.Diff(first, got); diff != "" || err != nil {
			t.Errorf("got error %v, want none; frozen event mismatch (-want +got):\n%s", err, diff)
		}
	}
	if got, err := f.FreezeEvent(t.Context(), "org_2", "evt_1", second); err != nil || got.Blob != "two" {
		t.Errorf("got %+v, error %v for another organization; want its own", got, err)
	}
	if got, found, err := f.Event(t.Context(), "org_2", "evt_1"); err != nil || !found || got.Blob != "two" {
		t.Errorf("got %+v, found %t, error %v; want the blob", got, found, err)
	}
	f.Fault.Before(failNth("PutItem", 1))
	if _, err := f.FreezeEvent(t.Context(), "org_1", "evt_2", first); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v, want %s", err, errs.ServiceUnavailable)
	}
}

// TestOnlyTheNewestClaimPostpones has a poster that stood still give back an attempt that
// another makes by now.
func TestOnlyTheNewestClaimPostpones(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := attempt(t, f, 0)
	claimed := func() *store.Delivery {
		got, ok, err := f.ClaimDelivery(t.Context(), "org_1", d.ID, time.Minute)
		if !ok || err != nil {
			t.Fatalf("got claimed %t, error %v; want true, none", ok, err)
		}
		return got
	}
	first := claimed()
	f.Clock.Move(2 * time.Minute)
	second := claimed()
	for _, c := range []struct {
		name string
		d    *store.Delivery
		want bool
	}{{"superseded", first, false}, {"newest", second, true}} {
		if ok, err := f.PostponeDelivery(t.Context(), c.d, f.Clock.Now().Add(time.Hour), store.WaitBusy); ok != c.want || err != nil {
			t.Errorf("%s: got postponed %t, error %v; want %t, none", c.name, ok, err, c.want)
		}
	}
}
