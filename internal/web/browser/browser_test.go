package browser_test

import (
	"errors"
	"flag"
	"log/slog"
	"net/http"
	"os"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/browser"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
	"github.com/quarryapi/quarry/internal/webtest"
)

var chromiumLog = flag.Bool("chromium-log", false, "show what the browser logs")

// bundle is a browser and the web that it reaches.
type bundle struct {
	*browser.Browser
	web *webtest.Server
}

// setup gives a browser that reaches the handler as http://page.test and
// http://other.test, beside the sample web.
func setup(t *testing.T, h http.Handler, options ...func(*browser.Config)) *bundle {
	t.Helper()
	if _, err := chromium.Find(""); errors.Is(err, chromium.ErrNotFound) {
		t.Skip(err)
	}
	web := webtest.Start(t, webtest.Site{Host: "page.test", Rest: h.ServeHTTP}, webtest.Site{Host: "other.test", Rest: h.ServeHTTP})
	hosts, err := egress.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	cfg := browser.Config{Hosts: hosts}
	if *chromiumLog {
		cfg.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	for _, option := range options {
		option(&cfg)
	}
	b := browser.New(cfg)
	t.Cleanup(b.Close)
	return &bundle{Browser: b, web: web}
}

// visit is a visit that must succeed.
func (s *bundle) visit(t *testing.T, v shown.Visit) *shown.Page {
	t.Helper()
	page, err := s.Visit(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// refuse is a visit that must fail with a code.
func (s *bundle) refuse(t *testing.T, v shown.Visit, code errs.Code) *errs.Error {
	t.Helper()
	_, err := s.Visit(t.Context(), v)
	if !errs.Is(err, code) {
		t.Fatalf("%s: got %v, want %s", v.URL, err, code)
	}
	return errs.As(err)
}

// pages serves the bodies of pages by path.
func pages(byPath map[string]string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := byPath[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><title>Page</title><body>" + body))
	})
}
