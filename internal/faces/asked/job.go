package asked

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Common are the members that every call which makes a job has beside its own.
type Common struct {
	Wait          *bool  `json:"wait,omitempty"`
	WaitTimeoutMS *int64 `json:"waitTimeoutMs,omitempty"`
	CacheTTLSec   *int64 `json:"cacheTtlSec,omitempty"`
}

// Job is what faces read of a job.
type Job struct {
	JobID           string          `json:"jobId"`
	Status          job.Status      `json:"status"`
	CreditsCharged  int64           `json:"creditsCharged"`
	CreditsRefunded int64           `json:"creditsRefunded"`
	Cached          bool            `json:"cached"`
	Result          json.RawMessage `json:"result"`
	ResultTruncated bool            `json:"resultTruncated"`
	ResultURL       string          `json:"resultUrl"`
	Error           *job.Failure    `json:"error"`
}

// Spent is what the job costs after refunds.
func (j *Job) Spent() int64 { return j.CreditsCharged - j.CreditsRefunded }

// FailedError is a job that ended without a result.
type FailedError struct{ Job *Job }

// Error implements error.
func (f *FailedError) Error() string { return string(f.Job.Status) + ": " + f.Failure().Message }

// Failure says why.
func (f *FailedError) Failure() job.Failure {
	if f.Job.Error != nil {
		return *f.Job.Error
	}
	return job.Failure{Code: errs.Cancelled, Message: errs.Cancelled.Text()}
}

const (
	// longestWait is the longest that the API itself waits for a job.
	longestWait = 25 * time.Second
	// pollPause is between two looks at a job that took longer.
	pollPause = time.Second
)

// Patience is the longest part of a wait that the API itself can do.
func Patience(limit time.Duration) *int64 { return new(min(limit, longestWait).Milliseconds()) }

// Finish makes a call that makes a job and waits for its end, until limit has passed: then the job is cancelled and refunded.
// The job is returned with every error that is about it. Errors: *FailedError, *RefusedError.
func (a API) Finish(from *http.Request, c Call, limit time.Duration) (*Job, *Answer, error) {
	began := time.Now() //nolint:forbidigo // how long a caller waits is the wall's time
	j := &Job{}
	answer, err := a.Do(from, c, j)
	if err != nil {
		return nil, answer, err
	}
	for !j.Status.Terminal() {
		if time.Since(began)+pollPause > limit { //nolint:forbidigo // as above
			return a.abandon(from, j, answer)
		}
		if !Wait(from, pollPause) {
			return j, answer, from.Context().Err()
		}
		seen := &Job{}
		if _, err := a.Do(from, Call{Method: http.MethodGet, Path: "/jobs/" + j.JobID}, seen); err != nil {
			return j, answer, err
		}
		j = seen
	}
	return ended(j, answer)
}

func ended(j *Job, answer *Answer) (*Job, *Answer, error) {
	if j.Status != job.Succeeded {
		return j, answer, &FailedError{j}
	}
	return j, answer, nil
}

// abandon cancels a job that nobody waits for any more. One that has just ended is answered after all.
func (a API) abandon(from *http.Request, j *Job, answer *Answer) (*Job, *Answer, error) {
	_, err := a.Do(from, Call{Method: http.MethodPost, Path: "/jobs/" + j.JobID + "/cancel"}, nil)
	seen := &Job{}
	if _, readErr := a.Do(from, Call{Method: http.MethodGet, Path: "/jobs/" + j.JobID}, seen); readErr != nil {
		return j, answer, readErr
	}
	if err != nil && !seen.Status.Terminal() {
		return j, answer, err
	}
	if seen.Status == job.Cancelled {
		seen.Error = &job.Failure{Code: errs.JobTimeout, Message: "The job took longer than this call may wait; it was cancelled and costs nothing.", Retryable: true}
	}
	return ended(seen, answer)
}
