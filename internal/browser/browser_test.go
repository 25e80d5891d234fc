package browser_test

import (
	"bytes"
	"errors"
	"flag"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/browser"
	"github.com/quarryapi/quarry/internal/browser/chromium"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/webtest"
)

var verbose = flag.Bool("chromium-log", false, "show what the browser logs")

// bundle is a browser and the web that it reaches.
type bundle struct {
	browser *browser.Browser
	web     *webtest.Server
}

// setup starts a browser that reaches the given handler as http://page.test and the
// sample web.
func setup(t *testing.T, h http.Handler, options ...func(*browser.Config)) *bundle {
	t.Helper()
	if _, err := chromium.Find(""); errors.Is(err, chromium.ErrNotFound) {
		t.Skip(err)
	}
	web := webtest.Start(t, webtest.Site{Host: "page.test", Rest: h.ServeHTTP}, webtest.Site{Host: "other.test", Rest: h.ServeHTTP})
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	cfg := browser.Config{Hosts: hosts}
	if *verbose {
		cfg.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	for _, option := range options {
		option(&cfg)
	}
	b := browser.New(cfg)
	t.Cleanup(b.Close)
	return &bundle{browser: b, web: web}
}

func (s *bundle) visit(t *testing.T, v browser.Visit) *browser.Page {
	t.Helper()
	page, err := s.browser.Visit(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// pages serves HTML by path.
func pages(byPath map[string]string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := byPath[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(body))
	})
}

func TestPlay(t *testing.T) {
	s := setup(t, pages(map[string]string{
		"/":     `<!doctype html><title>One</title><div id=a></div><script>fetch("/data").then(r=>r.text()).then(t=>{a.textContent="got "+t; document.title="Two"})</script>`,
		"/data": "data",
	}))
	for range 3 {
		began := time.Now()
		p := s.visit(t, browser.Visit{URL: "http://page.test/", Screenshot: &browser.Screenshot{}, Scripts: map[string]string{"n": "1+1", "c": "getComputedStyle(document.body).color", "bad": "x.y"}})
		t.Logf("%v %s %d %s %s %q %v %+v shot %d", time.Since(began), p.URL, p.Status, p.MediaType, p.Title, p.HTML, p.Values, p.Timings, len(p.Screenshot.Data))
		t.Logf("%s", bytes.TrimSpace(p.Values["c"]))
		t.Log(p.Requests, p.Bytes, p.Header)
	}
	for _, u := range []string{"http://status.test/404", "http://page.test/nothing", "http://127.0.0.1/", "http://nosuch.invalid.example/", "http://pdf.test/", "http://redirect.test/"} {
		p, err := s.browser.Visit(t.Context(), browser.Visit{URL: u})
		t.Log(u, err)
		if p != nil {
			t.Log(p.Status, p.Title, p.MediaType, p.URL, len(p.HTML))
		}
	}
}
