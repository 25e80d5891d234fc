package asked

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Common are the members that every call which makes a job has beside its own.
type Common struct {
	Wait          *bool  `json:"wait,omitempty"`
	WaitTimeoutMS *int64 `json:"waitTimeoutMs,omitempty"`
	CacheTTLSec   *int64 `json:"cacheTtlSec,omitempty"`
	WebhookURL    string `json:"webhookUrl,omitempty"`
}

// Job is what faces read of a job.
type Job struct {
	JobID           string          `json:"jobId"`
	Kind            string          `json:"kind"`
	Status          job.Status      `json:"status"`
	CreditsCharged  int64           `json:"creditsCharged"`
	CreditsRefunded int64           `json:"creditsRefunded"`
	Cached          bool            `json:"cached"`
	Result          json.RawMessage `json:"result"`
	ResultTruncated bool            `json:"resultTruncated"`
	ResultURL       string          `json:"resultUrl"`
	Error           *job.Failure    `json:"error"`
	Meta            struct {
		Idempotency struct {
			BodyMatched *bool `json:"bodyMatched"`
		} `json:"idempotency"`
	} `json:"meta"`
}

// Spent is what the job costs after refunds.
func (j *Job) Spent() int64 { return j.CreditsCharged - j.CreditsRefunded }

// FailedError is a job that ended without a result.
type FailedError struct{ Job *Job }

// Error implements error.
func (f *FailedError) Error() string { return string(f.Job.Status) + ": " + f.Failure().Message }

// Failure says why. Options have the names that callers of faces know: none has them in an object options, and the time
// that a page may take is timeout.
func (f *FailedError) Failure() job.Failure {
	if f.Job.Error != nil {
		why := *f.Job.Error
		why.Message = strings.NewReplacer("options.timeoutMs", "timeout", "options.", "").Replace(why.Message)
		return why
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

// Finish makes a call that makes a job and waits for its end, until limit has passed or the caller has left: then nobody
// reads what comes of the job, and it is cancelled and refunded. One that was made with an idempotency key goes on when
// limit has passed or its caller leaves, who asks for it again by the key; a key that another call has used is refused,
// since its job has nothing of what this one asks for. The job is returned with every error that is about it, also where
// it goes on. Errors: *FailedError, *RefusedError.
func (a API) Finish(from *http.Request, c Call, limit time.Duration) (*Job, *Answer, error) {
	began := time.Now() //nolint:forbidigo // how long a caller waits is the wall's time
	j := &Job{}
	answer, err := a.Do(from, c, j)
	if err != nil {
		return nil, answer, err
	}
	if same := j.Meta.Idempotency.BodyMatched; same != nil && !*same {
		answer.Header.Set(charged, "0") // which says what that call was charged
		return nil, answer, Used("job " + j.JobID)
	}
	for pause := pollPause; !j.Status.Terminal(); {
		if time.Since(began)+pause > limit { //nolint:forbidigo // as above
			return a.late(from, c, j, answer)
		}
		if !Wait(from, pause) {
			return a.left(from, c, j, answer)
		}
		seen := &Job{}
		_, err := a.Do(from, Call{Method: http.MethodGet, Path: "/jobs/" + j.JobID}, seen)
		switch pause = pollPause; {
		case err == nil:
			j = seen
		case from.Context().Err() != nil:
			return a.left(from, c, j, answer)
		default:
			pause = max(pollPause, Later(err))
		}
	}
	return ended(j, answer)
}

// Later is how long a caller that was refused for now should wait; it is 0 where none is said.
func Later(err error) time.Duration {
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok {
		return 0
	}
	seconds, _ := strconv.Atoi(refused.RetryAfter)
	return time.Duration(seconds) * time.Second
}

func ended(j *Job, answer *Answer) (*Job, *Answer, error) {
	if j.Status != job.Succeeded {
		return j, answer, &FailedError{j}
	}
	return j, answer, nil
}

// Used is the refusal of an idempotency key that another call has used for what is named. The API itself answers with
// what that made; in the form of another call that would look like an empty answer.
func Used(made string) error {
	return &RefusedError{
		Status: http.StatusConflict, Code: errs.InvalidIdempotencyKey,
		Message: "This idempotency key was used by another call, for " + made + ". Nothing was charged; send a key of this call's own.",
	}
}

// late is what becomes of a job that took longer than its call may wait.
func (a API) late(from *http.Request, c Call, j *Job, answer *Answer) (*Job, *Answer, error) {
	if c.Key == "" {
		return a.abandon(from, j, answer)
	}
	j.Error = &job.Failure{
		Code: errs.JobTimeout, Retryable: true, RetryAfter: 1,
		Message: "The job takes longer than this call may wait, and goes on: send the call again with the same key for what it comes to, or read it by GET " + Base + "/jobs/" + j.JobID + ".",
	}
	return ended(j, answer)
}

// left is what becomes of a job whose caller waits no more.
func (a API) left(from *http.Request, c Call, j *Job, answer *Answer) (*Job, *Answer, error) {
	if c.Key != "" {
		return j, answer, from.Context().Err()
	}
	return a.abandon(from, j, answer)
}

// abandon cancels a job that nobody waits for any more. One that has just ended is answered after all.
func (a API) abandon(from *http.Request, j *Job, answer *Answer) (*Job, *Answer, error) {
	err := a.Cancel(from, "/jobs/"+j.JobID)
	seen := &Job{}
	if readErr := a.insist(from, Call{Method: http.MethodGet, Path: "/jobs/" + j.JobID}, seen); readErr != nil {
		seen = j
		if err == nil {
			seen.Status, seen.CreditsRefunded = job.Cancelled, seen.CreditsCharged
		}
	}
	switch {
	case seen.Status == job.Cancelled:
		seen.Error = &job.Failure{Code: errs.JobTimeout, Message: "The job took longer than this call may wait; it was cancelled and costs nothing.", Retryable: true}
	case !seen.Status.Terminal():
		seen.Error = &job.Failure{Code: errs.JobTimeout, Message: "The job took longer than this call may wait, and could not be cancelled: it goes on. Read it by GET " +
			Base + "/jobs/" + seen.JobID + " instead of making another."}
	}
	return ended(seen, answer)
}

// How long cancelling a job is tried, for a caller that waits for the answer and for one that has left.
const (
	insistingHere = 4 * time.Second
	insistingLeft = time.Minute
)

// Cancel cancels what is at a path, such as /jobs/{id}, also when its caller has left.
func (a API) Cancel(from *http.Request, path string) error {
	return a.insist(from, Call{Method: http.MethodPost, Path: path + "/cancel"}, nil)
}

// insist makes a call that is as safe to make twice, whether or not the caller has left, and again where it was refused
// for now.
func (a API) insist(from *http.Request, c Call, data any) error {
	limit := insistingHere
	if from.Context().Err() != nil {
		limit = insistingLeft
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(from.Context()), limit)
	defer cancel()
	from = from.WithContext(ctx)
	for {
		_, err := a.Do(from, c, data)
		refused, ok := errors.AsType[*RefusedError](err)
		if err == nil || !ok || refused.Status != http.StatusTooManyRequests && refused.Status != http.StatusServiceUnavailable {
			return err
		}
		if !Wait(from, max(pollPause, Later(err))) {
			return err
		}
	}
}
