package storetest

import (
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Attempt stores an attempt for an endpoint that is due now, claimed.
func (f *Fixture) Attempt(t testing.TB, org, endpoint string) *store.Delivery {
	t.Helper()
	d := &store.Delivery{
		ID: ident.New(ident.Delivery), OrgID: org, EndpointID: endpoint, EventID: ident.New(ident.Event), EventType: store.EventTest,
		Status: store.DeliveryPending, Attempt: 1, Trigger: store.TriggerScheduled, CreatedAt: f.Clock.Now(), NextAttemptAt: f.Clock.Now(),
	}
	if err := f.PutDelivery(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	return f.Claimed(t, d)
}

// Claimed claims a stored attempt.
func (f *Fixture) Claimed(t testing.TB, d *store.Delivery) *store.Delivery {
	t.Helper()
	claimed, ok, err := f.ClaimDelivery(t.Context(), d.OrgID, d.ID, time.Minute)
	if err != nil || !ok {
		t.Fatalf("got claimed %t, error %v; want true, no error", ok, err)
	}
	return claimed
}

// Close closes a claimed attempt, which must be possible in this way.
func (f *Fixture) Close(t testing.TB, d *store.Delivery, status string, c store.Closing) {
	t.Helper()
	d.Status, d.AttemptedAt = status, f.Clock.Now()
	if closed, err := f.CloseDelivery(t.Context(), d, c); err != nil || closed != store.ByUs {
		t.Fatalf("got closed %v, error %v; want %v, no error", closed, err, store.ByUs)
	}
}

// Disable has an attempt disable an endpoint.
func (f *Fixture) Disable(t testing.TB, e *store.Endpoint, reason string) {
	t.Helper()
	f.Close(t, f.Attempt(t, e.OrgID, e.ID), store.DeliveryFailed, store.Closing{Disable: &store.Disabling{Endpoint: e, Reason: reason}})
}
