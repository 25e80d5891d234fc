// Package adstransparency asks the Google Ads Transparency Center, an archive of the ads
// of Google's verified advertisers, by the calls of its own site: JSON with numbers for
// keys, without a key and without a login. An empty list is given only for an answer that
// proves it; a page for people in place of data is a block. It knows no jobs.
package adstransparency

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "adstransparency"

// site is where people find what the archive's ids stand for, whatever the base URL is.
const site = "https://adstransparency.google.com"

// Client asks the archive. It is safe for concurrent use and implements ads.Library.
type Client struct {
	up      *upstream.Client
	visitor visitor
}

// New returns a Client.
func New(up *upstream.Client) *Client { return &Client{up: up} }

// object is an answer: its keys are numbers.
type object map[string]json.RawMessage

// call makes one call of the site's. Errors: upstream_blocked, upstream_rate_limited,
// parse_failed, target_error for a request that the archive does not take, and those of
// upstream.Client.
func (c *Client) call(ctx context.Context, method string, request any) (object, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	header := http.Header{
		"Accept": {"*/*"}, "Accept-Language": {"en-US,en;q=0.8"}, "Referer": {site + "/?region=anywhere"},
		"X-Same-Domain": {"1"}, "X-Framework-Xsrf-Token": {""},
	}
	if cookie := c.visitor.cookie(ctx, c.up); cookie != "" {
		header.Set("Cookie", cookie)
	}
	resp, err := c.up.Do(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/anji/_/rpc/" + method, Query: url.Values{"authuser": {"0"}}, Header: header,
		Form: url.Values{"f.req": {string(body)}}, Final: []int{http.StatusBadRequest},
	})
	if err != nil {
		return nil, err
	}
	return open(resp)
}

// guard is what Google puts before JSON, so that no page can run it as a script.
const guard = ")]}'"

// open reads an answer, and reports what is none.
func open(resp *fetch.Response) (object, error) {
	if strings.HasPrefix(resp.URL.Path, "/sorry/") {
		return nil, errs.New(errs.UpstreamRateLimited, "The Google Ads Transparency Center classifies our requests as automated; try again later.")
	}
	if resp.Status == http.StatusBadRequest {
		return nil, refused()
	}
	body := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(resp.Body), []byte(guard)))
	if bytes.HasPrefix(body, []byte("<")) {
		return nil, errs.New(errs.UpstreamBlocked, "The Google Ads Transparency Center returned an HTML page instead of data; try again later.")
	}
	var o object
	if err := json.Unmarshal(body, &o); err != nil || o == nil {
		return nil, errs.Wrap(err, errs.ParseFailed, unreadable).Later()
	}
	return o, fault(o)
}

const unreadable = "The Google Ads Transparency Center returned data in an unknown format"

func refused() error {
	return errs.New(errs.TargetError, "The Google Ads Transparency Center does not accept the request; its API may have changed.")
}

// fault reads a refusal that is written as an answer: the class of an exception where
// others have a page's token, and a status where they have an estimate.
func fault(o object) error {
	var class string
	var status number
	told := o.read("2", &class) == nil && o.read("5", &status) == nil && o["1"] == nil
	switch {
	case !told || !strings.Contains(class, "Exception"):
		return nil
	case status == http.StatusTooManyRequests:
		return errs.New(errs.UpstreamRateLimited, "The Google Ads Transparency Center limits requests; try again later.")
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return errs.New(errs.UpstreamBlocked, "The Google Ads Transparency Center blocks access.")
	case status >= http.StatusInternalServerError:
		return errs.New(errs.ProviderUnavailable, "The Google Ads Transparency Center fails; try again later.")
	}
	return refused()
}

// read decodes the value of a key; an absent one leaves v as it is.
func (o object) read(key string, v any) error {
	raw, ok := o[key]
	if !ok {
		return nil
	}
	return json.Unmarshal(raw, v)
}
