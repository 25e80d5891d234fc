package webtest

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Server is a web that listens on loopback, for http and https on one port.
type Server struct {
	web   *Web
	addr  string
	certs *authority
	close func() error
}

// Listen serves the web on addr, "127.0.0.1:0" for any free port, until ctx ends or
// Close is called. Requests in progress get their context cancelled then. A connection
// that begins with TLS gets a certificate for the name that it asks for, see CA.
func (w *Web) Listen(ctx context.Context, addr string) (*Server, error) {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("sample web: %w", err)
	}
	base, cancel := context.WithCancel(ctx)
	srv := &http.Server{
		Handler:           w,
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), // clients that refuse bad certificates
		BaseContext:       func(net.Listener) context.Context { return base },
	}
	context.AfterFunc(base, func() { _ = srv.Close() })
	certs := newAuthority(w, time.Now)
	done := make(chan error, 1)
	go func() { done <- srv.Serve(listenBoth(ln, certs.config())) }()

	end := sync.OnceValue(func() error {
		cancel()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("sample web: %w", err)
		}
		return nil
	})
	return &Server{web: w, addr: ln.Addr().String(), certs: certs, close: end}, nil
}

// Addr is the address that the server listens on: "127.0.0.1:8099".
func (s *Server) Addr() string { return s.addr }

// HostsRule is the map of names that leads those of the sites here, in the form of
// QUARRY_HOSTS: "open:article.test=127.0.0.1:8099" for each of them, and "open:*.test=none" for those that there are not. It is open,
// because it stands for the public web: its pages link to each other.
func (s *Server) HostsRule() string {
	var rule strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.web.hosts)) {
		rule.WriteString("open:" + name + "=" + s.addr + ",")
	}
	return rule.String() + "open:*.test=none"
}

// CA is the authority that signs the certificates of the sites, made anew for each
// server. A client has to trust it to fetch them by https.
func (s *Server) CA() *x509.Certificate { return s.certs.root().leaf }

// Pin names the key of all certificates that are in order, as chromium.Start takes it; those that are
// expired, for other names or signed by others have other keys. Browsers have no way to trust CA for one run.
func (s *Server) Pin() string { return s.certs.pin() }

// Web returns what is served.
func (s *Server) Web() *Web { return s.web }

// Close ends the server and its connections. Further calls do nothing.
func (s *Server) Close() error { return s.close() }

// TB is what Start needs of *testing.T and *testing.B; named here so that the
// command line does not link package testing.
type TB interface {
	Helper()
	Context() context.Context
	Cleanup(func())
	Fatalf(format string, args ...any)
}

// Start serves the sample sites and the extra ones on a free port for the length of
// a test.
func Start(t TB, extra ...Site) *Server {
	t.Helper()
	// The test's own context ends before its clean-ups run, which may still fetch.
	ctx := context.WithoutCancel(t.Context())
	s, err := New(extra...).Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
