package jina_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form/formtest"
	"github.com/quarryapi/quarry/internal/faces/jina"
)

const page = `200 {"data":{"jobId":"job_1","status":"succeeded","creditsCharged":1,"result":{"url":"http://a.test/","finalUrl":"http://a.test/x","title":"T","markdown":"# T","raw":"<html>","text":"plain",
	"screenshot":"AAEC","screenshotFormat":"png","links":[{"url":"http://a.test/1","text":"one"}],"images":[{"url":"http://a.test/i.png","alt":"pic"}],
	"metadata":{"description":"D","language":"en","publishedAt":"2026-01-02","openGraph":{"title":"OG"}}}}}`

func face(a *formtest.API) http.Handler { return jina.New(asked.New(a), 3*time.Minute, false) }

func reads() *formtest.API {
	return &formtest.API{Answers: map[string][]string{"POST /scrape": {page}}}
}

// TestAddresses: the address is behind the prefix, as it is, encoded, or in a body; what is between may have tidied it.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/r/https://a.test/x%20y?q=1&r=%2F":          "https://a.test/x%20y?q=1&r=%2F",
		"/r/https%3A%2F%2Fa.test%2F%3Fq%3D1":         "https://a.test/?q=1",
		"/r/https%3A%2F%2Fa.test%2Fx?q=1%262":        "https://a.test/x?q=1%262",
		"/r/http:/a.test/x":                          "http://a.test/x",
		"/r/a.test/x?q=1":                            "https://a.test/x?q=1",
		"/r/https://a.test/to?next=https://b.test//": "https://a.test/to?next=https://b.test//",
		"/r/file:///etc/passwd":                      "file:///etc/passwd", // which the API refuses
	} {
		a := reads()
		formtest.Ask(t, face(a), http.MethodGet, path, "")
		if got := a.Calls()[0]; !strings.HasPrefix(got, `POST /scrape {"url":"`+strings.ReplaceAll(want, "&", `\u0026`)+`"`) {
			t.Errorf("%s: got call %s, want a scrape of %s", path, got, want)
		}
	}
	for kind, body := range map[string]string{"application/json": `{"url":"http://a.test/","timeout":5,"engine":"direct"}`, "application/x-www-form-urlencoded": "url=http%3A%2F%2Fa.test%2F&timeout=5&engine=direct"} {
		for _, path := range []string{"/r", "/r/"} {
			a := reads()
			formtest.Ask(t, face(a), http.MethodPost, path, body, "Content-Type: "+kind)
			if got, want := a.Calls()[0], `POST /scrape {"url":"http://a.test/","formats":["markdown","metadata"],"render":"never","options":{"timeoutMs":5000},"waitTimeoutMs":5000}`; got != want || !jina.Owns(path) {
				t.Errorf("%s %s: got call %s of a path of the face: %t, want %s, true", path, body, got, jina.Owns(path), want)
			}
		}
	}
}

// TestTwoAddresses: the one in the path is read, and the caller is told.
func TestTwoAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{"http://b.test/": true, "http://a.test/": false} {
		a := reads()
		w := formtest.Ask(t, face(a), http.MethodPost, "/r/http://a.test/", `{"url":"`+address+`"}`, "Content-Type: application/json")
		told := strings.Contains(w.Body.String(), "Warning: url has no effect behind an address in the path.")
		if !strings.HasPrefix(a.Calls()[0], `POST /scrape {"url":"http://a.test/"`) || told != want {
			t.Errorf("%s: got call %s, answer %s; want the page of the path, a warning: %t", address, a.Calls()[0], w.Body, want)
		}
	}
}

// TestHeaders: headers of theirs are options of ours, and go before what a body has.
func TestHeaders(t *testing.T) {
	t.Parallel()
	a := reads()
	w := formtest.Ask(t, face(a), http.MethodPost, "/r/http://a.test/", `{"targetSelector":["main"],"removeSelector":["nav","aside"],"locale":"fr","new":1}`, "X-Target-Selector: h1, h2", "X-Wait-For-Selector: #late",
		"X-Timeout: 500", "X-Cache-Tolerance: 60", "X-Set-Cookie: a=b; Path=/, c=d", "X-Proxy-Url: http://u:p@proxy.test:8080", "X-Locale: de-DE", "X-Engine: browser", "X-Token-Budget: 900", "X-Max-Tokens: 700",
		"X-User-Agent: x/1", "X-Referer: http://b.test/", "X-Robots-Txt: true", "X-Retain-Images: none", "X-With-Iframe: true", "X-Md-Heading-Style: setext", "X-Md-Link-Style: discarded", "X-With-Generated-Alt: false", "Idempotency-Key: k1")
	want := `POST /scrape {"url":"http://a.test/","formats":["markdown","metadata"],"render":"always","options":{"waitFor":"#late","cookies":{"a":"b","c":"d"},"userAgent":"x/1","proxy":"http://u:p@proxy.test:8080",` +
		`"includeTags":["h1","h2"],"excludeTags":["nav","aside","img"],"headers":{"Accept-Language":"de-DE","Referer":"http://b.test/"},"timeoutMs":180000,"maxTokens":700,"respectRobots":true},` +
		`"waitTimeoutMs":25000,"cacheTtlSec":60}`
	if diff := cmp.Diff([]string{want}, a.Calls()); diff != "" {
		t.Errorf("calls of the API (-want +got):\n%s", diff)
	}
	if a.Tokens()[0] != "Bearer satk_x" || a.Keys()[0] != "k1" {
		t.Errorf("got tokens %v, keys %v, want the caller's", a.Tokens(), a.Keys())
	}
	wantText := "Title: T\n\nURL Source: http://a.test/\n\nPublished Time: 2026-01-02\n\nWarning: new is not known and was ignored; X-With-Iframe has no effect here; X-Md-Heading-Style has no effect here; X-Md-Link-Style has no effect here.\n\nMarkdown Content:\n# T\n"
	if diff := cmp.Diff(wantText, w.Body.String()); diff != "" || w.Header().Get("X-Credits-Charged") != "1" {
		t.Errorf("got %s credits, text (-want +got):\n%s", w.Header().Get("X-Credits-Charged"), diff)
	}
	fresh := reads()
	formtest.Ask(t, face(fresh), http.MethodGet, "/r/http://a.test/", "", "X-No-Cache: true", "X-Cache-Tolerance: 60")
	if got := fresh.Calls()[0]; strings.Contains(got, "cacheTtlSec") {
		t.Errorf("got call %s, want the page read anew", got)
	}
}

// TestForms: a page is answered in the form that is asked for.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		headers []string
		formats string
		want    string
	}{
		{[]string{"X-With-Links-Summary: true", "X-With-Images-Summary: true"}, `["markdown","links","images","metadata"]`, "# T\n\nImages:\n- ![pic](http://a.test/i.png)\n\nLinks/Buttons:\n- [one](http://a.test/1)\n"},
		{[]string{"X-Return-Format: html"}, `["raw","metadata"]`, "<html>"},
		{[]string{"X-Respond-With: text", "X-Return-Format: html", "Accept: */*"}, `["text","metadata"]`, "plain"},
		{[]string{"X-Return-Format: markdown", "Accept: text/markdown"}, `["markdown","metadata"],"options":{"onlyMainContent":false}`, "Markdown Content:\n# T\n"},
		{[]string{"X-Respond-With: pageshot"}, `["screenshot","metadata"],"options":{"fullPage":true}`, "\x00\x01\x02"},
		{[]string{"X-Respond-With: screenshot", "Accept: application/json"}, `["screenshot","metadata"]`, `"screenshotUrl":"data:image/png;base64,AAEC"`},
		{[]string{"X-Respond-With: content,html", "Accept: application/json"}, `["markdown","raw","metadata"]`, `"html":"<html>"`},
		{[]string{"X-With-Links-Summary: all", "Accept: application/json"}, `["markdown","links","metadata"]`, `"links":[["one","http://a.test/1"]]`},
		{[]string{"X-With-Links-Summary: true", "Accept: text/json"}, `["markdown","links","metadata"]`, `{"code":200,"status":20000,"data":{"title":"T","description":"D","url":"http://a.test/","content":"# T"`},
		{[]string{"Accept: text/event-stream"}, `["markdown","metadata"]`, "event: data\ndata: {\"title\":\"T\""},
	} {
		a := reads()
		w := formtest.Ask(t, face(a), http.MethodGet, "/r/http://a.test/", "", c.headers...)
		if got := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(got, c.want) {
			t.Errorf("%v: got %d %s, want %s", c.headers, w.Code, got, c.want)
		}
		if got := a.Calls()[0]; !strings.Contains(got, `"formats":`+c.formats) {
			t.Errorf("%v: got call %s, want formats %s", c.headers, got, c.formats)
		}
	}
}

// TestImages: each picture is in the answer, also where several have no text, or the same.
func TestImages(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{"POST /scrape": {`200 {"data":{"jobId":"job_1","status":"succeeded","result":{"markdown":"x","images":[
		{"url":"http://a.test/1"},{"url":"http://a.test/2"},{"url":"http://a.test/3","alt":"pic"},{"url":"http://a.test/4","alt":"pic"}]}}}`}}}
	w := formtest.Ask(t, face(a), http.MethodGet, "/r/http://a.test/", "", "X-With-Images-Summary: true", "Accept: application/json")
	if want := `"images":{"Image 1":"http://a.test/1","Image 2":"http://a.test/2","Image 4: pic":"http://a.test/4","pic":"http://a.test/3"}`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("got %s, want %s", w.Body, want)
	}
}

// TestWarningOfForms: a page that is the whole answer has its warning in a header.
func TestWarningOfForms(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"html", "text", "screenshot"} {
		a := reads()
		w := formtest.Ask(t, face(a), http.MethodGet, "/r/http://a.test/", "", "X-Respond-With: "+form, "X-No-Gfm: true")
		if got, want := w.Header().Get("X-Warning"), "X-No-Gfm has no effect here."; got != want {
			t.Errorf("%s: got warning %q, want %q", form, got, want)
		}
	}
}

// TestRefusals: what is not supported is named, nothing is made, and a wrong token goes first.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ header, body, field string }{
		{"X-Respond-With: readerlm-v2", "", "X-Respond-With"},
		{"X-Respond-With: ,", "", "X-Respond-With"},
		{"X-Respond-With: html,text", "", "respondWith"},
		{"X-Engine: cf-browser-rendering", "", "X-Engine"},
		{"X-Timeout: soon", "", "X-Timeout"},
		{"X-Timeout: 0", "", "X-Timeout"},
		{"X-Cache-Tolerance: -1", "", "X-Cache-Tolerance"},
		{"X-Token-Budget: many", "", "X-Token-Budget"},
		{"X-Set-Cookie: nothing", "", "X-Set-Cookie"},
		{"X-None: 1", `{"html":"<p>"}`, "html"},
		{"X-None: 1", `{"injectPageScript":["1"]}`, "injectPageScript"},
		{"X-None: 1", `{"instruction":"sum up"}`, "instruction"},
		{"X-None: 1", `{"engine":"vlm"}`, "engine"},
		{"X-None: 1", `[]`, "body"},
		{"X-None: 1", `{"url":5}`, "url"},
	} {
		a := &formtest.API{Answers: map[string][]string{"GET /token-info": {`200 {"data":{}}`}}}
		method := http.MethodGet
		if c.body != "" {
			method = http.MethodPost
		}
		w := formtest.Ask(t, face(a), method, "/r/http://a.test/", c.body, c.header, "Content-Type: application/json")
		got := formtest.Object(t, w)
		if w.Code != http.StatusBadRequest || got["name"] != "ParamValidationError" || got["status"] != 40001.0 || got["path"] != c.field || got["data"] != nil {
			t.Errorf("%s %s: got %d %v, want 400 about %s", c.header, c.body, w.Code, got, c.field)
		}
		if calls := a.Calls(); len(calls) != 1 || calls[0] != "GET /token-info" {
			t.Errorf("%s %s: got calls %v of the API, want the token looked at alone", c.header, c.body, calls)
		}
		w = formtest.Ask(t, face(a), method, "/r/http://a.test/", c.body, c.header, "Authorization: ")
		if got := formtest.Object(t, w); w.Code != http.StatusUnauthorized || got["name"] != "AuthenticationRequiredError" {
			t.Errorf("%s %s without a token: got %d %v, want 401", c.header, c.body, w.Code, got)
		}
	}
}

// TestErrors: what the API refuses and what a site did are errors by their names, in whichever form a page was asked
// for; a wall is never an empty page.
func TestErrors(t *testing.T) {
	t.Parallel()
	failed := func(code string) string {
		return `200 {"data":{"jobId":"job_1","status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"` + code + `","message":"Why."}}}`
	}
	for answer, want := range map[string]string{
		`400 {"error":{"code":"invalid_request","message":"x","details":[{"field":"options.includeTags[0]","issue":"m"}]}}`: "400 ParamValidationError 40001 ParamValidationError(targetSelector[0]): m",
		`401 {"error":{"code":"invalid_token","message":"Unknown."}}`:                                                       "401 AuthenticationFailedError 40102 AuthenticationFailedError: Unknown.",
		`402 {"error":{"code":"insufficient_credits","message":"Too low."}}`:                                                "402 InsufficientBalanceError 40203 InsufficientBalanceError: Too low.",
		`429 {"error":{"code":"rate_limited","message":"Over 60."}}`:                                                        "429 RateLimitTriggeredError 42903 RateLimitTriggeredError: Over 60.",
		failed("upstream_blocked"): "403 OperationNotAllowedError 40301 OperationNotAllowedError: upstream_blocked: Why.",
		failed("upstream_timeout"): "408 TimeoutExpectingTaskCompleteError 40802 TimeoutExpectingTaskCompleteError: upstream_timeout: Why.",
		failed("dns_failed"):       "422 AssertionFailureError 42206 AssertionFailureError: dns_failed: Why.",
		failed("internal_error"):   "500 InternalServerError 50001 InternalServerError: internal_error: Why.",
	} {
		for _, accept := range []string{"*/*", "application/json", "text/event-stream"} {
			w := formtest.Ask(t, face(&formtest.API{Answers: map[string][]string{"POST /scrape": {answer}}}), http.MethodGet, "/r/http://a.test/", "", "Accept: "+accept)
			got := formtest.Object(t, w)
			if said := fmt.Sprint(w.Code, " ", got["name"], " ", got["status"], " ", got["readableMessage"]); said != want {
				t.Errorf("%s: got %s, want %s", answer, said, want)
			}
			if charged := w.Header().Get("X-Credits-Charged"); charged != "" && charged != "0" {
				t.Errorf("%s: got %s credits, want none", answer, charged)
			}
		}
	}
	for _, method := range []string{http.MethodDelete, http.MethodHead} {
		none := &formtest.API{}
		w := formtest.Ask(t, face(none), method, "/r/http://a.test/", "")
		if allow := w.Header().Get("Allow"); w.Code != http.StatusMethodNotAllowed || allow != "GET, POST" || formtest.Object(t, w)["name"] != "RPCMethodNotFoundError" || len(none.Calls()) > 0 {
			t.Errorf("%s: got %d %s, Allow %q and calls %v of the API; want 405, GET and POST, and none", method, w.Code, w.Body, allow, none.Calls())
		}
	}
	for _, path := range []string{"/s/rivers", "/s"} {
		none := &formtest.API{}
		w := formtest.Ask(t, face(none), http.MethodGet, path, "")
		if w.Code != http.StatusNotFound || formtest.Object(t, w)["name"] != "RPCMethodNotFoundError" || !strings.Contains(w.Body.String(), "/docs/coming-from-jina says what is") || !jina.Owns(path) || len(none.Calls()) > 0 {
			t.Errorf("%s: got %d %s of a path of the face: %t, and calls %v of the API; want 404, true and none", path, w.Code, w.Body, jina.Owns(path), none.Calls())
		}
	}
	a := &formtest.API{Answers: map[string][]string{"GET /token-info": {`200 {"data":{}}`}}}
	if got := formtest.Object(t, formtest.Ask(t, face(a), http.MethodGet, "/r/", "")); got["path"] != "url" {
		t.Errorf("no address: got %v, want an error about url", got)
	}
}
