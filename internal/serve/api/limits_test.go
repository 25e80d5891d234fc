package api_test

import (
	"fmt"
	"math/rand/v2"
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

// TestEveryRouteHasItsScopeAndBucket holds the whole table against the contract:
// creating and changing draws on create, reading on poll, and a secret is read by
// those who may write.
func TestEveryRouteHasItsScopeAndBucket(t *testing.T) {
	t.Parallel()
	s := setup(t)
	want := map[string]string{
		"POST /echo":                     "api.write create",
		"POST /later":                    "api.write create",
		"POST /echo/batch":               "api.write create",
		"POST /jobs/{jobId}/cancel":      "api.write create",
		"POST /batches/{batchId}/cancel": "api.write create",

		"GET /usage":               "api.read poll",
		"GET /balance":             "api.read poll",
		"GET /requests":            "api.read poll",
		"GET /token-info":          "api.read poll",
		"GET /jobs":                "api.read poll",
		"GET /jobs/{jobId}":        "api.read poll",
		"GET /jobs/{jobId}/events": "api.read poll",
		"GET /batches":             "api.read poll", "GET /batches/{batchId}": "api.read poll",
		"GET /batches/{batchId}/events": "api.read poll",
		"GET /jobs/{jobId}/result":      "api.read poll",

		"POST /webhooks/endpoints":                            "api.write create",
		"PATCH /webhooks/endpoints/{endpointId}":              "api.write create",
		"DELETE /webhooks/endpoints/{endpointId}":             "api.write create",
		"POST /webhooks/endpoints/{endpointId}/secret/rotate": "api.write create",
		"POST /webhooks/endpoints/{endpointId}/test":          "api.write create",
		"POST /webhooks/deliveries/{deliveryId}/replay":       "api.write create",
		"GET /webhooks/endpoints":                             "api.read poll",
		"GET /webhooks/endpoints/{endpointId}":                "api.read poll",
		"GET /webhooks/endpoints/{endpointId}/secret":         "api.write poll",
		"GET /webhooks/deliveries":                            "api.read poll",
		"GET /webhooks/deliveries/{deliveryId}":               "api.read poll",
	}
	got := s.server.Routes()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Routes mismatch (-want +got):\n%s", diff)
	}
	for r, needs := range got {
		method, path, _ := strings.Cut(r, " ")
		path = strings.NewReplacer("{jobId}", ident.New(ident.Job), "{endpointId}", ident.New(ident.Endpoint),
			"{deliveryId}", ident.New(ident.Delivery), "{batchId}", ident.New(ident.Batch)).Replace(path)
		_, bucket, _ := strings.Cut(needs, " ")
		a := s.call(t, method, "/v1/public"+path, "")
		if got := a.header.Get("X-RateLimit-Bucket"); got != bucket {
			t.Errorf("%s draws on %q", r, got)
		}
		if a := s.call(t, method, "/v1/public"+path, "", "Authorization: "); a.status != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", r, a.status)
		}
	}
}

// position checks that an answer tells where its bucket stands, in both forms.
func position(t *testing.T, s *service, a answer) {
	t.Helper()
	value := func(name string) int {
		n, err := strconv.Atoi(a.header.Get(name))
		if err != nil {
			t.Errorf("%d: %s is %q", a.status, name, a.header.Get(name))
		}
		return n
	}
	bucket := a.header.Get("X-RateLimit-Bucket")
	limit, left, reset := value("X-RateLimit-Limit"), value("X-RateLimit-Remaining"), value("X-RateLimit-Reset")
	if left < 0 || left >= limit || int64(reset) < s.Clock.Now().Unix() || (bucket != "create" && bucket != "poll") {
		t.Errorf("%d: %s has %d of %d, reset %d", a.status, bucket, left, limit, reset)
	}
	policy := `"` + bucket + `";q=` + strconv.Itoa(limit) + `;w=60`
	if got := a.header.Get("RateLimit-Policy"); got != policy {
		t.Errorf("%d: policy %q", a.status, got)
	}
	if got := a.header.Get("RateLimit"); !strings.HasPrefix(got, `"`+bucket+`";r=`+strconv.Itoa(left)+`;t=`) {
		t.Errorf("%d: got %q, want beginning with `\"` + bucket + `\";r=` + strconv.Itoa(left) + `;t=`", a.status, got)
	}
}

func TestEveryAnswerToATokenTellsItsPosition(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	path, _ := s.endpoint(t, "http://hooks.test/in")
	s.call(t, http.MethodPatch, path, `{"status":"disabled"}`)
	done := s.post(t, `{"text":"x"}`)
	id, _ := done.field("data", "jobId").(string)
	tag := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, "").header.Get("ETag")
	full := s.Token(t, s.Org(t, 9, 0), 100, 100)
	once := s.Token(t, s.org, 1, 1)
	s.call(t, http.MethodPost, "/v1/public/nothing", "{}", "Authorization: Bearer "+string(once))
	reader := token.New()
	if err := s.CreateToken(t.Context(), &store.Credential{
		ID: ident.New(ident.Token), Hash: reader.Hash(), OrgID: s.org, Scopes: []string{"api.read"}, CreateLimit: 9, PollLimit: 9,
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status             int
		method, path, body string
		header             string
	}{
		{200, http.MethodGet, "/v1/public/usage", "", ""},
		{200, http.MethodHead, "/v1/public/usage", "", ""},
		{201, http.MethodPost, endpointsPath, `{"url":"http://hooks.test/new"}`, ""},
		{202, http.MethodPost, "/v1/public/echo", `{"text":"x","block":true,"wait":false}`, ""},
		{304, http.MethodGet, "/v1/public/jobs/" + id, "", "If-None-Match: " + tag},
		{400, http.MethodPost, "/v1/public/echo", `{`, ""},
		{400, http.MethodGet, deliveriesPath + "?limit=0", "", ""},
		{402, http.MethodPost, "/v1/public/echo", `{"text":"x","units":5000}`, ""},
		{403, http.MethodPost, "/v1/public/echo", `{"text":"x"}`, "Authorization: Bearer " + string(reader)},
		{404, http.MethodGet, "/v1/public/jobs/x", "", ""},
		{404, http.MethodGet, "/v1/public/nothing", "", ""},
		{404, http.MethodPost, "/v1/public/nothing", "{}", ""},
		{405, http.MethodGet, "/v1/public/echo", "", ""},
		{405, http.MethodDelete, "/v1/public/usage", "", ""},
		{409, http.MethodPost, path + "/test", "", ""},
		{409, http.MethodPost, "/v1/public/jobs/" + id + "/cancel", "", ""},
		{413, http.MethodPost, "/v1/public/echo", `{"text":"` + strings.Repeat("x", 2<<20) + `"}`, ""},
		{415, http.MethodPost, "/v1/public/echo", `text=x`, "Content-Type: text/plain"},
		{429, http.MethodPost, "/v1/public/echo", `{"text":"x"}`, "Authorization: Bearer " + string(full)},
		{429, http.MethodPost, "/v1/public/nothing", "{}", "Authorization: Bearer " + string(once)},
	} {
		a := s.call(t, c.method, c.path, c.body, c.header)
		if a.status != c.status {
			t.Errorf("%s %s: %d %s, want %d", c.method, c.path, a.status, a.raw, c.status)
		}
		position(t, s, a)
	}
	for status, answer := range map[int]func() (*http.Response, error){
		http.StatusServiceUnavailable:  func() (*http.Response, error) { return nil, http.ErrServerClosed },
		http.StatusInternalServerError: func() (*http.Response, error) { panic("told to") },
	} {
		s.Fault.Before(func(operation string) (*http.Response, error) {
			if operation != "Query" { // what comes after the token's check, and no worker does
				return nil, nil
			}
			return answer()
		})
		a := s.call(t, http.MethodGet, endpointsPath, "")
		if a.status != status {
			t.Errorf("%d %s, want %d", a.status, a.raw, status)
		}
		position(t, s, a)
	}
}

// A path or method that does not exist draws on the bucket of its method, and needs no token:
// without a good one it says nothing about the token.
func TestStrayCallsDrawOnTheirBucket(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct{ method, path, bucket string }{
		{http.MethodGet, "/v1/public/nothing", "poll"},
		{http.MethodHead, "/v1/public/echo", "poll"},
		{http.MethodPost, "/v1/public/usage", "create"},
		{http.MethodPut, "/v1/public/echo", "create"},
		{http.MethodGet, "/nothing", ""},
		{http.MethodOptions, "/v1/public/echo", ""},
	} {
		if got := s.call(t, c.method, c.path, "").header.Get("X-RateLimit-Bucket"); got != c.bucket {
			t.Errorf("%s %s: got bucket %q, want %q", c.method, c.path, got, c.bucket)
		}
	}
	for _, bad := range []string{"Authorization: ", "Authorization: Bearer x", "Authorization: Bearer " + string(token.New())} {
		a := s.call(t, http.MethodGet, "/v1/public/nothing", "", bad)
		if a.status != http.StatusNotFound || a.code() != "not_found" || a.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%s: got status %d, code %v, limit %q; want 404, not_found, no limit", bad, a.status, a.code(), a.header.Get("X-RateLimit-Limit"))
		}
	}
}

// TestRetryAfterIsTheSecond: who waits as told is let through, and nobody is told to
// wait a second too long.
func TestRetryAfterIsTheSecond(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 7, 59, 120} {
		t.Run(strconv.Itoa(limit), func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.token = s.Token(t, s.org, 1, limit)
			rng := rand.New(rand.NewPCG(uint64(limit), 1))
			ask := func() answer { return s.call(t, http.MethodGet, "/v1/public/token-info", "") }
			for range limit {
				if a := ask(); a.status != http.StatusOK {
					t.Fatalf("%d within the burst", a.status)
				}
			}
			for range 12 {
				s.Clock.Move(time.Duration(rng.IntN(400)) * time.Millisecond)
				a := ask()
				if a.status == http.StatusOK {
					continue
				}
				wait, err := strconv.Atoi(a.header.Get("Retry-After"))
				if a.status != http.StatusTooManyRequests || a.code() != "rate_limited" || err != nil || wait < 1 {
					t.Fatalf(`got status %d, header %v, body %s; want status 429, code "rate_limited", no error, wait at least 1`, a.status, a.header, a.raw)
				}
				position(t, s, a)
				s.Clock.Move(time.Duration(wait-1) * time.Second)
				if wait > 1 && ask().status != http.StatusTooManyRequests {
					t.Errorf("told to wait %d s, a second too long", wait)
				}
				s.Clock.Move(time.Second)
				if a := ask(); a.status != http.StatusOK {
					t.Errorf("waiting %d s as told did not help: %s", wait, a.raw)
				}
			}
			reset, err := strconv.ParseInt(ask().header.Get("X-RateLimit-Reset"), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			s.Clock.Move(time.Unix(reset, 0).Sub(s.Clock.Now()))
			if left := ask().header.Get("X-RateLimit-Remaining"); left != strconv.Itoa(limit-1) {
				t.Errorf("%s left of %d after the reset", left, limit)
			}
		})
	}
}

// TestErrorsAreShort holds that a body full of faults is answered with the first of them
// and their number: 920 KB of them made an answer of 10 MB.
func TestErrorsAreShort(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var faults strings.Builder
	for i := range 50000 {
		_, _ = fmt.Fprintf(&faults, `,"unknown%d":1`, i)
	}
	for name, body := range map[string]string{
		"many":                 `{"text":"x"` + faults.String() + `}`,
		"one with a long name": `{"text":"x","` + strings.Repeat("n", 900_000) + `":1}`,
		"nulls":                `{"text":"x","notes":[` + strings.Repeat(`{"url":null},`, 60_000) + `{}]}`,
	} {
		for _, accept := range []string{"", "Accept: application/problem+json"} {
			got := s.post(t, body, accept)
			if got.status != http.StatusBadRequest || len(got.raw) > 20_000 {
				t.Errorf("%s: got status %d with %d bytes, want 400 with at most 20 000", name, got.status, len(got.raw))
			}
			details, _ := got.field("error", "details").([]any)
			if more, _ := got.field("error", "moreDetails").(float64); accept == "" && name == "many" && (len(details) != 20 || more != 50000-20) {
				t.Errorf("%s: got %d details and %v more, want 20 and 49980", name, len(details), more)
			}
		}
	}
}
