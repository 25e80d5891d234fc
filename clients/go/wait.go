package quarry

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"
)

// job is what jobs of all kinds have.
type job struct {
	JobID   string `json:"jobId"`
	Status  string `json:"status"`
	PollURL string `json:"pollUrl"`
	Error   *Error `json:"error"`
}

func jobOf(got response) (job, bool) {
	var envelope struct {
		Data job `json:"data"`
	}
	err := json.Unmarshal(got.body, &envelope)
	return envelope.Data, err == nil && envelope.Data.JobID != ""
}

// ended polls a job until its end. What is no job, and a job of a call that said "wait": false, is
// returned as it is.
func (c *Client) ended(ctx context.Context, r request, got response) (response, error) {
	var said struct {
		Wait *bool `json:"wait"`
	}
	if json.Unmarshal(r.body, &said) == nil && said.Wait != nil && !*said.Wait {
		return got, nil
	}
	first, ok := jobOf(got)
	if !ok {
		return got, nil
	}
	now := first
	for got.status == http.StatusAccepted || now.Status == "queued" || now.Status == "running" {
		if err := sleep(ctx, pause(got.header)); err != nil {
			return response{}, &NotFinishedError{JobID: first.JobID}
		}
		var err error
		if got, err = c.send(ctx, request{method: http.MethodGet, path: "/v1/public/jobs/" + url.PathEscape(first.JobID)}); err != nil {
			if ctx.Err() != nil {
				return response{}, &NotFinishedError{JobID: first.JobID}
			}
			return response{}, err
		}
		now, _ = jobOf(got)
	}
	if now.Error != nil && now.Status != "succeeded" {
		now.Error.JobID = now.JobID
		return response{}, now.Error
	}
	return got, nil
}

// pause is the time between two polls: what the service says, else a second.
func pause(h http.Header) time.Duration {
	if h.Get("Retry-After") == "" {
		return time.Second
	}
	return delay(h, 1)
}
