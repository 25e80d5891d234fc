package local_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// neighbour makes another organization and its token, as an operator does.
func neighbour(t *testing.T, info *local.Info) *local.Info {
	t.Helper()
	operate := func(r admin.Request, into any) {
		t.Helper()
		body, err := json.Marshal(r)
		must(t, err)
		url := info.AdminURL + "/2015-03-31/functions/" + local.AdminFunction + "/invocations"
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(body))
		must(t, err)
		req.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+info.AdminKey+"/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0")
		res, err := http.DefaultClient.Do(req)
		must(t, err)
		defer func() { _ = res.Body.Close() }()
		if err := json.NewDecoder(res.Body).Decode(into); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: got %d, error %v; want 200", r.Op, res.StatusCode, err)
		}
	}
	var made struct {
		OrganizationID string `json:"organizationId"`
		Token          string `json:"token"`
	}
	operate(admin.Request{Op: "org.create", Name: new("neighbour"), Credits: 1000}, &made)
	org := made.OrganizationID
	operate(admin.Request{Op: "token.create", Org: org, Label: "neighbour"}, &made)
	other := *info
	other.OrganizationID, other.Token = org, made.Token
	return &other
}

// TestANeighbourDoesNotWait: an organization with a hundred jobs at a site that never ends its
// answers runs no more than its share of them, so another's job runs at once. Nothing here is
// measured by the clock: not one of the hundred has ended when the neighbour's has.
func TestANeighbourDoesNotWait(t *testing.T) {
	t.Parallel()
	var hanging atomic.Int64
	release := make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if strings.HasPrefix(r.Host, "slow") && r.URL.Path != "/robots.txt" {
			hanging.Add(1)
			select {
			case <-release:
			case <-r.Context().Done():
			}
		}
		_, _ = w.Write([]byte("<p>A page.</p>"))
	}))
	t.Cleanup(site.Close)
	o := options(t.TempDir())
	o.Hosts = []string{"*.test=" + site.Listener.Addr().String()}
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(release) })
	other := neighbour(t, s.Info())
	for batch := range 2 {
		var urls []string
		for i := range 50 {
			urls = append(urls, fmt.Sprintf(`"http://slow%d-%d.test/"`, batch, i))
		}
		code, body := status(t, s.Info(), http.MethodPost, "/v1/public/scrape/batch", `{"format":"raw","urls":[`+strings.Join(urls, ",")+`]}`)
		if code != http.StatusAccepted {
			t.Fatalf("got %d %s, want the batch admitted", code, body)
		}
	}
	const scrapes = 5
	for i := range scrapes {
		code, body := status(t, other, http.MethodPost, "/v1/public/scrape", fmt.Sprintf(`{"url":"http://quick.test/%d","format":"raw"}`, i))
		if code != http.StatusOK || !strings.Contains(body, `"succeeded"`) {
			t.Fatalf("got %d %s, want the neighbour's scrape done", code, body)
		}
	}
	if n := hanging.Load(); n > local.Workers/2 {
		t.Errorf("got %d jobs of one organization at once, want at most %d", n, local.Workers/2)
	}
	if _, jobs := status(t, s.Info(), http.MethodGet, "/v1/public/requests?limit=100", ""); strings.Contains(jobs, `"failed"`) || strings.Contains(jobs, `"succeeded"`) {
		t.Errorf("got %s, want none of the slow jobs ended before the neighbour's", jobs)
	}
}
