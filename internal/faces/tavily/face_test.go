package tavily_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form/formtest"
	"github.com/quarryapi/quarry/internal/faces/tavily"
)

func ask(t *testing.T, a *formtest.API, path, body string, headers ...string) (*httptest.ResponseRecorder, map[string]any) {
	t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	w := formtest.Ask(t, tavily.New(asked.New(a), time.Minute, false), method, path, body, headers...)
	got := formtest.Object(t, w)
	delete(got, "response_time")
	return w, got
}

// TestSearch: a search in their words is one in ours, and the answer one in theirs.
func TestSearch(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /search": {`200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":4,"creditsRefunded":1,"result":{
		"provider":"brave","ignored":["country","since"],"results":[
		{"index":1,"title":"T","url":"http://a.test/","snippet":"S","publishedAt":"2026-01-02","score":0.5,"page":{"status":"fetched","markdown":"# T"}},
		{"index":2,"title":"W","url":"http://wall.test/","score":0.25,"page":{"status":"blocked"}}]}}}`}}}
	w, got := ask(t, a, "/tavily/search", `{"query":"x","topic":"news","max_results":2,"start_date":"2026-01-01","end_date":"2026-02-01","include_domains":["a.test"],"exclude_domains":["b.test"],
		"country":"DE","include_raw_content":"markdown","include_usage":true,"search_depth":"advanced","auto_parameters":"","include_answer":"","session":{"a":1}}`, "Idempotency-Key: k1")
	want := `POST /search {"q":"x","provider":"news","maxResults":2,"includeDomains":["a.test"],"excludeDomains":["b.test"],"since":"2026-01-01","until":"2026-02-01","country":"DE","contents":true,"waitTimeoutMs":25000}`
	if diff := cmp.Diff([]string{want}, a.Calls()); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if a.Tokens()[0] != "Bearer satk_x" || a.Keys()[0] != "k1" {
		t.Errorf("got tokens %v, keys %v, want the caller's", a.Tokens(), a.Keys())
	}
	if diff := cmp.Diff(map[string]any{
		"query": "x", "follow_up_questions": nil, "answer": nil, "images": []any{}, "request_id": "job_1", "usage": map[string]any{"credits": 3.0},
		"results": []any{
			map[string]any{"url": "http://a.test/", "title": "T", "content": "S", "score": 0.5, "raw_content": "# T", "published_date": "2026-01-02"},
			map[string]any{"url": "http://wall.test/", "title": "W", "content": "", "score": 0.25, "raw_content": nil},
		},
		"warning": "search_depth has no effect here; session is not known and was ignored; include_raw_content has no page for 1 of 2 results, which could not be read and cost nothing; " +
			"country has no effect with the engine that answered, brave; start_date has no effect with the engine that answered, brave.",
	}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if h := w.Header(); h.Get("X-Credits-Charged") != "3" || h.Get("X-RateLimit-Remaining") != "7" {
		t.Errorf("got headers %v, want 3 credits, 7 calls left", h)
	}
}

// TestAnswer: include_answer is the call that has both, and an answer that no model wrote is none.
func TestAnswer(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]string{
		"answered": "Ten years [1]. <nil>", "no_answer": "Ten years [1]. <nil>",
		"not_configured": "<nil> include_answer has no answer: this installation has no language model.", "failed": "<nil> include_answer has no answer: the language model wrote none that can be used.",
	} {
		a := &formtest.API{Answers: map[string][]string{"POST /search/answer": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"answer":{"status":"` + status + `","text":"Ten years [1]."},
			"results":[{"index":1,"title":"T","url":"http://a.test/","sourceStatus":"fetched","content":"C"}]}}}`}}}
		_, got := ask(t, a, "/tavily/search", `{"query":"x","include_answer":"advanced"}`)
		results, _ := got["results"].([]any)
		if said := fmt.Sprint(got["answer"], " ", got["warning"]); said != want || len(results) != 1 {
			t.Errorf("%s: got %s with %v, want %s with a result", status, said, got["results"], want)
		}
		if want := `POST /search/answer {"q":"x","maxResults":5,"waitTimeoutMs":25000}`; a.Calls()[0] != want {
			t.Errorf("got call %s, want %s", a.Calls()[0], want)
		}
	}
}

// TestAnswerElsewhere: an answer heeds no country and no language, and says so.
func TestAnswerElsewhere(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /search/answer": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"answer":{"status":"answered","text":"T"}}}}`}}}
	_, got := ask(t, a, "/tavily/search", `{"query":"x","include_answer":true,"country":"DE","language":"de"}`)
	if want := "country has no effect beside include_answer; language has no effect beside include_answer."; got["warning"] != want {
		t.Errorf("got warning %v, want %s", got["warning"], want)
	}
}

// TestSince: spans count back from now, to even times, by which a call that is made again with its key is the same; and days are of
// news alone.
func TestSince(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{`"time_range":"week"`: true, `"time_range":"y"`: true, `"days":3,"topic":"news"`: true, `"days":3`: false, `"topic":"news"`: false} {
		a := &formtest.API{}
		ask(t, a, "/tavily/search", `{"query":"x",`+body+`}`)
		if got := strings.Contains(a.Calls()[0], `"since":"20`); got != want {
			t.Errorf("%s: got call %s, want a since: %t", body, a.Calls()[0], want)
		}
		if got := strings.Contains(a.Calls()[0], `:00:00Z"`); got != want {
			t.Errorf("%s: got call %s, want a whole hour: %t", body, a.Calls()[0], want)
		}
	}
}

const page = `{"url":"http://a.test/","title":"T","markdown":"# T","images":[{"url":"http://a.test/i.png"}],"metadata":{"icons":[{"url":"http://a.test/f.ico","rel":"icon"}]},"warnings":["no_content"]}`

// TestExtract: one URL is a scrape.
func TestExtract(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /scrape": {`200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":1,"result":` + page + `}}`}}}
	_, got := ask(t, a, "/tavily/extract", `{"urls":"http://a.test/","include_images":true,"include_favicon":true,"timeout":12.5,"extract_depth":"basic"}`)
	want := `POST /scrape {"url":"http://a.test/","formats":["markdown","metadata","images"],"options":{"timeoutMs":12500},"waitTimeoutMs":12500}`
	if diff := cmp.Diff([]string{want}, a.Calls()); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{
		"results":        []any{map[string]any{"url": "http://a.test/", "title": "T", "raw_content": "# T", "images": []any{"http://a.test/i.png"}, "favicon": "http://a.test/f.ico"}},
		"failed_results": []any{}, "request_id": "job_1", "warning": "http://a.test/ the page has next to no content, in a browser too.",
	}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
}

// TestLongTimeouts: a time beyond every call's is that of the longest.
func TestLongTimeouts(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /scrape": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":` + page + `}}`}}}
	if w, got := ask(t, a, "/tavily/extract", `{"urls":"http://a.test/","timeout":1e300}`); w.Code != http.StatusOK || !strings.Contains(a.Calls()[0], `"timeoutMs":86400000`) {
		t.Errorf("got %d %v by %s, want the page", w.Code, got, a.Calls()[0])
	}
}

// TestCrawl: a crawl in their words is one in ours, with their limits.
func TestCrawl(t *testing.T) {
	t.Parallel()
	a := &formtest.API{}
	ask(t, a, "/tavily/crawl", `{"url":"http://a.test/docs","select_paths":["^/docs/.*$"],"exclude_paths":["/old"],"format":"text"}`)
	if got := a.Calls()[0]; !strings.Contains(got, `"limit":50,"maxDepth":1,"includePaths":["/docs/**"],"excludePaths":[`) || !strings.Contains(got, `"scope":"subdomains"`) || !strings.Contains(got, `"formats":["text","metadata"]`) {
		t.Errorf("got call %s, want their limit and depth, globs, subdomains and the text", got)
	}
	refused := &formtest.API{Answers: map[string][]string{"POST /crawl": {`400 {"error":{"code":"invalid_request","message":"x","details":[{"field":"excludePaths","issue":"has too many entries"}]}}`}}}
	_, got := ask(t, refused, "/tavily/crawl", `{"url":"http://a.test/","exclude_paths":["/old"]}`)
	if detail, _ := got["detail"].(map[string]any); detail["error"] != "exclude_paths: has too many entries" {
		t.Errorf("got %v, want the error about exclude_paths", got)
	}
}

// TestMap: links are those of the site that the expressions choose, each once.
func TestMap(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /scrape/sitemap": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"coverage":{"reason":"Half of it."},"items":[
		{"url":"http://a.test/x"},{"url":"http://a.test/blog/1"},{"url":"http://a.test/blog/1"},{"url":"http://docs.a.test/blog/2"},{"url":"http://other.test/blog"}]}}}`}}}
	for body, want := range map[string]string{
		`{"url":"http://a.test/"}`:                                      "[http://a.test/x http://a.test/blog/1 http://docs.a.test/blog/2]",
		`{"url":"http://a.test/","limit":1}`:                            "[http://a.test/x]",
		`{"url":"http://a.test/","select_paths":["/blog/.*"]}`:          "[http://a.test/blog/1 http://docs.a.test/blog/2]",
		`{"url":"http://a.test/","exclude_paths":["^/blog"]}`:           "[http://a.test/x]",
		`{"url":"http://a.test/","select_domains":["^docs\\."]}`:        "[http://docs.a.test/blog/2]",
		`{"url":"http://a.test/","exclude_domains":["^docs\\.a\\.te"]}`: "[http://a.test/x http://a.test/blog/1]",
	} {
		if _, got := ask(t, a, "/tavily/map", body); fmt.Sprint(got["results"]) != want || got["warning"] != "Half of it." || got["base_url"] != "http://a.test/" {
			t.Errorf("%s: got %v, want %s, and that it is half of it", body, got, want)
		}
	}
	ask(t, a, "/tavily/map", `{"url":"http://a.test/","limit":20000}`)
	if calls := a.Calls(); !strings.Contains(calls[0], `"limit":5000`) || !strings.Contains(calls[len(calls)-1], `"limit":20000`) {
		t.Errorf("got calls %v, want 5000 links read, and 20000 at the end", calls)
	}
}

// TestUsage: what is left stands above what was used.
func TestUsage(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"GET /balance": {`200 {"data":{"balance":90}}`}, "GET /usage": {`200 {"data":{"totalCreditsSpent":12,"totalCreditsRefunded":2}}`}}}
	_, got := ask(t, a, "/tavily/usage", "")
	if account, _ := got["account"].(map[string]any); account["plan_usage"] != 10.0 || account["plan_limit"] != 100.0 {
		t.Errorf("got %v, want 10 of 100", got)
	}
}

// TestRefusals: what is not supported is named, nothing is made, and a wrong token goes first.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, body, field string }{
		{"search", `{"query":"x","topic":"finance"}`, "topic"},
		{"search", `{"query":"x","include_raw_content":"text"}`, "include_raw_content"},
		{"search", `{"query":"x","include_answer":"long"}`, "include_answer"},
		{"search", `{"query":"x","include_answer":true,"time_range":"day"}`, "include_answer"},
		{"search", `{"query":"x","time_range":"hour"}`, "time_range"},
		{"search", `{"query":"x","start_date":"yesterday"}`, "start_date"},
		{"search", `{"query":"x","days":0,"topic":"news"}`, "days"},
		{"search", `{"query":"x","max_results":0}`, "max_results"},
		{"search", `{"query":"x","safe_search":true}`, "safe_search"},
		{"search", `{"query":5}`, "query"},
		{"search", `{"query":`, "body"},
		{"search", `[]`, "body"},
		{"extract", `{}`, "urls"},
		{"extract", `{"urls":[]}`, "urls"},
		{"extract", `{"urls":["x y"]}`, "urls[0]"},
		{"extract", `{"urls":["http://a.test/"],"query":"tides"}`, "query"},
		{"extract", `{"urls":["http://a.test/"],"format":"pdf"}`, "format"},
		{"extract", `{"urls":["http://a.test/"],"timeout":0}`, "timeout"},
		{"crawl", `{"url":"nothing"}`, "url"},
		{"crawl", `{"url":"http://a.test/","instructions":"the blog"}`, "instructions"},
		{"crawl", `{"url":"http://a.test/","categories":["Blogs"]}`, "categories"},
		{"crawl", `{"url":"http://a.test/","select_paths":["(?i)a"]}`, "select_paths[0]"},
		{"crawl", `{"url":"http://a.test/","select_domains":["a"]}`, "select_domains"},
		{"crawl", `{"url":"http://a.test/","limit":0}`, "limit"},
		{"crawl", `{"url":"http://a.test/","max_depth":0}`, "max_depth"},
		{"map", `{"url":"http://a.test/","select_paths":["("]}`, "select_paths[0]"},
		{"map", `{"url":"http://a.test/","timeout":-1}`, "timeout"},
	} {
		a := &formtest.API{Answers: map[string][]string{"GET /token-info": {`200 {"data":{}}`}}}
		w, got := ask(t, a, "/tavily/"+c.path, c.body)
		detail, _ := got["detail"].(map[string]any)
		if text, _ := detail["error"].(string); w.Code != http.StatusBadRequest || detail["code"] != "invalid_request" || !strings.HasPrefix(text, c.field+": ") {
			t.Errorf("%s %s: got %d %v, want 400 about %s", c.path, c.body, w.Code, got, c.field)
		}
		if calls := a.Calls(); len(calls) != 1 || calls[0] != "GET /token-info" {
			t.Errorf("%s %s: got calls %v of the API, want the token looked at alone", c.path, c.body, calls)
		}
		if w, got := ask(t, a, "/tavily/"+c.path, c.body, "Authorization: "); w.Code != http.StatusUnauthorized {
			t.Errorf("%s %s without a token: got %d %v, want 401", c.path, c.body, w.Code, got)
		}
	}
}

// TestErrors: what the API refuses and what a site did have statuses whose text their clients show; a wall is never an
// empty result.
func TestErrors(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`400 {"error":{"code":"invalid_request","message":"x","details":[{"field":"q","issue":"is empty"}]}}`:                                            "400 query: is empty",
		`401 {"error":{"code":"invalid_token","message":"The API token is unknown."}}`:                                                                   "401 The API token is unknown.",
		`402 {"error":{"code":"insufficient_credits","message":"Too low."}}`:                                                                             "432 Too low.",
		`429 {"error":{"code":"rate_limited","message":"Over 60."}}`:                                                                                     "429 Over 60.",
		`200 {"data":{"jobId":"job_1","status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"upstream_blocked","message":"Why."}}}`:   "403 upstream_blocked: Why.",
		`200 {"data":{"jobId":"job_1","status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"dns_failed","message":"Why."}}}`:         "400 dns_failed: Why.",
		`200 {"data":{"jobId":"job_1","status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"internal_error","message":"Internal"}}}`: "500 internal_error: Internal",
		`500 nothing`: "500 Internal error; retry later.",
	} {
		for path, call := range map[string][2]string{"search": {"POST /search", `{"query":"x"}`}, "extract": {"POST /scrape", `{"urls":["http://a.test/"]}`}, "map": {"POST /scrape/sitemap", `{"url":"http://a.test/"}`}} {
			w, got := ask(t, &formtest.API{Answers: map[string][]string{call[0]: {answer}}}, "/tavily/"+path, call[1])
			detail, _ := got["detail"].(map[string]any)
			if said := fmt.Sprint(w.Code, " ", detail["error"]); said != want {
				t.Errorf("%s, %s: got %s, want %s", path, answer, said, want)
			}
			if charged := w.Header().Get("X-Credits-Charged"); charged != "" && charged != "0" {
				t.Errorf("%s, %s: got %s credits, want none", path, answer, charged)
			}
			if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "9" {
				t.Errorf("got Retry-After %q, want 9", w.Header().Get("Retry-After"))
			}
		}
	}
	for _, path := range []string{"research", "search/x", ""} {
		if w, got := ask(t, &formtest.API{}, "/tavily/"+path, "{}"); w.Code != http.StatusNotFound || !strings.Contains(fmt.Sprint(got), "is not supported by this service; /docs/coming-from-tavily says what is") {
			t.Errorf("%s: got %d %v, want 404, and where what is supported is told", path, w.Code, got)
		}
	}
}
