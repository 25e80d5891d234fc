package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
)

// TestHostileReceivers puts each spelling of a forbidden host where events are posted to:
// calls that make one job or many, the registration of an endpoint, and its change.
func TestHostileReceivers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.token = s.Token(t, s.org, 1_000_000, 1_000_000)
	path, _ := s.endpoint(t, "http://hooks.test/in")
	fields := map[string]struct{ method, path, body string }{
		"a job":             {http.MethodPost, "/v1/public/echo", `{"text":"a","webhookUrl":%q}`},
		"many jobs":         {http.MethodPost, "/v1/public/echo/batch", `{"texts":["a"],"webhookUrl":%q}`},
		"an endpoint":       {http.MethodPost, endpointsPath, `{"url":%q}`},
		"an endpoint's URL": {http.MethodPatch, path, `{"url":%q}`},
	}
	spellings := append(fetchtest.Forbidden(), "inside.example.com") // which resolves to a private address
	for name, c := range fields {
		if a := s.call(t, c.method, c.path, fmt.Sprintf(c.body, "http://93.184.215.14/"+c.method)); a.status >= 400 {
			t.Errorf("%s at a public address: got status %d, %s; want success", name, a.status, a.raw)
		}
		for _, host := range spellings {
			if a := s.call(t, c.method, c.path, fmt.Sprintf(c.body, "http://"+host+"/in")); a.status != http.StatusBadRequest || a.code() != "invalid_webhook_url" {
				t.Errorf("%s at %s: got status %d, %s; want 400 invalid_webhook_url", name, host, a.status, a.raw)
			}
		}
	}
	if urls := s.endpointURLs(t); len(urls) != 2 {
		t.Errorf("got endpoints %v, want those of public addresses alone", urls)
	}
	t.Logf("%d spellings in %d fields", len(spellings), len(fields))
}
