// Package caller sends the requests of the command line to a service: each again while that cannot
// charge twice, and streams of events on from where they broke. It must not know what a call means,
// nor who reads its answer.
package caller

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	attempts    = 6
	longestWait = 5 * time.Minute // of a Retry-After that is waited for
	oneRequest  = time.Minute     // of a request whose answer is read whole
)

// Outage is how long a service that was heard may be away for what follows a job or a crawl.
const Outage = 2 * time.Minute

// Client calls one service.
type Client struct {
	BaseURL string
	Token   string
	HTTP    *http.Client
	// Waiting is called before a request is sent again, with how long from now and why; nil for nobody.
	Waiting func(wait time.Duration, why error)
	heard   atomic.Bool // an answer of the service, so that one that is away was there before
}

// New returns a client of the service at an address.
func New(baseURL, token string) *Client {
	return &Client{BaseURL: strings.TrimRight(baseURL, "/"), Token: token, HTTP: &http.Client{ //nolint:forbidigo // a command's user chose this address
		// A service redirects the whole result of a job alone, to where large ones are, which gets no
		// token. What redirects another call is something else.
		CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) == 1 && strings.HasSuffix(via[0].URL.Path, "/result") {
				return nil
			}
			return http.ErrUseLastResponse
		},
	}}
}

// Request is what is asked for.
type Request struct {
	Method string
	Path   string
	Query  url.Values
	Body   any    // nil for none
	Key    string // the idempotency key, for calls that create
	// Once says that what is done is done again by a second request, and that no key prevents it.
	Once bool
	// Whole says that a success has no "data" around it.
	Whole bool
	// Patient says that a refusal for now, 429, is waited for however often it comes, and a service that is away
	// for as long as Outage.
	Patient bool
}

// Answer is what came: data is what stands under "data", or all where nothing does.
type Answer struct {
	Status int
	Header http.Header
	Data   json.RawMessage
}

// Do performs a request. Errors: *RefusedError when the service refused, *UnreachableError when no answer of a
// service came, the context's.
func (c *Client) Do(ctx context.Context, r Request) (*Answer, error) {
	body, err := encoded(r.Body)
	if err != nil {
		return nil, err
	}
	var begun time.Time // of what failed
	for attempt := 1; ; attempt++ {
		got, err := c.once(ctx, r, body)
		if err == nil {
			c.heard.Store(true)
			return got, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if attempt == 1 {
			begun = time.Now()
		}
		wait, again := retry(err, r, attempt)
		again = again || r.Patient && wait <= longestWait && c.away(err, begun)
		if !again {
			return nil, err
		}
		if c.Waiting != nil {
			c.Waiting(wait, err)
		}
		if err := Sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// retry says whether a request that failed is sent again, and when.
func retry(err error, r Request, attempt int) (time.Duration, bool) {
	wait := time.Duration(float64(time.Second/4) * float64(int(1)<<min(attempt, 6)) * (0.5 + rand.Float64()/2))
	var refusal *RefusedError
	var gone *UnreachableError
	switch {
	case errors.As(err, &refusal):
		if refusal.RetryAfter > 0 {
			wait = refusal.RetryAfter
		}
		if refusal.Status == http.StatusTooManyRequests {
			return wait, wait <= longestWait && (r.Patient || attempt < attempts)
		}
		return wait, refusal.Status >= http.StatusInternalServerError && refusal.Code != "outcome_unknown" && !r.Once && attempt < attempts && wait <= longestWait
	case errors.As(err, &gone):
		// Where nobody listens at all there is nothing to wait for, but once a call was under way.
		return wait, gone.Sent && !r.Once && attempt < attempts
	}
	return 0, false
}

// away reports whether an error is that of a service that was heard, and is away since a moment that is not too
// long ago: nobody answers, or something on the way does.
func (c *Client) away(err error, since time.Time) bool {
	refusal, refused := errors.AsType[*RefusedError](err)
	_, gone := errors.AsType[*UnreachableError](err)
	off := gone || refused && refusal.Status >= http.StatusInternalServerError && refusal.Code != "outcome_unknown"
	return off && c.heard.Load() && time.Since(since) < Outage
}

func encoded(body any) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	return json.Marshal(body)
}

func (c *Client) once(ctx context.Context, r Request, body []byte) (*Answer, error) {
	ctx, stop := context.WithTimeout(ctx, oneRequest)
	defer stop()
	req, err := c.request(ctx, r, body)
	if err != nil {
		return nil, err
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return nil, c.unreachable(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, &UnreachableError{BaseURL: c.BaseURL, Sent: true, Err: err}
	}
	if r.Whole && res.StatusCode < http.StatusMultipleChoices && json.Valid(raw) {
		return &Answer{Status: res.StatusCode, Header: res.Header, Data: raw}, nil
	}
	return read(c.BaseURL, r.Path, res, raw)
}

// read takes an answer apart. One that is not JSON is of something between here and the service.
func read(base, path string, res *http.Response, raw []byte) (*Answer, error) {
	var envelope struct {
		Data  json.RawMessage `json:"data"`
		Error *RefusedError   `json:"error"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil || res.StatusCode/100 == 3 {
		return nil, &UnreachableError{
			BaseURL: base, Sent: res.StatusCode >= http.StatusInternalServerError,
			Err: fmt.Errorf("%s answers %s with what is not JSON, so that it is no Quarry service", base, res.Status),
		}
	}
	if envelope.Error != nil {
		envelope.Error.Status, envelope.Error.RetryAfter, envelope.Error.Path = res.StatusCode, after(res.Header), path
		return nil, envelope.Error
	}
	if envelope.Data == nil {
		envelope.Data = raw
	}
	return &Answer{Status: res.StatusCode, Header: res.Header, Data: envelope.Data}, nil
}

func (c *Client) request(ctx context.Context, r Request, body []byte) (*http.Request, error) {
	address := c.BaseURL + r.Path
	if len(r.Query) > 0 {
		address += "?" + r.Query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	req.Header.Set("Accept", "application/json")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.Key != "" {
		req.Header.Set("Idempotency-Key", r.Key)
	}
	return req, nil
}

// Pause is how long to wait before an answer is asked for again: what it says, else half a second.
func (a *Answer) Pause() time.Duration {
	return min(max(after(a.Header), time.Second/2), longestWait)
}

// after is the wait that Retry-After asks for.
func after(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// Sleep waits, or returns the context's error when that ends before.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
