package rss_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/rss"
)

func TestPrepare(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"url":"HTTPS://Example.com"}`:                                   `{"url":"https://example.com/","limit":20}`,
		`{"url":"https://example.com/","limit":101}`:                      `{"url":"https://example.com/","limit":100}`,
		`{"url":"https://example.com/","limit":7}`:                        `{"url":"https://example.com/","limit":7}`,
		`{"url":"https://example.com/","options":{"respectRobots":true}}`: `{"url":"https://example.com/","limit":20,"options":{"respectRobots":true}}`,
		`{"url":"https://example.com/","options":{}}`:                     `{"url":"https://example.com/","limit":20}`,
	} {
		plan := kind.Plan{Target: "https://example.com/", Quote: credit.Quote{Action: "rss", Units: 1, Credits: 1}}
		kindtest.Canonical(t, rss.Call(), kind.Caller{}, want, plan, body)
	}
}

func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	kindtest.Refuses(t, rss.Call(), kind.Caller{}, kindtest.Refusals{
		"nothing":     {`{}`, errs.InvalidURL, "url", ""},
		"private":     {`{"url":"http://10.0.0.1/feed"}`, errs.InvalidURL, "url", ""},
		"not the web": {`{"url":"ftp://example.com/feed"}`, errs.InvalidURL, "url", ""},
		"negative":    {`{"url":"https://a.com/","limit":-1}`, errs.InvalidRequest, "limit", ""},
	})
}
