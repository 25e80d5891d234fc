package local_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// TestExpire: rows and objects of a service go when their time is over; what lives on
// keeps working.
func TestExpire(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	o.SampleWeb = true
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	code, body := status(t, s.Info(), "POST", "/v1/public/scrape", `{"url":"http://article.test/"}`)
	if code != 200 {
		t.Fatalf("got %d %s, want a job", code, body)
	}
	object := filepath.Join(o.DataDir, "blobs", "ab", "cd")
	must(t, os.MkdirAll(filepath.Dir(object), 0o700))
	head := append([]byte(`{"key":"progress/org_1/job_1"}`), make([]byte, 8<<10)...)
	must(t, os.WriteFile(object, head[:8<<10], 0o600))

	local.Expire(t.Context(), s, time.Now().Add(24*time.Hour))
	if _, err := os.Stat(object); err != nil {
		t.Errorf("got error %v of a young object, want it there", err)
	}
	if _, jobs := status(t, s.Info(), "GET", "/v1/public/requests", ""); !strings.Contains(jobs, "job_") {
		t.Errorf("got %s, want the young job", jobs)
	}
	local.Expire(t.Context(), s, time.Now().Add(31*24*time.Hour))
	if _, err := os.Stat(object); err == nil {
		t.Error("an object outlived its time")
	}
	if _, jobs := status(t, s.Info(), "GET", "/v1/public/requests", ""); strings.Contains(jobs, "job_") {
		t.Errorf("got %s, want no job that has expired", jobs)
	}
	if code, body := status(t, s.Info(), "GET", "/v1/public/balance", ""); code != 200 {
		t.Errorf("got %d %s of the balance, want 200", code, body)
	}
}
