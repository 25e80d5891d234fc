package rsskind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
)

func TestPrepare(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"url":"HTTPS://Example.com"}`:                                   `{"url":"https://example.com/","limit":20}`,
		`{"url":"https://example.com/","limit":101}`:                      `{"url":"https://example.com/","limit":100}`,
		`{"url":"https://example.com/","limit":7,"options":{"x":[1]}}`:    `{"url":"https://example.com/","limit":7,"options":{"x":[1]}}`,
		`{"url":"https://example.com/","options":{"respectRobots":true}}`: `{"url":"https://example.com/","limit":20,"options":{"respectRobots":true}}`,
		`{"url":"https://example.com/","options":{}}`:                     `{"url":"https://example.com/","limit":20}`,
	} {
		args := rsskind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			t.Fatal(err)
		}
		plan, err := args.Prepare(job.Caller{})
		if err != nil || plan.Target != "https://example.com/" || plan.Quote.Credits != 1 {
			t.Errorf("%s: %+v, %v", body, plan, err)
		}
		if got, err := json.Marshal(args); err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v", body, got, err)
		}
	}
}

func TestPrepareRefuses(t *testing.T) {
	t.Parallel()
	for body, code := range map[string]errs.Code{
		`{}`:                                  errs.InvalidURL,
		`{"url":"http://10.0.0.1/feed"}`:      errs.InvalidURL,
		`{"url":"ftp://example.com/feed"}`:    errs.InvalidURL,
		`{"url":"https://a.com/","limit":-1}`: errs.InvalidRequest,
		`{"url":"https://a.com/","options":{"x":"` + strings.Repeat("x", 17<<10) + `"}}`: errs.InvalidRequest,
	} {
		args := rsskind.Spec().Args()
		if err := json.Unmarshal([]byte(body), args); err != nil {
			t.Fatal(err)
		}
		if _, err := args.Prepare(job.Caller{}); !errs.Is(err, code) {
			t.Errorf("%.60s: %v", body, err)
		}
	}
}
