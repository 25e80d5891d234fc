// Package errs is the one error type of Quarry and the one table that says what
// each error means to a caller: its public code, its HTTP status and whether
// trying again can help. It knows nothing of HTTP handlers, queues or AWS.
package errs

import (
	"errors"
	"fmt"
	"time"
)

// Detail names one faulty field of a request and what is wrong with it.
type Detail struct {
	Field string `json:"field" doc:"Path of the field: a dot leads into an object, [n] into a list."`
	Issue string `json:"issue" doc:"What is wrong with the field."`
}

// Error is an error with a public meaning. Message is written for the caller and
// says what to change; Err is the internal cause, which is logged and never shown.
type Error struct {
	Code    Code
	Message string
	Details []Detail
	// Permanent says that the same call will fail again although its code's errors
	// mostly pass: a page that is not found is a target_error, as a broken site is.
	Permanent bool
	// Passing says that the same call may succeed later although its code's errors mostly
	// stay: what an upstream returned could not be read this time. See Later.
	Passing bool
	// Unasked says that nothing was asked of the upstream: it is this installation that waits for it.
	Unasked bool
	// RetryAfter is how long the caller should wait; zero when unknown.
	RetryAfter time.Duration
	Err        error
}

// New returns an Error with a message for the caller.
func New(code Code, message string) *Error {
	return &Error{Code: code, Message: message}
}

// Of returns an Error that says no more than its code.
func Of(code Code) *Error { return New(code, code.Text()) }

// Internal returns an internal_error with err as its cause, for the log only.
func Internal(err error) *Error { return Wrap(err, InternalError, InternalError.Text()) }

// Newf is New with a format.
func Newf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns an Error that keeps the internal cause for the log.
func Wrap(err error, code Code, message string) *Error {
	return &Error{Code: code, Message: message, Err: err}
}

// Field returns an Error about one field; the issue is repeated in the message,
// so that a caller who shows only the message still learns which field it is.
func Field(code Code, field, issue string) *Error {
	return &Error{Code: code, Message: field + ": " + issue, Details: []Detail{{Field: field, Issue: issue}}}
}

// Retryable reports whether the same call can succeed later without a change.
func (e *Error) Retryable() bool { return (e.Code.Retryable() || e.Passing) && !e.Permanent }

// Later says that the same call may succeed later, to people in the message, which must
// have no full stop yet, and to programs by Retryable.
func (e *Error) Later() *Error {
	e.Message += "; try again later."
	e.Passing = true
	return e
}

// Error is for logs: the code, the message and the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return string(e.Code) + ": " + e.Message + ": " + e.Err.Error()
	}
	return string(e.Code) + ": " + e.Message
}

// Unwrap returns the internal cause.
func (e *Error) Unwrap() error { return e.Err }

// As returns the Error within err. Anything else becomes internal_error with err
// as its cause, so that no internal text reaches a caller. It returns nil for nil.
func As(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return Internal(err)
}

// Is reports whether err carries the code.
func Is(err error, code Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == code
}
