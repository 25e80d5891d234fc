package browser

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/go-rod/rod/lib/proto"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser/devtools"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// isWeb reports an address that goes over the network.
func isWeb(address string) bool {
	return strings.HasPrefix(address, "http:") || strings.HasPrefix(address, "https:") ||
		strings.HasPrefix(address, "ws:") || strings.HasPrefix(address, "wss:")
}

func sameOrigin(address string, u *url.URL) bool {
	other, err := url.Parse(address)
	return err == nil && other.Scheme == u.Scheme && strings.EqualFold(other.Host, u.Host)
}

// since is the time of the visit at a moment, in milliseconds; 0 for a moment that
// has not come.
func (t *tab) since(moment time.Time) int64 {
	if moment.IsZero() {
		return 0
	}
	return max(moment.Sub(t.began).Milliseconds(), 0)
}

// shown is the document that the page shows, where it came from, and the error of the
// last document that was not got.
func (t *traffic) shown() (d document, hops []fetch.Hop, failed string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return *t.current, t.hops, t.lastError
}

// netError gives the browser's error for a document its public meaning. Why a host
// was not reached is known to the proxy, which the browser only sees to fail.
func (t *tab) netError(text string) error {
	t.log.mu.Lock()
	u := t.log.last
	t.log.mu.Unlock()
	cause := errors.New(text)
	if err := t.way.Failure(u); err != nil {
		return err
	}
	if t.way.Stats().Limited != "" {
		return t.beyondLimits(cause)
	}
	name := strings.TrimPrefix(text, "net::")
	switch {
	case name == "ERR_TOO_MANY_REDIRECTS":
		return errs.Wrap(cause, errs.TooManyRedirects, u.Host+" redirects without end; ask for the address where that ends")
	case name == "ERR_UNSAFE_REDIRECT", name == "ERR_UNKNOWN_URL_SCHEME", name == "ERR_DISALLOWED_URL_SCHEME":
		return errs.Wrap(cause, errs.InvalidTarget, u.Host+" redirects to an address that is not on the web; ask for another page")
	case strings.HasPrefix(name, "ERR_CERT_"), strings.HasPrefix(name, "ERR_SSL_"), name == "ERR_BAD_SSL_CLIENT_AUTH_CERT":
		return errs.Wrap(cause, errs.TLSFailed, tlsMessage(u.Host, t.certificateFault(u, name)))
	case strings.HasSuffix(name, "TIMED_OUT"):
		return errs.Wrap(cause, errs.UpstreamTimeout, u.Host+" did not answer in time; try again later")
	}
	return errs.Wrap(cause, errs.TargetError, u.Host+" broke the connection or the rules of HTTP; try again later")
}

// lost reports an error that a page has when its browser ends, too.
func lost(err error) bool {
	return errors.Is(err, errCrashed) || strings.Contains(err.Error(), "net::ERR_ABORTED")
}

// errCrashed is the cause of a visit's end when the page's process has ended.
var errCrashed = errors.New("the page's process has ended")

// beyondLimits is for a page that cannot be shown for what it takes.
func (t *tab) beyondLimits(cause error) error {
	return errs.Wrap(cause, errs.UnsupportedContent,
		fmt.Sprintf("%s takes more than a visit may: %d requests and %d MB; ask for a smaller page", t.log.host(), limits.Requests, limits.Bytes>>20))
}

// handshake is how long a look at a certificate may take.
const handshake = 3 * time.Second

// certificateFault is what is wrong with the certificate of a host. Of one that nobody trusts the browser says only that; that it has
// ended or is for another name is what its owner can mend.
func (t *tab) certificateFault(u *url.URL, name string) string {
	if name != "ERR_CERT_AUTHORITY_INVALID" {
		return name
	}
	ctx, cancel := context.WithTimeout(t.ctx, handshake)
	defer cancel()
	err := t.way.Handshake(ctx, u)
	if e, ok := errors.AsType[x509.CertificateInvalidError](err); ok && e.Reason == x509.Expired {
		return "ERR_CERT_DATE_INVALID"
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return "ERR_CERT_COMMON_NAME_INVALID"
	}
	return name
}

func tlsMessage(host, name string) string {
	why := "the TLS handshake with " + host + " failed"
	switch name {
	case "ERR_CERT_DATE_INVALID":
		why = "the certificate of " + host + " has expired or is not yet valid"
	case "ERR_CERT_COMMON_NAME_INVALID":
		why = "the certificate of " + host + " is for another name"
	case "ERR_CERT_AUTHORITY_INVALID":
		why = "the certificate of " + host + " is not signed by a trusted authority"
	}
	return why + "; check the address or try it with http://"
}

// failure gives the error of a visit its public meaning, beside what came of its actions; ctx is the caller's.
func (t *tab) failure(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return fmt.Errorf("visit %s: %w", t.v.url.Host, context.Cause(ctx))
	}
	err = t.meaning(err)
	if t.acts != nil {
		return &shown.ActionError{Acts: t.acts, Err: err}
	}
	return err
}

// meaning is an error of the visit's as its caller can use it.
func (t *tab) meaning(err error) error {
	host := t.v.url.Host
	// What ended the visit outranks what the ending broke. A page that goes because the
	// browser ends has not crashed.
	cause := context.Cause(t.ctx)
	switch {
	case cause == nil && t.engine.isOver(), lost(cmp.Or(cause, err)) && t.engine.ends():
		err = errDied
	case cause != nil:
		err = cause
	}
	if e, ok := errors.AsType[*errs.Error](err); ok {
		return e
	}
	switch {
	case errors.Is(err, errDied), errors.Is(err, devtools.ErrClosed):
		return errs.Wrap(err, errs.ProviderUnavailable, "the browser ended during the visit; try again")
	case errors.Is(err, errNoTime):
		return t.noTime(err)
	case errors.Is(err, errDeadline):
		return t.overdue(err)
	case errors.Is(err, errCrashed) && t.way.Stats().Limited != "":
		return t.beyondLimits(err)
	case errors.Is(err, errCrashed):
		return errs.Wrap(err, errs.TargetError, host+" crashes the browser's page, mostly for want of memory; ask for a lighter page")
	case errors.Is(err, errTooMuch), errors.Is(err, devtools.ErrTooLarge):
		return tooLarge(host)
	}
	return fmt.Errorf("visit %s: %w", host, err)
}

// noTime is for a visit whose caller asks for more waiting than for time.
func (t *tab) noTime(err error) error {
	return &errs.Error{
		Code: errs.UpstreamTimeout, Permanent: true, Err: err,
		Message: fmt.Sprintf("the waits and actions that options ask for do not fit into the %s of the visit; increase options.timeoutMs, or ask for less", t.v.Timeout),
	}
}

// listens reports whether the scripts of the page leave it time to answer, of a visit whose own time is over.
func (t *tab) listens() bool {
	ctx, cancel := context.WithTimeout(context.Background(), doubtAfter)
	defer cancel()
	_, err := proto.RuntimeEvaluate{Expression: "0"}.Call(t.page.Context(ctx))
	return err == nil
}

// overdue says what the visit's time was lost with.
func (t *tab) overdue(err error) error {
	now, host, timeout := t.browser.cfg.Now(), t.log.host(), t.v.Timeout
	if t.engine.silent(now) > doubtAfter {
		t.engine.retire()
		return errs.Wrap(err, errs.ProviderUnavailable, "the browser does not answer; try again")
	}
	d, isThere := t.log.isThere()
	switch {
	case !isThere:
		return errs.Newf(errs.UpstreamTimeout, "%s did not begin to answer within %s; try again later", host, timeout)
	case t.rested > t.v.Timeout/2, (t.acts != nil || !d.ready.IsZero()) && t.listens():
		return t.noTime(err)
	case !d.ready.IsZero(), t.pulse.owed(now) > doubtAfter:
		return errs.Newf(errs.TargetError, "the scripts of %s keep its page busy for longer than %s; ask for another page", host, timeout)
	case t.way.Stats().Limited != "":
		return t.beyondLimits(err)
	}
	return errs.Newf(errs.UpstreamTimeout, "%s did not end its page within %s; try again later", host, timeout)
}

// isThere is the document that the page shows, if there is one.
func (t *traffic) isThere() (document, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.current == nil {
		return document{}, false
	}
	return *t.current, true
}
