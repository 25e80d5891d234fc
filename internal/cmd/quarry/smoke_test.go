package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
)

// TestSmokeEnds: where no worker starts, the test says so in minutes. The job would end after two hours.
func TestSmokeEnds(t *testing.T) {
	t.Parallel()
	var asked strings.Builder
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.WriteString(r.Method + " " + r.URL.Path + "\n")
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, `{"data":{"jobId":"job_1","status":"queued"}}`)
	}))
	t.Cleanup(api.Close)
	_, err := (&smokeCommand{Page: "http://article.test/", Within: time.Millisecond}).scrape(t.Context(), caller.New(api.URL, "satk_x"))
	if err == nil || !strings.Contains(err.Error(), "job_1 is still queued after 1ms and was cancelled") {
		t.Errorf("got error %v, want one that says what became of the job", err)
	}
	if want := "POST /v1/public/scrape\nPOST /v1/public/jobs/job_1/cancel\n"; asked.String() != want {
		t.Errorf("got calls %q, want %q", asked.String(), want)
	}
}
