package fetch_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
)

func TestHandshake(t *testing.T) {
	t.Parallel()
	h, err := secure(t, true, certificate(t, "*.test", time.Hour)).client.Handshake(t.Context(), "Shop.TEST")
	if err != nil {
		t.Fatal(err)
	}
	if h.Invalid != nil || len(h.Verified) != 1 || len(h.Chain) != 1 || h.Chain[0].Subject.CommonName != "*.test" {
		t.Errorf("chain of %d, %d verified, %v", len(h.Chain), len(h.Verified), h.Invalid)
	}
	if h.State.Version != tls.VersionTLS13 || h.State.NegotiatedProtocol != "h2" || h.Duration <= 0 {
		t.Errorf(`got version name %s, State.NegotiatedProtocol %q, duration %s; want State.Version 772, State.NegotiatedProtocol "h2", Duration over 0`, tls.VersionName(h.State.Version), h.State.NegotiatedProtocol, h.Duration)
	}
}

// A bad certificate is told, not refused.
func TestHandshakeOfBadCertificates(t *testing.T) {
	t.Parallel()
	valid := certificate(t, "*.test", time.Hour)
	cases := map[string]struct {
		site *site
		host string
		is   func(error) bool
	}{
		"expired": {secure(t, true, certificate(t, "*.test", -time.Hour)), "shop.test", func(err error) bool {
			e, ok := errors.AsType[x509.CertificateInvalidError](err)
			return ok && e.Reason == x509.Expired
		}},
		"another name": {secure(t, true, valid), "a.shop.test", isType[x509.HostnameError]},
		"unknown": {
			secure(t, true, valid, func(c *fetch.Config) { c.RootCAs = x509.NewCertPool() }), "shop.test",
			isType[x509.UnknownAuthorityError],
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, err := c.site.client.Handshake(t.Context(), c.host)
			if err != nil {
				t.Fatal(err)
			}
			if !c.is(h.Invalid) || h.Verified != nil || len(h.Chain) != 1 {
				t.Errorf("%v, %d verified", h.Invalid, len(h.Verified))
			}
		})
	}
}

func isType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func TestHandshakeWithOldVersion(t *testing.T) {
	t.Parallel()
	old := httptest.NewUnstartedServer(http.HandlerFunc(redirects))
	old.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	old.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11, Certificates: []tls.Certificate{certificate(t, "a.test", time.Hour)}}
	old.StartTLS()
	t.Cleanup(old.Close)
	h, err := reach(t, old.Listener.Addr().String()).client.Handshake(t.Context(), "a.test")
	if err != nil || h.State.Version != tls.VersionTLS11 {
		t.Errorf("got handshake %+v, error %v; want no error, State.Version 770", h, err)
	}
}

func TestHandshakeFailures(t *testing.T) {
	t.Parallel()
	inner := fetchtest.NameServer(t, func(string, int64) []net.IP { return []net.IP{net.IPv4(10, 0, 0, 1)} })
	none := fetchtest.NameServer(t, func(string, int64) []net.IP { return nil })
	plain := setup(t, http.HandlerFunc(redirects))
	closed := reach(t, "127.0.0.1:1")
	cases := map[string]struct {
		site *site
		host string
		code errs.Code
	}{
		"private":      {reach(t, "127.0.0.1:1", func(c *fetch.Config) { c.Resolver = inner }), "inner.example.com", errs.InvalidTarget},
		"an address":   {closed, "127.0.0.1", errs.InvalidTarget},
		"no such name": {reach(t, "127.0.0.1:1", func(c *fetch.Config) { c.Resolver = none }), "none.example.com", errs.DNSFailed},
		"no TLS":       {plain, "a.test", errs.TLSFailed},
		"closed":       {closed, "a.test", errs.TargetError},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if h, err := c.site.client.Handshake(t.Context(), c.host); !errs.Is(err, c.code) {
				t.Errorf("got handshake %+v, error %v; want error %q", h, err, c.code)
			}
		})
	}
}
