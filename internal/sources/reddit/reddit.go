// Package reddit asks for what is on Reddit: its API where the operator has an app of
// it (https://www.reddit.com/dev/api/oauth), else its feeds, and where neither answers
// the archives Arctic Shift and PullPush. Every item reports whether it is live or a copy
// of an archive, and what a source does not know is absent. It knows no jobs.
package reddit

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// The upstreams' names in package sources.
const (
	Feeds       = "reddit"      // Atom feeds, and tokens for the API; its key is the app's
	API         = "redditapi"   // the API
	ArcticShift = "arcticshift" // the archive that is asked first
	PullPush    = "pullpush"    // the archive that has a search of all Reddit
)

// Client asks them. It is safe for concurrent use.
type Client struct {
	feeds, api, arctic, pullpush *upstream.Client
	tokens                       tokens
}

// From returns a Client of a process's upstreams. Now is time.Now except in tests.
func From(set upstream.Upstreams, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	return &Client{
		feeds: set.Client(Feeds), api: set.Client(API), arctic: set.Client(ArcticShift), pullpush: set.Client(PullPush),
		tokens: tokens{now: now},
	}
}

// definite matches an answer of Reddit's own about what was asked for: no other source
// has a better one.
func definite(err error) bool {
	e := errs.As(err)
	return e.Permanent || e.Code == errs.InvalidCursor || e.Code == errs.InternalError
}

// gone is the error when there is no such thing, or none that everybody may read.
func gone(format string, args ...any) error {
	e := errs.Newf(errs.TargetError, format, args...)
	e.Permanent = true
	return e
}

// closed is the error when only some accounts may read it.
func closed(format string, args ...any) error {
	e := errs.Newf(errs.LoginRequired, format, args...)
	e.Permanent = true
	return e
}

// unreadable is the error of an answer that is not in the form that this package knows.
func unreadable(name, what string) error {
	return errs.Newf(errs.ParseFailed, "%s responded %s", name, what).Later()
}

func staleCursor() error {
	return errs.New(errs.InvalidCursor,
		"Reddit has no posts after this cursor: its post was removed, or the list ended there. Start again without it.")
}
