// Package adlibrary reads the Meta Ad Library: its public page, which needs no login and
// shows the first 30 ads of a query, and its official API, which needs the token of a
// person whose identity Meta has confirmed. The API is asked first where there is a token.
// A page that shows a challenge, a login form or no results at all is an error: challenges
// are never answered. The library's GraphQL endpoint is not asked, since the ids of its
// operations change by the week. It knows no jobs.
package adlibrary

import (
	"context"
	"errors"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Names of the upstreams in package sources.
const (
	Page = "adlibrary"
	API  = "adlibraryapi"
)

// Client reads the library; it is an ads.Library. It is safe for concurrent use.
type Client struct{ page, api *upstream.Client }

// New returns a Client of the page and of the official API, which is asked only where it
// has a key.
func New(page, api *upstream.Client) *Client { return &Client{page, api} }

// Load implements ads.Library. Each step loads one page: of a subject that is a page of
// Facebook, all its ads; else what the library finds by words, until that shows which
// pages are meant. A page that has more than it shows is divided by days, see package
// window, the newest first; the official API has pages that follow each other.
// Errors: upstream_blocked, login_required, parse_failed, provider_not_configured of a bad
// token, invalid_cursor, target_error and permanent where no ad shows which page an
// address stands for, and those of upstream.Client.
func (c *Client) Load(ctx context.Context, q ads.Query, at string) (ads.Load, error) {
	s, err := c.open(q, at)
	if err != nil {
		return ads.Load{}, err
	}
	if s.Surface == Page {
		return c.byPage(ctx, q, s)
	}
	load, err := c.byAPI(ctx, q, s)
	if at != "" || ctx.Err() != nil || err == nil && !nothing(load) {
		return load, err
	}
	note := "The official API of the Meta Ad Library has nothing of this, so its public page was read."
	if err != nil {
		note = "The official API of the Meta Ad Library could not be read, so its public page was: " + errs.As(err).Message
	}
	if load, err = c.byPage(ctx, q, begin(q, Page)); err != nil {
		return ads.Load{}, beside(err, note)
	}
	load.Note = note
	return load, nil
}

// beside says with an error of the page why the page was read.
func beside(err error, note string) error {
	e, ok := errors.AsType[*errs.Error](err)
	if !ok {
		return err
	}
	both := *e
	both.Message += " " + note
	return &both
}

// nothing matches an end without any ads. Of the API it proves nothing: that has ads
// about politics everywhere, but others only where they were shown in the EU or the UK.
func nothing(l ads.Load) bool { return len(l.Ads) == 0 && l.Elsewhere == 0 && l.Next == "" }
