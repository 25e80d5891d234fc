package fetch_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// callersProxy is a proxy of HTTP that makes every connection to one server, and tells what it is asked for.
func callersProxy(t *testing.T, to string, asked chan<- string) string {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.Host + " " + r.Header.Get("Proxy-Authorization")
		if r.Header.Get("Proxy-Authorization") == "" {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		there, err := new(net.Dialer).DialContext(r.Context(), "tcp", to)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer there.Close()
		w.WriteHeader(http.StatusOK)
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer here.Close()
		go func() { _, _ = io.Copy(there, here) }()
		_, _ = io.Copy(here, there)
	}))
	t.Cleanup(proxy.Close)
	return proxy.Listener.Addr().String()
}

// TestCallersProxy: a caller's proxy makes the connections of that caller alone. It resolves the names,
// and its own address is judged as a site's is.
func TestCallersProxy(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("at " + r.Host)) }))
	t.Cleanup(site.Close)
	asked := make(chan string, 8)
	addr := callersProxy(t, site.Listener.Addr().String(), asked)
	hosts, err := egress.ParseHosts([]string{"open:proxy.test=" + addr})
	if err != nil {
		t.Fatal(err)
	}
	c := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(c.CloseIdle)
	way := func(raw string) *url.URL {
		u, err := egress.ParseProxy(raw)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	resp, err := c.Do(t.Context(), fetch.Request{URL: "http://far.example/", Proxy: way("http://me:secret@proxy.test:3128")})
	if err != nil || string(resp.Body) != "at far.example" {
		t.Fatalf(`got %+v, error %v; want "at far.example", no error`, resp, err)
	}
	if got := <-asked; got != "CONNECT far.example:80 Basic bWU6c2VjcmV0" {
		t.Errorf("got %q, want a CONNECT with the password", got)
	}
	for name, c2 := range map[string]struct {
		url   string
		proxy *url.URL
		code  errs.Code
	}{
		"no password":        {"http://far.example/", way("http://proxy.test:3128"), errs.TargetError},
		"a private proxy":    {"http://far.example/", &url.URL{Scheme: "http", Host: addr}, errs.InvalidTarget},
		"a proxy of no name": {"http://far.example/", way("http://proxy.none.invalid.example:3128"), errs.TargetError},
		"a private target":   {"http://10.0.0.1/", way("http://me:secret@proxy.test:3128"), errs.InvalidTarget},
	} {
		if _, err := c.Do(t.Context(), fetch.Request{URL: c2.url, Proxy: c2.proxy, NoRetry: true}); !errs.Is(err, c2.code) {
			t.Errorf("%s: got error %v, want %s", name, err, c2.code)
		}
	}
	if _, err := c.Do(t.Context(), fetch.Request{URL: "http://proxy.test/", NoRetry: true}); err != nil {
		t.Errorf("got error %v of a request without proxy, want none: it is dialled itself", err)
	}
}
