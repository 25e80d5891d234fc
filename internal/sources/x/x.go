// Package x reads what is public on X: accounts, their posts, posts with replies,
// searches, and who repeated or quoted a post. It asks several surfaces in turn, each a
// package below: the official API where the operator has a key, an API that speaks as
// FxTwitter's does, guests' GraphQL where the operator has set it up, and what X shows
// to other sites and to everybody. What it gives names the surface that said so, and
// claims no more than that surface does. It knows no jobs.
package x

import (
	"context"
	"errors"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x/fxtwitter"
	"github.com/quarryapi/quarry/internal/sources/x/guest"
	"github.com/quarryapi/quarry/internal/sources/x/official"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
	"github.com/quarryapi/quarry/internal/sources/x/syndication"
	"github.com/quarryapi/quarry/internal/sources/x/web"
)

// Client asks the surfaces. It is safe for concurrent use.
type Client struct {
	official    *official.Client // nil without a key
	fx          *fxtwitter.Client
	guest       *guest.Client // nil unless the operator has set it up
	syndication *syndication.Client
	web         *web.Client
	now         func() time.Time
}

// From returns a Client of a process's upstreams. A nil now is time.Now.
func From(set upstream.Upstreams, now func() time.Time) *Client { return New(set.Client, now) }

// New returns a Client of upstreams by their names in package sources.
func New(of func(name string) *upstream.Client, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	return &Client{
		official:    official.New(of(official.Name)),
		fx:          fxtwitter.New(of(fxtwitter.Name)),
		guest:       guest.New(of(guest.Name), of(guest.Tokens), now),
		syndication: syndication.New(of(syndication.Posts), of(syndication.Timelines)),
		web:         web.New(of(web.Name)),
		now:         now,
	}
}

// tier is one way of getting something.
type tier[T any] struct {
	source string
	get    func(ctx context.Context) (T, error)
}

// first returns what the first tier gives that answers, and which those before it were.
// An answer that no other surface would change ends it: there is no such account, its
// posts are for followers only, a cursor is stale. When all fail the first one's error
// is returned, since it is the one that the operator chose.
func first[T any](ctx context.Context, tiers []tier[T]) (T, []social.Failure, error) {
	var failed []social.Failure
	var all []error
	for _, t := range tiers {
		got, err := t.get(ctx)
		if err == nil {
			return got, failed, nil
		}
		if ctx.Err() != nil || final(err) {
			return got, failed, err
		}
		failed = append(failed, social.Failure{Source: t.source, Code: errs.As(err).Code})
		all = append(all, err)
	}
	var none T
	return none, failed, errors.Join(all...)
}

// final matches an error that every surface would answer with. What one rejects another
// may take.
func final(err error) bool {
	e := errs.As(err)
	return e.Code == errs.TargetError && e.Permanent && !shape.IsRejected(err) || e.Code == errs.LoginRequired || e.Code == errs.InvalidCursor
}
