package url_test

import (
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
)

// TestCrawlInput: what a crawl cannot do is refused by the name of its argument, and what is too much is clamped.
func TestCrawlInput(t *testing.T) {
	t.Parallel()
	for body, field := range map[string]string{
		`{"url":"ftp://a.example/"}`:                                                                          "url",
		`{"url":"https://a.example/","since":"2026-01-01","sitemap":"skip"}`:                                  "since",
		`{"url":"https://a.example/","since":"2026-01-01","againstCrawlId":"crl_01jzzzzzzzzzzzzzzzzzzzzzzz"}`: "since",
		`{"url":"https://a.example/","since":"2026-01-01","format":"screenshot"}`:                             "since",
		`{"url":"https://a.example/","since":"2026-01-01","formats":["text","screenshot"]}`:                   "since",
		`{"url":"https://a.example/","since":"2026-01-01","render":"always"}`:                                 "since",
		`{"url":"https://a.example/","since":"yesterday"}`:                                                    "since",
		`{"url":"https://a.example/","scope":"world"}`:                                                        "scope",
		`{"url":"https://a.example/","sitemap":"maybe"}`:                                                      "sitemap",
		`{"url":"https://a.example/","includePaths":["["]}`:                                                   "includePaths[0]",
		`{"url":"https://a.example/","againstCrawlId":"job_1"}`:                                               "againstCrawlId",
		`{"url":"https://a.example/","format":"resolve"}`:                                                     "format",
	} {
		var args urlkind.CrawlArgs
		if err := json.Unmarshal([]byte(body), &args); err != nil {
			t.Fatalf("%s: got error %v, want none", body, err)
		}
		_, err := args.Plan(kind.Caller{})
		if e := errs.As(err); err == nil || len(e.Details) == 0 || e.Details[0].Field != field {
			t.Errorf("%s: got error %v, want one of %s", body, err, field)
		}
	}
	args := urlkind.CrawlArgs{URL: "https://a.example", Limit: 1_000_000, TimeoutSec: 1, DelayMS: 1_000_000}
	plan, err := args.Plan(kind.Caller{})
	if err != nil || plan.Limit != 50_000 || args.TimeoutSec != 10 || args.DelayMS != 60_000 {
		t.Errorf("got limit %d, timeout %d s, delay %d ms, error %v; want 50000, 10, 60000, none", plan.Limit, args.TimeoutSec, args.DelayMS, err)
	}
}
