package quarry

import (
	"encoding/json"
	"fmt"
	"net/http"
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

// Error is a call that was rejected, or a job that failed or was cancelled: JobID is then set,
// and the charge was refunded.
type Error struct {
	Code      Code     `json:"code"`
	Message   string   `json:"message"`
	Retryable bool     `json:"retryable"`
	RequestID string   `json:"requestId"`
	Details   []Detail `json:"details"`
	Status    int      `json:"-"`
	JobID     string   `json:"-"`
}

func (e *Error) Error() string { return fmt.Sprintf("quarry: %s: %s", e.Code, e.Message) }

// Is reports whether the target is the error's code.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// NotFinishedError says that a job goes on after the call's deadline: read it later with GetJob.
type NotFinishedError struct{ JobID string }

func (e *NotFinishedError) Error() string {
	return "quarry: the job " + e.JobID + " has not ended within the deadline"
}

// failure reads an error out of an answer, also one of a gateway, which has no code.
func failure(got response) error {
	var envelope struct {
		Error Error `json:"error"`
	}
	if json.Unmarshal(got.body, &envelope) != nil || envelope.Error.Code == "" {
		envelope.Error = Error{Code: Code(fmt.Sprintf("http_%d", got.status)), Message: http.StatusText(got.status), Retryable: got.status >= http.StatusInternalServerError}
	}
	envelope.Error.Status = got.status
	return &envelope.Error
}
