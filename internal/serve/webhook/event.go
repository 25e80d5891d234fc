package webhook

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/event"
)

// PollURL is the path at which a job is polled.
func PollURL(jobID string) string { return "/v1/public/jobs/" + jobID }

// carried is what an event has of a result: the whole, a link to it, or, when it
// is too large but lies in no blob, only that it is to be polled.
type carried struct {
	value     json.RawMessage
	truncated bool
	link      string
}

// jobEvent builds the body for an ended job.
func jobEvent(d *store.Delivery, j *job.Job, c carried) ([]byte, error) {
	body, err := json.Marshal(event.Event{
		ID: d.EventID, Type: d.EventType, Timestamp: j.CompletedAt,
		Data: event.Data{
			JobID: j.ID, Kind: j.Kind, Status: j.Status, CreditsCharged: &j.Quote.Credits, CreditsRefunded: &j.Refunded,
			Cached: &j.Cached, CompletedAt: &j.CompletedAt, Input: j.Input, Result: c.value, Error: j.Error,
			ResultTruncated: &c.truncated, ResultURL: c.link, PollURL: PollURL(j.ID),
		},
	})
	if err != nil {
		return nil, errs.Internal(err)
	}
	return body, nil
}

// testEvent builds the body of a test delivery.
func testEvent(d *store.Delivery) ([]byte, error) {
	return json.Marshal(event.Event{
		ID: d.EventID, Type: store.EventTest, Timestamp: d.CreatedAt,
		Data: event.Data{Message: "This is a test of your webhook endpoint. No job belongs to it."},
	})
}

// fitsEvent reports whether a result travels within the event.
func fitsEvent(r *job.ResultRef) bool { return r != nil && r.Size <= result.MaxEvent }
