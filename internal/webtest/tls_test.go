package webtest_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// secureClient trusts the server's authority.
func secureClient(s *webtest.Server) *http.Client {
	roots := x509.NewCertPool()
	roots.AddCert(s.CA())
	var d net.Dialer
	return &http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true,
		TLSClientConfig:   &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return d.DialContext(ctx, network, s.Addr())
		},
	}}
}

// One port speaks http and https, HTTP/2 included, and the handler can tell them apart.
func TestBothOnOnePort(t *testing.T) {
	t.Parallel()
	s := webtest.Start(t, webtest.Site{Host: "both.test", Rest: func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil {
			w.Header().Set("X-Name", r.TLS.ServerName)
		}
		_, _ = w.Write([]byte("hello"))
	}})
	c := secureClient(s)
	t.Cleanup(c.CloseIdleConnections)
	res := get(t, c, "https://both.test/")
	if got := body(t, res); got != "hello" || res.Header.Get("X-Name") != "both.test" || res.Proto != "HTTP/2.0" {
		t.Errorf("https: %q, %v, %s", got, res.Header, res.Proto)
	}
	if issuer := res.TLS.PeerCertificates[0].Issuer.CommonName; issuer != "Sample CA 1" || len(res.TLS.PeerCertificates) != 2 {
		t.Errorf("signed by %q, chain of %d", issuer, len(res.TLS.PeerCertificates))
	}
	res = get(t, c, "http://both.test/")
	if got := body(t, res); got != "hello" || res.Header.Get("X-Name") != "" {
		t.Errorf("http: %q, %v", got, res.Header)
	}
}

func TestBadCertificates(t *testing.T) {
	t.Parallel()
	s := webtest.Start(t)
	c := secureClient(s)
	is := map[string]func(error) bool{
		"expired.test": func(err error) bool {
			e, ok := errors.AsType[x509.CertificateInvalidError](err)
			return ok && e.Reason == x509.Expired
		},
		"othername.test":  isType[x509.HostnameError],
		"selfsigned.test": isType[x509.UnknownAuthorityError],
		"halfchain.test":  isType[x509.UnknownAuthorityError],
		"nocert.test":     isType[*net.OpError], // "remote error: tls: internal error"
	}
	for host, want := range is {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+host+"/", http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			res, err := c.Do(req)
			if err == nil {
				_ = res.Body.Close()
			}
			if !want(err) {
				t.Errorf("got %v", err)
			}
			if res := get(t, client(s), "http://"+host+"/"); res.StatusCode != http.StatusOK {
				t.Errorf("http answers %d", res.StatusCode)
			}
		})
	}
}

func isType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// A connection that says nothing keeps nobody waiting, nor the server from ending.
func TestSilentConnection(t *testing.T) {
	t.Parallel()
	s, err := webtest.New().Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var d net.Dialer
	silent, err := d.DialContext(t.Context(), "tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	if res := get(t, client(s), "http://sample.test/"); res.StatusCode != http.StatusOK {
		t.Errorf("got %d", res.StatusCode)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := silent.Read(make([]byte, 1)); err == nil {
		t.Error("the silent connection is still open")
	}
}
