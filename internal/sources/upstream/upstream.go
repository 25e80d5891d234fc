// Package upstream calls the services of package sources: in their pace, with their
// key left to the caller to place, and with one meaning for their refusals. It knows
// no service's formats.
package upstream

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// Fetcher is the part of fetch.Client that calls need.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Client calls one upstream. It is safe for concurrent use.
type Client struct {
	sources.Config
	web     Fetcher
	manners manners
	called  Observer // nil for nobody
}

// New returns a Client of an upstream whose pace is its own. Now is time.Now except in tests.
func New(web Fetcher, c sources.Config, now func() time.Time) *Client {
	if now == nil {
		now = time.Now
	}
	return newClient(web, c, now, turn.NewAlone(now))
}

func newClient(web Fetcher, c sources.Config, now func() time.Time, shared turn.Shared) *Client {
	return &Client{Config: c, web: web, manners: manners{name: c.Name, every: c.Pace, now: now, shared: shared}}
}

// Call is one request to an upstream.
type Call struct {
	Method  string // GET when empty
	Path    string // below the base URL, beginning with a slash; empty for the base URL itself
	Query   url.Values
	Header  http.Header
	Body    any           // marshalled to JSON; nil for none
	Form    url.Values    // sent as the fields of a form in place of Body; nil for none
	Timeout time.Duration // 15 s when 0
	// MaxBytes is the most that an answer may have; fetch's own limit when 0.
	MaxBytes int64
	// MaxRedirects is how many are followed, see fetch.Request; fetch's own limit when 0.
	MaxRedirects int
	// Final are statuses of 400 and more that are answers, not failures.
	Final []int
}

// defaultTimeout is how long an upstream may take.
const defaultTimeout = 15 * time.Second

// Do makes a call. It returns answers below 400 and those of Final; anything else is
// an *errs.Error: provider_not_configured (a key is missing or wrong), upstream_blocked
// (it does not let us in), upstream_rate_limited, provider_unavailable (it fails, or
// failed so often that it is left alone for a while), target_error, and what
// fetch.Client.Do says of the network.
func (c *Client) Do(ctx context.Context, call Call) (*fetch.Response, error) {
	if c.NeedsKey && c.Key == "" {
		return nil, errs.Newf(errs.ProviderNotConfigured, "%s needs a key; the operator has to set it as %s in QUARRY_KEYS.", c.Name, c.Name)
	}
	request, err := c.request(call)
	if err != nil {
		return nil, err
	}
	if err := c.manners.wait(ctx); err != nil {
		return nil, err
	}
	began := c.manners.now()
	resp, err := c.web.Do(egress.Naming(ctx, c.BaseURL), request) // its host is the operator's choice
	if err == nil {
		trace(ctx, resp.Status)
		err = c.refusal(resp, call)
	}
	if e := errs.As(err); errs.Is(err, errs.DNSFailed) && e.Permanent {
		e.Permanent = false // it is the operator who named the host, and no caller can change it
	}
	c.observe(ctx, resp, err, began)
	if ctx.Err() == nil {
		c.manners.note(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// JSON makes a call and decodes its answer into v. An answer that is not JSON is
// parse_failed, or upstream_blocked when it is a page for people.
func (c *Client) JSON(ctx context.Context, call Call, v any) error {
	resp, err := c.Do(ctx, call)
	if err != nil {
		return err
	}
	return c.Decode(resp, v)
}

// Decode reads an answer as JSON, see Client.JSON.
func (c *Client) Decode(resp *fetch.Response, v any) error {
	err := json.Unmarshal(resp.Body, v)
	if err == nil {
		return nil
	}
	if bytes.HasPrefix(bytes.TrimSpace(resp.Body), []byte("<")) {
		return errs.Wrap(err, errs.UpstreamBlocked, c.Name+" returned an HTML page instead of data; try again later.")
	}
	return errs.Wrap(err, errs.ParseFailed, c.Name+" returned data in an unknown format").Later()
}

func (c *Client) request(call Call) (fetch.Request, error) {
	address := c.BaseURL + call.Path
	if len(call.Query) > 0 {
		separator := "?"
		if strings.Contains(address, "?") {
			separator = "&"
		}
		address += separator + call.Query.Encode()
	}
	r := fetch.Request{
		Method: call.Method, URL: address, Header: call.Header.Clone(), Timeout: call.Timeout, MaxBytes: call.MaxBytes,
		MaxRedirects: call.MaxRedirects, SameHost: call.Method != "" && call.Method != http.MethodGet,
	}
	if r.Timeout == 0 {
		r.Timeout = defaultTimeout
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	if r.Header.Get("Accept") == "" {
		r.Header.Set("Accept", "application/json")
	}
	if call.Form != nil {
		r.Body = []byte(call.Form.Encode())
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return r, nil
	}
	if call.Body == nil {
		return r, nil
	}
	body, err := json.Marshal(call.Body)
	if err != nil {
		return r, fmt.Errorf("%s: request body: %w", c.Name, err)
	}
	r.Body = body
	r.Header.Set("Content-Type", "application/json")
	return r, nil
}

// refusal is what a status means, nil for an answer.
func (c *Client) refusal(resp *fetch.Response, call Call) error {
	if slices.Contains(call.Final, resp.Status) {
		return nil
	}
	said := fmt.Sprintf("%s returned %d %s", c.Name, resp.Status, http.StatusText(resp.Status))
	switch status := resp.Status; {
	case status < 400:
		return nil
	case status == http.StatusTooManyRequests:
		e := errs.New(errs.UpstreamRateLimited, said+"; try again later.")
		if n, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && n > 0 {
			e.RetryAfter = time.Duration(n) * time.Second
			e.Message = fmt.Sprintf("%s; try again in %s.", said, e.RetryAfter)
		}
		return e
	case status == http.StatusUnauthorized && (c.NeedsKey || c.TakesKey):
		return errs.Newf(errs.ProviderNotConfigured, "%s; the operator should check its key in QUARRY_KEYS.", said)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return errs.New(errs.UpstreamBlocked, said+" and blocks access.")
	case status >= 500:
		return errs.New(errs.ProviderUnavailable, said+"; try again later.")
	}
	return errs.New(errs.TargetError, said+".")
}
