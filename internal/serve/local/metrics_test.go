package local_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// metricsOf asks for the counts with changes of the request.
func metricsOf(t *testing.T, info *local.Info, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, info.BaseURL+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	change(r)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// TestMetrics: counts of what was done, for programs of this machine, and no tenant's data.
func TestMetrics(t *testing.T) {
	t.Parallel()
	info := startLocal(t)
	c := &caller{info: info}
	for body, want := range map[string]string{
		`{"url":"http://article.test/"}`:        "succeeded",
		`{"url":"http://article.test/missing"}`: "failed",
		`{"url":"http://skerwick-herald.test/2019/09/20/first-sketches","options":{"fallback":"archive"}}`: "succeeded",
	} {
		if _, data := c.call(t, http.MethodPost, "/v1/public/scrape", []byte(body)); data["status"] != want {
			t.Fatalf("%s: got %v, want %s", body, data["status"], want)
		}
	}
	if status, _ := c.call(t, http.MethodPost, "/v1/public/scrape/batch", []byte(`{"urls":["http://article.test/"]}`)); status != http.StatusAccepted {
		t.Fatalf("batch: got status %d, want 202", status)
	}
	status, text := metricsOf(t, info, func(*http.Request) {})
	if status != http.StatusOK {
		t.Fatalf("got status %d, want 200: %s", status, text)
	}
	for _, want := range []string{
		`quarry_jobs_admitted_total{kind="url"} 4`, `quarry_jobs_ended_total{kind="url",status="failed"} 1`, `quarry_credits_charged_total{kind="url"} 4`,
		`quarry_credits_refunded_total{kind="url"} 1`, `quarry_upstream_calls_total{upstream="wayback",status="200"} 1`,
		`quarry_browser_visits 0`, `quarry_queue_messages{queue="jobs-url",state="waiting"} `, `quarry_queue_oldest_seconds{queue="deliveries"} 0`,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("got no line %q in\n%s", want, text)
		}
	}
	problems, err := promlint.New(strings.NewReader(text)).Lint() // by Prometheus' own parser
	if err != nil || len(problems) > 0 {
		t.Errorf("got %+v, error %v; want what Prometheus takes", problems, err)
	}
	line := regexp.MustCompile(`^(# (HELP|TYPE) quarry_[a-z_]+ .+|quarry_[a-z_]+(\{[a-z]+="[a-z0-9_-]+"(,[a-z]+="[a-z0-9_-]+")*\})? \d+)$`)
	for l := range strings.Lines(text) {
		if !line.MatchString(strings.TrimSuffix(l, "\n")) {
			t.Errorf("got line %q, want one of Prometheus's text format with names of ours", l)
		}
	}
	for _, secret := range []string{info.OrganizationID, info.Token, "article.test"} {
		if strings.Contains(text, secret) {
			t.Errorf("the counts hold %q", secret)
		}
	}
	for name, change := range map[string]func(*http.Request){
		"a page":         func(r *http.Request) { r.Header.Set("Origin", "http://page.example") },
		"another's name": func(r *http.Request) { r.Host = "page.example" },
		"another method": func(r *http.Request) { r.Method = http.MethodPost },
	} {
		if status, _ := metricsOf(t, info, change); status != http.StatusNotFound {
			t.Errorf("%s: got status %d, want 404", name, status)
		}
	}
}
