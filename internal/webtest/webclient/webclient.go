// Package webclient leads the guarded client, and through it the clients of upstreams,
// to a sample web of the test's own. It is for tests only and knows no kind and no
// upstream's format.
package webclient

import (
	"crypto/x509"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// Sample is a sample web with a client that is led to it.
type Sample struct {
	Server *webtest.Server
	Hosts  egress.Hosts // leads all .test names to Server
	Web    *fetch.Client
}

// Start serves the sample sites and the extra ones for the length of a test, to a client
// that trusts their authority.
func Start(tb testing.TB, extra ...webtest.Site) *Sample {
	tb.Helper()
	return StartAt(tb, nil, extra...)
}

// StartAt is Start with a clock for the client, by which it measures durations.
func StartAt(tb testing.TB, now func() time.Time, extra ...webtest.Site) *Sample {
	tb.Helper()
	server := webtest.Start(tb, extra...)
	hosts, err := egress.ParseHosts([]string{server.HostsRule()})
	if err != nil {
		tb.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.CA())
	web := fetch.New(fetch.Config{Hosts: hosts, RootCAs: roots, Now: now})
	tb.Cleanup(web.CloseIdle)
	return &Sample{Server: server, Hosts: hosts, Web: web}
}

// Upstreams gives clients of the replays of upstreams, and of the sites that take their
// place, with these keys: nil is an installation without any, webtest.New().Keys() are
// those that the replays take.
func (s *Sample) Upstreams(tb testing.TB, keys map[string]string) *upstream.Set {
	tb.Helper()
	// Not the server's own list: a site that takes a replay's place need not name it.
	settings, err := sources.NewSettings(webtest.New().Sources(), keys)
	if err != nil {
		tb.Fatal(err)
	}
	return upstream.NewSet(s.Web, settings, nil)
}

// Upstream gives a client of one upstream that asks a handler, or the upstream's replay
// when serve is nil. An empty key is none.
func Upstream(tb testing.TB, name, key string, serve http.HandlerFunc) *upstream.Client {
	tb.Helper()
	var extra []webtest.Site
	if serve != nil {
		extra = append(extra, Instead(name, serve))
	}
	keys := map[string]string{}
	if key != "" {
		keys[name] = key
	}
	return Start(tb, extra...).Upstreams(tb, keys).Client(name)
}

// Instead is a site that takes the place of an upstream's replay.
func Instead(name string, serve http.HandlerFunc) webtest.Site {
	return webtest.Site{Host: name + ".upstream.test", Upstream: name, Rest: serve}
}

// Answer gives the same to every request.
func Answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}
