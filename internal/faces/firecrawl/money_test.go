package firecrawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
)

const (
	busy      = `429 {"error":{"code":"rate_limited","message":"Over 5 requests a minute.","retryable":true}}`
	pending   = `202 {"data":{"jobId":"job_1","status":"running","creditsCharged":1}}`
	cancelled = `200 {"data":{"jobId":"job_1","status":"cancelled","creditsCharged":1,"creditsRefunded":1}}`
)

// TestPollsAreRefused: a call that waits heeds what it is refused with, and its caller gets what was charged.
func TestPollsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answers map[string][]string
		want    string
		calls   []string
	}{
		"the page": {
			map[string][]string{"POST /scrape": {pending}, "GET /jobs/job_1": {busy, busy, scraped}},
			"200 <nil> 4",
			[]string{"GET /jobs/job_1", "GET /jobs/job_1", "GET /jobs/job_1"},
		},
		"no page in time": {
			map[string][]string{"POST /scrape": {pending}, "GET /jobs/job_1": {busy, busy, busy, busy, busy, busy, busy, cancelled}, "POST /jobs/job_1/cancel": {`200 {"data":{}}`}},
			"408 SCRAPE_TIMEOUT 0",
			nil,
		},
		"neither page nor refund": {
			map[string][]string{"POST /scrape": {pending}, "GET /jobs/job_1": {busy}, "POST /jobs/job_1/cancel": {busy}},
			"408 SCRAPE_TIMEOUT 1",
			nil,
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: c.answers}
			w, got := ask(t, a, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/"}`)
			if said := fmt.Sprint(w.Code, " ", got["code"], " ", w.Header().Get("X-Credits-Charged")); said != c.want {
				t.Errorf("%s: got %s %v, want %s", name, said, got, c.want)
			}
			if diff := cmp.Diff(c.calls, a.calls[1:]); c.calls != nil && diff != "" {
				t.Errorf("%s: calls behind the first (-want +got):\n%s", name, diff)
			}
			if details, ok := got["details"].(map[string]any); ok && details["jobId"] != "job_1" {
				t.Errorf("%s: got details %v, want the job named", name, details)
			}
		})
	}
}

// TestCallersThatLeave: nobody reads what comes of their jobs, which are cancelled, unless a key says that they are asked
// for again.
func TestCallersThatLeave(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{"": "POST /jobs/job_1/cancel", "k1": ""} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: map[string][]string{"POST /scrape": {pending}, "GET /jobs/job_1": {pending, cancelled}, "POST /jobs/job_1/cancel": {busy, `200 {"data":{}}`}}}
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer cancel()
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://quarry.test/v2/scrape", strings.NewReader(`{"url":"http://a.test/"}`))
			r.Header.Set("Authorization", "Bearer satk_x")
			r.Header.Set("X-Idempotency-Key", key)
			firecrawl.New(asked.New(a), firecrawl.Options{Longest: time.Minute}).ServeHTTP(httptest.NewRecorder(), r)
			var tries []string
			for _, call := range a.calls {
				if strings.HasSuffix(call, "/cancel") {
					tries = append(tries, call)
				}
			}
			if want == "" && tries != nil || want != "" && (len(tries) != 2 || tries[1] != want) {
				t.Errorf("key %q: got %q, want %q until it is granted", key, tries, want)
			}
		})
	}
}

// TestKeysOfOthers: what a key made for another call is no answer to this one, and nothing is charged.
func TestKeysOfOthers(t *testing.T) {
	t.Parallel()
	const other = `200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":1,"meta":{"idempotency":{"bodyMatched":false}},"result":{"finalUrl":"http://a.test/","markdown":"x"}}}`
	for call, answer := range map[string]string{
		`/v2/search {"query":"q"}`: other, `/v2/scrape {"url":"http://b.test/"}`: other, `/v2/map {"url":"http://b.test/"}`: other,
		`/v2/crawl {"url":"http://b.test/"}`:           `202 {"data":{"crawlId":"crl_1","bodyMatched":false}}`,
		`/v2/batch/scrape {"urls":["http://b.test/"]}`: `400 {"error":{"code":"invalid_idempotency_key","message":"m","details":[{"field":"batchId","issue":"bat_1"}]}}`,
	} {
		path, body, _ := strings.Cut(call, " ")
		a := &api{key: "k1", answers: map[string][]string{"POST /search": {answer}, "POST /scrape": {answer}, "POST /scrape/sitemap": {answer}, "POST /crawl": {answer}, "POST /scrape/batch": {answer}}}
		w, got := ask(t, a, http.MethodPost, path, body)
		if text, _ := got["error"].(string); w.Code != http.StatusConflict || !strings.Contains(text, "used by another call, for ") || answer == other && w.Header().Get("X-Credits-Charged") != "0" {
			t.Errorf("%s: got %d %v for %s credits, want 409 and why, for none", call, w.Code, got, w.Header().Get("X-Credits-Charged"))
		}
	}
}

// TestKeysAtTheLimit: a job that has a key goes on when its call may wait no longer, and the same call finds its end.
func TestKeysAtTheLimit(t *testing.T) {
	t.Parallel()
	a := &api{key: "k1", answers: map[string][]string{"POST /scrape": {pending, strings.Replace(scraped, `"creditsCharged"`, `"meta":{"idempotency":{"bodyMatched":true}},"creditsCharged"`, 1)}}}
	for _, want := range []string{"408 SCRAPE_TIMEOUT", "200 <nil>"} {
		w, got := ask(t, a, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/","timeout":1}`)
		if said := fmt.Sprint(w.Code, " ", got["code"]); said != want {
			t.Errorf("got %s %v, want %s", said, got, want)
		}
	}
	if len(a.calls) != 2 {
		t.Errorf("got calls %q, want the job left alone", a.calls)
	}
}

// results is a search that found something.
const results = `200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":2,"result":{"results":[{"index":1,"title":"A","url":"http://a.test/"}]}}}`

// TestSourcesOnce: a source that is named twice is searched, and charged, once.
func TestSourcesOnce(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"POST /search": {results}}}
	w, got := ask(t, a, http.MethodPost, "/v2/search", `{"query":"q","sources":["web","web",{"type":"web"},"web"]}`)
	if len(a.calls) != 1 || got["creditsUsed"] != 2.0 || w.Header().Get("X-Credits-Charged") != "2" {
		t.Errorf("got %d searches for %v and %s credits, want 1 for 2", len(a.calls), got["creditsUsed"], w.Header().Get("X-Credits-Charged"))
	}
}

// TestTheirCatalogue: what their tools ask for with every search is passed over beside a source that there is.
func TestTheirCatalogue(t *testing.T) {
	t.Parallel()
	for sources, want := range map[string]string{`["web",{"type":"alexandria"}]`: "200 sources[1], alexandria, has no effect here.", `["alexandria"]`: "400 <nil>"} {
		w, got := ask(t, &api{answers: map[string][]string{"POST /search": {results}}}, http.MethodPost, "/v2/search", `{"query":"q","sources":`+sources+`}`)
		if said := fmt.Sprint(w.Code, " ", got["warning"]); said != want {
			t.Errorf("%s: got %s %v, want %s", sources, said, got, want)
		}
	}
}

// TestSourcesThatFail: what one source gave is charged, and so it is answered, with why the other gave nothing.
func TestSourcesThatFail(t *testing.T) {
	t.Parallel()
	const failed = `200 {"data":{"jobId":"job_2","status":"failed","creditsCharged":2,"creditsRefunded":2,"error":{"code":"upstream_timeout","message":"Late."}}}`
	for body, c := range map[string]struct {
		answers      []string
		status, news int
		warning      string
	}{
		"refused": {[]string{results, `402 {"error":{"code":"insufficient_credits","message":"Too low."}}`}, 200, 0, "news could not be searched: insufficient_credits, Too low."},
		"failed":  {[]string{results, failed}, 200, 0, "news could not be searched: upstream_timeout, Late."},
		"first":   {[]string{failed, results}, 200, 1, "web could not be searched: upstream_timeout, Late."},
		"both":    {[]string{failed, failed}, 408, 0, ""},
		"at all":  {[]string{`402 {"error":{"code":"insufficient_credits","message":"Too low."}}`}, 402, 0, ""},
	} {
		a := &api{answers: map[string][]string{"POST /search": c.answers}}
		w, got := ask(t, a, http.MethodPost, "/v2/search", `{"query":"q","sources":["web","news"]}`)
		data, _ := got["data"].(map[string]any)
		news, _ := data["news"].([]any)
		text, _ := got["warning"].(string)
		if w.Code != c.status || len(news) != c.news || text != c.warning {
			t.Errorf("%s: got %d, %d of news, warning %q; want %d, %d, %q", body, w.Code, len(news), text, c.status, c.news, c.warning)
		}
		if w.Code == http.StatusOK && got["creditsUsed"] != 2.0 {
			t.Errorf("%s: got %v credits, want 2", body, got["creditsUsed"])
		}
	}
}

// TestKeysOfSources: no key is too long for the second source that is none for the first.
func TestKeysOfSources(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"POST /search": {results}}}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/v2/search", strings.NewReader(`{"query":"q","sources":["web","news"]}`))
	r.Header.Set("Authorization", "Bearer satk_x")
	long := strings.Repeat("k", 255)
	r.Header.Set("X-Idempotency-Key", long)
	firecrawl.New(asked.New(a), firecrawl.Options{Longest: time.Minute}).ServeHTTP(httptest.NewRecorder(), r)
	if web, news := a.heads[0].Get("Idempotency-Key"), a.heads[1].Get("Idempotency-Key"); web != long || len(news) > 255 || !strings.HasSuffix(news, "#news") {
		t.Errorf("got keys %q and %q, want the caller's, and one of at most 255 bytes of its own", web, news)
	}
}

// TestLargeResults: a result beyond what an answer of the API carries is whole, or an error that says where it is, but
// never a page without its content.
func TestLargeResults(t *testing.T) {
	t.Parallel()
	const (
		cut   = `200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":1,"resultTruncated":true,"result":{"url":"http://a.test/","finalUrl":"http://a.test/","status":200}}}`
		whole = `200 {"url":"http://a.test/","finalUrl":"http://a.test/","status":200,"markdown":"# Whole"}`
	)
	a := &api{answers: map[string][]string{"POST /scrape": {cut}, "GET /jobs/job_1/result": {whole}}}
	_, got := ask(t, a, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/"}`)
	if data, _ := got["data"].(map[string]any); data["markdown"] != "# Whole" {
		t.Errorf("got %v, want the whole page", got)
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, whole[4:]) }))
	defer elsewhere.Close()
	a = &api{answers: map[string][]string{"POST /scrape": {cut}}, link: elsewhere.URL}
	_, got = ask(t, a, http.MethodPost, "/v2/scrape", `{"url":"http://a.test/"}`)
	if data, _ := got["data"].(map[string]any); data["markdown"] != "# Whole" {
		t.Errorf("behind a link: got %v, want the whole page", got)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/v2/scrape", strings.NewReader(`{"url":"http://a.test/"}`))
	r.Header.Set("Authorization", "Bearer satk_x")
	firecrawl.New(asked.New(a), firecrawl.Options{Longest: time.Minute, Bounded: true}).ServeHTTP(w, r)
	if text := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(text, "/jobs/job_1/result") || !strings.Contains(text, `"creditsCharged":1`) {
		t.Errorf("behind a gateway: got %d %s, want 422, where the result is and what it cost", w.Code, text)
	}
	a = &api{answers: map[string][]string{
		"GET " + batches:  {listed("finished", `"total":1,"succeeded":1`, "", strings.Replace(page(2), `"status":"succeeded"`, `"resultTruncated":true,"status":"succeeded"`, 1))},
		"GET /jobs/job_2": {cut}, "GET /jobs/job_1/result": {whole},
	}}
	_, got = ask(t, a, http.MethodGet, batch, "")
	if !strings.Contains(fmt.Sprint(got["data"]), "# Whole") {
		t.Errorf("of a batch: got %v, want the whole page", got)
	}
}

// TestMalformedIDs: what is no id is nothing that there is, and becomes no part of another call.
func TestMalformedIDs(t *testing.T) {
	t.Parallel()
	for _, call := range []string{
		"GET /v2/crawl/%00", "DELETE /v2/batch/scrape/a%0d%0aX:1", "GET /v2/crawl/x%3Fa=b", "GET /v2/crawl/x%2F..%2F..%2Fbalance/errors", "DELETE /v1/crawl/%2e%2e", "GET /v2/batch/scrape/%2E%2E/errors",
	} {
		method, path, _ := strings.Cut(call, " ")
		a := &api{}
		w, got := ask(t, a, method, path, "")
		if w.Code != http.StatusNotFound || got["success"] != false {
			t.Errorf("%s: got %d %v, want 404", call, w.Code, got)
		}
		for _, c := range a.calls {
			if !strings.Contains(c, "/none") {
				t.Errorf("%s: got the call %s of the API, want none with what the caller wrote", call, c)
			}
		}
	}
}

// TestOneSpelling: a member in another case is no other member, and none that is checked under its own name alone.
func TestOneSpelling(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"url":"http://a.test/","URL":"http://b.test/"}`:                                                        "URL: is written url",
		`{"url":"http://a.test/","ZeroDataRetention":true}`:                                                      "ZeroDataRetention: is written zeroDataRetention",
		`{"url":"http://a.test/","formats":[{"type":"markdown","zeroDataRetention":true}]}`:                      "formats[0].zeroDataRetention: is not supported by this service; leave it out",
		`{"url":"http://a.test/","formats":[{"Type":"html"}]}`:                                                   "formats[0].Type: is written type",
		`{"url":"http://a.test/","actions":[{"type":"click","selector":"a","SELECTOR":"b"}]}`:                    "actions[0].SELECTOR: is written selector",
		`{"url":"http://a.test/","formats":[{"type":"screenshot","viewport":{"Width":9,"width":9,"height":9}}]}`: "formats[0].viewport.Width: is written width",
		`{"url":"http://a.test/","location":{"COUNTRY":"DE"}}`:                                                   "location.COUNTRY: is written country",
	} {
		a := &api{answers: map[string][]string{"POST /scrape": {scraped}}}
		if w, got := ask(t, a, http.MethodPost, "/v2/scrape", body); w.Code != http.StatusBadRequest || got["error"] != want || len(a.calls) != 1 {
			t.Errorf("%s: got %d %v and calls %v, want 400 %s and the token looked at alone", body, w.Code, got["error"], a.calls, want)
		}
	}
	a := &api{answers: map[string][]string{"POST /crawl": {`202 {"data":{}}`}}}
	if _, got := ask(t, a, http.MethodPost, "/v2/crawl", `{"url":"http://a.test/","scrapeOptions":{"Formats":["html"]}}`); got["error"] != "scrapeOptions.Formats: is written formats" {
		t.Errorf("scrapeOptions: got %v, want the member refused", got)
	}
}

// TestStrangersBodies: who has no token, or one that is unknown, learns that and nothing of what is wrong with the body.
func TestStrangersBodies(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"", "Bearer satk_wrong"} {
		a := &api{answers: map[string][]string{"GET /token-info": {`401 {"error":{"code":"invalid_token","message":"The API token is unknown."}}`}}}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/v2/crawl", strings.NewReader(`{"url":"http://a.test/","includePaths":["("]}`))
		if token != "" {
			r.Header.Set("Authorization", token)
		}
		w := httptest.NewRecorder()
		firecrawl.New(asked.New(a), firecrawl.Options{Longest: time.Minute}).ServeHTTP(w, r)
		if w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "includePaths") {
			t.Errorf("token %q: got %d %s, want 401", token, w.Code, w.Body)
		}
	}
}
