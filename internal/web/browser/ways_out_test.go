package browser_test

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// trying serves pages that try ways: /way one of them, /page some in a frame each, /as a
// document of any type, /to a redirect.
type trying []way

func (ways trying) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	w.Header().Set("Content-Type", "text/html")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	switch r.URL.Path {
	case "/page":
		for n := range strings.SplitSeq(q.Get("w"), ",") {
			_, _ = fmt.Fprintf(w, `<iframe src="/way?n=%s&o=%s"></iframe>`, n, url.QueryEscape(q.Get("o")))
		}
	case "/way":
		n, _ := strconv.Atoi(q.Get("n"))
		_, _ = fmt.Fprint(w, "<!doctype html><body>", filled(ways[n].body, q))
	case "/as":
		w.Header().Set("Content-Type", q.Get("t"))
		if name := q.Get("h"); name != "" {
			w.Header().Set(name, filled(q.Get("v"), q))
		}
		_, _ = fmt.Fprint(w, filled(q.Get("b"), q))
	case "/to":
		status, _ := strconv.Atoi(q.Get("s"))
		w.Header().Set("Location", q.Get("u"))
		w.WriteHeader(status)
	}
}

// filled is a way's body for an origin and a number.
func filled(body string, q url.Values) string {
	host := q.Get("o")
	return strings.NewReplacer("{to}", "http://"+host, "{tls}", "https://"+host, "{ws}", "ws://"+host, "{wss}", "wss://"+host,
		"{hp}", host, "{n}", q.Get("n"), "{o}", url.QueryEscape(host)).Replace(body)
}

// lenient is a Chromium that takes page.test for one by TLS, so that it has what only such
// pages have, and trusts any certificate. Everything else is as in production.
func lenient(t *testing.T) string {
	t.Helper()
	path, err := chromium.Find("")
	if errors.Is(err, chromium.ErrNotFound) {
		t.Skip(err)
	}
	const secure = "--unsafely-treat-insecure-origin-as-secure=http://page.test"
	dir := t.TempDir()
	renderer, file := filepath.Join(dir, "renderer"), filepath.Join(dir, "chromium")
	for name, text := range map[string]string{
		renderer: fmt.Sprintf("#!/bin/sh\nexec \"$@\" %s\n", secure), // which the browser does not hand on
		file:     fmt.Sprintf("#!/bin/sh\nexec %q \"$@\" %s --renderer-cmd-prefix=%s --ignore-certificate-errors\n", path, secure, renderer),
	} {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// TestHostileWaysOut tries every way of a page to reach something else, in the real
// browser: first at a public address, which each way that counts has to reach, and then
// at the same servers and ports by addresses that no page may reach.
func TestHostileWaysOut(t *testing.T) {
	t.Parallel()
	path := lenient(t)
	machine := fetchtest.Inside(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*")
		w.Header().Set("Access-Control-Allow-Methods", "*")
	}))
	ways := trying(slices.Concat(waysOfMarkup(), waysOfStyle(), waysOfScript(), waysByRedirect(), waysAway()))
	loopback := fetchtest.NameServer(t, func(name string, n int64) []net.IP {
		if strings.HasPrefix(name, "rebound.") && n%2 == 1 {
			return []net.IP{net.ParseIP(fetchtest.Public), net.IPv4(127, 0, 0, 1)}
		}
		return []net.IP{net.IPv4(127, 0, 0, 1)}
	})
	s := setup(t, ways, func(c *browser.Config) { c.Path, c.Visits, c.Resolver = path, 4, loopback })
	live := map[int]bool{}
	for round, wait := range []time.Duration{1500 * time.Millisecond, 4500 * time.Millisecond, 7500 * time.Millisecond, 10500 * time.Millisecond} { // on a busy machine a page may be over before all that it tries
		rest := func(n int) bool { return !live[n] && (round == 0 || ways[n].silent == "") }
		maps.Copy(live, ways.try(t, s, fetchtest.Public, machine.Reached, wait, rest))
	}
	if broken := machine.Broken(); len(broken) != 0 {
		t.Errorf("of the visits to a public address, something reached %v", broken)
	}
	for n, w := range ways {
		switch {
		case live[n]:
		case w.silent == "":
			t.Errorf("%s did not reach %s, although it may: the way is not live", w.name, fetchtest.Public)
		default:
			t.Logf("not live, and so not counted: %s, as %s", w.name, w.silent)
		}
	}
	if len(live) < 60 {
		t.Errorf("got %d live ways, want at least 60", len(live))
	}
	for _, host := range []string{"127.0.0.1", "169.254.169.254", "inner.example.com"} {
		machine.Forget()
		ways.try(t, s, host, machine.Reached, 1500*time.Millisecond, func(int) bool { return true })
		if broken := machine.Broken(); len(broken) != 0 {
			t.Errorf("at %s: pages reached %v, want nothing", host, broken)
		}
	}
	t.Logf("%d ways out of a page, %d of them live", len(ways), len(live))
}

// try visits pages that try the ways that are wanted at a host, and returns the numbers of
// those by which it was reached. A page has some time for all that it tries.
func (ways trying) try(t *testing.T, s *bundle, host string, reached func() []string, each time.Duration, wanted func(n int) bool) map[int]bool {
	t.Helper()
	var together []string
	var all sync.WaitGroup
	visit := func(address string) {
		_, err := s.Visit(t.Context(), shown.Visit{URL: address, Wait: shown.Wait{For: each}})
		if err != nil && !errs.Is(err, errs.InvalidTarget) {
			t.Logf("%s: %v", address, err) // what counts is who was reached
		}
	}
	for n, w := range ways {
		if !wanted(n) {
			continue
		}
		if w.alone {
			all.Go(func() { visit(fmt.Sprintf("http://page.test/way?n=%d&o=%s", n, host)) })
		} else {
			together = append(together, strconv.Itoa(n))
		}
	}
	for some := range slices.Chunk(together, 16) {
		all.Go(func() { visit("http://page.test/page?o=" + host + "&w=" + strings.Join(some, ",")) })
	}
	all.Wait()
	live := map[int]bool{}
	for _, what := range reached() {
		if n, err := strconv.Atoi(strings.TrimPrefix(what, "/")); err == nil {
			live[n] = true
		}
	}
	return live
}
