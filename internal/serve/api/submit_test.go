package api_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// money is everything that must not change when a request is refused.
func (s *service) money(t *testing.T) *store.Books {
	t.Helper()
	books, err := s.Books(t.Context(), s.org)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, admin.Differences(books[s.org])); diff != "" {
		t.Fatalf("books: %s", diff)
	}
	return books[s.org]
}

func TestWaitForTheEnd(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.post(t, `{"text":"hello","units":3}`)
	if a.status != http.StatusOK || a.field("data", "status") != "succeeded" || a.field("data", "result", "text") != "hello" {
		t.Fatalf(`got status %d, body %s; want status 200, data.status "succeeded", data.result.text "hello"`, a.status, a.raw)
	}
	if a.header.Get("X-Credits-Charged") != "3" || a.header.Get("X-Credits-Remaining") != "97" {
		t.Errorf(`got header %v, want header X-Credits-Charged "3", header X-Credits-Remaining "97"`, a.header)
	}
	want := map[string]any{"outcome": "charged", "stage": "admission", "reason": "fresh", "unitCount": 3.0}
	if diff := cmp.Diff(want, a.field("data", "pricingDecision")); diff != "" {
		t.Errorf("data.pricingDecision mismatch (-want +got):\n%s", diff)
	}
	id, _ := a.field("data", "jobId").(string)
	got := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, "")
	if diff := cmp.Diff(a.field("data"), got.field("data")); diff != "" || got.status != http.StatusOK {
		t.Errorf("got status %v, want 200; data mismatch (-want +got):\n%s", got.status, diff)
	}
	again := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, "", "If-None-Match: "+got.header.Get("ETag"))
	if again.status != http.StatusNotModified || again.raw != "" {
		t.Errorf("got again.status %d, body %q; want again.status 304, empty body", again.status, again.raw)
	}
}

func TestFailedJobIsAnAnswer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.post(t, `{"text":"x","fail":"target_error"}`)
	if a.status != http.StatusOK || a.field("data", "status") != "failed" || a.field("data", "creditsRefunded") != 1.0 {
		t.Fatalf(`got status %d, body %s; want status 200, data.status "failed", data.creditsRefunded 1.0`, a.status, a.raw)
	}
	want := map[string]any{"code": "target_error", "message": "The target said no.", "retryable": true}
	if diff := cmp.Diff(want, a.field("data", "error")); diff != "" {
		t.Errorf("data.error mismatch (-want +got):\n%s", diff)
	}
	if a.field("data", "pricingDecision", "reason") != "job_failed" || s.money(t).Balance != 100 {
		t.Errorf(`got body %s, want data.pricingDecision.reason "job_failed", money(t).Balance 100`, a.raw)
	}
}

func TestNoWait(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	for _, body := range []string{
		`{"text":"x","block":true,"wait":false}`, `{"text":"x","block":true,"waitTimeoutMs":0}`, `{"text":"x","block":true,"waitTimeoutMs":60}`,
	} {
		a := s.post(t, body)
		id, _ := a.field("data", "jobId").(string)
		if a.status != http.StatusAccepted || a.header.Get("Location") != "/v1/public/jobs/"+id || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: got status %d, header %v; want status 202, header Location %q, header Retry-After not empty", body, a.status, a.header, "/v1/public/jobs/"+id)
		}
		if a.field("data", "pollUrl") != "/v1/public/jobs/"+id {
			t.Errorf("got body %s, want data.pollUrl %q", a.raw, "/v1/public/jobs/"+id)
		}
	}
}

// A kind that is never waited for answers 202 with where to poll, also when the job has
// ended long ago.
func TestAlways202(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const body = `{"text":"x","wait":true,"cacheTtlSec":300}`
	submit := func(headers ...string) answer {
		return s.call(t, http.MethodPost, "/v1/public/later", body, headers...)
	}
	first := submit("Idempotency-Key: k")
	cached := eventually(t, func() (answer, bool) {
		a := submit()
		return a, a.field("data", "cached") == true
	})
	replayed := eventually(t, func() (answer, bool) { // the cache may have what another of these calls made
		a := submit("Idempotency-Key: k")
		return a, a.field("data", "status") == "succeeded"
	})
	if replayed.field("data", "jobId") != first.field("data", "jobId") {
		t.Errorf("got body %s, want data.jobId %q", replayed.raw, first.field("data", "jobId"))
	}
	for name, a := range map[string]answer{"first": first, "cached": cached, "replayed": replayed} {
		id, _ := a.field("data", "jobId").(string)
		if a.status != http.StatusAccepted || a.header.Get("Location") != "/v1/public/jobs/"+id || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: got status %d, header %v; want status 202, header Location %q, header Retry-After not empty", name, a.status, a.header, "/v1/public/jobs/"+id)
		}
	}
}

func TestIdempotency(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first := s.post(t, `{"text":"a"}`, "Idempotency-Key: k")
	if first.header.Get("Idempotent-Replayed") != "" || first.field("data", "meta") != nil {
		t.Errorf("got body %s, want empty header Idempotent-Replayed, data.meta nil", first.raw)
	}
	for _, c := range []struct {
		body, header string
		same         bool
	}{
		{`{"text":"a"}`, "Idempotency-Key: k", true},
		{`{"text":"b"}`, "Idempotency-Key: k", false},
		{`{"text":"a","idempotencyKey":"k"}`, "X-None: 1", false},
		{`{"text":"a","idempotencyKey":"k"}`, "Idempotency-Key: k", false},
		{`{"text":"a","maxCredits":0}`, "Idempotency-Key: k", false},
		{`{"text":"forbidden"}`, "Idempotency-Key: k", false},
		{`{"texts":["of another call"]}`, "Idempotency-Key: k", false},
		{`not JSON`, "Idempotency-Key: k", false},
		{`{"text":"a","webhookUrl":"http://127.0.0.1/"}`, "Idempotency-Key: k", false},
		{`{"text":"a","webhookUrl":"http://hooks.test/in"}`, "Idempotency-Key: k", false},
	} {
		a := s.post(t, c.body, c.header)
		if a.field("data", "jobId") != first.field("data", "jobId") || a.header.Get("Idempotent-Replayed") != "true" ||
			a.field("data", "meta", "idempotency", "bodyMatched") != c.same {
			t.Errorf(`%s: got status %d, header %v, body %s; want data.jobId first.field("data", "jobId"), header Idempotent-Replayed "true", data.meta.idempotency.bodyMatched %t`, c.body, a.status, a.header, a.raw, c.same)
		}
	}
	if endpoints, _, err := s.Endpoints(t.Context(), store.EndpointQuery{OrgID: s.org, Limit: 9}); err != nil || len(endpoints) != 0 {
		t.Errorf("got %d endpoints, error %v; want none of replays", len(endpoints), err)
	}
	if b := s.money(t); b.Debits != 1 {
		t.Errorf("%d debits", b.Debits)
	}
	if a := s.post(t, `not JSON`, "Idempotency-Key: unused"); a.status != http.StatusBadRequest || a.code() != "invalid_json" {
		t.Errorf(`got status %d, body %s of a key that made nothing; want status 400, code "invalid_json"`, a.status, a.raw)
	}
}

func TestDeprecatedFieldIsAnnounced(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if a := s.post(t, `{"text":"a","idempotencyKey":"k"}`); a.header.Get("Deprecation") != "@1767225600" {
		t.Errorf(`got header %v, want header Deprecation "@1767225600"`, a.header)
	}
	if a := s.post(t, `{"text":"a","old":true}`); a.header.Get("Deprecation") != "@1767225600" {
		t.Errorf(`got header %v, want header Deprecation "@1767225600"`, a.header)
	}
	if a := s.post(t, `{"text":"a"}`, "Idempotency-Key: k"); a.header.Get("Deprecation") != "" {
		t.Errorf("got header %v, want empty header Deprecation", a.header)
	}
}

func TestSameKeyAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	ids := make([]any, 64)
	var wait sync.WaitGroup
	for i := range ids {
		wait.Go(func() { ids[i] = s.post(t, `{"text":"a"}`, "Idempotency-Key: k").field("data", "jobId") })
	}
	wait.Wait()
	for _, id := range ids {
		if id == nil || id != ids[0] {
			t.Fatalf("%v and %v", id, ids[0])
		}
	}
	if b := s.money(t); b.Debits != 1 || b.Balance != 99 {
		t.Errorf("got books %+v, want Debits 1, Balance 99", b)
	}
}

func TestCache(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const ask = `{"text":"a","cacheTtlSec":300}`
	first := s.post(t, ask)
	for s.queue.Jobs() == nil { // the entry is written just after the job has ended
		t.Fatal("the first job was not run")
	}
	hit := eventually(t, func() (answer, bool) {
		a := s.post(t, ask)
		return a, a.field("data", "cached") == true
	})
	if hit.status != http.StatusOK || hit.field("data", "result", "text") != "a" || hit.field("data", "creditsCharged") != 1.0 ||
		hit.field("data", "pricingDecision", "reason") != "cache_hit" || hit.field("data", "jobId") == first.field("data", "jobId") {
		t.Errorf(`got body %s, want hit.status 200, data.result.text "a", data.creditsCharged 1.0, data.pricingDecision.reason "cache_hit", data.jobId other than first.field("data", "jobId")`, hit.raw)
	}
	// A name that the caller gives a job is told back, and shares the result of others.
	named := s.post(t, `{"text":"a","cacheTtlSec":300,"label":"mine"}`)
	id, _ := named.field("data", "jobId").(string)
	if poll := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, ""); named.field("data", "cached") != true || poll.field("data", "input", "label") != "mine" {
		t.Errorf(`got body %s, body %s; want data.cached true, data.input.label "mine"`, named.raw, poll.raw)
	}
	for name, body := range map[string]string{
		"another input": `{"text":"b","cacheTtlSec":300}`, "fresh": `{"text":"a","cacheTtlSec":300,"fresh":true}`,
		"no cache time": `{"text":"a"}`, "zero": `{"text":"a","cacheTtlSec":0}`,
	} {
		if a := s.post(t, body); a.field("data", "cached") != false {
			t.Errorf("%s: got body %s, want data.cached false", name, a.raw)
		}
	}
	s.Clock.Move(301 * time.Second)
	if a := s.post(t, ask); a.field("data", "cached") != false {
		t.Error("an old entry was taken")
	}
	s.money(t)
}

// eventually asks again until it is so. What it waits for is written by another
// goroutine within milliseconds, on a busy machine within seconds.
func eventually(t *testing.T, ask func() (answer, bool)) answer {
	t.Helper()
	for range 2000 {
		if a, ok := ask(); ok {
			return a
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("it never came")
	return answer{}
}

func TestLostSendIsStillAnAnswer(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.queue.Fail = func() error { return errors.New("queue away") }
	a := s.post(t, `{"text":"a","wait":false}`)
	if a.status != http.StatusAccepted || a.field("data", "status") != "queued" {
		t.Errorf(`got status %d, body %s; want status 202, data.status "queued"`, a.status, a.raw)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 256)
	for _, c := range []struct {
		name, body, header string
		status             int
		code, field        string
	}{
		{"empty", "", "", 400, "invalid_json", ""},
		{"blank", "  ", "", 400, "invalid_json", ""},
		{"no JSON", "{", "", 400, "invalid_json", ""},
		{"a list", "[]", "", 400, "invalid_request", ""},
		{"a word", `"x"`, "", 400, "invalid_request", ""},
		{"null", `null`, "", 400, "invalid_request", ""},
		{"nothing required", `{}`, "", 400, "invalid_request", "text"},
		{"wrong type", `{"text":1}`, "", 400, "invalid_request", "text"},
		{"null for left out", `{"text":"a","maxCredits":null}`, "", 400, "invalid_request", "maxCredits"},
		{"null within a list", `{"text":"a","notes":[{"url":"u"},{"url":null}]}`, "", 400, "invalid_request", "notes[1].url"},
		{"a field too much", `{"text":"a","txet":1}`, "", 400, "invalid_request", "txet"},
		{"not one of the values", `{"text":"a","fail":"else"}`, "", 400, "invalid_request", "fail"},
		{"no whole number", `{"text":"a","units":1.5}`, "", 400, "invalid_request", "units"},
		{"a huge number", `{"text":"a","units":1e300}`, "", 402, "insufficient_credits", "required"},
		{"a huge negative number", `{"text":"a","units":-1e300}`, "", 400, "invalid_request", "units"},
		{"a huge bound", `{"text":"a","units":101,"maxCredits":100000000000000000000}`, "", 402, "insufficient_credits", "required"},
		{"negative cache time", `{"text":"a","cacheTtlSec":-1}`, "", 400, "invalid_request", "cacheTtlSec"},
		{"what the kind refuses", `{"text":"forbidden"}`, "", 400, "invalid_request", "text"},
		{"2 MB", `{"text":"` + strings.Repeat("x", 2<<20) + `"}`, "", 413, "payload_too_large", ""},
		{"a form", `text=a`, "Content-Type: application/x-www-form-urlencoded", 415, "unsupported_media_type", ""},
		{"another charset", `{"text":"a"}`, "Content-Type: application/json; charset=latin1", 415, "unsupported_media_type", ""},
		{"an empty webhook", `{"text":"a","webhookUrl":""}`, "X-None: 1", 400, "invalid_request", "webhookUrl"},
		{"a long key", `{"text":"a"}`, "Idempotency-Key: " + long, 400, "invalid_idempotency_key", ""},
		{"null for a key beside one", `{"text":"a","idempotencyKey":null}`, "Idempotency-Key: new", 400, "invalid_request", "idempotencyKey"},
		{"an empty key", `{"text":"a","idempotencyKey":""}`, "", 400, "invalid_idempotency_key", ""},
		{"too dear", `{"text":"a","units":9,"maxCredits":8}`, "", 402, "max_credits_exceeded", ""},
		{"no money", `{"text":"a","units":101}`, "", 402, "insufficient_credits", "required"},
		{"webhook without a scheme", `{"text":"a","webhookUrl":"hooks.test/x"}`, "", 400, "invalid_webhook_url", "webhookUrl"},
		{"webhook on loopback", `{"text":"a","webhookUrl":"http://127.0.0.1/"}`, "", 400, "invalid_webhook_url", "webhookUrl"},
		{"webhook that leads inside", `{"text":"a","webhookUrl":"https://inside.example.com/"}`, "", 400, "invalid_webhook_url", "webhookUrl"},
		{"no token", `{"text":"a"}`, "Authorization: ", 401, "missing_token", ""},
		{"garbage", `{"text":"a"}`, "Authorization: Bearer satk_x", 401, "invalid_token", ""},
		{"a test token", `{"text":"a"}`, "Authorization: Bearer satk_test_x", 401, "test_tokens_retired", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			before := s.money(t)
			var headers []string
			if c.header != "" {
				headers = append(headers, c.header)
			}
			a := s.post(t, c.body, headers...)
			if a.status != c.status || a.code() != c.code {
				t.Fatalf("got status %d, body %s; want status %v, code %q", a.status, a.raw, c.status, c.code)
			}
			if details, _ := a.field("error", "details").([]any); c.field != "" {
				first, _ := details[0].(map[string]any)
				if first["field"] != c.field || first["issue"] == "" {
					t.Errorf("details %v", details)
				}
			}
			if a.field("error", "message") == "" || a.field("error", "requestId") != a.header.Get("X-Request-Id") {
				t.Errorf(`got body %s, want error.message not empty, error.requestId a.header.Get("X-Request-Id")`, a.raw)
			}
			if diff := cmp.Diff(before, s.money(t)); diff != "" {
				t.Errorf("money moved: %s", diff)
			}
		})
	}
}

func TestTooManyInFlight(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	for range 50 {
		if a := s.post(t, `{"text":"x","block":true,"wait":false}`); a.status != http.StatusAccepted {
			t.Fatalf("got body %s, want status 202", a.raw)
		}
	}
	before := s.money(t)
	a := s.post(t, `{"text":"x"}`)
	if a.status != http.StatusTooManyRequests || a.code() != "too_many_in_flight" || a.header.Get("Retry-After") == "" {
		t.Errorf(`got status %d, header %v, body %s; want status 429, code "too_many_in_flight", header Retry-After not empty`, a.status, a.header, a.raw)
	}
	if diff := cmp.Diff(before, s.money(t)); diff != "" {
		t.Errorf("money mismatch (-want +got):\n%s", diff)
	}
}

func TestClampedNotRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.post(t, `{"text":"x","cacheTtlSec":99999999999,"waitTimeoutMs":99999999999,"options":null}`)
	if a.status != http.StatusBadRequest { // this kind has no options
		t.Errorf("got status %d, body %s; want status 400", a.status, a.raw)
	}
	a = s.post(t, `{"text":"x","cacheTtlSec":99999999999,"waitTimeoutMs":99999999999}`)
	if a.status != http.StatusOK {
		t.Errorf("got status %d, body %s; want status 200", a.status, a.raw)
	}
}

func TestWebhookURLRegistersOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 2 {
		if a := s.post(t, `{"text":"x","webhookUrl":"http://hooks.test/in"}`); a.status != http.StatusOK {
			t.Fatalf("got body %s, want status 200", a.raw)
		}
	}
	list := s.call(t, http.MethodGet, "/v1/public/webhooks/endpoints", "")
	endpoints, _ := list.field("data", "items").([]any)
	if len(endpoints) != 1 {
		t.Fatalf("got body %s, want 1 endpoints", list.raw)
	}
	registered := s.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", `{"url":"http://hooks.test/in"}`)
	id, _ := registered.field("data", "endpoint", "id").(string)
	secret := s.call(t, http.MethodGet, "/v1/public/webhooks/endpoints/"+id+"/secret", "")
	if registered.status != http.StatusOK || secret.field("data", "signingSecret") != registered.field("data", "endpoint", "signingSecret") {
		t.Errorf(`got registered.status %d, body %s, body %s; want registered.status 200, data.signingSecret registered.field("data", "endpoint", "signingSecret")`, registered.status, registered.raw, secret.raw)
	}
	shown := s.call(t, http.MethodGet, "/v1/public/webhooks/endpoints/"+id, "")
	if shown.field("data", "endpoint", "signingSecret") != nil || shown.field("data", "endpoint", "url") != "http://hooks.test/in" {
		t.Errorf(`got body %s, want data.endpoint.signingSecret nil, data.endpoint.url "http://hooks.test/in"`, shown.raw)
	}
	other := s.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", `{"url":"https://nowhere.example.com/"}`)
	if other.status != http.StatusCreated {
		t.Errorf("got other.status %d, body %s; want other.status 201", other.status, other.raw)
	}
}

func TestDisabledEndpointIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", `{"url":"http://hooks.test/in"}`)
	id, _ := made.field("data", "endpoint", "id").(string)
	e, err := s.Endpoint(t.Context(), s.org, id)
	if err != nil {
		t.Fatal(err)
	}
	s.Disable(t, e, "It is gone.")
	a := s.post(t, `{"text":"x","webhookUrl":"http://hooks.test/in"}`)
	if a.status != http.StatusConflict || a.code() != "endpoint_disabled" {
		t.Errorf(`got status %d, body %s; want status 409, code "endpoint_disabled"`, a.status, a.raw)
	}
}

func TestNoInternalTextLeaks(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "TransactWriteItems" {
			return nil, errors.New("dial tcp 10.1.2.3: secret")
		}
		return nil, nil
	})
	a := s.post(t, `{"text":"x"}`)
	if a.status != http.StatusServiceUnavailable || a.code() != "service_unavailable" || strings.Contains(a.raw, "secret") {
		t.Errorf(`got status %d, body %s; want status 503, code "service_unavailable", body without "secret"`, a.status, a.raw)
	}
	s.Fault.Before(func(string) (*http.Response, error) { panic("secret") })
	a = s.post(t, `{"text":"x"}`)
	if a.status != http.StatusInternalServerError || strings.Contains(a.raw, "secret") {
		t.Errorf(`got status %d, body %s; want status 500, body without "secret"`, a.status, a.raw)
	}
}

func TestEnvelopeIsValidForEveryResult(t *testing.T) {
	t.Parallel()
	s := setup(t)
	raw, err := json.Marshal(map[string]string{"text": "<a href=\"x\">&\u2028é\x01"})
	if err != nil {
		t.Fatal(err)
	}
	a := s.post(t, string(raw))
	if a.field("data", "result", "text") != "<a href=\"x\">&\u2028é" {
		t.Errorf("got body %s, want data.result.text <a href=\"x\">&\u2028é without what nobody sees", a.raw)
	}
}

// TestAFailedJobSaysWhenToTryAgain: who waits for it and who polls it reads the seconds where
// programs look for them.
func TestAFailedJobSaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.post(t, `{"text":"x","fail":"too_often"}`)
	if a.status != http.StatusOK || a.field("data", "error", "retryAfterSeconds") != 7.0 || a.header.Get("Retry-After") != "7" {
		t.Errorf("got status %d, Retry-After %q, body %s; want 200 with 7 seconds in both", a.status, a.header.Get("Retry-After"), a.raw)
	}
	path, _ := a.field("data", "pollUrl").(string)
	if polled := s.call(t, http.MethodGet, path, ""); polled.header.Get("Retry-After") != "7" {
		t.Errorf("got Retry-After %q of the poll, want 7", polled.header.Get("Retry-After"))
	}
	if other := s.post(t, `{"text":"x","fail":"target_error"}`); other.header.Get("Retry-After") != "" {
		t.Errorf("got Retry-After %q of a job that fails again, want none", other.header.Get("Retry-After"))
	}
}

// TestMessagesAsPeopleWrite: words are quoted one by one, and one credit is no credits.
func TestMessagesAsPeopleWrite(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for body, want := range map[string]string{
		`{"text":"x","fail":"x"}`:               `must be one of "target_error", "panic", "too_often"`,
		`{"text":"x","fail":"panick"}`:          `did you mean panic?`,
		`{"text":"x","fail":true}`:              `must be one of "target_error", "panic", "too_often"`,
		`{"text":"x","maxCredits":0}`:           "This costs 1 credit and maxCredits is 0",
		`{"text":"x","units":2,"maxCredits":1}`: "This costs 2 credits and maxCredits is 1",
	} {
		if got, _ := s.post(t, body).field("error", "message").(string); !strings.Contains(got, want) {
			t.Errorf("%s: got message %q, want one with %q", body, got, want)
		}
	}
}
