package sitemap_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
)

func TestPrepare(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, target, canonical string }{
		"a domain": {
			`{"domain":"WWW.Example.com."}`, "example.com",
			`{"domain":"example.com","limit":5000,"options":{"respectRobots":true}}`,
		},
		"a sitemap": {
			`{"sitemapUrl":"HTTPS://www.example.com/a b.xml"}`, "https://www.example.com/a%20b.xml",
			`{"domain":"example.com","sitemapUrl":"https://www.example.com/a%20b.xml","limit":5000,"options":{"respectRobots":true}}`,
		},
		"both": {
			`{"domain":"example.com","sitemapUrl":"https://files.example.net/x.xml"}`, "https://files.example.net/x.xml",
			`{"domain":"example.com","sitemapUrl":"https://files.example.net/x.xml","limit":5000,"options":{"respectRobots":true}}`,
		},
		"everything": {
			`{"domain":"example.com","since":"2026-01-31T08:00:00+02:00","limit":70000,"pathContains":"/b/, /a/","options":{"respectRobots":false}}`, "example.com",
			`{"domain":"example.com","since":"2026-01-31T06:00:00.000Z","limit":50000,"pathContains":["/a/","/b/"],"options":{"respectRobots":false}}`,
		},
		"a month": {
			`{"domain":"example.com","since":"2026-02","pathContains":["/a/"]}`, "example.com",
			`{"domain":"example.com","since":"2026-02-01T00:00:00.000Z","limit":5000,"pathContains":["/a/"],"options":{"respectRobots":true}}`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plan := kind.Plan{Target: c.target, Quote: credit.Quote{Action: "sitemap", Units: 1, Credits: 1}}
			kindtest.Canonical(t, sitemap.Call(), kind.Caller{}, c.canonical, plan, c.body)
		})
	}
}

func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, sitemap.Call(), kind.Caller{}, kindtest.Refusals{
		"nothing":                {`{}`, errs.InvalidRequest, "domain", ""},
		"a URL as domain":        {`{"domain":"ftp://example.com/"}`, errs.InvalidURL, "domain", ""},
		"a private domain":       {`{"domain":"localhost"}`, errs.InvalidURL, "domain", ""},
		"a private sitemap":      {`{"sitemapUrl":"http://10.0.0.1/sitemap.xml"}`, errs.InvalidURL, "sitemapUrl", ""},
		"both, one of them bad":  {`{"domain":"x","sitemapUrl":"https://example.com/sitemap.xml"}`, errs.InvalidURL, "domain", ""},
		"a zone that is unknown": {`{"domain":"example.com","since":"2026-01-31T08:00:00 IST"}`, errs.InvalidRequest, "since", ""},
		"a date that is none":    {`{"domain":"example.com","since":"yesterday"}`, errs.InvalidRequest, "since", ""},
		"less than nothing":      {`{"domain":"example.com","limit":-1}`, errs.InvalidRequest, "limit", ""},
		"a long part":            {`{"domain":"example.com","pathContains":"` + strings.Repeat("x", 501) + `"}`, errs.InvalidRequest, "pathContains", ""},
	})
}
