// Package pagespeed asks PageSpeed Insights to run Lighthouse on a page
// (https://developers.google.com/speed/docs/insights/v5/get-started). It knows no jobs.
package pagespeed

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/google"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "pagespeed"

// Strategy is the device that Lighthouse plays.
type Strategy string

// The strategies.
const (
	Mobile  Strategy = "mobile"
	Desktop Strategy = "desktop"
)

const (
	timeout = 75 * time.Second // a run takes 10 to 60 s, and two thirds of this may pass before the first byte
	maxSize = 8 << 20          // answers have half a megabyte, screenshots included
)

// Client asks PageSpeed Insights. It is safe for concurrent use.
type Client struct{ up *upstream.Client }

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// Run measures a page. When Lighthouse itself breaks over it (a 500), it is tried once
// more, as that often passes. Errors: target_error (Lighthouse cannot load the page, with its
// words), upstream_rate_limited (without a key the quota is small and shared),
// upstream_blocked (a captcha), provider_not_configured, parse_failed, and those of
// upstream.Client.
func (c *Client) Run(ctx context.Context, page string, s Strategy) (*Report, error) {
	report, err := c.run(ctx, page, s)
	if e := errs.As(err); e != nil && e.Code == errs.TargetError && !e.Permanent && ctx.Err() == nil {
		return c.run(ctx, page, s)
	}
	return report, err
}

func (c *Client) run(ctx context.Context, page string, s Strategy) (*Report, error) {
	query := url.Values{
		"url": {page}, "strategy": {string(s)}, "locale": {"en"},
		"category": {"performance", "accessibility", "best-practices", "seo"},
	}
	if c.up.Key != "" {
		query.Set("key", c.up.Key)
	}
	resp, err := c.up.Do(ctx, upstream.Call{
		Path: "/pagespeedonline/v5/runPagespeed", Query: query, Timeout: timeout, MaxBytes: maxSize, Final: google.Final,
	})
	if err != nil {
		return nil, c.explain(err)
	}
	return c.read(resp)
}

func (c *Client) read(resp *fetch.Response) (*Report, error) {
	if p := google.Read(resp); p != nil {
		if said, ok := strings.CutPrefix(p.Message, "Lighthouse returned error: "); ok {
			return nil, lighthouseFailed(said, p.Code < http.StatusInternalServerError)
		}
		return nil, c.explain(p.Err(Name))
	}
	var body answer
	if err := c.up.Decode(resp, &body); err != nil {
		return nil, err
	}
	return body.report()
}

// explain adds to the error of a caller without a key what would help.
func (c *Client) explain(err error) error {
	if !errs.Is(err, errs.UpstreamRateLimited) || c.up.Key != "" {
		return err
	}
	limited := errs.Wrap(err, errs.UpstreamRateLimited,
		"pagespeed limits callers without a key, who share a small quota; try again later, or the operator sets a key as pagespeed in QUARRY_KEYS.")
	limited.RetryAfter = errs.As(err).RetryAfter
	return limited
}

// lighthouseFailed is a run that did not come about because of the page. Lighthouse
// says why in a sentence or two that start with a code.
func lighthouseFailed(said string, permanent bool) *errs.Error {
	const longest = 300
	said = strings.Join(strings.Fields(said), " ")
	if len(said) > longest {
		said = strings.ToValidUTF8(said[:longest], "") + "…"
	}
	e := errs.New(errs.TargetError, "Lighthouse could not measure the page: "+said)
	e.Permanent = permanent
	return e
}
