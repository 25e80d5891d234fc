// Package event holds what a webhook's delivery carries. It is apart from what
// delivers it, so that whoever only describes events does not link that.
package event

import (
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// Event is the body of a delivery.
type Event struct {
	ID        string    `json:"id" doc:"The event's id, the same in every retry and replay."`
	Type      string    `json:"type" enum:"job.succeeded,job.failed,job.cancelled,endpoint.test" doc:"What happened."`
	Timestamp time.Time `json:"timestamp" doc:"When the event happened."`
	Data      Data      `json:"data" doc:"What it happened to."`
}

// Data tells a job's end. A test event has only the message.
type Data struct {
	JobID           string          `json:"jobId,omitempty" doc:"The job that ended."`
	Kind            string          `json:"kind,omitempty" doc:"What sort of job it is."`
	Status          job.Status      `json:"status,omitempty" doc:"How it ended."`
	CreditsCharged  *int64          `json:"creditsCharged,omitempty" doc:"What it was charged."`
	CreditsRefunded *int64          `json:"creditsRefunded,omitempty" doc:"What was given back."`
	Cached          *bool           `json:"cached,omitempty" doc:"True when the result came from the cache."`
	CompletedAt     *time.Time      `json:"completedAt,omitempty" doc:"When it ended."`
	Input           json.RawMessage `json:"input,omitempty" doc:"The arguments with every default filled in."`
	Result          json.RawMessage `json:"result,omitempty" doc:"The result when it has at most 256 KB."`
	Error           *job.Failure    `json:"error,omitempty" doc:"Why the job failed."`
	ResultTruncated *bool           `json:"resultTruncated,omitempty" doc:"True when the result is too large to be carried: see resultUrl, or poll."`
	ResultURL       string          `json:"resultUrl,omitempty" doc:"A link to the whole result, good for an hour."`
	PollURL         string          `json:"pollUrl,omitempty" doc:"Where the job is polled."`
	Message         string          `json:"message,omitempty" doc:"Of a test event: that it is one."`
}
