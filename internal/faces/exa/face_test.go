package exa_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/exa"
	"github.com/quarryapi/quarry/internal/faces/form/formtest"
)

func call(t *testing.T, a *formtest.API, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return formtest.Ask(t, exa.New(asked.New(a), time.Minute, false), http.MethodPost, path, body, headers...)
}

func ask(t *testing.T, a *formtest.API, path, body string, headers ...string) (*httptest.ResponseRecorder, map[string]any) {
	t.Helper()
	w := call(t, a, path, body, headers...)
	got := formtest.Object(t, w)
	delete(got, "searchTime")
	return w, got
}

// TestSearch: a search in their words is one in ours, and the answer one in theirs; the token may be in a header of theirs.
func TestSearch(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /search": {`200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":4,"creditsRefunded":1,"result":{
		"provider":"brave","ignored":["country"],"results":[
		{"index":1,"title":"T","url":"http://a.test/","snippet":"S","publishedAt":"2026-01-02","score":0.5,"page":{"status":"fetched","markdown":"# Tide"}},
		{"index":2,"title":"W","url":"http://wall.test/","score":0.25,"page":{"status":"blocked"}}]}}}`}}}
	w, got := ask(t, a, "/exa/search", `{"query":"x","numResults":2,"category":"research paper","includeDomains":["a.test"],"excludeDomains":["b.test"],"startPublishedDate":"2026-01-01","endPublishedDate":"2026-02-01",
		"userLocation":{"country":"DE","latitude":1},"contents":{"text":{"maxCharacters":3,"verbosity":"compact","includeSections":["body"]},"highlights":true,"livecrawl":"never"},"type":"deep","moderation":false,"stream":true}`,
		"Authorization: ", "X-Api-Key: satk_y")
	want := `POST /search {"q":"x","provider":"research","maxResults":2,"includeDomains":["a.test"],"excludeDomains":["b.test"],"since":"2026-01-01","until":"2026-02-01","country":"DE","contents":true,"waitTimeoutMs":25000}`
	if diff := cmp.Diff([]string{want}, a.Calls()); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if a.Tokens()[0] != "Bearer satk_y" {
		t.Errorf("got tokens %v, want that of X-Api-Key", a.Tokens())
	}
	ignored := func(path, text string) any {
		return map[string]any{"code": "IGNORED_FIELD", "path": "/" + strings.ReplaceAll(path, ".", "/"), "message": path + " " + text + "."}
	}
	if diff := cmp.Diff(map[string]any{
		"requestId": "job_1",
		"results": []any{
			map[string]any{"id": "http://a.test/", "url": "http://a.test/", "title": "T", "publishedDate": "2026-01-02", "score": 0.5, "text": "# T", "highlights": []any{"S"}},
			map[string]any{"id": "http://wall.test/", "url": "http://wall.test/", "title": "W", "score": 0.25},
		},
		"warnings": []any{
			ignored("type", "has no effect here"), ignored("userLocation.latitude", "has no effect here"), ignored("contents.livecrawl", "has no effect here"),
			ignored("contents.text.includeSections", "has no effect here"), ignored("userLocation", "has no effect with the engine that answered, brave"),
		},
		"notices": []any{map[string]any{"code": "CONTENTS_NOT_READ", "path": "/contents", "message": "1 of 2 pages could not be read and cost nothing: http://wall.test/."}},
	}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if h := w.Header(); h.Get("X-Credits-Charged") != "3" || h.Get("X-RateLimit-Remaining") != "7" {
		t.Errorf("got headers %v, want 3 credits, 7 calls left", h)
	}
}

// TestWanted: without contents no page is read, and true is text.
func TestWanted(t *testing.T) {
	t.Parallel()
	for contents, want := range map[string]bool{"false": false, "null": false, "true": true, "{}": true, `{"text":true}`: true, `{"highlights":{"query":"q"}}`: false, `{"text":false,"highlights":true}`: false} {
		a := &formtest.API{}
		ask(t, a, "/exa/search", `{"query":"x","contents":`+contents+`}`)
		if got := strings.Contains(a.Calls()[0], `"contents":true`); got != want {
			t.Errorf("%s: got call %s, want pages read: %t", contents, a.Calls()[0], want)
		}
	}
}

const page = `{"url":"http://a.test/","finalUrl":"http://a.test/x","title":"T","markdown":"# Tide","metadata":{"author":"A","publishedAt":"2026-01-02","image":"http://a.test/i.png","icons":[{"url":"http://a.test/f.ico","rel":"icon"}]},
	"links":[{"url":"http://a.test/1"},{"url":"http://a.test/2"}],"images":[{"url":"http://a.test/i.png"}]}`

// TestContents: what is wanted of a page are formats, and a page is one of theirs with its status.
func TestContents(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /scrape": {`200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":1,"cached":true,"result":` + page + `}}`}}}
	_, got := ask(t, a, "/exa/contents", `{"ids":["http://a.test/"],"text":{"maxCharacters":3,"verbosity":"full"},"extras":{"links":1,"imageLinks":3},"maxAgeHours":2,"livecrawlTimeout":9000,"context":false}`)
	want := `POST /scrape {"url":"http://a.test/","formats":["metadata","markdown","links","images"],"options":{"onlyMainContent":false,"timeoutMs":9000},"waitTimeoutMs":9000,"cacheTtlSec":7200}`
	if diff := cmp.Diff([]string{want}, a.Calls()); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]any{
		"requestId": "job_1", "statuses": []any{map[string]any{"id": "http://a.test/", "status": "success", "source": "cached"}},
		"results": []any{map[string]any{
			"id": "http://a.test/", "url": "http://a.test/x", "title": "T", "publishedDate": "2026-01-02", "author": "A", "image": "http://a.test/i.png", "favicon": "http://a.test/f.ico", "text": "# T",
			"extras": map[string]any{"links": []any{"http://a.test/1"}, "imageLinks": []any{"http://a.test/i.png"}},
		}},
	}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	ask(t, a, "/exa/contents", `{"urls":["http://a.test/"],"text":{"includeHtmlTags":true}}`)
	if got := a.Calls()[1]; !strings.Contains(got, `"formats":["metadata","html"]`) {
		t.Errorf("got call %s, want html", got)
	}
}

// TestCautions: what is to be known of a page names its place in the list, and stands beside what has no effect, not among it.
func TestCautions(t *testing.T) {
	t.Parallel()
	cut := strings.Replace(page, `"title":"T"`, `"title":"T","warnings":["paywalled","pages_missing"],"pages":{"total":9,"read":4}`, 1)
	a := &formtest.API{Answers: map[string][]string{"POST /scrape": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":` + cut + `}}`}}}
	_, got := ask(t, a, "/exa/contents", `{"ids":["no address","http://a.test/","http://a.test/","http://A.test"],"text":true,"subpages":0,"odd":1}`)
	caution := func(place int, address, text string) any {
		return map[string]any{"code": "PAGE_CAUTION", "path": fmt.Sprint("/ids/", place), "message": address + ": " + text + "."}
	}
	const paid, pages = "the page says that it must be paid for, and this may be no more than its beginning", "the PDF has 9 pages, of which the whole text of 4 was read"
	if diff := cmp.Diff([]any{
		map[string]any{"code": "IGNORED_FIELD", "path": "/odd", "message": "odd is not known and was ignored."},
		caution(1, "http://a.test/", paid), caution(1, "http://a.test/", pages), caution(3, "http://A.test", paid), caution(3, "http://A.test", pages),
	}, got["warnings"]); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func answered(status string) *formtest.API {
	return &formtest.API{Answers: map[string][]string{"POST /search/answer": {`200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":8,"result":{
		"answer":{"status":"` + status + `","text":"Ten years [1].","citations":[{"index":1,"title":"T","url":"http://a.test/","quote":"q"},{"index":1,"title":"T","url":"http://a.test/","quote":"r"}]},
		"results":[{"index":1,"title":"T","url":"http://a.test/","publishedAt":"2026","content":"C"}]}}}`}}}
}

// TestAnswer: an answer has each page that it rests on once; one that no model wrote is an error that says where the
// results are.
func TestAnswer(t *testing.T) {
	t.Parallel()
	a := answered("answered")
	_, got := ask(t, a, "/exa/answer", `{"query":"x","text":true,"model":"exa-pro"}`)
	if want := `POST /search/answer {"q":"x","includeContent":true,"waitTimeoutMs":25000}`; a.Calls()[0] != want {
		t.Errorf("got call %s, want %s", a.Calls()[0], want)
	}
	if diff := cmp.Diff(map[string]any{
		"requestId": "job_1", "answer": "Ten years [1].",
		"citations": []any{map[string]any{"id": "http://a.test/", "url": "http://a.test/", "title": "T", "publishedDate": "2026", "text": "C"}},
		"warnings":  []any{map[string]any{"code": "IGNORED_FIELD", "path": "/model", "message": "model has no effect here."}},
	}, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	for status, want := range map[string]string{"not_configured": "422 provider_not_configured", "failed": "422 provider_unavailable"} {
		for _, stream := range []string{"false", "true"} {
			w, got := ask(t, answered(status), "/exa/answer", `{"query":"x","stream":`+stream+`}`)
			if said := fmt.Sprint(w.Code, " ", got["code"]); said != want || !strings.Contains(fmt.Sprint(got["error"]), "/jobs/job_1/result") || w.Header().Get("X-Credits-Charged") != "8" {
				t.Errorf("%s: got %s %v for %s credits, want %s, where the results are, and 8", status, said, got, w.Header().Get("X-Credits-Charged"), want)
			}
		}
	}
}

// TestStream: an answer may be asked for as a stream, of which it is one part and its pages another.
func TestStream(t *testing.T) {
	t.Parallel()
	w := call(t, answered("answered"), "/exa/answer", `{"query":"x","stream":true}`)
	events := strings.Split(strings.TrimSpace(w.Body.String()), "\n\n")
	if w.Header().Get("Content-Type") != "text/event-stream" || len(events) != 2 || !strings.HasPrefix(events[0], `data: {"choices":[{"delta":{"content":"Ten years [1]."`) || !strings.Contains(events[1], `"citations":[{`) {
		t.Errorf("got %s %s, want an event with the answer and one with its pages", w.Header().Get("Content-Type"), w.Body)
	}
}

// TestRefusals: what is not supported is named, nothing is made, and a wrong token goes first.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, body, field string }{
		{"search", `{"query":"x","category":"people"}`, "category"},
		{"search", `{"query":"x","includeText":["a"]}`, "includeText"},
		{"search", `{"query":"x","excludeText":["a"]}`, "excludeText"},
		{"search", `{"query":"x","moderation":true}`, "moderation"},
		{"search", `{"query":"x","outputSchema":{"type":"text"}}`, "outputSchema"},
		{"search", `{"query":"x","numResults":0}`, "numResults"},
		{"search", `{"query":["x"]}`, "query"},
		{"search", `{"query":"x","userLocation":[1]}`, "userLocation"},
		{"search", `{"query":"x","contents":{"summary":true}}`, "contents.summary"},
		{"search", `{"query":"x","contents":{"subpages":2}}`, "contents.subpages"},
		{"search", `{"query":"x","contents":{"extras":{"links":1}}}`, "contents.extras"},
		{"search", `{"query":"x","contents":{"text":{"includeHtmlTags":true}}}`, "contents.text"},
		{"search", `{"query":"x","contents":{"text":{"maxCharacters":0}}}`, "contents.text.maxCharacters"},
		{"search", `{"query":"x","contents":"yes"}`, "contents"},
		{"search", `{"query":"x","contents":{"text":"true"}}`, "contents.text"},
		{"search", `{"query":"x","contents":{"highlights":1}}`, "contents.highlights"},
		{"search", `null`, "body"},
		{"contents", `{}`, "urls"},
		{"contents", `{"urls":["x y"]}`, "urls[0]"},
		{"contents", `{"urls":["http://a.test/"],"highlights":true}`, "highlights"},
		{"contents", `{"urls":["http://a.test/"],"summary":{}}`, "summary"},
		{"contents", `{"urls":["http://a.test/"],"context":true}`, "context"},
		{"contents", `{"urls":["http://a.test/"],"snapshotAsOf":"2026-01-01"}`, "snapshotAsOf"},
		{"contents", `{"urls":["http://a.test/"],"maxAgeHours":-1}`, "maxAgeHours"},
		{"contents", `{"urls":["http://a.test/"],"livecrawlTimeout":0}`, "livecrawlTimeout"},
		{"contents", `{"urls":["http://a.test/"],"extras":{"links":"all"}}`, "extras.links"},
		{"contents", `{"urls":["http://a.test/"],"extras":{"links":1,"imageLinks":-1}}`, "extras"},
		{"contents", `{"urls":["http://a.test/"],"extras":{"links":-1,"imageLinks":1}}`, "extras"},
		{"contents", `{"urls":["http://a.test/"],"ids":["http://b.test/"]}`, "ids"},
		{"contents", `{"urls":["http://a.test/"],"text":"true"}`, "text"},
		{"answer", `{"query":"x","outputSchema":{}}`, "outputSchema"},
		{"answer", `{"query":"x","text":"yes"}`, "text"},
	} {
		a := &formtest.API{Answers: map[string][]string{"GET /token-info": {`200 {"data":{}}`}}}
		w, got := ask(t, a, "/exa/"+c.path, c.body)
		if text, _ := got["error"].(string); w.Code != http.StatusBadRequest || got["tag"] != "INVALID_REQUEST_BODY" || !strings.HasPrefix(text, c.field+": ") {
			t.Errorf("%s %s: got %d %v, want 400 about %s", c.path, c.body, w.Code, got, c.field)
		}
		if calls := a.Calls(); len(calls) != 1 || calls[0] != "GET /token-info" {
			t.Errorf("%s %s: got calls %v of the API, want the token looked at alone", c.path, c.body, calls)
		}
		if w, got := ask(t, a, "/exa/"+c.path, c.body, "Authorization: "); w.Code != http.StatusUnauthorized || got["tag"] != "INVALID_API_KEY" {
			t.Errorf("%s %s without a token: got %d %v, want 401", c.path, c.body, w.Code, got)
		}
	}
}

// TestErrors: what the API refuses and what a site did are errors in their form; a wall is never an empty result.
func TestErrors(t *testing.T) {
	t.Parallel()
	failed := func(code string) string {
		return `200 {"data":{"jobId":"job_1","status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"` + code + `","message":"Why."}}}`
	}
	for answer, want := range map[string]string{
		`400 {"error":{"code":"invalid_request","message":"x","details":[{"field":"q","issue":"is empty"}]}}`: "400 INVALID_REQUEST_BODY query: is empty",
		`401 {"error":{"code":"invalid_token","message":"The API token is unknown."}}`:                        "401 INVALID_API_KEY The API token is unknown.",
		`402 {"error":{"code":"insufficient_credits","message":"Too low."}}`:                                  "402 NO_MORE_CREDITS Too low.",
		`429 {"error":{"code":"rate_limited","message":"Over 60."}}`:                                          "429 RATE_LIMITED Over 60.",
		failed("upstream_blocked"): "403 SOURCE_NOT_AVAILABLE upstream_blocked: Why.",
		failed("target_error"):     "422 CRAWL_NOT_FOUND target_error: Why.",
		failed("upstream_timeout"): "408 CRAWL_TIMEOUT upstream_timeout: Why.",
		failed("internal_error"):   "500 INTERNAL_ERROR internal_error: Why.",
	} {
		for path, call := range map[string][2]string{"search": {"POST /search", `{"query":"x"}`}, "contents": {"POST /scrape", `{"urls":["http://a.test/"]}`}, "answer": {"POST /search/answer", `{"query":"x","stream":true}`}} {
			w, got := ask(t, &formtest.API{Answers: map[string][]string{call[0]: {answer}}}, "/exa/"+path, call[1])
			if said := fmt.Sprint(w.Code, " ", got["tag"], " ", got["error"]); said != want {
				t.Errorf("%s, %s: got %s, want %s", path, answer, said, want)
			}
			if charged := w.Header().Get("X-Credits-Charged"); charged != "" && charged != "0" {
				t.Errorf("%s, %s: got %s credits, want none", path, answer, charged)
			}
		}
	}
	for _, path := range []string{"findSimilar", "research/v1", ""} {
		if w, got := ask(t, &formtest.API{}, "/exa/"+path, "{}"); w.Code != http.StatusNotFound || got["tag"] != "NOT_SUPPORTED" || !strings.Contains(fmt.Sprint(got["error"]), "/docs/coming-from-exa") {
			t.Errorf("%s: got %d %v, want 404 NOT_SUPPORTED, and where what is supported is told", path, w.Code, got)
		}
	}
}
