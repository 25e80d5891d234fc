package webhook

import (
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	"github.com/quarryapi/quarry/internal/result"
	"github.com/quarryapi/quarry/internal/store"
)

// Event is the body of a delivery.
type Event struct {
	ID        string    `json:"id" doc:"The event's id, the same in every retry and replay."`
	Type      string    `json:"type" enum:"job.succeeded,job.failed,job.cancelled,endpoint.test"`
	Timestamp time.Time `json:"timestamp" doc:"When the event happened."`
	Data      EventData `json:"data"`
}

// EventData tells a job's end. A test event has only the message.
type EventData struct {
	JobID           string          `json:"jobId,omitempty"`
	Kind            string          `json:"kind,omitempty"`
	Status          job.Status      `json:"status,omitempty"`
	CreditsCharged  *int64          `json:"creditsCharged,omitempty"`
	CreditsRefunded *int64          `json:"creditsRefunded,omitempty"`
	Cached          *bool           `json:"cached,omitempty"`
	CompletedAt     *time.Time      `json:"completedAt,omitempty"`
	Input           json.RawMessage `json:"input,omitempty"`
	Result          json.RawMessage `json:"result,omitempty" doc:"The result when it has at most 256 KB."`
	Error           *job.Failure    `json:"error,omitempty"`
	ResultTruncated *bool           `json:"resultTruncated,omitempty" doc:"True when the result is too large to be carried: see resultUrl, or poll."`
	ResultURL       string          `json:"resultUrl,omitempty" doc:"A link to the whole result, good for an hour."`
	PollURL         string          `json:"pollUrl,omitempty"`
	Message         string          `json:"message,omitempty"`
}

// PollURL is the path at which a job is polled.
func PollURL(jobID string) string { return "/v1/public/jobs/" + jobID }

// carried is what an event tells of a result: the whole, a link to it, or, when it
// is too large but lies in no blob, only that it is to be polled.
type carried struct {
	value     json.RawMessage
	truncated bool
	link      string
}

// jobEvent builds the body for an ended job.
func jobEvent(d *store.Delivery, j *job.Job, c carried) ([]byte, error) {
	body, err := json.Marshal(Event{
		ID: d.EventID, Type: d.EventType, Timestamp: j.CompletedAt,
		Data: EventData{
			JobID: j.ID, Kind: j.Kind, Status: j.Status, CreditsCharged: &j.Quote.Credits, CreditsRefunded: &j.Refunded,
			Cached: &j.Cached, CompletedAt: &j.CompletedAt, Input: j.Input, Result: c.value, Error: j.Error,
			ResultTruncated: &c.truncated, ResultURL: c.link, PollURL: PollURL(j.ID),
		},
	})
	if err != nil {
		return nil, errs.Wrap(err, errs.InternalError, errs.InternalError.Text())
	}
	return body, nil
}

// testEvent builds the body of a test delivery.
func testEvent(d *store.Delivery) ([]byte, error) {
	return json.Marshal(Event{
		ID: d.EventID, Type: store.EventTest, Timestamp: d.CreatedAt,
		Data: EventData{Message: "This is a test of your webhook endpoint. No job belongs to it."},
	})
}

// fitsEvent reports whether a result travels within the event.
func fitsEvent(r *job.ResultRef) bool { return r != nil && r.Size <= result.MaxEvent }
