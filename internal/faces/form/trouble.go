package form

import (
	"errors"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// InvalidError is a call that a face refuses itself. Nothing was made and nothing charged.
type InvalidError struct{ Field, Issue string }

// Error implements error.
func (e *InvalidError) Error() string { return e.Field + ": " + e.Issue }

// UnknownError is a call that a face does not have.
type UnknownError struct{ Call, Face string }

// Error implements error.
func (e *UnknownError) Error() string {
	return e.Call + " is not supported by this service; /docs/coming-from-" + e.Face + " says what is"
}

// Trouble is what went wrong, for a face to say in its words.
type Trouble struct {
	Status     int
	Code       errs.Code
	Message    string
	Field      string // that is wrong; empty where none is
	Site       bool   // whether it is what a site did, in a job that failed
	JobID      string
	RequestID  string
	RetryAfter string
}

// troubleOf tells errors apart. What a site did is none of 500: those are for what is wrong with this service.
func troubleOf(err error) *Trouble {
	if bad, ok := errors.AsType[*InvalidError](err); ok {
		return &Trouble{Status: http.StatusBadRequest, Code: errs.InvalidRequest, Message: bad.Error(), Field: bad.Field}
	}
	if unknown, ok := errors.AsType[*UnknownError](err); ok {
		return &Trouble{Status: http.StatusNotFound, Code: errs.NotFound, Message: unknown.Error()}
	}
	if failed, ok := errors.AsType[*asked.FailedError](err); ok {
		t := OfFailure(failed.Failure())
		t.JobID = failed.Job.JobID
		return t
	}
	if r, ok := errors.AsType[*asked.RefusedError](err); ok {
		t := &Trouble{Status: r.Status, Code: r.Code, Message: r.Message, RequestID: r.RequestID, RetryAfter: r.RetryAfter}
		if r.Status == http.StatusBadRequest && len(r.Details) > 0 {
			t.Field = strings.TrimPrefix(r.Details[0].Field, "options.")
			t.Message = t.Field + ": " + r.Details[0].Issue
		}
		return t
	}
	e := errs.As(err)
	return &Trouble{Status: e.Code.Status(), Code: e.Code, Message: e.Code.Text()}
}

// OfFailure is the trouble of a job that failed.
func OfFailure(f job.Failure) *Trouble {
	t := &Trouble{Status: http.StatusUnprocessableEntity, Code: f.Code, Message: string(f.Code) + ": " + f.Message, Site: true}
	switch f.Code {
	case errs.UpstreamBlocked, errs.LoginRequired:
		t.Status = http.StatusForbidden
	case errs.UpstreamTimeout, errs.JobTimeout:
		t.Status = http.StatusRequestTimeout
	case errs.InternalError, errs.ServiceUnavailable:
		t.Status, t.Site = http.StatusInternalServerError, false
	default:
	}
	return t
}
