package quarry

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Code of an error; branch on it, never on the message. More codes can be added.
//
//	if errors.Is(err, quarry.InsufficientCredits) { … }
type Code string //nolint:errname // errors.Is asks for it; the error itself is Error

// Error makes a code a target of errors.Is.
func (c Code) Error() string { return string(c) }

// Detail is one invalid field.
type Detail struct {
	Field string `json:"field"`
	Issue string `json:"issue"`
}

// Resume is what a call that did not succeed leaves: the same call under its IdempotencyKey asks
// again without a second charge, and a job, a batch or a crawl that is known can be waited for. Each error
// of a call has it.
type Resume struct {
	IdempotencyKey string `json:"-"`
	JobID          string `json:"-"`
	BatchID        string `json:"-"`
	CrawlID        string `json:"-"`
}

func (r *Resume) resume() *Resume { return r }

func (r *Resume) known() string {
	var text strings.Builder
	for _, one := range [][2]string{{"idempotency key", r.IdempotencyKey}, {"job", r.JobID}, {"batch", r.BatchID}, {"crawl", r.CrawlID}} {
		if one[1] != "" {
			fmt.Fprintf(&text, " [%s %s]", one[0], one[1])
		}
	}
	return text.String()
}

// ResumeOf returns what an error of a call leaves.
func ResumeOf(err error) Resume {
	var has interface{ resume() *Resume }
	if errors.As(err, &has) {
		return *has.resume()
	}
	return Resume{}
}

// with adds what is known to an error.
func with(err error, known Resume) error {
	var has interface{ resume() *Resume }
	if errors.As(err, &has) {
		r := has.resume()
		r.IdempotencyKey = cmp.Or(r.IdempotencyKey, known.IdempotencyKey)
		r.JobID = cmp.Or(r.JobID, known.JobID)
		r.BatchID = cmp.Or(r.BatchID, known.BatchID)
		r.CrawlID = cmp.Or(r.CrawlID, known.CrawlID)
	}
	return err
}

// Error is a call that was rejected, or a job that failed or was cancelled: JobID is then set,
// and the charge was refunded.
type Error struct {
	Code      Code     `json:"code"`
	Message   string   `json:"message"`
	Retryable bool     `json:"retryable"`
	RequestID string   `json:"requestId"`
	Details   []Detail `json:"details"`
	// Field is the path of the first invalid field, and Remedy says what to change.
	Field  string `json:"-"`
	Remedy string `json:"-"`
	// RetryAfter is when the same call can succeed, where the service knows.
	RetryAfter time.Duration `json:"-"`
	Status     int           `json:"-"`
	Resume
}

func (e *Error) Error() string {
	return fmt.Sprintf("quarry: %s: %s%s", e.Code, e.Message, e.known())
}

// Is reports whether the target is the error's code.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// UnmarshalJSON reads an error as calls and jobs have it.
func (e *Error) UnmarshalJSON(raw []byte) error {
	type fields Error
	given := struct {
		*fields
		RetryAfterSeconds float64 `json:"retryAfterSeconds"`
	}{fields: (*fields)(e)}
	if err := json.Unmarshal(raw, &given); err != nil {
		return err
	}
	e.RetryAfter, e.Remedy = time.Duration(given.RetryAfterSeconds*float64(time.Second)), e.Message
	if len(e.Details) > 0 {
		e.Field, e.Remedy = e.Details[0].Field, cmp.Or(e.Details[0].Issue, e.Message)
	}
	return nil
}

// NetworkError says that no answer that can be read arrived in any attempt. What the call does may
// have been done.
type NetworkError struct {
	Attempts int
	Err      error
	Resume
}

func (e *NetworkError) Error() string {
	return fmt.Sprintf("quarry: no answer (attempts: %d): %v%s", e.Attempts, e.Err, e.known())
}

func (e *NetworkError) Unwrap() error { return e.Err }

// TimeoutError says that the call's deadline passed: that of its context, or of the client. It is a
// context.DeadlineExceeded. A job goes on: wait for it with WaitJob.
type TimeoutError struct{ Resume }

func (e *TimeoutError) Error() string { return "quarry: the deadline passed" + e.known() }

func (e *TimeoutError) Unwrap() error { return context.DeadlineExceeded }

// Timeout makes it one of those that package net knows.
func (e *TimeoutError) Timeout() bool { return true }

// CanceledError says that the call's context was cancelled. It is a context.Canceled.
type CanceledError struct{ Resume }

func (e *CanceledError) Error() string { return "quarry: the call was cancelled" + e.known() }

func (e *CanceledError) Unwrap() error { return context.Canceled }

// stopped is the error of a call whose context has ended, or would before its next step.
func stopped(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return &CanceledError{}
	}
	return &TimeoutError{}
}

// failure reads an error out of an answer, also one of a gateway, which has no code.
func failure(got response) *Error {
	var envelope struct {
		Error Error `json:"error"`
	}
	if json.Unmarshal(got.body, &envelope) != nil || envelope.Error.Code == "" {
		text := cmp.Or(http.StatusText(got.status), "an error without a name")
		envelope.Error = Error{Code: Code(fmt.Sprintf("http_%d", got.status)), Message: text, Remedy: text, Retryable: got.status >= http.StatusInternalServerError}
	}
	envelope.Error.Status = got.status
	if wait, ok := retryAfter(got.header); ok {
		envelope.Error.RetryAfter = wait
	}
	return &envelope.Error
}
