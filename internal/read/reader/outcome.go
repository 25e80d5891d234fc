package reader

import (
	"context"
	"errors"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Status is in a word how reading a document went.
type Status string

// The statuses.
const (
	Fetched     Status = "fetched"
	Blocked     Status = "blocked"     // a bot wall, a login, a rate limit or robots.txt
	NotFound    Status = "not_found"   // the site says that there is no such page
	Timeout     Status = "timeout"     // it did not come in time
	Unsupported Status = "unsupported" // it holds no text that can be read
	Failed      Status = "failed"      // anything else
)

// ErrNotFound is within the error of a document that its site does not have: 404 or 410.
var ErrNotFound = errors.New("there is no such document")

// StatusOf is the status that an error of Read stands for; Fetched for nil.
func StatusOf(err error) Status {
	switch {
	case err == nil:
		return Fetched
	case errors.Is(err, ErrNotFound):
		return NotFound
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	}
	switch errs.As(err).Code {
	case errs.UpstreamBlocked, errs.UpstreamRateLimited, errs.LoginRequired:
		return Blocked
	case errs.UpstreamTimeout, errs.JobTimeout:
		return Timeout
	case errs.UnsupportedContent, errs.ParseFailed:
		return Unsupported
	default:
		return Failed
	}
}

// Outcome is how reading one of several documents went.
type Outcome struct {
	URL      string // as it was asked for
	Status   Status
	Document Document // the zero value unless it was fetched
	Err      error    // nil when it was fetched
	Took     time.Duration
}
