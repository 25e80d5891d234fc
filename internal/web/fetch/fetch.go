// Package fetch is the only way out to the network. It dials public addresses
// only, follows redirects by its own rules, bounds time, bytes and requests to a
// host, and reports every failure as an errs.Error with a job's code. It knows
// nothing of jobs, money or what a page means, and never reads proxy variables.
package fetch

import (
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch/robots"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// Defaults of a Config and a Request.
const (
	UserAgent    = "QuarryBot/1.0 (+https://github.com/quarryapi/quarry)"
	MaxBytes     = 10 << 20
	MaxRedirects = 5
	Timeout      = 30 * time.Second
	// LeastBytes in LeastWindow are half a kilobyte a second: a tenth of what a modem brought.
	LeastBytes  = 5 << 10
	LeastWindow = 10 * time.Second

	// NoRedirects as Request.MaxRedirects returns a redirect instead of following it.
	NoRedirects = -1
)

// Config is what a Client is built from; the zero value is right for production.
type Config struct {
	// Hosts maps names for local runs and tests; production maps none.
	Hosts egress.Hosts
	// UserAgent names us to sites and picks our group in robots.txt.
	UserAgent string
	// Resolver looks names up; nil is the system's.
	Resolver *net.Resolver
	// RootCAs are trusted for TLS; nil is the system's.
	RootCAs *x509.CertPool
	// Now is the clock for durations and the age of robots.txt.
	Now func() time.Time
	// Proxy is an operator's HTTP proxy through which everything goes; nil is none. It
	// may be in a private network: only it is dialled, and what it reaches is its own
	// affair. URLs are judged all the same.
	Proxy *url.URL
	// Slowest is the least that a body must bring; the zero value is LeastBytes in each
	// LeastWindow.
	Slowest Throughput
	// Shared is what the processes of an installation know together of hosts: their
	// robots.txt, and that they asked for less. Nil shares nothing.
	Shared turn.Shared
	// PerHost is how many requests to one host run at once; 2 when zero.
	PerHost int
}

// Client fetches. It is safe for concurrent use, costs nothing until its first
// request, and keeps connections for the next ones.
type Client struct {
	agent     string
	now       func() time.Time
	names     egress.Hosts
	hosts     *slots
	slowest   Throughput
	rules     *robotsCache
	shared    turn.Shared
	turns     *turn.Hosts
	dialer    func() *dialer
	transport func() *http.Transport
}

// New returns a Client.
func New(cfg Config) *Client {
	if cfg.UserAgent == "" {
		cfg.UserAgent = UserAgent
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.PerHost <= 0 {
		cfg.PerHost = 2
	}
	if cfg.Slowest == (Throughput{}) {
		cfg.Slowest = Throughput{LeastBytes, LeastWindow}
	}
	dial := sync.OnceValue(func() *dialer { return newDialer(cfg.Hosts, cfg.Resolver, cfg.RootCAs) })
	return &Client{
		agent:     cfg.UserAgent,
		now:       cfg.Now,
		names:     cfg.Hosts,
		hosts:     newSlots(cfg.PerHost),
		slowest:   cfg.Slowest,
		shared:    cfg.Shared,
		turns:     turn.NewHosts(cfg.Shared, cfg.Now),
		rules:     newRobotsCache(cfg.Now),
		dialer:    dial,
		transport: sync.OnceValue(func() *http.Transport { return newTransport(dial(), cfg) }),
	}
}

// CloseIdle closes the connections that no request uses.
func (c *Client) CloseIdle() { c.transport().CloseIdleConnections() }

// Request is what to fetch and within which limits.
type Request struct {
	Method string      // GET when empty
	URL    string      // judged by target.Parse
	Header http.Header // sent as given; those of callers MUST come from target.SafeHeaders
	Body   []byte

	// Proxy is a caller's own, of egress.ParseProxy; nil for none. Robots.txt is asked for without it.
	Proxy *url.URL

	// MaxBytes is the most that a body may have after decompression; MaxBytes when 0.
	MaxBytes int64
	// AllowTruncated cuts a longer body at MaxBytes; otherwise it is refused.
	AllowTruncated bool
	// MaxExpansion is how many times its size on the wire a body may have after
	// decompression, from 4 MB on; 20 when 0. Only a reader that keeps little of the
	// body can afford more.
	MaxExpansion int64
	// Timeout is for the whole, redirects and the retry included, but not the wait
	// for a turn at the host nor reading robots.txt, which has 10 s of its own;
	// Timeout when 0.
	Timeout time.Duration
	// FirstByte is the part of the timeout within which an answer must begin; two
	// thirds of it when 0.
	FirstByte time.Duration
	// MaxRedirects is how many are followed; MaxRedirects when 0, see NoRedirects.
	MaxRedirects int
	// SameHost refuses a redirect to another host or from https to http: for calls whose
	// body or headers are for one service.
	SameHost bool
	// BodyWithin is how long the body may take behind the headers when the status is what
	// counts: what has come by then, or until the body broke, is the body, and its end is no
	// error. 0 wants the whole body.
	BodyWithin time.Duration
	// RespectRobots refuses what robots.txt disallows, at every redirect.
	RespectRobots bool
	// HeadersOnly leaves the body unread.
	HeadersOnly bool
	// NoRetry turns off the one retry that idempotent requests get.
	NoRetry bool
}

// Hop is a redirect that was followed.
type Hop struct {
	URL    *url.URL
	Status int
}

// Response is an answer, whatever its status.
type Response struct {
	URL       *url.URL // the last one, after redirects
	Status    int
	Header    http.Header // as sent, without Content-Encoding and Content-Length when it was decompressed
	Body      []byte      // decompressed, in the charset it was sent in
	Truncated bool        // the body was cut at MaxBytes
	Redirects []Hop

	MediaType string // lower case, without parameters; sniffed when none is declared
	Charset   string // the declared one, lower case, "" for none
	Encoding  string // the Content-Encoding it was sent in, lower case, "" for none
	Proto     string // of HTTP: "HTTP/1.1", "HTTP/2.0"

	Duration time.Duration // of the whole
	TTFB     time.Duration // from the last request's start, dial included, to its headers
}

// Do fetches. An answer of any status is a Response; an error is an *errs.Error
// with one of the codes invalid_target (a URL or an address that is not public,
// also after a redirect), dns_failed, tls_failed, upstream_timeout,
// too_many_redirects, unsupported_content (too large, or compressed in a way that
// is not read), upstream_blocked (by robots.txt, or a redirect that SameHost refuses), upstream_rate_limited (a host that asked to be
// left alone, where processes share that) and target_error. When ctx ends
// first, the error wraps the cause of that and has no code.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	x, err := c.begin(ctx, r)
	if err != nil {
		return nil, err
	}
	s, err := x.run(ctx, true)
	if err != nil {
		return nil, err
	}
	return &s.Response, nil
}

// Open fetches as Do does and returns as soon as the answer has begun. The stream
// MUST be closed; until then it keeps its turn at the host, and Timeout runs on. What
// ends the body early is reported by its Read, with the errors of Do; the one retry is
// for what happens before the body.
func (c *Client) Open(ctx context.Context, r Request) (*Stream, error) {
	x, err := c.begin(ctx, r)
	if err != nil {
		return nil, err
	}
	return x.run(ctx, false)
}

// Robots returns the robots.txt of a URL's origin, fetched at most once an hour.
// A site without one gives a File that allows everything; one that fails to serve
// it gives an error, since its rules are then unknown (RFC 9309, section 2.3.1.4).
func (c *Client) Robots(ctx context.Context, u *url.URL) (*robots.File, error) {
	if err := c.permit(ctx, u.Hostname()); err != nil {
		return nil, err
	}
	return c.rules.get(ctx, u.Scheme+"://"+u.Host, c.sharedRobots)
}
