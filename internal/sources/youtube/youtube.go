// Package youtube asks for what channels of YouTube show: through the calls that
// YouTube's own site makes ("innertube"), which have all videos, shorts and streams but
// no exact times, and through the channels' feeds, which have those of the newest 15. It
// needs no key, and knows no jobs.
package youtube

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Source is the upstream's name in package sources.
const Source = wire.Source

const (
	origin = "https://www.youtube.com"
	// clientVersion is that of the site in May 2026; YouTube takes those of years.
	clientVersion = "2.20260519.10.00"
	// consented says that cookies were decided about: without it visitors from Europe
	// are led to a page that asks for that.
	consented = "SOCS=CAE="
)

// Client asks YouTube. It is safe for concurrent use.
type Client struct {
	up  *upstream.Client
	now func() time.Time
}

// New returns a Client of the upstream. Now is time.Now except in tests.
func New(up *upstream.Client, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	return &Client{up: up, now: now}
}

// From returns a Client of a process's upstreams.
func From(set upstream.Upstreams, now func() time.Time) *Client { return New(set.Client(Source), now) }

// ask makes a call of the site's and reads the answer into v. Found is false, and v as it
// was, when YouTube says that there is no such thing.
func (c *Client) ask(ctx context.Context, path string, about map[string]any, v any) (found bool, err error) {
	body := map[string]any{"context": map[string]any{
		"client": map[string]any{
			"hl": "en", "gl": "US", "clientName": "WEB", "clientVersion": clientVersion,
			"originalUrl": origin, "platform": "DESKTOP", "utcOffsetMinutes": 0,
		},
		"request": map[string]any{"internalExperimentFlags": []string{}, "useSsl": true},
		"user":    map[string]any{"lockedSafetyMode": false},
	}}
	maps.Copy(body, about)
	resp, err := c.do(ctx, upstream.Call{
		Method: http.MethodPost, Path: path, Query: url.Values{"prettyPrint": {"false"}}, Body: body,
		Header: http.Header{"X-Youtube-Client-Name": {"1"}, "X-Youtube-Client-Version": {clientVersion}, "Origin": {origin}, "Referer": {origin}},
		Final:  []int{http.StatusBadRequest, http.StatusNotFound},
	})
	if err != nil || resp.Status >= http.StatusBadRequest {
		return false, err
	}
	return true, c.up.Decode(resp, v)
}

// do makes a call as a visitor who decided about cookies, once more when YouTube fails.
func (c *Client) do(ctx context.Context, call upstream.Call) (*fetch.Response, error) {
	if call.Header == nil {
		call.Header = http.Header{}
	}
	call.Header.Set("Cookie", consented)
	call.Header.Set("Accept-Language", "en")
	resp, err := c.up.Do(ctx, call)
	if errs.Is(err, errs.ProviderUnavailable) && ctx.Err() == nil {
		resp, err = c.up.Do(ctx, call)
	}
	if err != nil {
		return nil, err
	}
	if host := resp.URL.Hostname(); strings.HasPrefix(host, "consent.") {
		return nil, errs.Newf(errs.UpstreamBlocked, "%s returned a cookie consent page instead of data; try again later.", Source)
	}
	return resp, nil
}

// browse opens a tab of a channel. Errors: target_error and permanent for a channel that
// is not there; parse_failed; and those of upstream.Client.
func (c *Client) browse(ctx context.Context, id, tab string) (*wire.Browse, error) {
	var page wire.Browse
	found, err := c.ask(ctx, "/youtubei/v1/browse", map[string]any{"browseId": id, "params": wire.Params(tab)}, &page)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return nil, gone("YouTube has no channel %s; check the id.", id)
	case page.Refusal() != "":
		return nil, gone("YouTube does not show the channel %s: %s", id, short(page.Refusal()))
	case len(page.Tabs()) == 0 && !page.Gated() && !page.Generated():
		return nil, unreadable("without a channel")
	}
	return &page, nil
}

// more reads what continues a list. Known is false when YouTube has nothing behind the
// token, as for an old one.
func (c *Client) more(ctx context.Context, token string) (list wire.List, known bool, err error) {
	var page wire.Browse
	found, err := c.ask(ctx, "/youtubei/v1/browse", map[string]any{"continuation": token}, &page)
	if err != nil || !found {
		return wire.List{}, false, err
	}
	list, known = page.More(c.now())
	return list, known, nil
}

// first returns the beginning of a tab.
func (c *Client) first(page *wire.Browse, tab string) (wire.List, error) {
	if page.Selected() != tab {
		return wire.List{}, nil // the channel has none
	}
	list, known := page.List(c.now())
	if !known {
		return wire.List{}, unreadable("with a list of " + tab + " in an unknown format")
	}
	return list, nil
}

// definite matches an answer about the channel itself: no other source has a better one.
func definite(err error) bool {
	e := errs.As(err)
	return e.Permanent || slices.Contains([]errs.Code{errs.InvalidCursor, errs.InternalError}, e.Code)
}

// gone is the error when there is no such channel, or none that everybody may see.
func gone(format string, args ...any) error {
	e := errs.Newf(errs.TargetError, format, args...)
	e.Permanent = true
	return e
}

// unreadable is the error of an answer that is not in a form that this package knows.
func unreadable(what string) error {
	return errs.Newf(errs.ParseFailed, "%s responded %s", Source, what).Later()
}

// short keeps a message readable whatever it quotes.
func short(s string) string {
	if r := []rune(s); len(r) > 300 {
		return string(r[:300]) + "…"
	}
	return s
}
