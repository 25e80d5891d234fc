package webhook

import (
	"context"
	"errors"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// looks is how often an endpoint that changes meanwhile is read anew.
const looks = 4

// errRestless is the failure of an attempt whose endpoint was disabled and enabled at
// every look. The message comes again.
var errRestless = errors.New("the endpoint is disabled and enabled all the time")

// destination returns the active endpoint of an attempt. Without one it closes the
// attempt, which counts only while the endpoint still is not active, and returns nil.
func (d *Deliverer) destination(ctx context.Context, delivery *store.Delivery) (*store.Endpoint, error) {
	for range looks {
		endpoint, err := d.store.Endpoint(ctx, delivery.OrgID, delivery.EndpointID)
		var why string
		switch {
		case errs.Is(err, errs.EndpointNotFound):
			why = "The endpoint has been deleted."
		case err != nil:
			return nil, err
		case endpoint.Status == store.EndpointActive:
			return endpoint, nil
		default:
			why = "The endpoint is disabled: " + endpoint.DisabledReason
		}
		closed, err := d.fail(ctx, delivery, why, store.Closing{Inactive: true})
		if err != nil || closed != store.NotYet {
			return nil, err
		}
	}
	return nil, errRestless
}

// fail closes an attempt that cannot be made.
func (d *Deliverer) fail(ctx context.Context, delivery *store.Delivery, why string, c store.Closing) (store.Closed, error) {
	failed := *delivery
	failed.Status, failed.AttemptedAt, failed.Response = store.DeliveryFailed, d.now(), store.Response{Error: why}
	return d.store.CloseDelivery(ctx, &failed, c)
}

// refuse closes an attempt that is not made and disables its endpoint for the same reason.
// When the endpoint has changed, the attempt comes again.
func (d *Deliverer) refuse(ctx context.Context, e *store.Endpoint, delivery *store.Delivery, why string) error {
	closed, err := d.fail(ctx, delivery, why, store.Closing{Disable: &store.Disabling{Endpoint: e, Reason: why}})
	if err != nil || closed != store.NotYet {
		return err
	}
	return d.postpone(ctx, delivery, d.soon(d.now(), busyPause), store.WaitUnproven)
}

// record keeps what came of an attempt, and plans the next.
func (d *Deliverer) record(ctx context.Context, e *store.Endpoint, delivery *store.Delivery, a answer) error {
	delivery.AttemptedAt, delivery.Response, delivery.Status = d.now(), a.response, store.DeliveryFailed
	if a.succeeded {
		delivery.Status = store.DeliverySucceeded
		// First the success: an attempt beside this one that fails must not disable the
		// endpoint for a run of failures that is broken.
		if err := d.store.NoteDelivery(ctx, e, store.Note{Succeeded: true, Slow: a.slow, Took: a.response.Duration}); err != nil && !e.FailingSince.IsZero() {
			return err
		}
	}
	wait, more := Delay(delivery.Attempt, a.retryAfter, d.random())
	var next *store.Delivery
	if !a.succeeded && more {
		next = following(delivery, d.now(), wait)
	}
	closed, next, err := d.close(ctx, e, delivery, next, a)
	if err != nil || closed != store.ByUs {
		return err
	}
	log := d.about(delivery)
	log.InfoContext(ctx, "webhook attempt", "attempt", delivery.Attempt, "status", delivery.Status, "response_status", a.response.Status,
		"duration_ms", a.response.Duration.Milliseconds())
	if !a.succeeded {
		note := store.Note{Slow: a.slow, Took: a.response.Duration}
		if a.slow || e.Failures+1 >= breakerAt {
			note.Hold = hold(e, d.now())
		}
		if err := d.store.NoteDelivery(ctx, e, note); err != nil {
			log.WarnContext(ctx, "endpoint's record not kept", "endpoint_id", e.ID, "error", err)
		}
	}
	if next != nil {
		d.send(ctx, next, wait)
	}
	return nil
}

// close writes the attempt's end with the next one, or instead of it with the endpoint
// disabled. An endpoint that changed meanwhile is read and judged anew; where it is not
// to be disabled any more, the attempt is followed by the next. It returns that, if any.
func (d *Deliverer) close(
	ctx context.Context, e *store.Endpoint, delivery, next *store.Delivery, a answer,
) (store.Closed, *store.Delivery, error) {
	for range looks {
		disable := d.verdict(e, delivery.URL, a)
		if disable == nil {
			break
		}
		closed, err := d.store.CloseDelivery(ctx, delivery, store.Closing{Disable: disable})
		if err != nil || closed != store.NotYet {
			return closed, nil, err
		}
		if e, err = d.store.Endpoint(ctx, e.OrgID, e.ID); errs.Is(err, errs.EndpointNotFound) {
			break
		} else if err != nil {
			return closed, nil, err
		}
	}
	closed, err := d.store.CloseDelivery(ctx, delivery, store.Closing{Next: next})
	return closed, next, err
}

// verdict is why the endpoint is to be disabled for what it answered at url, or nil.
func (d *Deliverer) verdict(e *store.Endpoint, url string, a answer) *store.Disabling {
	switch {
	case a.succeeded || e.Status != store.EndpointActive || e.URL != url:
		return nil
	case a.gone:
		return &store.Disabling{Endpoint: e, Reason: "The endpoint returned 410 Gone."}
	case !e.FailingSince.IsZero() && d.now().Sub(e.FailingSince) >= disableAfter:
		return &store.Disabling{Endpoint: e, Reason: "Every delivery failed for 120 hours.", Unbroken: true}
	}
	return nil
}

// following is the attempt after a failed one.
func following(d *store.Delivery, now time.Time, wait time.Duration) *store.Delivery {
	next := *d
	next.ID = ident.New(ident.Delivery)
	next.Status, next.Attempt, next.Claim = store.DeliveryPending, d.Attempt+1, ""
	next.CreatedAt, next.NextAttemptAt, next.AttemptedAt = now, now.Add(wait), time.Time{}
	next.Response = store.Response{}
	return &next
}
