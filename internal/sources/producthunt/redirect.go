package producthunt

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

const (
	// maxHops is how many redirects are followed, Product Hunt's own included.
	maxHops = 10
	// hopTime is how long a site beyond Product Hunt may take for each.
	hopTime = 10 * time.Second
)

// Hop is an answer that led on.
type Hop struct {
	URL    *url.URL
	Status int
}

// Destination is where a link leads.
type Destination struct {
	// First is the address to which Product Hunt leads, and URL where that ends; the same
	// when it leads no further. Neither has Product Hunt's parameters.
	First, URL *url.URL
	Hops       []Hop // in order; Product Hunt's first
	// Status is that of URL's answer, 0 when it gave none; then Err says why, and URL
	// may lead on.
	Status int
	Err    error
}

// Leads asks Product Hunt where a link of its leads, without visiting that. The path is
// as permalink.Place has it. Errors: target_error and permanent for a link that does not
// exist or leads nowhere; upstream_blocked; invalid_target when it leads to what is not on
// the public web; too_many_redirects; and those of upstream.Client.
func (c *Client) Leads(ctx context.Context, path string) (*Destination, error) {
	d := &Destination{}
	for {
		resp, err := c.up.Do(ctx, upstream.Call{
			Path: path, Header: http.Header{"Accept": {"text/html,application/xhtml+xml"}}, MaxRedirects: fetch.NoRedirects, Final: finals(),
		})
		if err != nil {
			return nil, err
		}
		next, err := leaves(resp, path)
		if err != nil {
			return nil, err
		}
		d.Hops = append(d.Hops, Hop{own(path), resp.Status})
		if !c.isOwn(next) {
			d.URL = next
			d.First = permalink.Untracked(next)
			return d, nil
		}
		place, ok := permalink.Path(next.Path)
		if !ok || place.Link == "" {
			return nil, gone("site behind " + own(path).String() + "; the link leads to its own page " + own(next.Path).String())
		}
		path = place.Link
		if err := d.admit(own(path)); err != nil {
			return nil, err
		}
	}
}

// own is the address that a path has on Product Hunt.
func own(path string) *url.URL {
	return &url.URL{Scheme: "https", Host: "www.producthunt.com", Path: path}
}

// isOwn matches what is answered by Product Hunt, or by what the operator has in its place.
func (c *Client) isOwn(u *url.URL) bool {
	base, err := url.Parse(c.up.BaseURL)
	return permalink.Host(u.Hostname()) || err == nil && u.Host == base.Host
}

// leaves is where an answer of Product Hunt's leads.
func leaves(resp *fetch.Response, path string) (*url.URL, error) {
	if err := wall.Detect(resp); err != nil {
		return nil, err
	}
	location := resp.Header.Get("Location")
	switch status := resp.Status; {
	case status == http.StatusNotFound || status == http.StatusGone:
		return nil, gone("link " + own(path).String())
	case status >= http.StatusBadRequest:
		return nil, denied(status)
	case status < http.StatusMultipleChoices || location == "":
		return nil, unreadable("a page instead of a redirect,")
	}
	return resolve(resp.URL, location)
}

// resolve judges where an answer leads as if a caller had written it.
func resolve(base *url.URL, location string) (*url.URL, error) {
	next, err := egress.Resolve(base, location)
	if err != nil {
		return nil, errs.Wrap(err, errs.InvalidTarget, base.Hostname()+" redirects to an address that "+errs.As(err).Message)
	}
	return next, nil
}

// admit refuses an address that was visited before, and one too many.
func (d *Destination) admit(next *url.URL) error {
	again := slices.ContainsFunc(d.Hops, func(h Hop) bool { return h.URL.String() == next.String() })
	if again || len(d.Hops) >= maxHops {
		return errs.Newf(errs.TooManyRedirects, "the link redirects in a circle, or more than %d times", maxHops)
	}
	return nil
}

// Resolve is Leads, and follows redirects beyond Product Hunt to their end. A site that
// does not answer is no failure, since where it is, is known: see Destination.Status.
func (c *Client) Resolve(ctx context.Context, path string) (*Destination, error) {
	d, err := c.Leads(ctx, path)
	if err != nil {
		return nil, err
	}
	for {
		resp, err := c.web.Do(ctx, fetch.Request{URL: d.URL.String(), MaxRedirects: fetch.NoRedirects, HeadersOnly: true, Timeout: hopTime, NoRetry: true})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if errs.Is(err, errs.InvalidTarget) {
			return nil, err
		}
		if err != nil {
			d.Err = err
			break
		}
		if !redirects(resp) {
			d.Status = resp.Status
			break
		}
		d.Hops = append(d.Hops, Hop{d.URL, resp.Status})
		if d.URL, err = resolve(resp.URL, resp.Header.Get("Location")); err != nil {
			return nil, err
		}
		if err := d.admit(d.URL); err != nil {
			return nil, err
		}
	}
	d.URL = permalink.Untracked(d.URL)
	return d, nil
}

func redirects(resp *fetch.Response) bool {
	switch resp.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return resp.Header.Get("Location") != ""
	}
	return false
}
