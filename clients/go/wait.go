package quarry

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/clients/go/api"
)

// Progress is how far a job, a batch or a crawl has come. Done and Total count what its stage is about,
// the jobs of a batch, or the pages of a crawl; they are 0 where nothing is known.
type Progress struct {
	JobID, BatchID, CrawlID, Status, Stage string
	Done, Total                            int
}

type progressName struct{}

// WithProgress returns a context whose calls report each poll of what they wait for.
func WithProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressName{}, report)
}

func report(ctx context.Context, p Progress) {
	if to, ok := ctx.Value(progressName{}).(func(Progress)); ok {
		to(p)
	}
}

// WaitJob waits for the end of a job, for example of a call with Wait: new(false). One that failed
// is an *Error.
func (c *Client) WaitJob(ctx context.Context, jobID string) (*api.AnyJobResponse, error) {
	ctx, stop := context.WithTimeout(ctx, c.options.Deadline)
	defer stop()
	got, err := c.ended(ctx, jobID, nil)
	if err == nil {
		err = succeeded(got)
	}
	if err != nil {
		return nil, with(err, Resume{JobID: jobID})
	}
	return decoded[api.AnyJobResponse](got)
}

// job is what jobs of all kinds have.
type job struct {
	JobID    string       `json:"jobId"`
	Status   string       `json:"status"`
	Error    *Error       `json:"error"`
	Progress api.Progress `json:"progress"`
}

// jobOf is the job of an answer, or an empty one of an answer that has none.
func jobOf(got response) job {
	var envelope struct {
		Data job `json:"data"`
	}
	if json.Unmarshal(got.body, &envelope) != nil {
		return job{}
	}
	return envelope.Data
}

// waits reports whether a body lets its call wait.
func waits(body []byte) bool {
	var said struct {
		Wait *bool `json:"wait"`
	}
	return json.Unmarshal(body, &said) != nil || said.Wait == nil || *said.Wait
}

// ended polls a job until its end, beginning with what is known of it.
func (c *Client) ended(ctx context.Context, jobID string, known *response) (response, error) {
	poll := request{method: http.MethodGet, path: "/v1/public/jobs/" + url.PathEscape(jobID), needs: []string{"jobId", "status"}}
	for {
		if known == nil {
			got, err := c.send(patient(ctx), poll)
			if err != nil {
				return response{}, err
			}
			known = &got
		}
		now := jobOf(*known)
		if known.status != http.StatusAccepted && now.Status != "queued" && now.Status != "running" {
			return *known, nil
		}
		report(ctx, Progress{JobID: jobID, Status: now.Status, Stage: now.Progress.Stage, Done: now.Progress.Done, Total: now.Progress.Total})
		if err := pause(ctx, known.header); err != nil {
			return response{}, err
		}
		known = nil
	}
}

// succeeded is the error of a job that has ended.
func succeeded(got response) error {
	if ended := jobOf(got); ended.Status != "succeeded" && ended.Error != nil {
		return ended.Error
	}
	return nil
}

// pause waits between two polls: what the service says, else a second, but neither busily nor
// beyond the context's end.
func pause(ctx context.Context, h http.Header) error {
	wait, ok := retryAfter(h)
	if !ok {
		wait = time.Second
	}
	if sleep(ctx, min(max(wait, shortestPoll), longestPoll)) != nil {
		return stopped(ctx)
	}
	return nil
}
