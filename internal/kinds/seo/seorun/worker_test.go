package seorun_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// today is the day of the tests.
var today = time.Date(2026, 2, 21, 12, 0, 0, 0, time.UTC)

// setup gives a runner on the sample web and the extra sites, with the keys of the
// sample web's upstreams or others.
func setup(t *testing.T, keys map[string]string, extra ...webtest.Site) (*seorun.Worker, *webtest.Web) {
	t.Helper()
	now := func() time.Time { return today }
	sample := webclient.StartAt(t, now, extra...)
	if keys == nil {
		keys = sample.Server.Web().Keys()
	}
	return seorun.New(sample.Web, sample.Upstreams(t, keys), now), sample.Server.Web()
}

// run admits a body as the API does and runs the job.
func run(ctx context.Context, t *testing.T, r *seorun.Worker, body string) (seo.Result, error) {
	t.Helper()
	return kindtest.Runs[seo.Args, seo.Result]{Call: seo.Call(), Worker: r}.Run(ctx, t, body)
}

// TestSnapshot holds everything that is said of the sample company.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"company": `{"domain":"company.test","productName":"Marrowfen"}`,
		"page":    `{"domain":"www.company.test","url":"http://company.test/blog/","signals":["technical","blogfeed"]}`,
	}
	r, _ := setup(t, nil)
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(t.Context(), t, r, body)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/"+name+".json", result)
		})
	}
}

// A page that its scripts have yet to write is audited as it was served, and said to be such.
func TestShell(t *testing.T) {
	t.Parallel()
	r, _ := setup(t, nil, site("berths.test", page(http.StatusOK,
		`<!doctype html><title>Berths</title><script src="http://berths.test/main.js" defer></script><h1>Berths</h1><div id="berths"></div>`)))
	for url, want := range map[string]bool{"http://app.test/": true, "http://berths.test/": true, "http://company.test/": false} {
		result, err := run(t.Context(), t, r, `{"url":"`+url+`","signals":["technical"]}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := result.Technical.Outcome; strings.HasPrefix(got.Reason, "needs_rendering") != want || got.Status != "ok" {
			t.Errorf("%s: got %+v, want it ok, with needs_rendering %t", url, got, want)
		}
	}
}
