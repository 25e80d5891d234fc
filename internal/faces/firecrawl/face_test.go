package firecrawl_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
)

// api stands for the API: it answers by method and path, and keeps what it was asked.
type api struct {
	answers map[string][]string // "POST /scrape": statuses and bodies, the last for all further calls
	link    string              // where results lie
	key     string              // which ask sends

	mu       sync.Mutex
	calls    []string
	heads    []http.Header
	contexts []context.Context // what was said beside the calls
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a.mu.Lock()
	defer a.mu.Unlock()
	path := strings.TrimPrefix(r.URL.Path, asked.Base)
	a.calls = append(a.calls, strings.TrimSpace(r.Method+" "+strings.TrimPrefix(r.URL.RequestURI(), asked.Base)+" "+string(body)))
	a.heads = append(a.heads, r.Header)
	a.contexts = append(a.contexts, r.Context())
	list := a.answers[r.Method+" "+path]
	if a.link != "" && strings.HasSuffix(path, "/result") {
		http.Redirect(w, r, a.link, http.StatusFound)
		return
	}
	if len(list) == 0 {
		list = []string{`404 {"error":{"code":"not_found","message":"There is nothing at this path."}}`}
	} else if len(list) > 1 {
		a.answers[r.Method+" "+path] = list[1:]
	}
	var status int
	_, _ = fmt.Sscan(list[0][:3], &status)
	w.Header().Set("X-RateLimit-Remaining", "7")
	w.Header().Set("X-Credits-Charged", "1")
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "9")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, list[0][4:])
}

// ask makes a call of the face and returns its answer.
func ask(t *testing.T, a *api, method, path, body string) (*httptest.ResponseRecorder, map[string]any) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, "http://quarry.test"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer satk_x")
	r.Header.Set("X-Idempotency-Key", a.key)
	w := httptest.NewRecorder()
	firecrawl.New(asked.New(a), firecrawl.Options{Longest: time.Minute}).ServeHTTP(w, r)
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("%s %s: got %s, which is no JSON object", method, path, w.Body)
	}
	return w, got
}

const scraped = `200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":5,"creditsRefunded":1,"result":{
	"url":"http://a.test/","finalUrl":"http://a.test/x","status":200,"title":"T","contentType":"text/html","markdown":"# T","warnings":["needs_rendering"],
	"links":[{"url":"http://a.test/1","text":"1","internal":true}],"screenshot":"AAEC","screenshotFormat":"png","metadata":{"pageTitle":"T | A","description":"D","openGraph":{"title":"OG"}}}}}`

// TestScrape: a call in their words is one in ours, and the answer one in theirs.
func TestScrape(t *testing.T) {
	t.Parallel()
	a := &api{key: "k1", answers: map[string][]string{"POST /scrape": {scraped}}}
	w, got := ask(t, a, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/","formats":["markdown","links",{"type":"screenshot","fullPage":true,"quality":60}],
		"onlyMainContent":false,"includeTags":["main"],"waitFor":250,"timeout":9000,"mobile":true,"maxAge":60000,"location":{"country":"DE","languages":["de-DE","de"]},
		"actions":[{"type":"click","selector":"#q"},{"type":"write","text":"x"},{"type":"press","key":"Enter"},{"type":"scroll","direction":"up"},{"type":"wait","milliseconds":5}],
		"origin":"js-sdk@1","blockAds":true,"storeInCache":false,"newOption":{"a":1},"proxy":null}`)
	want := `POST /scrape {"url":"http://a.test/","formats":["markdown","links","screenshot","metadata"],"options":{"waitFor":250,"mobile":true,"actions":[` +
		`{"type":"click","selector":"#q"},{"type":"type","selector":"#q","text":"x"},{"type":"press","key":"Enter"},{"type":"scroll","pixels":-800},{"type":"wait","ms":5}],` +
		`"fullPage":true,"quality":60,"onlyMainContent":false,"includeTags":["main"],"headers":{"Accept-Language":"de-DE, de"},"timeoutMs":9000,"format":"jpeg"},"waitTimeoutMs":9000,"cacheTtlSec":60}`
	if diff := cmp.Diff([]string{want}, a.calls); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if a.heads[0].Get("Authorization") != "Bearer satk_x" || a.heads[0].Get("Idempotency-Key") != "k1" {
		t.Errorf("got headers %v, want the caller's token and key", a.heads[0])
	}
	warning := "newOption is not known and was ignored; storeInCache has no effect here; location.country chooses the language of the request; it comes from the same place as any other. " +
		"scripts have yet to fill the page, which no browser has shown."
	if diff := cmp.Diff(map[string]any{"success": true, "warning": warning, "data": map[string]any{
		"markdown": "# T", "links": []any{"http://a.test/1"}, "screenshot": "data:image/png;base64,AAEC", "warning": warning,
		"metadata": map[string]any{
			"title": "T | A", "description": "D", "ogTitle": "OG", "sourceURL": "http://a.test/", "url": "http://a.test/x", "statusCode": 200.0, "contentType": "text/html",
			"scrapeId": "job_1", "proxyUsed": "basic", "cacheState": "miss", "creditsUsed": 4.0,
		},
	}}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if h := w.Header(); h.Get("X-Credits-Charged") != "4" || h.Get("X-RateLimit-Remaining") != "7" {
		t.Errorf("got headers %v, want 4 credits, 7 calls left", h)
	}
}

// TestRefusals: what is not supported is named, and nothing is asked of the API.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, body, field string }{
		{"/v2/scrape", `{"url":"http://a.test/","formats":["markdown","summary"]}`, "formats[1]"},
		{"/v2/scrape", `{"url":"http://a.test/","formats":[{"type":"json","prompt":"x"}]}`, "formats[0]"},
		{"/v2/scrape", `{"url":"http://a.test/","actions":[{"type":"executeJavascript","script":"1"}]}`, "actions[0].type"},
		{"/v2/scrape", `{"url":"http://a.test/","actions":[{"type":"write","text":"x"}]}`, "actions[0]"},
		{"/v2/scrape", `{"url":"http://a.test/","zeroDataRetention":true}`, "zeroDataRetention"},
		{"/v2/scrape", `{"url":"http://a.test/","lockdown":true}`, "lockdown"},
		{"/v2/scrape", `{"url":"http://a.test/","checkPromptInjection":true}`, "checkPromptInjection"},
		{"/v2/scrape", `{"url":5}`, "url"},
		{"/v2/scrape", `{"url":"http://a.test/","timeout":-1}`, "timeout"},
		{"/v2/scrape", `{"url":`, "body"},
		{"/v2/scrape", `[]`, "body"},
		{"/v2/scrape", `null`, "body"},
		{"/v1/scrape", `{"url":"http://a.test/","formats":["extract"]}`, "formats[0]"},
		{"/v2/scrape", `{"url":"http://a.test/","webhook":"http://b.test/"}`, "webhook"},
		{"/v2/batch/scrape", `{"urls":["http://a.test/"],"webhook":{"events":["page"]}}`, "webhook.url"},
		{"/v2/batch/scrape", `{"urls":["http://a.test/"],"webhook":7}`, "webhook"},
		{"/v2/batch/scrape", `{"urls":["http://a.test/"],"webhook":{"URL":"http://b.test/"}}`, "webhook.URL"},
		{"/v2/batch/scrape", `{"urls":["http://a.test/"],"webhook":{"url":"http://b.test/","headers":{"Authorization":"Bearer x"}}}`, "webhook.headers"},
		{"/v2/crawl", `{"url":"http://a.test/","webhook":{"url":"http://b.test/","events":["completed","finished"]}}`, "webhook.events"},
		{"/v2/crawl", `{"url":"http://a.test/","webhook":{"url":"http://b.test/","metadata":["a"]}}`, "webhook.metadata"},
		{"/v2/crawl", `{"url":"http://a.test/","webhook":{"url":"http://b.test/","metadata":{"a":"` + strings.Repeat("x", 2048) + `"}}}`, "webhook.metadata"},
		{"/v2/batch/scrape", `{"urls":["http://a.test/"` + strings.Repeat(`,"http://a.test/"`, 50) + `],"webhook":"http://b.test/"}`, "webhook"},
		{"/v2/batch/scrape", `{"urls":["http://a.test/","x y"],"ignoreInvalidURLs":false}`, "urls[1]"},
		{"/v1/batch/scrape", `{"urls":["x y"]}`, "urls[0]"},
		{"/v2/crawl", `{"url":"http://a.test/","prompt":"the blog"}`, "prompt"},
		{"/v2/scrape", `{"url":"http://a.test/","threatProtection":{}}`, "threatProtection"},
		{"/v2/crawl", `{"url":"http://a.test/","allowExternalLinks":true}`, "allowExternalLinks"},
		{"/v2/crawl", `{"url":"http://a.test/","includePaths":["(?i)a"]}`, "includePaths[0]"},
		{"/v2/crawl", `{"url":"http://a.test/","delay":100}`, "delay"},
		{"/v2/crawl", `{"url":"http://a.test/","limit":0}`, "limit"},
		{"/v1/crawl", `{"url":"http://a.test/","limit":-1}`, "limit"},
		{"/v1/crawl", `{"url":"http://a.test/","maxDepth":-1}`, "maxDepth"},
		{"/v2/crawl", `{"url":"http://a.test/","scrapeOptions":"x"}`, "scrapeOptions"},
		{"/v2/search", `{"query":"x","scrapeOptions":[]}`, "scrapeOptions"},
		{"/v2/crawl", `{"url":"http://a.test/","scrapeOptions":{"formats":["summary"]}}`, "scrapeOptions.formats[0]"},
		{"/v2/crawl", `{"url":"http://a.test/","scrapeOptions":{"redactPII":true}}`, "scrapeOptions.redactPII"},
		{"/v2/map", `{"url":"nothing"}`, "url"},
		{"/v2/map", `{"url":"http://a.test/","limit":0}`, "limit"},
		{"/v2/map", `{"url":"http://a.test/","timeout":-1}`, "timeout"},
		{"/v2/map", `{"url":"http://a.test/","sitemap":"ONLY"}`, "sitemap"},
		{"/v2/search", `{"query":"x","timeout":-1}`, "timeout"},
		{"/v2/search", `{"query":"x","sources":["images"]}`, "sources[0]"},
		{"/v2/search", `{"query":"x","categories":[{"type":"pdf"}]}`, "categories[0]"},
		{"/v2/search", `{"query":"x","tbs":"qdr:z"}`, "tbs"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":["html","summary"]}}`, "scrapeOptions.formats[1]"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":["links"],"lockdown":true}}`, "scrapeOptions.lockdown"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":["markdown"],"includeTags":["a[["]}}`, "scrapeOptions.includeTags[0]"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":["markdown"],"excludeTags":["a"` + strings.Repeat(`,"a"`, 50) + `]}}`, "scrapeOptions.excludeTags"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":["links"],"headers":{"Host":"b.test"}}}`, "scrapeOptions.headers.Host"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":[{"type":"screenshot","viewport":{"width":1,"height":-1}}]}}`, "scrapeOptions.formats[].viewport.height"},
		{"/v2/search", `{"query":"x","scrapeOptions":{"formats":["links"],"waitFor":-1}}`, "scrapeOptions.waitFor"},
	} {
		a := &api{}
		w, got := ask(t, a, http.MethodPost, c.path, c.body)
		text, _ := got["error"].(string)
		if w.Code != http.StatusBadRequest || got["code"] != "BAD_REQUEST" || got["success"] != false || !strings.HasPrefix(text, c.field+": ") {
			t.Errorf("%s %s: got %d %v, want 400 with BAD_REQUEST about %s", c.path, c.body, w.Code, got, c.field)
		}
		if len(a.calls) != 1 || a.calls[0] != "GET /token-info" {
			t.Errorf("%s %s: got calls %v of the API, want the token looked at alone", c.path, c.body, a.calls)
		}
	}
}

// TestWaitsAboveTheMost: who asks for a longer wait than there is learns of it, and a map says what it cannot heed.
func TestWaitsAboveTheMost(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{
		"POST /scrape": {strings.Replace(scraped, "needs_rendering", "", 1)}, "POST /scrape/sitemap": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"items":[{"url":"http://a.test/x"}]}}}`},
	}}
	for path, c := range map[string]struct{ body, want string }{
		"/v2/scrape": {`{"url":"http://a.test/","waitFor":60000}`, "waitFor is 60000, and a page is waited for 15000 at most; actions can wait for an element."},
		"/v1/map":    {`{"url":"http://a.test/docs"}`, "no link is below /docs; the root of the site, or filterByPath false, has those of the whole site."},
		"/v2/map":    {`{"url":"http://a.test/","location":{"country":"US"},"ignoreCache":true}`, "location has no effect here."},
	} {
		if _, got := ask(t, a, http.MethodPost, path, c.body); got["warning"] != c.want {
			t.Errorf("%s: got warning %v, want %q", path, got["warning"], c.want)
		}
	}
}

// TestFieldsThatNobodyFilledIn: what tools send for an empty field asks for nothing, and is no reason to refuse or to warn.
func TestFieldsThatNobodyFilledIn(t *testing.T) {
	t.Parallel()
	for path, body := range map[string]string{
		"/v2/crawl":        `{"url":"http://a.test/","prompt":"","webhook":"","limit":3,"maxConcurrency":null,"scrapeOptions":{"proxy":"","formats":[{"type":"markdown","prompt":""}]}}`,
		"/v2/batch/scrape": `{"urls":["http://a.test/"],"webhook":"","appendToId":"","profile":"","jsonOptions":null}`,
		"/v2/scrape":       `{"url":"http://a.test/","redactPII":"","agent":"","proxy":"","location":{"country":"","languages":[]},"actions":[]}`,
		"/v2/search":       `{"query":"x","prompt":"","webhook":[],"tbs":"","country":"","location":"","sources":[],"scrapeOptions":{"extract":""}}`,
	} {
		a := &api{answers: map[string][]string{
			"POST /scrape": {strings.Replace(scraped, "needs_rendering", "", 1)}, "POST /crawl": {`202 {"data":{"crawlId":"crl_1"}}`}, "POST /scrape/batch": {`202 {"data":{"batchId":"bat_1"}}`},
			"POST /search": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"results":[]}}}`},
		}}
		if w, got := ask(t, a, http.MethodPost, path, body); w.Code != http.StatusOK || got["warning"] != nil {
			t.Errorf("%s %s: got %d %v, want 200 without a warning", path, body, w.Code, got)
		}
	}
}

// TestFailures: a job that failed is an error, and never an empty page.
func TestFailures(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"upstream_blocked": "403 SCRAPE_ALL_ENGINES_FAILED", "login_required": "403 SCRAPE_ALL_ENGINES_FAILED", "dns_failed": "422 SCRAPE_DNS_RESOLUTION_ERROR",
		"tls_failed": "422 SCRAPE_SSL_ERROR", "upstream_timeout": "408 SCRAPE_TIMEOUT", "target_error": "422 SCRAPE_SITE_ERROR", "unsupported_content": "422 SCRAPE_UNSUPPORTED_FILE_ERROR",
		"upstream_rate_limited": "429 SCRAPE_SITE_ERROR", "browser_unavailable": "422 NOT_SUPPORTED", "internal_error": "500 UNKNOWN_ERROR", "cancelled": "422 SCRAPE_SITE_ERROR",
	} {
		a := &api{answers: map[string][]string{"POST /scrape": {
			`200 {"data":{"jobId":"job_1","status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"` + code + `","message":"Why.","retryable":true}}}`,
		}}}
		w, got := ask(t, a, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/"}`)
		if said := fmt.Sprint(w.Code, " ", got["code"]); said != want || got["error"] != "Why." {
			t.Errorf("%s: got %s %v, want %s and why", code, said, got, want)
		}
		details, _ := got["details"].(map[string]any)
		if details["code"] != code || details["jobId"] != "job_1" || details["creditsCharged"] != 0.0 || w.Header().Get("X-Credits-Charged") != "0" {
			t.Errorf("%s: got %v and %s credits, want the code, the job and no charge", code, details, w.Header().Get("X-Credits-Charged"))
		}
	}
}

// TestRefusedByTheAPI: what the API refuses is refused in their form, with the member's name there.
func TestRefusedByTheAPI(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`400 {"error":{"code":"invalid_request","message":"options.timeoutMs: m","details":[{"field":"options.timeoutMs","issue":"m"}]}}`: "400 timeout: m",
		`400 {"error":{"code":"invalid_request","message":"x","details":[{"field":"options.includeTags[0]","issue":"m"}]}}`:               "400 includeTags[0]: m",
		`401 {"error":{"code":"invalid_token","message":"The API token is unknown."}}`:                                                    "401 The API token is unknown.",
		`402 {"error":{"code":"insufficient_credits","message":"The credit balance is too low for this job.","details":[]}}`:              "402 The credit balance is too low for this job.",
		`409 {"error":{"code":"endpoint_disabled","message":"x","details":[{"field":"webhookUrl","issue":"is disabled"}]}}`:               "409 webhook.url: is disabled",
		`429 {"error":{"code":"rate_limited","message":"Over 60 requests a minute."}}`:                                                    "429 Over 60 requests a minute.",
		`503 {"error":{"code":"outcome_unknown","message":"It is not known.","details":[{"field":"jobId","issue":"job_9"}]}}`:             "503 It is not known.",
		`500 nothing`: "500 Internal error; retry later.",
	} {
		w, got := ask(t, &api{answers: map[string][]string{"POST /scrape": {body}}}, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/"}`)
		if said := fmt.Sprint(w.Code, " ", got["error"]); said != want || got["success"] != false {
			t.Errorf("%s: got %s, want %s", body, said, want)
		}
		if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "9" {
			t.Errorf("got Retry-After %q, want 9", w.Header().Get("Retry-After"))
		}
	}
}

// TestNobodyWaits: a job that takes longer than its caller waits is cancelled; one that has just ended is answered.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	const running = `202 {"data":{"jobId":"job_1","status":"running","creditsCharged":1}}`
	cancelled := &api{answers: map[string][]string{
		"POST /scrape": {running}, "POST /jobs/job_1/cancel": {`200 {"data":{}}`},
		"GET /jobs/job_1": {`200 {"data":{"jobId":"job_1","status":"cancelled","creditsCharged":1,"creditsRefunded":1}}`},
	}}
	w, got := ask(t, cancelled, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/","timeout":1}`)
	if w.Code != http.StatusRequestTimeout || got["code"] != "SCRAPE_TIMEOUT" || w.Header().Get("X-Credits-Charged") != "0" {
		t.Errorf("got %d %v for %s credits, want 408 SCRAPE_TIMEOUT for none", w.Code, got, w.Header().Get("X-Credits-Charged"))
	}
	if len(cancelled.calls) != 3 || cancelled.calls[1] != "POST /jobs/job_1/cancel" {
		t.Errorf("got calls %v, want the job cancelled", cancelled.calls)
	}
	ended := &api{answers: map[string][]string{
		"POST /scrape": {running}, "POST /jobs/job_1/cancel": {`409 {"error":{"code":"job_not_cancellable","message":"The job has ended."}}`}, "GET /jobs/job_1": {scraped},
	}}
	if w, got := ask(t, ended, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/","timeout":1}`); w.Code != http.StatusOK {
		t.Errorf("got %d %v, want the page that was read after all", w.Code, got)
	}
}

// TestStrangers: what the face has no call for is said in its form.
func TestStrangers(t *testing.T) {
	t.Parallel()
	for _, call := range []string{"POST /v2/extract", "GET /v2/agent/1", "PUT /v2/scrape", "POST /v1/llmstxt", "GET /v2/crawl/active/x/y", "POST /v0/scrape", "GET /v0/crawl/status/1"} {
		method, path, _ := strings.Cut(call, " ")
		if w, got := ask(t, &api{}, method, path, "{}"); w.Code != http.StatusNotFound || got["code"] != "NOT_SUPPORTED" || got["success"] != false {
			t.Errorf("%s: got %d %v, want 404 NOT_SUPPORTED", call, w.Code, got)
		}
	}
	for path, want := range map[string]bool{"/v2/scrape": true, "/v1/scrape": true, "/v0/scrape": true, "/v1/public": false, "/v1/public/scrape": false, "/v1/publicity": true, "/docs": false, "/v3/x": false} {
		if got := firecrawl.Owns(path); got != want {
			t.Errorf("%s: got %t, want %t", path, got, want)
		}
	}
}
