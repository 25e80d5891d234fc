// Package producthunt reads Product Hunt without an account: its feed, which answers
// everybody and knows the newest fifty launches; its pages, which know everything and are
// mostly shown to people only; and the links by which it counts visits to the sites of
// products. Package official beside it asks the API. A block is an error, never an empty
// answer. It knows no jobs.
package producthunt

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "producthunt"

// Fetcher is the part of fetch.Client that following a link beyond Product Hunt needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Client reads Product Hunt. It is safe for concurrent use.
type Client struct {
	up  *upstream.Client
	web Fetcher
}

// New returns a Client. Web is for what is not Product Hunt's.
func New(up *upstream.Client, web Fetcher) *Client { return &Client{up: up, web: web} }

// gone is the error when Product Hunt has no such thing.
func gone(what string) error {
	e := errs.Newf(errs.TargetError, "Product Hunt has no %s; check the spelling, or find it by page discover.", what)
	e.Permanent = true
	return e
}

// unreadable is the error of an answer that is not in a form that this package knows.
func unreadable(what string) error {
	return errs.Newf(errs.ParseFailed, "Product Hunt returned %s in an unknown format", what).Later()
}
