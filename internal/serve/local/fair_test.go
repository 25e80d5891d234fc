package local_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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

// TestANeighbourDoesNotWait: organizations with a hundred jobs each at a site that never ends its
// answers run no more than their shares of what the others leave, so another's job runs at once. Nothing here is
// measured by the clock: not one of the hundreds has ended when the neighbour's has.
func TestANeighbourDoesNotWait(t *testing.T) {
	t.Parallel()
	for attackers, most := range map[int]int{1: 8, 2: 8 + 4, 3: 8 + 4 + 2} {
		t.Run(fmt.Sprintf("%d attackers", attackers), func(t *testing.T) {
			t.Parallel()
			hanging := make(chan struct{}, 400)
			s := startBeside(t, hanging, 0)
			other := neighbour(t, s.Info())
			attack := []*local.Info{s.Info()}
			for len(attack) < attackers {
				attack = append(attack, neighbour(t, s.Info()))
			}
			for i, a := range attack {
				hang(t, a, i)
			}
			const scrapes = 5
			for i := range scrapes {
				code, body := status(t, other, http.MethodPost, "/v1/public/scrape", fmt.Sprintf(`{"url":"http://quick.test/%d","format":"raw"}`, i))
				if code != http.StatusOK || !strings.Contains(body, `"succeeded"`) {
					t.Fatalf("got %d %s, want the neighbour's scrape done", code, body)
				}
			}
			if n := len(hanging); n > most {
				t.Errorf("got %d jobs of %d organizations at once, want at most %d", n, attackers, most)
			}
			for _, a := range attack {
				if _, jobs := status(t, a, http.MethodGet, "/v1/public/requests?limit=100", ""); strings.Contains(jobs, `"failed"`) || strings.Contains(jobs, `"succeeded"`) {
					t.Errorf("got %s, want none of the slow jobs ended before the neighbour's", jobs)
				}
			}
		})
	}
}

// TestTheShareIsASetting: an organization alone has what the operator says, and not more; a site
// that waits for all of them at once shows that they run together.
func TestTheShareIsASetting(t *testing.T) {
	t.Parallel()
	for percent, want := range map[int]int{0: local.Workers / 2, 25: local.Workers / 4, 100: local.Workers} {
		t.Run(fmt.Sprint(percent), func(t *testing.T) {
			t.Parallel()
			hanging := make(chan struct{}, 200)
			s := startBeside(t, hanging, percent)
			hang(t, s.Info(), 0)
			for got := range want {
				select {
				case <-hanging:
				case <-time.After(time.Minute): // of a test that fails
					t.Fatalf("got %d jobs at once, want %d", got, want)
				}
			}
			if more := len(hanging); more > 0 {
				t.Errorf("got %d jobs at once, want %d", want+more, want)
			}
		})
	}
}

// startBeside starts a service whose slow hosts hang until the test ends, counting their pages.
func startBeside(t *testing.T, hanging chan<- struct{}, percent int) *local.Service {
	t.Helper()
	release := make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if strings.HasPrefix(r.Host, "slow") && r.URL.Path != "/robots.txt" {
			hanging <- struct{}{}
			select {
			case <-release:
			case <-r.Context().Done():
			}
		}
		_, _ = w.Write([]byte("<p>A page.</p>"))
	}))
	t.Cleanup(site.Close)
	o := options(t.TempDir())
	o.Hosts, o.SharePercent = []string{"*.test=" + site.Listener.Addr().String()}, percent
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(release) })
	return s
}

// hang has an organization scrape a hundred pages of hosts that hang.
func hang(t *testing.T, info *local.Info, attacker int) {
	t.Helper()
	for batch := range 2 {
		var urls []string
		for i := range 50 {
			urls = append(urls, fmt.Sprintf(`"http://slow%d-%d-%d.test/"`, attacker, batch, i))
		}
		code, body := status(t, info, http.MethodPost, "/v1/public/scrape/batch", `{"format":"raw","urls":[`+strings.Join(urls, ",")+`]}`)
		if code != http.StatusAccepted {
			t.Fatalf("got %d %s, want the batch admitted", code, body)
		}
	}
}
