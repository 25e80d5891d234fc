package sitemaprun_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/sitemap/sitemaprun"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/site"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup gives what runs a body on the sample web.
func setup(t *testing.T, extra ...webtest.Site) func(t *testing.T, body string) (sitemap.Result, error) {
	t.Helper()
	jobs := kindtest.Runs[sitemap.Args, sitemap.Result]{Call: sitemap.Call(), Worker: sitemaprun.New(webclient.Start(t, extra...).Web, nil)}
	return func(t *testing.T, body string) (sitemap.Result, error) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // as every job has one
		defer cancel()
		return jobs.Run(ctx, t, body)
	}
}

func locs(r sitemap.Result) []string {
	var list []string
	for _, u := range r.Items {
		list = append(list, u.URL)
	}
	return list
}

func TestRun(t *testing.T) {
	t.Parallel()
	run := setup(t)
	cases := map[string]struct {
		body    string
		method  listing.Method
		want    []string
		stopped listing.Stop
	}{
		"since and paths": {
			`{"domain":"sitemap.test","since":"2025-12-02","pathContains":"/tickets/,/ferries/"}`, listing.Robots,
			[]string{"http://sitemap.test/tickets/week", "http://sitemap.test/tickets/year", "http://sitemap.test/ferries/kestrel", "http://elsewhere.test/ferries/petrel"},
			"",
		},
		"a limit": {
			`{"domain":"sitemap.test","limit":2}`, listing.Robots,
			[]string{"http://sitemap.test/routes/1", "http://sitemap.test/routes/2"},
			listing.ByLimit,
		},
		"one sitemap": {
			`{"sitemapUrl":"http://sitemap.test/piers.xml"}`, listing.Given,
			[]string{"http://sitemap.test/piers/north", "http://sitemap.test/piers/S%C3%BCdmole"},
			"",
		},
		"one that robots.txt closes, all the same": {
			`{"sitemapUrl":"http://sitemap.test/closed/sitemap.xml","options":{"respectRobots":false},"limit":1}`, listing.Given,
			[]string{"http://sitemap.test/piers/north"},
			listing.ByLimit,
		},
		"a site with feeds and no sitemap": {
			`{"domain":"feed.test","since":"2025-03-01"}`, listing.Page, []string{"http://article.test/"}, "",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := run(t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, locs(got)); diff != "" || got.Method != c.method || got.StoppedBy != c.stopped || got.Coverage.Complete != (c.stopped == "") {
				t.Errorf("got method %q, stopped by %q, coverage %+v; want Method %q, StoppedBy %q, Complete %t; urls mismatch (-want +got):\n%s", got.Method, got.StoppedBy, got.Coverage, c.method, c.stopped, c.stopped == "", diff)
			}
			if got.Counts.Returned != len(c.want) || got.Counts.Sources != len(got.Sources) {
				t.Errorf("got counts %+v, want Returned %v, Sources %v", got.Counts, len(c.want), len(got.Sources))
			}
		})
	}
}

func TestRunFails(t *testing.T) {
	t.Parallel()
	run := setup(t)
	for body, code := range map[string]errs.Code{
		`{"sitemapUrl":"http://sitemap.test/missing.xml"}`:        errs.TargetError,
		`{"sitemapUrl":"http://sitemap.test/old-sitemap.xml"}`:    errs.UnsupportedContent,
		`{"sitemapUrl":"http://sitemap.test/closed/sitemap.xml"}`: errs.UpstreamBlocked,
		`{"domain":"wall.test"}`:                                  errs.UpstreamBlocked,
	} {
		if got, err := run(t, body); !errs.Is(err, code) || strings.Contains(errs.As(err).Message, "\n") {
			t.Errorf("%s: got %v, %+v", body, err, got)
		}
	}
}

// A site without a sitemap whose home page its scripts have yet to write may have more pages than it links to.
func TestShell(t *testing.T) {
	t.Parallel()
	run := setup(t, berths())
	for _, domain := range []string{"app.test", "berths.test"} {
		got, err := run(t, `{"domain":"`+domain+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		if got.Coverage.Complete || !strings.HasPrefix(got.Coverage.Reason, "needs_rendering") {
			t.Errorf("%s: got %+v, want it incomplete with needs_rendering", domain, got.Coverage)
		}
	}
}

// berths is a page that a script of its site, named by its whole address, has yet to write.
func berths() webtest.Site {
	return webtest.Site{Host: "berths.test", Assets: map[string]http.HandlerFunc{
		"/": site.Text(site.HTML, `<!doctype html><title>Berths</title><script src="http://berths.test/main.js" defer></script><h1>Berths</h1><div id="berths"></div>`),
	}}
}
