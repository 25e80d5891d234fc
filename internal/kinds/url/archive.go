package url

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
)

// Fallback says what is read in place of a page that cannot be had.
type Fallback string

// The choices.
const (
	NoFallback  Fallback = "none" // empty in an input
	FromArchive Fallback = "archive"
)

// archiveTime is the most of a job's time that is kept for the archive, and archivePart the part
// of a short one.
const (
	archiveTime = 10 * time.Second
	archivePart = 3
)

// Archived says of a result that it is a copy in an archive, of which time, and why the page itself
// could not be had.
type Archived struct {
	CapturedAt instant.Time `json:"capturedAt" doc:"When the archive captured the page, RFC 3339 in UTC"`
	CaptureURL string       `json:"captureUrl" doc:"The copy, as the Internet Archive shows it to people"`
	Code       errs.Code    `json:"code" doc:"Why the page itself could not be had: the code with which the job would have failed"`
	Reason     string       `json:"reason" doc:"The same in words"`
}

// prepareFallback checks the choice: a copy is read as it was served, in nobody's name. Error:
// invalid_request.
func (a *Args) prepareFallback() error {
	const field = "options.fallback"
	o := &a.Options
	switch o.Fallback {
	case "", NoFallback:
		o.Fallback = "" // one form for what is the same
		return nil
	case FromArchive:
	default:
		return errs.Field(errs.InvalidRequest, field, "must be none or archive")
	}
	_, cookie := o.Headers["Cookie"]
	_, account := o.Headers["Authorization"]
	switch {
	case a.Wants(Screenshot) || a.Render == Always:
		return errs.Field(errs.InvalidRequest, field, "must be none with what needs a browser, since a copy is read as it was served: a screenshot, render always, and the options waitFor, actions and mobile")
	case a.Format == Resolve:
		return errs.Field(errs.InvalidRequest, field, "must be none with format resolve, which reads no page")
	case len(o.Cookies) > 0 || cookie || account:
		return errs.Field(errs.InvalidRequest, field, "must be none with cookies and an Authorization header: an archive has what everybody may read")
	}
	return nil
}

// LiveTimeout is how long the page itself may take: with a fallback a part of the time is kept for
// the archive.
func (o *Options) LiveTimeout() time.Duration {
	if o.Fallback != FromArchive {
		return o.Timeout()
	}
	return o.Timeout() - min(archiveTime, o.Timeout()/archivePart)
}
