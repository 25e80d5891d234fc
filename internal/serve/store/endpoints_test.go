package store_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// endpoint registers a URL with the secret "first".
func endpoint(t *testing.T, f *storetest.Fixture, url string) *store.Endpoint {
	t.Helper()
	if _, err := f.Store.Org(t.Context(), "org_1"); errs.Is(err, errs.NotFound) {
		if err := f.CreateOrg(t.Context(), &store.Org{ID: "org_1", InFlightCap: 1}); err != nil {
			t.Fatal(err)
		}
	}
	e, created, err := f.RegisterEndpoint(t.Context(), &store.Endpoint{
		ID: ident.New(ident.Endpoint), OrgID: "org_1", URL: url, Secret: "first",
	})
	if err != nil || !created {
		t.Fatalf("got created %t, error %v; want no error, created true", created, err)
	}
	return e
}

func TestUpdateEndpointMovesItsURL(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	a, b := endpoint(t, f, "http://a.test/"), endpoint(t, f, "http://b.test/")
	f.Clock.Move(time.Minute)
	moved, err := f.UpdateEndpoint(t.Context(), "org_1", a.ID, store.EndpointChange{URL: new("http://c.test/")})
	if err != nil || moved.URL != "http://c.test/" || !moved.UpdatedAt.Equal(f.Clock.Now()) {
		t.Fatalf(`got moved %+v, error %v; want no error, URL "http://c.test/", UpdatedAt f.Clock.Now()`, moved, err)
	}
	stored, err := f.EndpointByURL(t.Context(), "org_1", "http://c.test/")
	if diff := cmp.Diff(moved, stored); diff != "" || err != nil {
		t.Errorf("got error %v, want no error; stored mismatch (-want +got):\n%s", err, diff)
	}
	if e, err := f.EndpointByURL(t.Context(), "org_1", "http://a.test/"); !errs.Is(err, errs.EndpointNotFound) {
		t.Errorf("the former URL still names %+v, %v", e, err)
	}
	_, err = f.UpdateEndpoint(t.Context(), "org_1", a.ID, store.EndpointChange{URL: new("http://b.test/"), Description: new("x")})
	if !errs.Is(err, errs.InvalidWebhookURL) || errs.As(err).Details[0].Field != "url" {
		t.Errorf("another endpoint's URL: %v", err)
	}
	if e, err := f.EndpointByURL(t.Context(), "org_1", "http://b.test/"); err != nil || e.ID != b.ID {
		t.Errorf("got endpoint %+v, error %v; want no error, ID %q", e, err, b.ID)
	}
	if again := endpoint(t, f, "http://a.test/"); again.ID == a.ID {
		t.Error("a new endpoint has the id of an old one")
	}
}

// TestOneURLHasOneEndpoint lets many endpoints take one URL at the same time.
func TestOneURLHasOneEndpoint(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	var wait sync.WaitGroup
	var won atomic.Int64
	for range 8 {
		e := endpoint(t, f, "http://"+ident.New("")+".test/")
		wait.Go(func() {
			_, err := f.UpdateEndpoint(t.Context(), "org_1", e.ID, store.EndpointChange{URL: new("http://one.test/")})
			if err == nil {
				won.Add(1)
			} else if !errs.Is(err, errs.InvalidWebhookURL) {
				t.Errorf(`got error %v, want error "invalid_webhook_url"`, err)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 {
		t.Errorf("%d endpoints have the URL", won.Load())
	}
}

func TestUpdateEndpointChangesWhatItIsTold(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	f.Clock.Move(time.Minute)
	step := func(c store.EndpointChange) *store.Endpoint {
		t.Helper()
		got, err := f.UpdateEndpoint(t.Context(), "org_1", e.ID, c)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := f.Endpoint(t.Context(), "org_1", e.ID)
		if diff := cmp.Diff(got, stored); diff != "" || err != nil {
			t.Fatalf("got error %v, want no error; UpdateEndpoint mismatch (-got +want):\n%s", err, diff)
		}
		return got
	}
	if diff := cmp.Diff(e, step(store.EndpointChange{URL: &e.URL, Status: &e.Status})); diff != "" {
		t.Errorf("no change is one: %s", diff)
	}
	if got := step(store.EndpointChange{Description: new("for the tests")}); got.Description != "for the tests" || !got.UpdatedAt.After(e.UpdatedAt) {
		t.Errorf(`got %+v, want Description "for the tests", UpdatedAt.After(e.UpdatedAt) true`, got)
	}
	if err := f.NoteDelivery(t.Context(), e, store.Note{}); err != nil {
		t.Fatal(err)
	}
	failing := step(store.EndpointChange{Description: new("")})
	if failing.FailingSince.IsZero() || failing.Description != "" {
		t.Errorf("a description does not end failures: %+v", failing)
	}
	f.Disable(t, failing, "It fails.")
	if got := step(store.EndpointChange{Status: new(store.EndpointDisabled)}); got.DisabledReason != "It fails." {
		t.Errorf("disabling twice lost the reason: %+v", got)
	}
	if got := step(store.EndpointChange{Status: new(store.EndpointActive)}); got.DisabledReason != "" || !got.FailingSince.IsZero() {
		t.Errorf("enabled: %+v", got)
	}
	if got := step(store.EndpointChange{Status: new(store.EndpointDisabled)}); got.DisabledReason == "" {
		t.Errorf("disabled without a reason: %+v", got)
	}
	if _, err := f.UpdateEndpoint(t.Context(), "org_2", e.ID, store.EndpointChange{}); !errs.Is(err, errs.EndpointNotFound) {
		t.Errorf("another organization's endpoint: %v", err)
	}
}

// TestVerdictsOnThePastDoNotDisable: an attempt that was under way while its
// endpoint was mended says nothing of the mended one.
func TestRotateSecret(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	f.Clock.Move(time.Second)
	rotate := func(secret string, grace time.Duration) *store.Endpoint {
		t.Helper()
		got, err := f.RotateSecret(t.Context(), "org_1", e.ID, secret, grace)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	secrets := func(want ...string) {
		t.Helper()
		stored, err := f.Endpoint(t.Context(), "org_1", e.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, stored.Secrets(f.Clock.Now())); diff != "" {
			t.Errorf("Secrets mismatch (-want +got):\n%s", diff)
		}
	}
	secrets("first")
	if got := rotate("second", time.Hour); !got.RotatedAt.Equal(f.Clock.Now()) || !got.PreviousExpiresAt.Equal(f.Clock.Now().Add(time.Hour)) {
		t.Errorf("got %+v, want RotatedAt f.Clock.Now(), PreviousExpiresAt f.Clock.Now().Add(time.Hour)", got)
	}
	f.Clock.Move(time.Hour - time.Millisecond)
	secrets("second", "first")
	f.Clock.Move(time.Millisecond)
	secrets("second")
	rotate("third", time.Hour)
	rotate("fourth", time.Hour)
	secrets("fourth", "third")
	if got := rotate("fifth", 0); got.PreviousSecret != "" || !got.PreviousExpiresAt.IsZero() {
		t.Errorf("got %+v, want empty PreviousSecret, PreviousExpiresAt.IsZero() true", got)
	}
	secrets("fifth")
	if _, err := f.RotateSecret(t.Context(), "org_2", e.ID, "x", 0); !errs.Is(err, errs.EndpointNotFound) {
		t.Errorf("another organization's endpoint: %v", err)
	}
}

func TestDeleteEndpoint(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://a.test/")
	if err := f.DeleteEndpoint(t.Context(), "org_2", e.ID); !errs.Is(err, errs.EndpointNotFound) {
		t.Errorf("another organization's endpoint: %v", err)
	}
	if err := f.DeleteEndpoint(t.Context(), "org_1", e.ID); err != nil {
		t.Fatal(err)
	}
	if err := f.DeleteEndpoint(t.Context(), "org_1", e.ID); !errs.Is(err, errs.EndpointNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	if err := f.NoteDelivery(t.Context(), e, store.Note{Succeeded: true}); err != nil {
		t.Fatal(err)
	}
	if list, _, err := f.Endpoints(t.Context(), store.EndpointQuery{OrgID: "org_1", Limit: 9}); len(list) != 0 || err != nil {
		t.Errorf("what was noted of it came back: %+v, %v", list, err)
	}
	if again := endpoint(t, f, "http://a.test/"); again.ID == e.ID {
		t.Error("the id came back")
	}
}

// TestChangesOfDifferentPartsMeet has one call change the description while another,
// which has read the endpoint before, changes its status.
func TestChangesOfDifferentPartsMeet(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	e := endpoint(t, f, "http://hooks.test/")
	raced := false
	f.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "UpdateItem" && !raced {
			raced = true
			if _, err := f.UpdateEndpoint(t.Context(), e.OrgID, e.ID, store.EndpointChange{Description: new("mine")}); err != nil {
				t.Error(err)
			}
		}
		return nil, nil
	})
	if _, err := f.UpdateEndpoint(t.Context(), e.OrgID, e.ID, store.EndpointChange{Status: new(store.EndpointDisabled)}); err != nil {
		t.Fatal(err)
	}
	f.Fault.Before(nil)
	got, err := f.Endpoint(t.Context(), e.OrgID, e.ID)
	if err != nil || got.Description != "mine" || got.Status != store.EndpointDisabled {
		t.Errorf("got %+v, error %v; want the description of the one call and the status of the other", got, err)
	}
}
