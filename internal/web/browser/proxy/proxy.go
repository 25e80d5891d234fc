// Package proxy is the way out of one visit of the browser: an HTTP proxy on loopback
// that reaches public addresses only, within limits of its own, and remembers why a
// host could not be reached. It must not know browsers or pages.
package proxy

import (
	"context"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// Dialer opens guarded connections and says what their failures mean.
type Dialer interface {
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
	Failure(ctx context.Context, host string, err error) error
}

// Limits are the most that goes through one proxy.
type Limits struct {
	Requests int   // connections for TLS and plain requests together
	Bytes    int64 // both ways together
}

// Names of the limits, as Stats.Limited tells them.
const (
	LimitRequests = "requests"
	LimitBytes    = "bytes"
)

// Stats are what went through.
type Stats struct {
	Bytes   int64  // as sent, in both directions
	Denied  int    // requests for what is not public
	Limited string // the limit that was reached first; "" for none
}

// Proxy is a running proxy.
type Proxy struct {
	dialer Dialer
	limits Limits
	server *http.Server
	addr   string
	ctx    context.Context //nolint:containedctx // the life of the proxy, ended by Close
	cancel context.CancelFunc

	mu       sync.Mutex
	stats    Stats
	asked    int
	failures map[string]error // by host, with its port when it is not the scheme's
	conns    map[net.Conn]struct{}
}

// Start listens on a free port of loopback until Close.
func Start(dialer Dialer, limits Limits) (*Proxy, error) {
	ctx, cancel := context.WithCancel(context.Background())
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		cancel()
		return nil, err
	}
	p := &Proxy{
		dialer: dialer, limits: limits, addr: ln.Addr().String(), ctx: ctx, cancel: cancel,
		failures: map[string]error{}, conns: map[net.Conn]struct{}{},
	}
	transport := &http.Transport{
		DialContext: p.dial, DisableCompression: true, MaxResponseHeaderBytes: 256 << 10, MaxIdleConnsPerHost: 6, IdleConnTimeout: 20 * time.Second,
	}
	forward := &httputil.ReverseProxy{Rewrite: asAsked, Transport: transport, FlushInterval: -1, ErrorHandler: p.failed, ErrorLog: silent}
	p.server = &http.Server{
		Handler: p.handler(forward), ReadHeaderTimeout: 10 * time.Second, ErrorLog: silent,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	context.AfterFunc(ctx, transport.CloseIdleConnections)
	go func() { _ = p.server.Serve(ln) }() // it ends by Close only
	return p, nil
}

// Addr is where the proxy listens: "127.0.0.1:41235".
func (p *Proxy) Addr() string { return p.addr }

// Close ends the proxy and every connection through it.
func (p *Proxy) Close() {
	p.cancel()
	_ = p.server.Close()
	p.mu.Lock()
	conns := slices.Collect(maps.Keys(p.conns))
	p.mu.Unlock()
	for _, conn := range conns { // without the lock, which each needs to be forgotten
		_ = conn.Close()
	}
}

// Limit closes the way out for the rest of the proxy's life, and says why.
func (p *Proxy) Limit(name string) {
	p.mu.Lock()
	if p.stats.Limited == "" {
		p.stats.Limited = name
	}
	p.mu.Unlock()
	p.Close()
}

// Stats tells what went through so far.
func (p *Proxy) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// Failure is why the host of a URL was not reached when it was last tried: an
// *errs.Error with a job's code; nil when it was reached or never tried.
func (p *Proxy) Failure(u *url.URL) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failures[key(u)]
}

// note keeps a failure. What is none, because the browser left first, needs no reason.
func (p *Proxy) note(u *url.URL, err error) {
	if _, ok := errors.AsType[*errs.Error](err); !ok {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if errs.Is(err, errs.InvalidTarget) {
		p.stats.Denied++
	}
	if len(p.failures) < 1000 {
		p.failures[key(u)] = err
	}
}

// key is the same for every spelling of a host that a browser uses.
func key(u *url.URL) string {
	host := strings.ToLower(u.Hostname())
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	return host
}

// admit judges a request before anything is dialled for it. The error is an *errs.Error.
func (p *Proxy) admit(raw string) (*url.URL, error) {
	u, err := egress.Parse(raw)
	if err != nil {
		return nil, errs.Wrap(err, errs.InvalidTarget, "the address "+errs.As(err).Message)
	}
	p.mu.Lock()
	p.asked++
	over := p.asked > p.limits.Requests
	p.mu.Unlock()
	if over {
		p.Limit(LimitRequests)
		return nil, errs.Newf(errs.TargetError, "the page asks for more than %d things", p.limits.Requests)
	}
	return u, nil
}
