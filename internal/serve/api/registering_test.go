package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// endpointURLs are all endpoints of the service's organization, as its lists show them in
// pages of two.
func (s *service) endpointURLs(t *testing.T) (urls []string) {
	t.Helper()
	for path := endpointsPath + "?limit=2"; ; {
		a := s.call(t, http.MethodGet, path, "")
		list, _ := a.field("data", "items").([]any)
		if a.status != http.StatusOK || len(list) > 2 {
			t.Fatalf("got status %d, body %s; want status 200, two endpoints at most", a.status, a.raw)
		}
		for _, e := range list {
			url, _ := e.(map[string]any)["url"].(string)
			urls = append(urls, url)
		}
		next, more := a.field("data", "nextCursor").(string)
		if !more {
			return urls
		}
		path = endpointsPath + "?limit=2&cursor=" + next
	}
}

// TestRefusedCallsRegisterNothing: a call that costs too much, comes too early or is a replay
// leaves no endpoint behind.
func TestRefusedCallsRegisterNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.post(t, `{"text":"a"}`, "Idempotency-Key: k")
	for name, c := range map[string]struct {
		path, body, header string
		want               int
	}{
		"too dear":        {"/echo", `{"text":"a","units":500,"webhookUrl":"http://hooks.test/in"}`, "X-None: 1", http.StatusPaymentRequired},
		"maxCredits":      {"/echo", `{"text":"a","units":5,"maxCredits":1,"webhookUrl":"http://hooks.test/in"}`, "X-None: 1", http.StatusPaymentRequired},
		"batch too dear":  {"/echo/batch", `{"texts":["a","b"],"maxCredits":1,"webhookUrl":"http://hooks.test/in"}`, "X-None: 1", http.StatusPaymentRequired},
		"replay":          {"/echo", `{"text":"a","webhookUrl":"http://hooks.test/in"}`, "Idempotency-Key: k", http.StatusOK},
		"batch of errors": {"/echo/batch", `{"texts":["nowhere"],"webhookUrl":"http://hooks.test/in"}`, "X-None: 1", http.StatusAccepted},
	} {
		if a := s.call(t, http.MethodPost, "/v1/public"+c.path, c.body, c.header); a.status != c.want {
			t.Errorf("%s: got status %d, body %s; want status %d", name, a.status, a.raw, c.want)
		}
		if urls := s.endpointURLs(t); len(urls) != 0 {
			t.Fatalf("%s: got endpoints %v, want none", name, urls)
		}
	}
	if a := s.post(t, `{"text":"a","webhookUrl":"http://hooks.test/in"}`); a.status != http.StatusOK {
		t.Errorf("got status %d, body %s; want status 200", a.status, a.raw)
	}
	if urls := s.endpointURLs(t); !slices.Equal(urls, []string{"http://hooks.test/in"}) {
		t.Errorf("got endpoints %v of an admitted call, want its own", urls)
	}
}

// TestEndpointsOverTheAPIAreCapped, whatever call brings them.
func TestEndpointsOverTheAPIAreCapped(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if _, err := s.SetOrg(t.Context(), s.org, store.OrgChange{EndpointCap: new(3)}); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		s.endpoint(t, fmt.Sprintf("http://%d.test/", n))
	}
	for _, c := range [][2]string{
		{endpointsPath, `{"url":"http://3.test/"}`},
		{"/v1/public/echo", `{"text":"a","webhookUrl":"http://3.test/"}`},
		{"/v1/public/echo/batch", `{"texts":["a"],"webhookUrl":"http://3.test/"}`},
	} {
		if a := s.call(t, http.MethodPost, c[0], c[1]); a.status != http.StatusConflict || a.code() != "too_many_endpoints" {
			t.Errorf("%s: got status %d, body %s; want status 409, code too_many_endpoints", c[0], a.status, a.raw)
		} else if diff := cmp.Diff([]any{
			map[string]any{"field": "endpoints", "issue": "3"}, map[string]any{"field": "cap", "issue": "3"},
		}, a.field("error", "details")); diff != "" {
			t.Errorf("%s: details mismatch (-want +got):\n%s", c[0], diff)
		}
	}
	if urls := s.endpointURLs(t); !slices.Equal(urls, []string{"http://0.test/", "http://1.test/", "http://2.test/"}) {
		t.Errorf("got endpoints %v, want the first three, oldest first", urls)
	}
	for query, code := range map[string]string{"limit=0": "invalid_request", "cursor=x": "invalid_cursor", "limit=": "invalid_request"} {
		if a := s.call(t, http.MethodGet, endpointsPath+"?"+query, ""); a.status != http.StatusBadRequest || a.code() != code {
			t.Errorf("%s: got status %d, body %s; want status 400, code %s", query, a.status, a.raw, code)
		}
	}
}

// TestBatchErrorsAreRetryableOrNot, as errors of calls and jobs are.
func TestBatchErrorsAreRetryableOrNot(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.call(t, http.MethodPost, "/v1/public/echo/batch", `{"texts":["nowhere"]}`)
	items, _ := a.field("data", "jobs").([]any)
	if len(items) != 1 {
		t.Fatalf("got status %d, body %s; want one item", a.status, a.raw)
	}
	item, _ := items[0].(map[string]any)
	if refused, _ := item["error"].(map[string]any); refused["retryable"] != false || refused["code"] != "invalid_url" {
		t.Errorf("got error %v, want invalid_url that is not retryable", refused)
	}
}

// TestSameWebhookAtOnce: calls that name a new URL at the same time are all admitted, with
// one endpoint.
func TestSameWebhookAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	answers := make([]answer, 8)
	var wait sync.WaitGroup
	for i := range answers {
		wait.Go(func() {
			if i%2 == 0 {
				answers[i] = s.post(t, `{"text":"a","wait":false,"webhookUrl":"http://hooks.test/in"}`)
				return
			}
			answers[i] = s.call(t, http.MethodPost, "/v1/public/echo/batch", `{"texts":["a"],"webhookUrl":"http://hooks.test/in"}`)
		})
	}
	wait.Wait()
	for i, a := range answers {
		if a.status != http.StatusAccepted {
			t.Errorf("call %d: got status %d, body %s; want status 202", i, a.status, a.raw)
		}
	}
	if urls := s.endpointURLs(t); !slices.Equal(urls, []string{"http://hooks.test/in"}) {
		t.Errorf("got endpoints %v, want one", urls)
	}
}
