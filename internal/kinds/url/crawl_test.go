package url_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
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
		`{"url":"https://a.example/","includePaths":["/a/**","https://a.example/b/**"]}`:                      "includePaths[1]",
		`{"url":"https://a.example/","excludePaths":["^/blog/.*$"]}`:                                          "excludePaths[0]",
		`{"url":"https://a.example/","excludePaths":["blog/.*"]}`:                                             "excludePaths[0]",
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
	dots := urlkind.CrawlArgs{URL: "https://a.example", IncludePaths: []string{"/a.*", "/web/*/http://b.example/**", "/.well-known/**", "/$*"}}
	if _, err := dots.Plan(kind.Caller{}); err != nil {
		t.Errorf("got error %v for globs with dots and addresses in them, want none", err)
	}
	args := urlkind.CrawlArgs{URL: "https://a.example", Limit: 1_000_000, TimeoutSec: 1, DelayMS: 1_000_000}
	plan, err := args.Plan(kind.Caller{})
	if err != nil || plan.Limit != 50_000 || args.TimeoutSec != 10 || args.DelayMS != 60_000 {
		t.Errorf("got limit %d, timeout %d s, delay %d ms, error %v; want 50000, 10, 60000, none", plan.Limit, args.TimeoutSec, args.DelayMS, err)
	}
}

// TestSecretsAreOfTheFirstHost: what was meant for the host of the first page goes to no other, wherever the site's
// links and redirects lead.
func TestSecretsAreOfTheFirstHost(t *testing.T) {
	t.Parallel()
	const options = `"options":{"headers":{"authorization":"Bearer S3CRET","x-key":"S3CRET","accept-language":"de"},"cookies":{"a":"S3CRET"},` +
		`"actions":[{"type":"type","selector":"#p","text":"S3CRET"}],"userAgent":"x/1"}`
	for _, c := range []struct {
		first, page string
		want        bool
	}{
		{"https://a.example/", "https://a.example/x", true},
		{"https://a.example/", "https://www.a.example/x", true},
		{"https://www.a.example/", "https://a.example/x", true},
		{"http://a.example/", "https://a.example/x", true},
		{"https://a.example/", "http://a.example/x", false},
		{"https://a.example/", "https://b.a.example/x", false},
		{"https://b.a.example/", "https://a.example/x", false},
		{"https://a.example/", "https://thief.example/a.example", false},
		{"https://a.example/", "https://a.example.thief.example/", false},
	} {
		var args urlkind.CrawlArgs
		if err := json.Unmarshal([]byte(`{"url":"`+c.first+`",`+options+`}`), &args); err != nil {
			t.Fatal(err)
		}
		if _, err := args.Plan(kind.Caller{}); err != nil {
			t.Fatal(err)
		}
		page, err := json.Marshal(args.Page(c.page))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(string(page), "S3CRET"); got > 0 != c.want || c.want && got != 4 {
			t.Errorf("%s of a crawl of %s: got %d secrets in %s, want them %t", c.page, c.first, got, page, c.want)
		}
		if !strings.Contains(string(page), `"de"`) || !strings.Contains(string(page), "x/1") {
			t.Errorf("%s: got %s, want its language and user agent", c.page, page)
		}
	}
}

// TestDocumentedArguments: the table of docs/crawl.md has each argument of a crawl, with its default.
func TestDocumentedArguments(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../../docs/crawl.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(document)) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.HasPrefix(line, "| `") {
			continue
		}
		for name := range strings.SplitSeq(cells[1], ",") {
			rows[strings.Trim(name, " `")] = cells[2]
		}
	}
	args := reflect.TypeFor[urlkind.CrawlArgs]()
	for field := range args.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		value, has := rows[name]
		if standard := field.Tag.Get("default"); !has || !strings.Contains(value, standard) {
			t.Errorf("%s: got a row %t with %q for its default, want one with %q", name, has, value, standard)
		}
	}
}
