// Package signal is the shape of results that are made of parts which fail each on
// their own: a snapshot of a domain keeps what it got and says of every part how it
// went. It knows no kind.
package signal

import (
	"context"
	"errors"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Status is how a part of a result went.
type Status string

// The statuses.
const (
	OK            Status = "ok"             // data is there
	Empty         Status = "empty"          // the source answered that there is nothing
	Blocked       Status = "blocked"        // the source does not let us in or limits us
	NotConfigured Status = "not_configured" // the operator has set no key for the source
	Error         Status = "error"          // the source failed, or what it said cannot be read
)

// Outcome is what every signal carries beside its data. Signals embed it.
type Outcome struct {
	Status Status `json:"status" enum:"ok,empty,blocked,not_configured,error" doc:"ok: there is data. empty: the source responded and has none. blocked: the source blocks or rate-limits requests. not_configured: the operator has set no key. error: the source failed."`
	Reason string `json:"reason,omitempty" doc:"Why there is no data, or what is missing from it; absent when status is ok and the data is complete."`
	Source string `json:"source" doc:"The source: the name of an upstream, or the site itself."`
}

// Of says how a source's call went. With a nil error the status is ok; the caller
// says with None that an answer is empty.
func Of(source string, err error) Outcome {
	if err == nil {
		return Outcome{Status: OK, Source: source}
	}
	return Outcome{Status: statusOf(err), Source: source, Reason: reason(err)}
}

// None is an answer that there is nothing.
func None(source, reason string) Outcome {
	return Outcome{Status: Empty, Source: source, Reason: reason}
}

func statusOf(err error) Status {
	for _, code := range []errs.Code{errs.UpstreamBlocked, errs.UpstreamRateLimited, errs.LoginRequired} {
		if errs.Is(err, code) {
			return Blocked
		}
	}
	if errs.Is(err, errs.ProviderNotConfigured) || errs.Is(err, errs.BrowserUnavailable) {
		return NotConfigured
	}
	return Error
}

// reason is what callers may read of an error.
func reason(err error) string {
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return e.Message
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "There was not enough time for it in the job."
	}
	return errs.InternalError.Text()
}
