package store_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/dynamotest"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// resending returns the fixture's store over a client with the SDK's own retries.
func resending(t *testing.T, f *storetest.Fixture) *store.Store {
	t.Helper()
	cfg := dynamotest.Config(t)
	cfg.HTTPClient = f.Fault
	return store.New(dynamodb.NewFromConfig(cfg), f.Core, f.Edge, f.Clock.Now)
}

// loseAnswer lets the first answer of an operation be lost after the engine has done it.
func loseAnswer(f *storetest.Fixture, operation string) {
	f.Fault.After(failNth(operation, 1))
}

func TestClaimWhoseAnswerIsLostIsOurs(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	s := resending(t, f)
	d := attempt(t, f, 0)
	loseAnswer(f, "UpdateItem")
	got, ok, err := s.ClaimDelivery(t.Context(), d.OrgID, d.ID, time.Minute)
	if err != nil || !ok || got.ID != d.ID {
		t.Fatalf("got %+v, claimed %t, error %v; want the attempt, true, no error", got, ok, err)
	}
	if n := f.Fault.Calls()["UpdateItem"]; n != 2 {
		t.Fatalf("got %d calls, want the claim and its resend", n)
	}
	if _, ok, err := s.ClaimDelivery(t.Context(), d.OrgID, d.ID, time.Minute); ok || err != nil {
		t.Errorf("got claimed %t, error %v by another; want false, no error", ok, err)
	}
	got.Status = store.DeliverySucceeded
	if closed, err := s.CloseDelivery(t.Context(), got, store.Closing{}); err != nil || closed != store.ByUs {
		t.Errorf("got closed %v, error %v; want %v, no error", closed, err, store.ByUs)
	}
}

func TestClosingWhoseAnswerIsLostIsOurs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]func(e *store.Endpoint, d *store.Delivery) store.Closing{
		"the last":  func(*store.Endpoint, *store.Delivery) store.Closing { return store.Closing{} },
		"with next": func(_ *store.Endpoint, d *store.Delivery) store.Closing { return store.Closing{Next: following(d)} },
		"disabling": func(e *store.Endpoint, _ *store.Delivery) store.Closing { return store.Closing{Disable: gone(e)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			s := resending(t, f)
			e := endpoint(t, f, "http://a.test/")
			d := f.Attempt(t, "org_1", e.ID)
			d.Status, d.AttemptedAt = store.DeliveryFailed, f.Clock.Now()
			loseAnswer(f, "TransactWriteItems")
			if closed, err := s.CloseDelivery(t.Context(), d, c(e, d)); err != nil || closed != store.ByUs {
				t.Errorf("got closed %v, error %v; want %v, no error", closed, err, store.ByUs)
			}
			// And where the SDK gives up, too, and the caller comes again with what it has.
			f.Fault.After(nil)
			if closed, err := f.CloseDelivery(t.Context(), d, c(e, d)); err != nil || closed != store.ByUs {
				t.Errorf("again: got closed %v, error %v; want %v, no error", closed, err, store.ByUs)
			}
		})
	}
}

// following is the attempt after a failed one, and gone the end of its endpoint.
func following(d *store.Delivery) *store.Delivery {
	next := *d
	next.ID, next.Status, next.Attempt, next.Claim = ident.New(ident.Delivery), store.DeliveryPending, d.Attempt+1, ""
	next.NextAttemptAt, next.AttemptedAt, next.Response = d.NextAttemptAt.Add(5*time.Minute), time.Time{}, store.Response{}
	return &next
}

func gone(e *store.Endpoint) *store.Disabling {
	return &store.Disabling{Endpoint: e, Reason: "It is gone."}
}

func TestCloseDelivery(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	d := f.Claimed(t, attempt(t, f, 0))
	d.Status, d.AttemptedAt, d.URL = store.DeliveryFailed, f.Clock.Now(), "http://hooks.test/moved"
	d.Response = store.Response{Status: 503, Duration: 1234 * time.Millisecond, Excerpt: "busy", Error: "it was busy"}
	next := following(d)
	f.Close(t, d, store.DeliveryFailed, store.Closing{Next: next})
	d.NextAttemptAt = next.NextAttemptAt
	if diff := cmp.Diff(d, read(t, f, d)); diff != "" {
		t.Errorf("closed attempt mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(next, read(t, f, next)); diff != "" {
		t.Errorf("next attempt mismatch (-want +got):\n%s", diff)
	}
	f.Clock.Move(5 * time.Minute)
	last := f.Claimed(t, next)
	f.Close(t, last, store.DeliverySucceeded, store.Closing{})
	if got := read(t, f, last); !got.NextAttemptAt.IsZero() || got.Status != store.DeliverySucceeded {
		t.Errorf("got %+v, want it to have succeeded, with no next attempt", got)
	}
	f.Fault.Before(failNth("TransactWriteItems", 1))
	if _, err := f.CloseDelivery(t.Context(), attempt(t, f, 0), store.Closing{}); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v, want %s", err, errs.ServiceUnavailable)
	}
}

func TestOnlyTheNewestClaimCloses(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	stored := attempt(t, f, 0)
	old := f.Claimed(t, stored)
	f.Clock.Move(time.Minute + time.Millisecond)
	newest := f.Claimed(t, stored)
	for _, d := range []*store.Delivery{stored, old} {
		late := *d
		late.Status = store.DeliveryFailed
		if closed, err := f.CloseDelivery(t.Context(), &late, store.Closing{Next: following(d)}); err != nil || closed != store.ByOthers {
			t.Errorf("claim %q: got closed %v, error %v; want %v, no error", d.Claim, closed, err, store.ByOthers)
		}
	}
	f.Close(t, newest, store.DeliverySucceeded, store.Closing{})
	late := *old
	late.Status = store.DeliveryFailed
	if closed, err := f.CloseDelivery(t.Context(), &late, store.Closing{}); err != nil || closed != store.ByOthers {
		t.Errorf("after the end: got closed %v, error %v; want %v, no error", closed, err, store.ByOthers)
	}
	if got := read(t, f, stored); got.Status != store.DeliverySucceeded {
		t.Errorf("got status %s, want %s", got.Status, store.DeliverySucceeded)
	}
}

// TestClosingHoldsToTheEndpoint changes an endpoint between the look at it and the end
// of the attempt that would disable it, or that ends because it is disabled.
func TestClosingHoldsToTheEndpoint(t *testing.T) {
	t.Parallel()
	patch := func(c store.EndpointChange) func(*testing.T, *storetest.Fixture, *store.Endpoint) {
		return func(t *testing.T, f *storetest.Fixture, e *store.Endpoint) {
			t.Helper()
			if _, err := f.UpdateEndpoint(t.Context(), e.OrgID, e.ID, c); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(t *testing.T, f *storetest.Fixture, e *store.Endpoint) {
		t.Helper()
		if err := f.DeleteEndpoint(t.Context(), e.OrgID, e.ID); err != nil {
			t.Fatal(err)
		}
	}
	succeed := func(t *testing.T, f *storetest.Fixture, e *store.Endpoint) {
		t.Helper()
		if err := f.NoteDelivery(t.Context(), e, store.Note{Succeeded: true}); err != nil {
			t.Fatal(err)
		}
	}
	nothing := func(*testing.T, *storetest.Fixture, *store.Endpoint) {}
	unbroken := func(e *store.Endpoint) store.Closing {
		return store.Closing{Disable: &store.Disabling{Endpoint: e, Reason: "It fails.", Unbroken: true}}
	}
	answered := func(e *store.Endpoint) store.Closing { return store.Closing{Disable: gone(e)} }
	inactive := func(*store.Endpoint) store.Closing { return store.Closing{Inactive: true} }
	off, on := store.EndpointChange{Status: new(store.EndpointDisabled)}, store.EndpointChange{Status: new(store.EndpointActive)}
	elsewhere := store.EndpointChange{URL: new("http://new.test/")}
	for _, c := range []struct {
		name      string
		closing   func(*store.Endpoint) store.Closing
		meanwhile func(*testing.T, *storetest.Fixture, *store.Endpoint)
		want      store.Closed
		status    string // of the endpoint; empty when it is deleted
	}{
		{"fails, nothing happens", unbroken, nothing, store.ByUs, store.EndpointDisabled},
		{"fails, a new URL", unbroken, patch(elsewhere), store.NotYet, store.EndpointActive},
		{"fails, a success", unbroken, succeed, store.NotYet, store.EndpointActive},
		{"fails, disabled by others", unbroken, patch(off), store.NotYet, store.EndpointDisabled},
		{"fails, deleted", unbroken, remove, store.NotYet, ""},
		{"gone, nothing happens", answered, nothing, store.ByUs, store.EndpointDisabled},
		{"gone, a new URL", answered, patch(elsewhere), store.NotYet, store.EndpointActive},
		{"gone, a success", answered, succeed, store.ByUs, store.EndpointDisabled},
		{"gone, disabled by others", answered, patch(off), store.NotYet, store.EndpointDisabled},
		{"gone, deleted", answered, remove, store.NotYet, ""},
		{"given up, active", inactive, patch(on), store.NotYet, store.EndpointActive},
		{"given up, disabled", inactive, patch(off), store.ByUs, store.EndpointDisabled},
		{"given up, deleted", inactive, remove, store.ByUs, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := storetest.New(t)
			e := endpoint(t, f, "http://a.test/")
			if err := f.NoteDelivery(t.Context(), e, store.Note{}); err != nil {
				t.Fatal(err)
			}
			seen, err := f.Endpoint(t.Context(), "org_1", e.ID)
			if err != nil || seen.FailingSince.IsZero() {
				t.Fatalf("got endpoint %+v, error %v; want one that fails, no error", seen, err)
			}
			d := f.Attempt(t, "org_1", e.ID)
			c.meanwhile(t, f, seen)
			d.Status, d.AttemptedAt = store.DeliveryFailed, f.Clock.Now()
			if closed, err := f.CloseDelivery(t.Context(), d, c.closing(seen)); err != nil || closed != c.want {
				t.Errorf("got closed %v, error %v; want %v, no error", closed, err, c.want)
			}
			if got, want := read(t, f, d).Status == store.DeliveryPending, c.want == store.NotYet; got != want {
				t.Errorf("got pending %t, want %t", got, want)
			}
			after, err := f.Endpoint(t.Context(), "org_1", e.ID)
			if c.status == "" && !errs.Is(err, errs.EndpointNotFound) || c.status != "" && (err != nil || after.Status != c.status) {
				t.Errorf("got endpoint %+v, error %v; want status %q", after, err, c.status)
			}
		})
	}
}

// TestNewURLHasNoFailures notes a failure of the old URL between the look at the endpoint and
// the write of the new URL.
func TestNewURLHasNoFailures(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if operation != "TransactWriteItems" {
			return nil, nil //nolint:nilnil // the call goes through
		}
		f.Fault.Before(nil)
		return nil, f.NoteDelivery(t.Context(), e, store.Note{})
	})
	got, err := f.UpdateEndpoint(t.Context(), "org_1", e.ID, store.EndpointChange{URL: new("http://new.test/")})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := f.Endpoint(t.Context(), "org_1", e.ID)
	if diff := cmp.Diff(got, stored); diff != "" || err != nil || !stored.FailingSince.IsZero() {
		t.Errorf("got error %v, failing since %s; want none, never; endpoint mismatch (-returned +stored):\n%s", err, stored.FailingSince, diff)
	}
}

func TestWhatTheOldURLDidIsNotNoted(t *testing.T) {
	t.Parallel()
	for _, succeeded := range []bool{true, false} {
		f := storetest.New(t)
		old := endpoint(t, f, "http://a.test/")
		fresh, err := f.UpdateEndpoint(t.Context(), "org_1", old.ID, store.EndpointChange{URL: new("http://new.test/")})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.NoteDelivery(t.Context(), old, store.Note{Succeeded: succeeded}); err != nil {
			t.Fatal(err)
		}
		got, err := f.Endpoint(t.Context(), "org_1", old.ID)
		if diff := cmp.Diff(fresh, got); diff != "" || err != nil {
			t.Errorf("succeeded %t: got error %v, want none; endpoint mismatch (-want +got):\n%s", succeeded, err, diff)
		}
	}
}

// noted is the endpoint after an attempt's note.
func noted(t *testing.T, f *storetest.Fixture, e *store.Endpoint, n store.Note) *store.Endpoint {
	t.Helper()
	if err := f.NoteDelivery(t.Context(), e, n); err != nil {
		t.Fatal(err)
	}
	after, err := f.Endpoint(t.Context(), e.OrgID, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

func TestSlownessIsNotedForAnHour(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	is := func(want time.Time) {
		t.Helper()
		if !e.SlowUntil.Equal(want) {
			t.Errorf("got slow until %s, want %s", e.SlowUntil, want)
		}
	}
	e = noted(t, f, e, store.Note{Succeeded: true})
	is(time.Time{})
	e = noted(t, f, e, store.Note{Succeeded: true, Slow: true})
	until := f.Clock.Now().Add(time.Hour)
	is(until)
	f.Clock.Move(30 * time.Minute) // not written again before half of it is over
	e = noted(t, f, e, store.Note{Slow: true})
	is(until)
	f.Clock.Move(time.Millisecond)
	e = noted(t, f, e, store.Note{Slow: true})
	is(f.Clock.Now().Add(time.Hour))
	e = noted(t, f, e, store.Note{Succeeded: true})
	is(f.Clock.Now().Add(time.Hour))
}

func TestOneProbesAHeldEndpoint(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	s := resending(t, f)
	seen := noted(t, f, endpoint(t, f, "http://a.test/"), store.Note{Slow: true, Hold: time.Minute})
	if want := f.Clock.Now().Add(time.Minute); !seen.HeldUntil.Equal(want) {
		t.Fatalf("got held until %s, want %s", seen.HeldUntil, want)
	}
	f.Clock.Move(time.Minute)
	loseAnswer(f, "UpdateItem")
	want := f.Clock.Now().Add(20 * time.Second)
	for _, first := range []bool{true, false} {
		if got, err := s.Probe(t.Context(), seen, 20*time.Second); err != nil || got != first {
			t.Errorf("got probe %t, error %v; want %t, no error", got, err, first)
		}
		f.Clock.Move(time.Millisecond)
	}
	after := noted(t, f, seen, store.Note{})
	if !after.HeldUntil.Equal(want) {
		t.Errorf("got held until %s, want %s by the first probe", after.HeldUntil, want)
	}
	if after = noted(t, f, after, store.Note{Succeeded: true}); !after.HeldUntil.IsZero() || !after.FailingSince.IsZero() {
		t.Errorf("got endpoint %+v after a success, want it neither held nor failing", after)
	}
}

func TestNoteDeliverySaysThatTheEngineFailed(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	f.Fault.Before(func(string) (*http.Response, error) { return nil, errors.New("connection reset") })
	if err := f.NoteDelivery(t.Context(), e, store.Note{}); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("got error %v, want %s", err, errs.ServiceUnavailable)
	}
}
