package firecrawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	batchID  = "bat_01m8476d4d35gf23tbzwyer5gf"
	batches  = "/batches/" + batchID
	batch    = "/v2/batch/scrape/" + batchID
	readPage = `"status":"succeeded","creditsCharged":1,"result":{"url":"http://a.test/%[1]d","finalUrl":"http://a.test/%[1]d","status":200,"markdown":"%[1]d"}`
)

// listed is a batch with items, and a cursor behind them.
func listed(status, counts, cursor string, items ...string) string {
	return fmt.Sprintf(`200 {"data":{"status":%q,"counts":{%s},"creditsCharged":9,"creditsRefunded":2,"expiresAt":"2026-12-01T00:00:00Z","nextCursor":%q,"jobs":[%s]}}`,
		status, counts, cursor, strings.Join(items, ","))
}

func page(n int) string {
	return fmt.Sprintf(`{"url":"http://a.test/%[1]d","jobId":"job_%[1]d",`+readPage+`}`, n)
}

// without is a page whose result did not fit.
func without(n int) string {
	return fmt.Sprintf(`{"url":"http://a.test/%[1]d","jobId":"job_%[1]d","status":"succeeded","resultTruncated":true}`, n)
}

const wall = `{"url":"http://w.test/","jobId":"job_9","status":"failed","error":{"code":"upstream_blocked","message":"A wall."}}`

// TestEveryDocumentIsInAPage: where results do not fit into an answer the page ends before the first of these, and the
// next begins there; one that fits into none is read by itself.
func TestEveryDocumentIsInAPage(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{
		"GET " + batches:  {listed("finished", `"total":4,"succeeded":3,"failed":1`, "", page(1), wall, without(2), without(3)), listed("finished", `"total":4,"succeeded":3,"failed":1`, "c2", page(1), wall)},
		"GET /jobs/job_2": {`200 {"data":{"jobId":"job_2",` + fmt.Sprintf(readPage, 2) + `}}`},
	}}
	_, got := ask(t, a, http.MethodGet, batch, "")
	if diff := cmp.Diff([]string{"GET " + batches + "?limit=25&results=true", "GET " + batches + "?limit=2&results=true"}, a.calls); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if docs, _ := got["data"].([]any); len(docs) != 1 || got["next"] != "http://quarry.test"+batch+"?cursor=c2" || got["status"] != "completed" || got["creditsUsed"] != 7.0 {
		t.Errorf("got %v, want one document, the next page behind c2, completed for 7 credits", got)
	}
	if text, _ := got["warning"].(string); !strings.HasPrefix(text, "1 of 4 pages failed and cost nothing") {
		t.Errorf("got warning %q, want the page that failed", text)
	}
	a.calls, a.answers["GET "+batches] = nil, []string{listed("finished", `"total":4,"succeeded":3`, "c3", without(2))}
	_, got = ask(t, a, http.MethodGet, batch+"?cursor=c2", "")
	if diff := cmp.Diff([]string{"GET " + batches + "?cursor=c2&limit=25&results=true", "GET " + batches + "?cursor=c2&limit=1&results=true", "GET /jobs/job_2"}, a.calls); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if docs, _ := got["data"].([]any); len(docs) != 1 {
		t.Errorf("got %v, want the document that fits into no list", got)
	}
}

// TestStatuses: nothing that was blocked or failed is a success.
func TestStatuses(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		listed("running", `"total":2,"succeeded":1`, ""):                "scraping",
		listed("queued", `"total":2`, ""):                               "scraping",
		listed("finished", `"total":2,"succeeded":2`, ""):               "completed",
		listed("finished", `"total":2,"succeeded":1,"failed":1`, ""):    "completed",
		listed("finished", `"total":2,"failed":2`, ""):                  "failed",
		listed("finished", `"total":2,"succeeded":1,"cancelled":1`, ""): "cancelled",
	} {
		for _, path := range []string{batch, "/v1/batch/scrape/" + batchID, "/v1/crawl/" + batchID} { // the last is where their client of v1 waits
			if _, got := ask(t, &api{answers: map[string][]string{"GET " + batches: {body}}}, http.MethodGet, path, ""); got["status"] != want {
				t.Errorf("%s of %s: got %v, want %s", path, body, got["status"], want)
			}
		}
	}
	for body, want := range map[string]string{
		`{"status":"running"}`:                                                        "scraping",
		`{"status":"running","truncatedBy":"cancelled"}`:                              "cancelled",
		`{"status":"cancelled"}`:                                                      "cancelled",
		`{"status":"finished","counts":{"total":2,"succeeded":1,"failed":1}}`:         "completed",
		`{"status":"finished","counts":{"total":1,"failed":1}}`:                       "failed",
		`{"status":"failed","error":{"code":"upstream_blocked","message":"A wall."}}`: "failed",
	} {
		a := &api{answers: map[string][]string{"GET /crawl/crl_01m8476d4d35gf23tbzwyer5gf": {`200 {"data":` + body + `}`}, "GET /crawl/crl_01m8476d4d35gf23tbzwyer5gf/pages": {`200 {"data":{"items":[],"nextCursor":"c"}}`}}}
		_, got := ask(t, a, http.MethodGet, "/v2/crawl/crl_01m8476d4d35gf23tbzwyer5gf", "")
		if got["status"] != want {
			t.Errorf("crawl of %s: got %v, want %s", body, got["status"], want)
		}
		if want == "failed" && got["error"] == nil {
			t.Errorf("crawl of %s: got no error, want why", body)
		}
		if want == "scraping" && got["next"] != nil {
			t.Errorf("crawl of %s: got next %v behind nothing, want none: a client would follow it for ever", body, got["next"])
		}
	}
}

// TestCrawl: a crawl in their words is one in ours.
func TestCrawl(t *testing.T) {
	t.Parallel()
	const usual = `"formats":["markdown","metadata"]}`
	for body, want := range map[string]string{
		`{"url":"http://a.test/"}`:                                        `{"url":"http://a.test/","limit":10000,"respectRobots":true,` + usual,
		`{"url":"http://a.test/","maxDiscoveryDepth":0}`:                  `{"url":"http://a.test/","limit":10000,"sitemap":"only","respectRobots":true,` + usual,
		`{"url":"http://a.test/","maxDiscoveryDepth":0,"sitemap":"skip"}`: `{"url":"http://a.test/","limit":10000,"maxDepth":0,"sitemap":"skip","respectRobots":true,` + usual,
		`{"url":"http://a.test/docs/in*"}`:                                `{"url":"http://a.test/docs/in*","limit":10000,"includePaths":["/docs/in\\**","/docs/in\\**/**"],"respectRobots":true,` + usual,
		`{"url":"http://a.test/docs","crawlEntireDomain":true,"limit":5,"maxDiscoveryDepth":2,"allowSubdomains":true,"sitemap":"only","ignoreQueryParameters":true,"ignoreRobotsTxt":true,"delay":1.5}`: `{"url":"http://a.test/docs","limit":5,"maxDepth":2,"scope":"subdomains","sitemap":"only","ignoreQuery":true,"respectRobots":false,"delayMs":1500,` + usual,
		`{"url":"http://a.test/","includePaths":["^/blog/.*$"],"scrapeOptions":{"formats":["links"],"maxAge":1000}}`:                                                                                    `{"url":"http://a.test/","limit":10000,"includePaths":["/blog/**"],"respectRobots":true,"formats":["links","metadata"],"cacheTtlSec":1}`,
	} {
		a := &api{answers: map[string][]string{"POST /crawl": {`202 {"data":{"crawlId":"crl_01m8476d4d35gf23tbzwyer5gf"}}`}}}
		_, got := ask(t, a, http.MethodPost, "/v2/crawl", body)
		if diff := cmp.Diff([]string{"POST /crawl " + want}, a.calls); diff != "" {
			t.Errorf("%s: calls of the API (-want +got):\n%s", body, diff)
		}
		if got["id"] != "crl_01m8476d4d35gf23tbzwyer5gf" || got["url"] != "http://quarry.test/v2/crawl/crl_01m8476d4d35gf23tbzwyer5gf" {
			t.Errorf("%s: got %v, want the crawl and where it is", body, got)
		}
	}
}

// TestActive: all crawls that have not ended, and whose they are.
func TestActive(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{
		"GET /token-info": {`200 {"data":{"organizationId":"org_1"}}`},
		"GET /crawls":     {`200 {"data":{"items":[{"crawlId":"crl_01m8476d4d35gf23tbzwyer5gf","url":"http://a.test/"}],"nextCursor":"n"}}`, `200 {"data":{"items":[{"crawlId":"c2","url":"http://b.test/"}]}}`},
	}}
	_, got := ask(t, a, http.MethodGet, "/v2/crawl/active", "")
	const want = "[map[id:crl_01m8476d4d35gf23tbzwyer5gf teamId:org_1 url:http://a.test/] map[id:c2 teamId:org_1 url:http://b.test/]]"
	if fmt.Sprint(got["crawls"]) != want || a.calls[2] != "GET /crawls?cursor=n&limit=100&status=running" {
		t.Errorf("got %v by %v, want %s", got, a.calls, want)
	}
}

// TestErrorsOfLists: failures of all pages of a list, with our codes.
func TestErrorsOfLists(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"GET " + batches: {listed("finished", ``, "c2", page(1), wall), listed("finished", ``, "", wall)}}}
	_, got := ask(t, a, http.MethodGet, batch+"/errors", "")
	if list, _ := got["errors"].([]any); len(list) != 2 || fmt.Sprint(list[0]) != "map[code:SCRAPE_ALL_ENGINES_FAILED error:upstream_blocked: A wall. id:job_9 url:http://w.test/]" {
		t.Errorf("got %v, want both failures", got)
	}
	a = &api{answers: map[string][]string{
		"GET /crawl/crl_01m8476d4d35gf23tbzwyer5gf":       {`200 {"data":{"skippedSamples":{"robots":["http://a.test/private"]}}}`},
		"GET /crawl/crl_01m8476d4d35gf23tbzwyer5gf/pages": {`200 {"data":{"items":[` + wall + `]}}`},
	}}
	_, got = ask(t, a, http.MethodDelete, "/v1/crawl/crl_01m8476d4d35gf23tbzwyer5gf/errors", "") // as their client of v1 for JavaScript asks
	if list, _ := got["errors"].([]any); len(list) != 1 || fmt.Sprint(got["robotsBlocked"]) != "[http://a.test/private]" {
		t.Errorf("got %v, want the failure and what robots.txt disallows", got)
	}
	if a.calls[1] != "GET /crawl/crl_01m8476d4d35gf23tbzwyer5gf/pages?limit=100&status=failed" {
		t.Errorf("got %v, want the pages that failed", a.calls)
	}
}

// TestCancelling: only what was cancelled is said to be.
func TestCancelling(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]int{
		`POST /crawl/crl_01m8476d4d35gf23tbzwyer5gf/cancel {"status":"running","truncatedBy":"cancelled"}`: http.StatusOK,
		`POST /crawl/crl_01m8476d4d35gf23tbzwyer5gf/cancel {"status":"finished","counts":{"succeeded":1}}`: http.StatusConflict,
		`POST ` + batches + `/cancel {"counts":{"cancelled":2}}`:                                           http.StatusOK,
		`POST ` + batches + `/cancel {"counts":{"succeeded":2}}`:                                           http.StatusConflict,
	} {
		parts := strings.SplitN(call, " ", 3)
		path := "/v2/crawl/crl_01m8476d4d35gf23tbzwyer5gf"
		if strings.Contains(call, batches) {
			path = batch
		}
		a := &api{answers: map[string][]string{parts[0] + " " + parts[1]: {`200 {"data":` + parts[2] + `}`}}}
		if w, got := ask(t, a, http.MethodDelete, path, ""); w.Code != want || want == http.StatusOK && got["status"] != "cancelled" {
			t.Errorf("%s: got %d %v, want %d", call, w.Code, got, want)
		}
	}
}

// TestSearch: each source is a search of its own, and a page that could not be read says so.
func TestSearch(t *testing.T) {
	t.Parallel()
	const results = `200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":4,"creditsRefunded":1,"result":{"provider":"google","results":[
		{"index":1,"title":"A","url":"http://a.test/","snippet":"S","page":{"status":"fetched","finalUrl":"http://a.test/x","markdown":"# A"}},
		{"index":2,"title":"W","url":"http://w.test/","page":{"status":"blocked"}}]}}}`
	a := &api{key: "k1", answers: map[string][]string{"POST /search": {results}}}
	w, got := ask(t, a, http.MethodPost, "/v2/search", `{"query":"q","sources":["web",{"type":"news"}],"limit":2,"tbs":"cdr:1,cd_min:1/2/2026,cd_max:12/31/2026","scrapeOptions":{"formats":["markdown"]}}`)
	const asks = `"maxResults":2,"since":"2026-01-02","until":"2026-12-31","contents":true,"waitTimeoutMs":25000}`
	if diff := cmp.Diff([]string{`POST /search {"q":"q",` + asks, `POST /search {"q":"q","provider":"news",` + asks}, a.calls); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if a.heads[1].Get("Idempotency-Key") != "k1#news" {
		t.Errorf("got key %q for the second search, want one of its own", a.heads[1].Get("Idempotency-Key"))
	}
	if w.Header().Get("X-Credits-Charged") != "6" || got["creditsUsed"] != 6.0 {
		t.Errorf("got %s credits and %v, want 6", w.Header().Get("X-Credits-Charged"), got["creditsUsed"])
	}
	data, _ := got["data"].(map[string]any)
	web, _ := data["web"].([]any)
	if len(web) != 2 || !strings.Contains(fmt.Sprint(web[1]), "error:the page could not be read: blocked") || strings.Contains(fmt.Sprint(web[1]), "markdown") {
		t.Errorf("got %v, want a page, and an error for the wall", web)
	}
	if text, _ := got["warning"].(string); !strings.Contains(text, "1 of 2 pages could not be read") {
		t.Errorf("got warning %q, want the page that could not be read", text)
	}
}

// TestLimitsAboveTheMost: who asks for more results than there can be learns of it; fewer that were found are no matter.
func TestLimitsAboveTheMost(t *testing.T) {
	t.Parallel()
	const few = `200 {"data":{"jobId":"job_1","status":"succeeded","result":{"coverage":{"reason":"There may be more."},"results":[{"index":1,"title":"A","url":"http://a.test/"}]}}}`
	for limit, want := range map[string]any{"50": "limit is 50, and there are 1 results: There may be more.", "20": nil} {
		_, got := ask(t, &api{answers: map[string][]string{"POST /search": {few}}}, http.MethodPost, "/v2/search", `{"query":"q","limit":`+limit+`}`)
		if got["warning"] != want {
			t.Errorf("limit %s: got warning %v, want %v", limit, got["warning"], want)
		}
	}
}

// TestCrawlsAboveTheMost: who asks for more pages than a crawl has learns of it.
func TestCrawlsAboveTheMost(t *testing.T) {
	t.Parallel()
	for limit, want := range map[string]any{"1000000000": "limit is 1000000000, and a crawl has 50000 pages at most.", "50000": nil} {
		a := &api{answers: map[string][]string{"POST /crawl": {`202 {"data":{"crawlId":"crl_1","status":"running"}}`}}}
		if _, got := ask(t, a, http.MethodPost, "/v2/crawl", `{"url":"http://a.test/","limit":`+limit+`}`); got["warning"] != want {
			t.Errorf("limit %s: got %v, want warning %v", limit, got, want)
		}
	}
}

// TestMap: links are of the site, each once, and those that match most words first.
func TestMap(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"POST /scrape/sitemap": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"coverage":{"reason":"Half of it."},"items":[
		{"url":"http://a.test/x"},{"url":"http://a.test/blog?n=1"},{"url":"http://a.test/blog?n=2"},{"url":"http://sub.a.test/blog/tide"},{"url":"http://other.test/blog"}]}}}`}}}
	for body, want := range map[string]string{
		`{"url":"http://a.test/"}`:                                              "[map[url:http://a.test/x] map[url:http://a.test/blog] map[url:http://sub.a.test/blog/tide]]",
		`{"url":"http://a.test/blog"}`:                                          "[map[url:http://a.test/blog] map[url:http://sub.a.test/blog/tide]]",
		`{"url":"http://a.test/blog","filterByPath":false,"limit":1}`:           "[map[url:http://a.test/x]]",
		`{"url":"http://a.test/","search":"Tide blog"}`:                         "[map[url:http://sub.a.test/blog/tide] map[url:http://a.test/blog]]",
		`{"url":"http://a.test/","includeSubdomains":false,"limit":1}`:          "[map[url:http://a.test/x]]",
		`{"url":"http://a.test/","ignoreQueryParameters":false,"search":"n=2"}`: "[map[url:http://a.test/blog?n=2]]",
	} {
		if _, got := ask(t, a, http.MethodPost, "/v2/map", body); fmt.Sprint(got["links"]) != want || got["warning"] != "Half of it." {
			t.Errorf("%s: got %v, want %s, and that it is half of it", body, got, want)
		}
	}
}

// TestMapLimit: as many links are read as are wanted, and no fewer than a map has that names no limit, since they are chosen from.
func TestMapLimit(t *testing.T) {
	t.Parallel()
	for limit, want := range map[string]string{"10": "5000", "20000": "20000"} {
		a := &api{}
		ask(t, a, http.MethodPost, "/v2/map", `{"url":"http://a.test/","limit":`+limit+`}`)
		if want := `POST /scrape/sitemap {"domain":"a.test","limit":` + want + `,"waitTimeoutMs":25000}`; a.calls[0] != want {
			t.Errorf("limit %s: got call %s, want %s", limit, a.calls[0], want)
		}
	}
}

// TestMapOfNoSitemap: links of the page, where sitemaps alone were asked for, are told of.
func TestMapOfNoSitemap(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]any{"page": "the site has no sitemap; these are the pages of its feeds and the links of its home page.", "robots": nil} {
		for path, member := range map[string]string{"/v2/map": `"sitemap":"only"`, "/v1/map": `"sitemapOnly":true`} {
			a := &api{answers: map[string][]string{"POST /scrape/sitemap": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"method":"` + method + `","items":[{"url":"http://a.test/x"}]}}}`}}}
			if _, got := ask(t, a, http.MethodPost, path, `{"url":"http://a.test/",`+member+`}`); got["warning"] != want {
				t.Errorf("%s, %s: got %v, want warning %v", path, method, got, want)
			}
		}
	}
}
