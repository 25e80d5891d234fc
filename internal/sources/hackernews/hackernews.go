// Package hackernews asks for what is on Hacker News: Algolia's search of it
// (https://hn.algolia.com/api), which finds items and has whole discussions in one
// answer, and the official API (https://github.com/HackerNews/API), which has the
// counts of the moment and one item a call. It knows no jobs.
package hackernews

import (
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// The upstreams' names in package sources.
const (
	Search   = "hackernews"    // Algolia's search
	Official = "hackernewsapi" // the official API
)

// Client asks both. It is safe for concurrent use.
type Client struct{ search, official *upstream.Client }

// New returns a Client of the two upstreams.
func New(search, official *upstream.Client) *Client {
	return &Client{search: search, official: official}
}

// From returns a Client of a process's upstreams.
func From(set upstream.Upstreams) *Client { return New(set.Client(Search), set.Client(Official)) }

// missing is the error when there is no such item, or none that everybody may read.
func missing(format, id string) error {
	e := errs.Newf(errs.TargetError, format, id)
	e.Permanent = true
	return e
}

// unreadable is the error of an answer that is not in the form that this package knows.
func unreadable(name, what string) error {
	return errs.Newf(errs.ParseFailed, "%s responded %s", name, what).Later()
}
