package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// exchange is the state of one Do or Open: where it stands after each redirect.
type exchange struct {
	client *Client
	req    Request
	method string
	url    *url.URL
	header http.Header
	body   []byte

	jar       *cookiejar.Jar // of this exchange alone: some sites redirect until a cookie returns
	redirects []Hop
	retried   bool
	began     time.Time
	left      time.Duration // of the timeout
}

// begin checks the URL and fills the defaults.
func (c *Client) begin(ctx context.Context, r Request) (*exchange, error) {
	u, err := egress.Parse(r.URL)
	if err != nil {
		return nil, errs.Wrap(err, errs.InvalidTarget, "the address "+errs.As(err).Message)
	}
	if err := c.permit(ctx, u.Hostname()); err != nil {
		return nil, err
	}
	r.MaxBytes = cmp.Or(r.MaxBytes, MaxBytes)
	r.Timeout = cmp.Or(r.Timeout, Timeout)
	r.MaxRedirects = cmp.Or(r.MaxRedirects, MaxRedirects)
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	x := &exchange{
		client: c, req: r, url: u, body: r.Body, jar: jar, began: c.now(), left: r.Timeout,
		method: cmp.Or(r.Method, http.MethodGet), header: r.Header.Clone(),
	}
	if x.header == nil {
		x.header = http.Header{}
	}
	x.defaultHeader("User-Agent", c.agent)
	if x.method == http.MethodGet {
		x.defaultHeader("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
		x.defaultHeader("Accept-Language", "en,*;q=0.5")
	}
	x.header.Set("Accept-Encoding", acceptEncoding)
	return x, nil
}

// permit judges a mapped name before anything is sent to it. The dialer judges, too, and
// alone would not do: a connection that other work opened may wait to be used again.
func (c *Client) permit(ctx context.Context, host string) error {
	if c.names.Permits(ctx, host) {
		return nil
	}
	return errs.Wrap(&deniedError{host}, errs.InvalidTarget, host+" is not on the public internet; use an address that is")
}

func (x *exchange) defaultHeader(name, value string) {
	if x.header.Get(name) == "" {
		x.header.Set(name, value)
	}
}

// run follows redirects to the last answer. With whole its body is read and the
// stream closed; otherwise the stream is the caller's to close.
func (x *exchange) run(ctx context.Context, whole bool) (*Stream, error) {
	for {
		if x.req.RespectRobots {
			if err := x.client.checkRobots(ctx, x.url); err != nil {
				return nil, err
			}
		}
		if err := x.client.turns.Enter(ctx, x.url.Hostname()); err != nil {
			return nil, x.failure(ctx, err)
		}
		s, err := x.visit(ctx, whole)
		if err != nil {
			return nil, err
		}
		x.asked(ctx, &s.Response)
		location := x.location(s.Status, s.Header)
		if location == "" {
			s.Redirects, s.Duration = x.redirects, x.client.now().Sub(x.began)
			return s, nil
		}
		s.finish()
		if err := x.follow(ctx, &s.Response, location); err != nil {
			return nil, err
		}
	}
}

// visit asks for the current URL, and once more after a passing failure.
func (x *exchange) visit(ctx context.Context, whole bool) (*Stream, error) {
	s, err := x.attempt(ctx, whole)
	wait, again := x.retryAfter(s, err)
	if !again {
		return s, x.failure(ctx, err)
	}
	if s != nil {
		x.asked(ctx, &s.Response)
		s.finish()
	}
	x.retried = true
	if err := pause(ctx, wait); err != nil {
		return nil, x.failure(ctx, err)
	}
	x.left -= wait
	if err := x.client.turns.Enter(ctx, x.url.Hostname()); err != nil {
		if e := errs.As(err); e.Unasked {
			e.Unasked = false // it was, before
		}
		return nil, x.failure(ctx, err)
	}
	s, err = x.attempt(ctx, whole)
	return s, x.failure(ctx, err)
}

// asked notes that an answer asks for fewer requests: by its status, or by how long it wants to
// be left alone.
func (x *exchange) asked(ctx context.Context, r *Response) {
	long := r.RetryAfter()
	if r.Status == http.StatusTooManyRequests || r.Status == http.StatusServiceUnavailable && long > 0 {
		x.client.turns.Asked(ctx, x.url.Hostname(), long)
	}
}

// attempt sends one request in its turn at the host, which the stream holds until it
// is finished.
func (x *exchange) attempt(ctx context.Context, whole bool) (*Stream, error) {
	leave, err := x.client.hosts.enter(ctx, x.url.Hostname())
	if err != nil {
		return nil, err
	}
	start := x.client.now()
	timed, limit := deadlines(ctx, x.firstByte(), x.left, x.req.BodyWithin)
	s := &Stream{
		timely: func(err error) error {
			if err != nil && timed.Err() != nil {
				return context.Cause(timed) // says which limit it was
			}
			return err
		},
		failure: func(err error) error { return x.failure(ctx, err) },
		release: []func(){leave, func() { x.left -= x.client.now().Sub(start) }, limit.stop},
	}
	err = x.send(timed, limit, start, s)
	if err == nil && whole {
		err = s.load()
	}
	if err = s.timely(err); err != nil && x.req.BodyWithin > 0 && s.Status != 0 && ctx.Err() == nil {
		s.Truncated, err = true, nil // the status has come, and counts
	}
	if err != nil || whole || s.body == nil {
		s.finish()
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// send fills the stream with an answer whose body is not read yet.
func (x *exchange) send(ctx context.Context, limit limits, start time.Time, s *Stream) error {
	req, err := http.NewRequestWithContext(ctx, x.method, x.url.String(), bytes.NewReader(x.body))
	if err != nil {
		return err
	}
	req.Header = x.header.Clone()
	for _, cookie := range x.jar.Cookies(x.url) {
		req.AddCookie(cookie)
	}
	transport, end := x.client.transportOf(x.req)
	s.release = append(s.release, end)
	raw, err := transport.RoundTrip(req) //nolint:bodyclose // the stream's release closes it
	if err != nil {
		return err
	}
	s.release = append(s.release, func() { _ = raw.Body.Close() })
	limit.answered()
	x.jar.SetCookies(x.url, raw.Cookies())
	s.Response = Response{
		URL: x.url, Status: raw.StatusCode, Header: raw.Header, TTFB: x.client.now().Sub(start),
		Proto: raw.Proto, Encoding: strings.ToLower(raw.Header.Get("Content-Encoding")),
	}
	if x.location(s.Status, s.Header) != "" {
		drain(raw)
		return nil
	}
	if x.req.HeadersOnly || x.method == http.MethodHead {
		s.describe(nil)
		return nil
	}
	raw.Body = struct {
		io.Reader
		io.Closer
	}{newSteady(raw.Body, x.client.slowest, x.client.now, limit.trickles), raw.Body}
	return s.open(raw, x.req)
}

// drain reads a short body that nobody wants, so that its connection can be used again.
func drain(raw *http.Response) {
	const most = 16 << 10
	if raw.ContentLength >= 0 && raw.ContentLength <= most {
		_, _ = io.CopyN(io.Discard, raw.Body, most)
	}
}

// location is where a redirect leads that is to be followed, else "".
func (x *exchange) location(status int, header http.Header) string {
	statuses := []int{
		http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
	}
	if x.req.MaxRedirects < 0 || !slices.Contains(statuses, status) {
		return ""
	}
	return header.Get("Location")
}

// follow moves to where a redirect leads, judged as if a caller had written it.
func (x *exchange) follow(ctx context.Context, resp *Response, location string) error {
	if len(x.redirects) == x.req.MaxRedirects {
		return errs.Newf(errs.TooManyRedirects, "%s redirects more than %d times; request the final URL instead",
			x.redirects[0].URL.Host, x.req.MaxRedirects)
	}
	next, err := egress.Resolve(x.url, location)
	if err != nil {
		return errs.Wrap(err, errs.InvalidTarget, x.url.Host+" redirects to an address that "+errs.As(err).Message)
	}
	if err := x.client.permit(ctx, next.Hostname()); err != nil {
		return err
	}
	leaves := next.Hostname() != x.url.Hostname() || x.url.Scheme == "https" && next.Scheme == "http"
	if leaves && x.req.SameHost {
		return errs.Newf(errs.UpstreamBlocked, "%s redirects to %s instead of responding, and this call is for no other host", x.url.Host, next.Host)
	}
	x.redirects = append(x.redirects, Hop{x.url, resp.Status})
	if leaves {
		x.forgetSecrets()
	}
	// A POST becomes a GET except where the status says that it must not (RFC 9110, 15.4).
	if keeps := resp.Status == http.StatusTemporaryRedirect || resp.Status == http.StatusPermanentRedirect; !keeps && x.method != http.MethodHead {
		x.method, x.body = http.MethodGet, nil
		x.header.Del("Content-Type")
	}
	x.url = next
	return nil
}

// forgetSecrets keeps only the headers that say nothing of the caller: any other
// may hold a key that was meant for the first host.
func (x *exchange) forgetSecrets() {
	for name := range x.header {
		switch name {
		case "Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Content-Type":
		default:
			x.header.Del(name)
		}
	}
}

// firstByte is how long a site may take until its answer begins.
func (x *exchange) firstByte() time.Duration { return cmp.Or(x.req.FirstByte, x.req.Timeout*2/3) }

// The limits of time that end an attempt.
var (
	errNoAnswer = errors.New("no response started in time")
	errTooSlow  = errors.New("the response did not end in time")
)

// limits end an attempt's context.
type limits struct {
	answered func() // the answer has begun
	trickles func() // its body comes too slowly
	stop     func()
}

// deadlines limits the time until an answer begins and until it has ended.
// The cause of the context says which of them has passed. When body is not 0, it takes the
// place of what is left of the whole once the answer has begun.
func deadlines(parent context.Context, begin, whole, body time.Duration) (context.Context, limits) {
	ctx, cancel := context.WithCancelCause(parent)
	first := time.AfterFunc(begin, func() { cancel(errNoAnswer) })
	last := time.AfterFunc(whole, func() { cancel(errTooSlow) })
	return ctx, limits{
		answered: func() {
			first.Stop()
			if body > 0 {
				last.Reset(min(body, whole))
			}
		},
		trickles: func() { cancel(errTrickles) },
		stop: func() {
			first.Stop()
			last.Stop()
			cancel(nil)
		},
	}
}
