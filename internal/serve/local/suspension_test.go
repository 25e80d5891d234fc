package local_test

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// TestSuspension: while an organization is suspended, its tokens and those that are made meanwhile begin nothing, and read; what it
// had under way is refunded, and its receiver hears of it. Others work as before.
func TestSuspension(t *testing.T) {
	t.Parallel()
	open, heard := make(chan struct{}), make(chan struct{}, 10)
	s := mazeService(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/hook":
			heard <- struct{}{}
		case "/slow":
			select {
			case <-open:
			case <-r.Context().Done():
			}
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>a page"))
	}), t.TempDir())
	o, other := newTenant(t, s), newTenant(t, s)
	t.Cleanup(func() { close(open) })
	const scrape = `{"url":"http://a.test/slow","wait":false,"webhookUrl":"http://a.test/hook"}`
	id, _ := o.call(t, http.MethodPost, "/v1/public/scrape", []byte(scrape), "").data()["jobId"].(string)
	crawl, _ := o.call(t, http.MethodPost, "/v1/public/crawl", []byte(`{"url":"http://a.test/slow","sitemap":"skip"}`), "").data()["crawlId"].(string)
	act := func(op string) {
		t.Helper()
		_, err := s.Operator().Handle(t.Context(), admin.Request{Op: op, Org: o.org, Reason: "floods"})
		must(t, err)
	}
	act("org.suspend")
	first := o.token
	for _, bearer := range []string{first, newToken(t, s, o.org)} {
		o.token = bearer
		for path, body := range map[string]string{
			"scrape": scrape, "crawl": `{"url":"http://a.test/"}`, "scrape/batch": `{"urls":["http://a.test/"]}`, "crawl/" + crawl + "/resume": `{}`,
			"webhooks/endpoints": `{"url":"http://a.test/hook"}`,
		} {
			r := o.call(t, http.MethodPost, "/v1/public/"+path, []byte(body), "")
			if r.status != http.StatusForbidden || !strings.Contains(r.raw, `"organization_suspended"`) {
				t.Errorf("POST /%s: got %d %s, want 403 organization_suspended", path, r.status, r.raw)
			}
		}
		if r := o.call(t, http.MethodPost, "/v1/public/crawl/"+crawl+"/cancel", nil, ""); r.status != http.StatusOK {
			t.Errorf("POST /crawl/%s/cancel: got %d %s, want 200", crawl, r.status, r.raw)
		}
		for _, path := range []string{"jobs/" + id, "crawl/" + crawl, "balance", "webhooks/deliveries"} {
			if r := o.call(t, http.MethodGet, "/v1/public/"+path, nil, ""); r.status != http.StatusOK {
				t.Errorf("GET /%s: got %d %s, want 200", path, r.status, r.raw)
			}
		}
	}
	if r := o.call(t, http.MethodPost, "/v1/public/crawl/"+crawl+"/export", nil, ""); r.status != http.StatusOK || r.data()["exportUrl"] == nil {
		t.Errorf("POST /crawl/%s/export: got %d %s, want 200 and an exportUrl", crawl, r.status, r.raw)
	}
	if j := o.call(t, http.MethodGet, "/v1/public/jobs/"+id, nil, ""); j.data()["status"] != "cancelled" || !strings.Contains(j.raw, "suspended") {
		t.Errorf("got %s, want a job that is cancelled and says why", j.raw)
	}
	select {
	case <-heard:
	case <-time.After(time.Minute):
		t.Error("the receiver heard nothing of the job's end")
	}
	if r := other.call(t, http.MethodPost, "/v1/public/scrape", []byte(`{"url":"http://a.test/"}`), ""); r.status != http.StatusOK {
		t.Errorf("another organization: got %d %s, want 200", r.status, r.raw)
	}
	act("org.resume")
	for _, bearer := range []string{first, o.token} {
		o.token = bearer
		if r := o.call(t, http.MethodPost, "/v1/public/scrape", []byte(`{"url":"http://a.test/"}`), ""); r.status != http.StatusOK {
			t.Errorf("after its end: got %d %s, want 200", r.status, r.raw)
		}
	}
	act("audit")
}

// TestActsAreInTheLog: a log that has only warnings has who did what to whom and why, and nothing of how the service began.
func TestActsAreInTheLog(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	o := options(t.TempDir())
	o.Log = slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn}))
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	_, err = s.Operator().Handle(t.Context(), admin.Request{Op: "org.suspend", Org: s.Info().OrganizationID, Reason: "floods", By: "me"})
	must(t, err)
	s.Close()
	got := slices.Collect(strings.Lines(said.String()))
	if len(got) != 1 || !strings.Contains(got[0], "op=org.suspend by=me ok=true") || !strings.Contains(got[0], "reason=floods") {
		t.Errorf("got log %q, want one line, of the suspension", got)
	}
}
