package fetch_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// receiver is what a name is mapped to for somebody else than pages.
func receiver(t *testing.T) (addr string, hits *atomic.Int64) {
	t.Helper()
	hits = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		hits.Add(1)
		_, _ = w.Write([]byte("User-agent: *\nDisallow:\n"))
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String(), hits
}

// mapped gives a client of an open web that also has names for the caller and for
// webhooks.
func mapped(t *testing.T, receiver string) *site {
	t.Helper()
	return setup(t, http.HandlerFunc(redirects), func(c *fetch.Config) {
		open, _ := c.Hosts.Lookup("a.test")
		hosts, err := egress.ParseHosts([]string{"open:*.test=" + open, "hooks:hooks.test=" + receiver, "mine.test=" + receiver})
		if err != nil {
			t.Fatal(err)
		}
		c.Hosts = hosts
	})
}

// TestMappedNamesOfStrangers holds that neither a redirect nor a link of a page leads to
// a name that is mapped for somebody else, not even over a connection that is open.
func TestMappedNamesOfStrangers(t *testing.T) {
	t.Parallel()
	addr, hits := receiver(t)
	s := mapped(t, addr)
	ctx := egress.Naming(t.Context(), "http://mine.test/")
	if _, err := s.client.Do(ctx, fetch.Request{URL: "http://mine.test/"}); err != nil {
		t.Fatalf("a call that names mine.test itself: got error %v, want no error", err)
	}
	asked := hits.Load() // and leaves a connection that could be used again
	for _, host := range []string{"hooks.test", "mine.test", "MINE.test."} {
		s.refuse(t, fetch.Request{URL: "http://" + host + "/"}, errs.InvalidTarget, "not on the public internet")
		s.refuse(t, fetch.Request{URL: "https://" + host + "/"}, errs.InvalidTarget, "not on the public internet")
		s.refuse(t, fetch.Request{URL: "http://a.test/to?302&http://" + host + "/"}, errs.InvalidTarget, "not on the public internet")
		if _, err := s.client.Robots(t.Context(), &url.URL{Scheme: "http", Host: host}); !errs.Is(err, errs.InvalidTarget) {
			t.Errorf("robots.txt of %s: got error %v, want invalid_target", host, err)
		}
		if _, err := s.client.Handshake(t.Context(), host); !errs.Is(err, errs.InvalidTarget) {
			t.Errorf("TLS with %s: got error %v, want invalid_target", host, err)
		}
	}
	if n := hits.Load() - asked; n != 0 {
		t.Errorf("the receiver was reached %d times, want 0", n)
	}
}

// TestMappedNamesOfCallers holds what the names are for.
func TestMappedNamesOfCallers(t *testing.T) {
	t.Parallel()
	addr, _ := receiver(t)
	s := mapped(t, addr)
	named := egress.Naming(t.Context(), "http://a.test/to?302&http://mine.test/", "mine.test")
	for name, tc := range map[string]struct {
		ctx context.Context
		url string
		ok  bool
	}{
		"a caller who names it":              {named, "http://mine.test/", true},
		"a redirect to what the call names":  {named, "http://a.test/to?302&http://mine.test/", true},
		"a caller who names the hooks' name": {egress.Naming(t.Context(), "http://hooks.test/"), "http://hooks.test/", false},
	} {
		if _, err := s.client.Do(tc.ctx, fetch.Request{URL: tc.url}); (err == nil) != tc.ok {
			t.Errorf("%s: got error %v, want success: %v", name, err, tc.ok)
		}
	}
}

// TestNamesThatNoHostHas: they fail as names do that no resolver knows.
func TestNamesThatNoHostHas(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(redirects), func(c *fetch.Config) {
		hosts, err := egress.ParseHosts([]string{"open:*.test=none"})
		if err != nil {
			t.Fatal(err)
		}
		c.Hosts = hosts
	})
	for _, scheme := range []string{"http", "https"} {
		s.refuse(t, fetch.Request{URL: scheme + "://misspelt.test/"}, errs.DNSFailed, "there is no host named misspelt.test")
	}
}
