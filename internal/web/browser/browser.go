// Package browser shows pages in Chromium: scripts run, styles apply, and what comes
// of it is read. One process serves many visits, each in a profile of its own, with
// every byte through a guarded proxy that reaches public addresses only. It must not
// know jobs, money or what a page means. It links rod, which drives the browser, so that
// only the workers that need it should import it.
package browser

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Config is what a Browser is built from; the zero value is right for production.
type Config struct {
	// Path is Chromium's binary; empty is to look for it.
	Path string
	// Sandbox says whether Chromium's own is used; chromium.SandboxAuto when empty.
	Sandbox chromium.Sandbox
	// Hosts maps names for local runs and tests; production maps none.
	Hosts egress.Hosts
	// UserAgent names us to sites, behind what the browser calls itself;
	// fetch.UserAgent when empty.
	UserAgent string
	// Pins name keys whose certificates are accepted unseen, as chromium.Start has them; for local runs and tests. Production has none.
	Pins []string
	// Resolver looks names up; nil is the system's.
	Resolver *net.Resolver
	// Log takes what Chromium's starts and ends tell; nil is silence.
	Log *slog.Logger
	// Now is the clock for durations.
	Now func() time.Time
	// Visits is how many run at once, 2 when zero; others wait for their turn.
	Visits int
	// Served is after how many visits the process is replaced; 100 when zero.
	Served int
	// Memory is the most bytes that all of Chromium's processes may hold for
	// themselves; 1 GB when zero. The largest page ends when it is more.
	Memory int64
}

// Browser visits pages. It is safe for concurrent use and costs nothing until the
// first visit. Close it to end its process.
type Browser struct {
	cfg    Config
	dialer *fetch.Dialer
	turns  chan struct{}  // one for each visit in progress
	starts chan struct{}  // held while a process starts
	tasks  sync.WaitGroup // that end visits and processes
	ways   *ways          // of starting a process; used by who holds starts

	mu     sync.Mutex
	engine *engine // that takes new visits; nil for none
	closed bool
}

// New returns a Browser.
func New(cfg Config) *Browser {
	cfg.UserAgent = cmp.Or(cfg.UserAgent, fetch.UserAgent)
	cfg.Visits = cmp.Or(cfg.Visits, 2)
	cfg.Served = cmp.Or(cfg.Served, 100)
	cfg.Memory = cmp.Or(cfg.Memory, 1<<30)
	cfg.Sandbox = cmp.Or(cfg.Sandbox, chromium.SandboxAuto)
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Browser{
		cfg: cfg, ways: newWays(cfg), turns: make(chan struct{}, cfg.Visits), starts: make(chan struct{}, 1),
		dialer: fetch.NewDialer(fetch.Config{Hosts: cfg.Hosts, Resolver: cfg.Resolver}),
	}
}

// Close ends the process, visits in progress included, and returns when all is gone.
func (b *Browser) Close() {
	b.mu.Lock()
	b.closed = true
	e := b.engine
	b.engine = nil
	b.mu.Unlock()
	if e != nil {
		e.end("closed")
	}
	b.tasks.Wait()
}

// Memory tells what Chromium holds just now; it is zero when none runs or the system
// does not tell.
func (b *Browser) Memory() chromium.Memory {
	b.mu.Lock()
	e := b.engine
	b.mu.Unlock()
	if e == nil {
		return chromium.Memory{}
	}
	return e.process.Memory()
}

// Visit opens a page and reads it. An answer of any status is a Page. An error is an
// *errs.Error with one of the codes invalid_target (a URL or an address that is not
// public, also after a redirect), dns_failed, tls_failed, upstream_timeout,
// too_many_redirects, unsupported_content (a download, a PDF, a document that is too
// large), target_error (a page that crashes or never comes to rest, too),
// browser_unavailable (there is no Chromium) and provider_unavailable (Chromium
// itself died or hung; the next visit starts another). When ctx ends first, the error
// wraps the cause of that and has no code.
func (b *Browser) Visit(ctx context.Context, want shown.Visit) (*shown.Page, error) {
	v, err := prepare(want)
	if err != nil {
		return nil, err
	}
	select {
	case b.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("visit %s: %w", v.url.Host, context.Cause(ctx))
	}
	e, err := b.acquire(ctx)
	if err != nil {
		<-b.turns
		return nil, err
	}
	t := newTab(ctx, b, e, v)
	page, err := t.visit()
	err = t.failure(ctx, err)
	// The caller need not wait until everything is put away; the next visitor does.
	b.tasks.Go(func() {
		t.close()
		b.release(e)
		<-b.turns
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}

// Try starts a process and ends it, so that the log says what is wrong with the browser of this
// machine before the first visit. A machine without one is not warned of: who starts the service says so.
func (b *Browser) Try(ctx context.Context) {
	e, err := b.acquire(ctx)
	if err != nil {
		return // launch has logged it
	}
	e.retire()
	b.release(e)
}

// acquire gives a running process and counts the visit.
func (b *Browser) acquire(ctx context.Context) (*engine, error) {
	select {
	case b.starts <- struct{}{}:
		defer func() { <-b.starts }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	b.mu.Lock()
	e, closed := b.engine, b.closed
	b.mu.Unlock()
	if closed {
		return nil, errs.New(errs.ProviderUnavailable, "the browser is being closed; try again")
	}
	if e != nil && e.take(b.cfg) {
		return e, nil
	}
	e, err := b.ways.launch(ctx)
	if err != nil {
		return nil, err
	}
	e.take(b.cfg)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tasks.Go(e.bury)
	if b.closed {
		e.end("closed")
		return e, nil // whose visit ends at once
	}
	b.engine = e
	return e, nil
}

// release ends a visit; a process that has served enough goes with its last one.
func (b *Browser) release(e *engine) {
	if e.leave(b.cfg) {
		e.end("served its time")
	}
}
