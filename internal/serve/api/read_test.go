package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

func TestUsageAndBalance(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post(t, `{"text":"a","units":5}`)
	s.post(t, `{"text":"a","units":2,"fail":"target_error"}`)
	usage := s.call(t, http.MethodGet, "/v1/public/usage", "")
	want := map[string]any{
		"since": "2026-01-31T00:00:00.000Z", "days": 30.0, "totalCreditsSpent": 7.0, "totalCreditsRefunded": 2.0,
		"actions": []any{map[string]any{"actionCode": "url.page", "requests": 2.0, "creditsSpent": 7.0, "creditsRefunded": 2.0}},
	}
	if diff := cmp.Diff(want, usage.field("data")); diff != "" {
		t.Errorf("data mismatch (-want +got):\n%s", diff)
	}
	balance := s.call(t, http.MethodGet, "/v1/public/balance", "")
	if balance.field("data", "balance") != 95.0 || balance.field("data", "available") != 95.0 ||
		balance.field("data", "reserved") != 0.0 || balance.field("data", "organizationId") != s.org {
		t.Errorf("got body %s, want data.balance 95.0, data.available 95.0, data.reserved 0.0, data.organizationId %q", balance.raw, s.org)
	}
}

func TestUsageDays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for given, want := range map[string]any{"1": 1.0, "90": 90.0, "91": 90.0, "99999": 90.0, "99999999999999999999": 90.0} {
		if a := s.call(t, http.MethodGet, "/v1/public/usage?days="+given, ""); a.field("data", "days") != want {
			t.Errorf("%s: got body %s, want data.days %v", given, a.raw, want)
		}
	}
	for _, given := range []string{"0", "-1", "-99999999999999999999", "x", "1.5"} {
		if a := s.call(t, http.MethodGet, "/v1/public/usage?days="+given, ""); a.status != 400 || a.code() != "invalid_request" {
			t.Errorf(`%s: got body %s, want status 400, code "invalid_request"`, given, a.raw)
		}
	}
}

func TestTokenInfo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.call(t, http.MethodGet, "/v1/public/token-info", "")
	id, _ := a.field("data", "tokenId").(string)
	if a.field("data", "organizationId") != s.org || !ident.Valid(ident.Token, id) {
		t.Errorf("got body %s, want data.organizationId %q, ident.Valid(ident.Token, id) true", a.raw, s.org)
	}
	if diff := cmp.Diff([]any{"api.read", "api.write"}, a.field("data", "scopes")); diff != "" {
		t.Errorf("data.scopes mismatch (-want +got):\n%s", diff)
	}
}

func TestUnknownThings(t *testing.T) {
	t.Parallel()
	s := setup(t)
	other := setup(t)
	foreign, _ := other.post(t, `{"text":"a"}`).field("data", "jobId").(string)
	for _, c := range []struct{ path, code string }{
		{"/v1/public/jobs/x", "job_not_found"},
		{"/v1/public/jobs/" + ident.New(ident.Job), "job_not_found"},
		{"/v1/public/jobs/" + foreign, "job_not_found"},
		{"/v1/public/webhooks/endpoints/" + ident.New(ident.Endpoint), "endpoint_not_found"},
		{"/v1/public/webhooks/endpoints/x", "endpoint_not_found"},
		{"/v1/public/webhooks/deliveries/" + ident.New(ident.Delivery), "delivery_not_found"},
		{"/v1/public/nothing", "not_found"},
		{"/index.html", "not_found"},
		{"/v1/public/usage/", "not_found"},
		{"/v1//public/usage", "not_found"},
		{"/v1/public/../public/usage", "not_found"},
	} {
		if a := s.call(t, http.MethodGet, c.path, ""); a.status != 404 || a.code() != c.code {
			t.Errorf("%s: got status %d, body %s; want status 404, code %q", c.path, a.status, a.raw, c.code)
		}
	}
}

func TestForeignJobIsByteForByteUnknown(t *testing.T) {
	t.Parallel()
	s := setup(t)
	mine, _ := s.post(t, `{"text":"a"}`).field("data", "jobId").(string)
	s.token = s.Token(t, s.Org(t, 1, 1), 100, 100)
	strip := func(a answer) string {
		return strings.ReplaceAll(a.raw, a.header.Get("X-Request-Id"), "")
	}
	foreign := s.call(t, http.MethodGet, "/v1/public/jobs/"+mine, "")
	unknown := s.call(t, http.MethodGet, "/v1/public/jobs/"+ident.New(ident.Job), "")
	if diff := cmp.Diff(strip(unknown), strip(foreign)); diff != "" {
		t.Errorf("strip mismatch (-want +got):\n%s", diff)
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct {
		method, path, allow string
	}{
		{http.MethodGet, "/v1/public/echo", "POST"},
		{http.MethodDelete, "/v1/public/usage", "GET, HEAD"},
		{http.MethodPut, "/v1/public/webhooks/endpoints", "GET, HEAD, POST"},
	} {
		a := s.call(t, c.method, c.path, "")
		if a.status != 405 || a.code() != "method_not_allowed" || a.header.Get("Allow") != c.allow {
			t.Errorf(`%s %s: got status %d, header %v, body %s; want status 405, code "method_not_allowed", header Allow %q`, c.method, c.path, a.status, a.header, a.raw, c.allow)
		}
	}
	head := s.call(t, http.MethodHead, "/v1/public/usage", "")
	if head.status != 200 || head.raw != "" || head.header.Get("X-RateLimit-Bucket") != "poll" {
		t.Errorf("HEAD: %d %q", head.status, head.raw)
	}
	options := s.call(t, http.MethodOptions, "/v1/public/usage", "", "Authorization: ", "Origin: https://example.com")
	if options.status != 204 || options.header.Get("Allow") != "GET, HEAD" || options.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("OPTIONS: %d %v", options.status, options.header)
	}
	if a := s.call(t, http.MethodOptions, "/nothing", ""); a.status != 404 {
		t.Errorf("OPTIONS of nothing: %d", a.status)
	}
	s.handler, s.half = s.server.Read(), true
	if a := s.post(t, `{"text":"a"}`); a.status != 405 || a.header.Get("Allow") != "POST" {
		t.Errorf("the reading half answered %d", a.status)
	}
	s.handler = s.server.Submit()
	if a := s.call(t, http.MethodGet, "/v1/public/usage", ""); a.status != 405 {
		t.Errorf("the writing half answered %d", a.status)
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for scope, paths := range map[string][]string{
		"api.read":  {"POST /v1/public/echo", "POST /v1/public/webhooks/endpoints", "GET /v1/public/webhooks/endpoints/x/secret"},
		"api.write": {"GET /v1/public/usage", "GET /v1/public/balance", "GET /v1/public/jobs/x", "GET /v1/public/webhooks/endpoints"},
	} {
		secret := token.New()
		err := s.CreateToken(t.Context(), &store.Credential{
			ID: ident.New(ident.Token), Hash: secret.Hash(), OrgID: s.org, Scopes: []string{scope}, CreateLimit: 100, PollLimit: 100,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			method, path, _ := strings.Cut(p, " ")
			a := s.call(t, method, path, `{"text":"a"}`, "Authorization: Bearer "+string(secret))
			if a.status != 403 || a.code() != "insufficient_scope" || a.header.Get("X-RateLimit-Limit") == "" {
				t.Errorf("%s with %s: %d %s", p, scope, a.status, a.raw)
			}
		}
	}
}

func TestLimitHeaders(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.token = s.Token(t, s.org, 2, 3)
	a := s.post(t, `{"text":"a"}`)
	for name, want := range map[string]string{
		"X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "1", "X-RateLimit-Bucket": "create",
		"X-RateLimit-Reset": strconv.FormatInt(s.Clock.Now().Add(30*time.Second).Unix(), 10),
		"RateLimit-Policy":  `"create";q=2;w=60`, "RateLimit": `"create";r=1;t=30`,
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	s.post(t, `{"text":"a"}`)
	denied := s.post(t, `{"text":"a"}`)
	if denied.status != 429 || denied.code() != "rate_limited" || denied.header.Get("Retry-After") != "30" ||
		denied.header.Get("X-RateLimit-Remaining") != "0" || denied.field("error", "retryable") != true {
		t.Errorf(`got denied.status %d, denied.header %v, body %s; want denied.status 429, code "rate_limited", header Retry-After "30", header X-RateLimit-Remaining "0", error.retryable true`, denied.status, denied.header, denied.raw)
	}
	if poll := s.call(t, http.MethodGet, "/v1/public/usage", ""); poll.header.Get("X-RateLimit-Bucket") != "poll" || poll.status != 200 {
		t.Errorf(`got poll.status %d, poll.header %v; want header X-RateLimit-Bucket "poll", poll.status 200`, poll.status, poll.header)
	}
	s.Clock.Move(30 * time.Second)
	if a := s.post(t, `{"text":"a"}`); a.status != 200 {
		t.Errorf("waiting as told did not help: %d", a.status)
	}
}

func TestProblemDetails(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.call(t, http.MethodGet, "/v1/public/jobs/x", "", "Accept: application/problem+json")
	if a.header.Get("Content-Type") != "application/problem+json" || a.body["status"] != 404.0 ||
		a.body["code"] != "job_not_found" || a.body["title"] != "Not Found" || a.body["detail"] == "" {
		t.Errorf(`got header %v, body %s; want header Content-Type "application/problem+json", body["status"] 404.0, body["code"] "job_not_found", body["title"] "Not Found", a body["detail"]`, a.header, a.raw)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if a := s.call(t, http.MethodGet, "/healthz", "", "Authorization: "); a.status != 200 || a.body["status"] != "ok" {
		t.Errorf(`got status %d, body %s; want status 200, body["status"] "ok"`, a.status, a.raw)
	}
}

func TestQueriesThatSayNothingClear(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, path := range []string{
		"usage?days=", "usage?days=1&days=2", "usage?days=%zz", "requests?kind=", "requests?status=queued&status=failed",
		"requests?cursor=", "webhooks/deliveries?jobId=", "webhooks/deliveries?limit=1&limit=1", "usage?utm_source=x",
	} {
		if a := s.call(t, http.MethodGet, "/v1/public/"+path, ""); a.status != 400 || a.code() != "invalid_request" {
			t.Errorf(`%s: got status %d, body %s; want status 400, code "invalid_request"`, path, a.status, a.raw)
		}
	}
}
