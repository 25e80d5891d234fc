package fetch_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
)

// TestNamesOfPrivateAddresses resolves names to where nobody may go. A server
// listens on loopback, and no request may reach it.
func TestNamesOfPrivateAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"127.0.0.1", "10.0.0.7", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "168.63.129.16", "0.0.0.0", "224.0.0.1",
		"::1", "::", "fd00:ec2::254", "fe80::1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001:0:7f00:1::",
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			resolver := fetchtest.NameServer(t, func(string, int64) []net.IP { return []net.IP{net.ParseIP(address)} })
			s := reach(t, "127.0.0.1:1", func(c *fetch.Config) { c.Resolver = resolver })
			for _, scheme := range []string{"http", "https"} {
				s.refuse(t, fetch.Request{URL: scheme + "://inner.example.com/"}, errs.InvalidTarget, "inner.example.com is not on the public internet")
			}
		})
	}
}

// TestRebinding is a name that is public when it is first asked for and private
// afterwards: what is dialled is judged, not what was looked up before.
func TestRebinding(t *testing.T) {
	t.Parallel()
	var questions atomic.Int64
	resolver := fetchtest.NameServer(t, func(_ string, n int64) []net.IP {
		questions.Add(1)
		if n == 1 {
			return []net.IP{net.IPv4(93, 184, 215, 14)}
		}
		return []net.IP{net.IPv4(127, 0, 0, 1)}
	})
	if _, err := resolver.LookupIPAddr(t.Context(), "rebind.example.com."); err != nil {
		t.Fatal(err)
	}
	s := reach(t, "127.0.0.1:1", func(c *fetch.Config) { c.Resolver = resolver })
	s.refuse(t, fetch.Request{URL: "http://rebind.example.com/"}, errs.InvalidTarget, "not on the public internet")
	if questions.Load() < 4 {
		t.Errorf("%d questions: the name was not resolved anew", questions.Load())
	}
}

func TestRedirectToNameOfPrivateAddress(t *testing.T) {
	t.Parallel()
	resolver := fetchtest.NameServer(t, func(string, int64) []net.IP { return []net.IP{net.IPv4(127, 0, 0, 1)} })
	s := setup(t, http.HandlerFunc(redirects), func(c *fetch.Config) { c.Resolver = resolver })
	s.refuse(t, fetch.Request{URL: "http://a.test/to?302&http://inner.example.com/"}, errs.InvalidTarget, "inner.example.com")
}

func TestRefusedURLs(t *testing.T) {
	t.Parallel()
	s := reach(t, "127.0.0.1:1")
	for _, raw := range []string{"", "example.com", "file:///etc/passwd", "http://127.0.0.1:9001/", "http://u:p@a.test/", "http://[::1]/"} {
		s.refuse(t, fetch.Request{URL: raw}, errs.InvalidTarget, "the address ")
	}
}

func TestNoSuchName(t *testing.T) {
	t.Parallel()
	var asked atomic.Value
	resolver := fetchtest.NameServer(t, func(name string, _ int64) []net.IP {
		asked.Store(name)
		return nil
	})
	s := reach(t, "127.0.0.1:1", func(c *fetch.Config) { c.Resolver = resolver })
	s.refuse(t, fetch.Request{URL: "http://missing.example.com/"}, errs.DNSFailed, "no host named missing.example.com")
	if _, err := s.client.Do(t.Context(), fetch.Request{URL: "http://missing.example.com/"}); errs.As(err).Retryable() {
		t.Errorf("got %v, retryable; want a name that does not exist to stay so", err)
	}
	if asked.Load() != "missing.example.com." {
		t.Errorf("asked for %v, below a search domain", asked.Load())
	}
}

func TestBrokenResolver(t *testing.T) {
	t.Parallel()
	resolver := &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: net.ErrClosed}
	}}
	s := reach(t, "127.0.0.1:1", func(c *fetch.Config) { c.Resolver = resolver })
	s.refuse(t, fetch.Request{URL: "http://a.example.com/"}, errs.DNSFailed, "could not be resolved")
	if _, err := s.client.Do(t.Context(), fetch.Request{URL: "http://a.example.com/"}); !errs.As(err).Retryable() {
		t.Errorf("got %v, not retryable; want a name whose servers do not answer to be tried again", err)
	}
}

// TestProxyVariables sets what other clients obey: the page must come all the same.
//
//nolint:paralleltest // sets variables
func TestProxyVariables(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	s := setup(t, http.HandlerFunc(redirects))
	if resp := s.get(t, fetch.Request{URL: "http://a.test/"}); resp.Status != 200 {
		t.Errorf("got %d", resp.Status)
	}
}

// secure serves over TLS and returns a client that trusts its certificate.
func secure(t *testing.T, http2 bool, cert tls.Certificate, change ...func(*fetch.Config)) *site {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Proto", r.Proto)
		w.Header().Set("X-Name", r.TLS.ServerName)
	}))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // clients refuse its certificate
	server.EnableHTTP2 = http2
	server.TLS = &tls.Config{Certificates: []tls.Certificate{cert}}
	server.StartTLS()
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	leaf, err := x509.ParseCertificate(cert.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	roots.AddCert(leaf)
	trust := func(c *fetch.Config) { c.RootCAs = roots }
	return reach(t, server.Listener.Addr().String(), append([]func(*fetch.Config){trust}, change...)...)
}

func TestTLS(t *testing.T) {
	t.Parallel()
	for want, http2 := range map[string]bool{"HTTP/2.0": true, "HTTP/1.1": false} {
		resp := secure(t, http2, certificate(t, "*.test", time.Hour)).get(t, fetch.Request{URL: "https://shop.test/"})
		if resp.Header.Get("X-Proto") != want || resp.Header.Get("X-Name") != "shop.test" {
			t.Errorf("got %v, want %s", resp.Header, want)
		}
	}
}

func TestTLSFailures(t *testing.T) {
	t.Parallel()
	valid := certificate(t, "*.test", time.Hour)
	unknown := secure(t, true, valid, func(c *fetch.Config) { c.RootCAs = x509.NewCertPool() })
	unknown.refuse(t, fetch.Request{URL: "https://shop.test/"}, errs.TLSFailed, "not signed by a trusted authority")

	expired := secure(t, true, certificate(t, "*.test", -time.Hour))
	expired.refuse(t, fetch.Request{URL: "https://shop.test/"}, errs.TLSFailed, "has expired")

	other := secure(t, true, valid)
	other.refuse(t, fetch.Request{URL: "https://a.shop.test/"}, errs.TLSFailed, "is for another name")

	plain := setup(t, http.HandlerFunc(redirects))
	plain.refuse(t, fetch.Request{URL: "https://a.test/"}, errs.TLSFailed, "does not speak TLS")

	old := httptest.NewUnstartedServer(http.HandlerFunc(redirects))
	old.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS11, Certificates: []tls.Certificate{valid}}
	old.StartTLS()
	t.Cleanup(old.Close)
	reach(t, old.Listener.Addr().String()).refuse(t, fetch.Request{URL: "https://a.test/"}, errs.TLSFailed, "TLS handshake")
}

// TestMapOpensNothingElse asks for the mapped address by all other ways.
func TestMapOpensNothingElse(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	t.Cleanup(server.Close)
	hosts, err := egress.ParseHosts([]string{"open:shop.test=" + server.Listener.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	resolver := fetchtest.NameServer(t, func(string, int64) []net.IP { return []net.IP{net.IPv4(127, 0, 0, 1)} })
	client := fetch.New(fetch.Config{Hosts: hosts, Resolver: resolver})
	t.Cleanup(client.CloseIdle)
	for _, raw := range []string{
		server.URL, "http://127.0.0.1/", "http://other.test/", "http://a.shop.test/", "http://shop.test.example.com/", "http://shop.test:8080/",
	} {
		if _, err := client.Do(t.Context(), fetch.Request{URL: raw}); !errs.Is(err, errs.InvalidTarget) {
			t.Errorf("%s: got %v", raw, err)
		}
	}
}
