// Package event holds what a webhook's delivery carries. It is apart from what
// delivers it, so that whoever only describes events does not link that.
package event

import (
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/job"
)

// Event is the body of a delivery.
type Event struct {
	ID        string    `json:"id" doc:"The event's id, the same in every retry and replay."`
	Type      string    `json:"type" enum:"job.succeeded,job.failed,job.cancelled,endpoint.test"`
	Timestamp time.Time `json:"timestamp" doc:"When the event happened."`
	Data      Data      `json:"data"`
}

// Data tells a job's end. A test event has only the message.
type Data struct {
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
