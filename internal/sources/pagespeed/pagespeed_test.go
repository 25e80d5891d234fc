package pagespeed_test

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/pagespeed"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const page = "https://harbour.example/"

// setup leads a client to a handler.
func setup(t *testing.T, key string, serve http.HandlerFunc) *pagespeed.Client {
	t.Helper()
	return pagespeed.New(webclient.Upstream(t, pagespeed.Name, key, serve))
}

func TestReports(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"current", "2019", "insights"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile("testdata/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			report, err := setup(t, "", webclient.Answer(200, string(body))).Run(t.Context(), page, pagespeed.Mobile)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/"+name+".json", report)
		})
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", "k"} {
		var got url.Values
		client := setup(t, key, func(w http.ResponseWriter, r *http.Request) {
			got = r.URL.Query()
			webclient.Answer(200, `{"lighthouseResult":{"categories":{"seo":{}},"audits":{"is-crawlable":{}}}}`)(w, r)
		})
		if _, err := client.Run(t.Context(), page+"?a=b&c", pagespeed.Desktop); err != nil {
			t.Fatal(err)
		}
		want := url.Values{
			"url": {page + "?a=b&c"}, "strategy": {"desktop"}, "locale": {"en"},
			"category": {"performance", "accessibility", "best-practices", "seo"},
		}
		if key != "" {
			want.Set("key", key)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Query mismatch (-want +got):\n%s", diff)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const quota = `{"error":{"code":429,"message":"Quota exceeded for quota metric 'Queries'","status":"RESOURCE_EXHAUSTED"}}`
	cases := map[string]struct {
		key    string
		status int
		body   string
		code   errs.Code
		says   string
		calls  int64
	}{
		"quota without key": {"", 429, quota, errs.UpstreamRateLimited, "QUARRY_KEYS", 1},
		"quota in a 200":    {"", 200, quota, errs.UpstreamRateLimited, "QUARRY_KEYS", 1},
		"quota with a page": {"", 429, "<html>Sorry</html>", errs.UpstreamRateLimited, "QUARRY_KEYS", 1},
		"quota with key":    {"k", 429, quota, errs.UpstreamRateLimited, "429", 1},
		"bad key":           {"k", 400, `{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}`, errs.ProviderNotConfigured, "key", 1},
		"page not reached": {
			"", 400, `{"error":{"code":400,"message":"Lighthouse returned error: FAILED_DOCUMENT_REQUEST. Lighthouse was unable\nto reliably load the page.","errors":[{"domain":"lighthouse","reason":"lighthouseUserError"}]}}`,
			errs.TargetError, "page: FAILED_DOCUMENT_REQUEST. Lighthouse was unable to", 1,
		},
		"Lighthouse breaks":       {"", 500, `{"error":{"code":500,"message":"Lighthouse returned error: NO_FCP. ` + strings.Repeat("é", 400) + `"}}`, errs.TargetError, "é…", 2},
		"Lighthouse breaks in it": {"", 200, `{"lighthouseResult":{"runtimeError":{"code":"NO_FCP","message":""}}}`, errs.TargetError, "page: NO_FCP", 1},
		"backend breaks":          {"", 500, `{"error":{"code":500,"message":"Unable to process request."}}`, errs.ProviderUnavailable, "try again", 1},
		"captcha":                 {"", 200, `{"captchaResult":"CAPTCHA_BLOCKING"}`, errs.UpstreamBlocked, "captcha", 1},
		"no run":                  {"", 200, `{"captchaResult":"CAPTCHA_NOT_NEEDED"}`, errs.ParseFailed, "no Lighthouse run", 1},
		"an empty run":            {"", 200, `{"lighthouseResult":{}}`, errs.ParseFailed, "without categories or audits", 1},
		"no audits":               {"", 200, `{"lighthouseResult":{"categories":{"seo":{"score":1}},"audits":null}}`, errs.ParseFailed, "without categories or audits", 1},
		"no categories":           {"", 200, `{"lighthouseResult":{"categories":{},"audits":{"speed-index":{}}}}`, errs.ParseFailed, "without categories or audits", 1},
		"cut off":                 {"", 200, `{"lighthouseResult":{"audits":`, errs.ParseFailed, "unknown format", 1},
		"other shape":             {"", 200, `{"lighthouseResult":{"audits":[]}}`, errs.ParseFailed, "unknown format", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var calls atomic.Int64
			client := setup(t, c.key, func(w http.ResponseWriter, r *http.Request) {
				calls.Add(1)
				webclient.Answer(c.status, c.body)(w, r)
			})
			_, err := client.Run(t.Context(), page, pagespeed.Mobile)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) || calls.Load() != c.calls || len(e.Message) > 400 {
				t.Errorf("got %+v after %d calls", e, calls.Load())
			}
		})
	}
}

// A run that broke and is tried again gives its report.
func TestSecondTry(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	client := setup(t, "", func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 1 {
			webclient.Answer(500, `{"error":{"code":500,"message":"Lighthouse returned error: PROTOCOL_TIMEOUT."}}`)(w, r)
			return
		}
		webclient.Answer(200, `{"id":"https://harbour.example/","lighthouseResult":{"categories":{"seo":{"score":1}},"audits":{"is-crawlable":{"score":1}}}}`)(w, r)
	})
	report, err := client.Run(t.Context(), page, pagespeed.Mobile)
	if err != nil || report.Scores["seo"] != 1 || report.FinalURL != page {
		t.Errorf(`got report %+v, error %v; want no error, Scores["seo"] 1, FinalURL "https://harbour.example/"`, report, err)
	}
}
