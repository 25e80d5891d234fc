package local_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// TestFullDisk fills a file system of its own: reads work, writes are refused with a code
// that says to try again, and once there is space all goes on without a restart.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("a small file system cannot be mounted here (%v): it takes root", err)
	}
	t.Cleanup(func() { must(t, syscall.Unmount(dir, syscall.MNT_DETACH)) })
	o := options(dir)
	o.SampleWeb = true
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	const scrape = `{"url":"http://article.test/"}`
	code, body := status(t, s.Info(), "POST", "/v1/public/scrape", scrape)
	var made struct {
		Data struct {
			JobID string `json:"jobId"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(body), &made); code != 200 || err != nil {
		t.Fatalf("got %d %s, want a job", code, body)
	}

	filler := filepath.Join(dir, "filler")
	fill(t, filler)
	for _, path := range []string{"/v1/public/jobs/" + made.Data.JobID, "/v1/public/balance", "/v1/public/usage"} {
		if code, body := status(t, s.Info(), "GET", path, ""); code != 200 {
			t.Errorf("on a full disk: got %d %s of %s, want 200", code, body, path)
		}
	}
	if code, body := status(t, s.Info(), "POST", "/v1/public/scrape", scrape); code != 503 || !strings.Contains(body, "service_unavailable") {
		t.Errorf("on a full disk: got %d %s of a write, want 503 service_unavailable", code, body)
	}
	if code, body := status(t, s.Info(), "GET", "/healthz", ""); code != 503 || !strings.Contains(body, "disk of the data folder is full") {
		t.Errorf("on a full disk: got %d %s of the health, want 503 and the disk", code, body)
	}
	must(t, os.Remove(filler))
	if code, body := status(t, s.Info(), "POST", "/v1/public/scrape", scrape); code != 200 {
		t.Errorf("with space again: got %d %s, want 200", code, body)
	}
	if code, body := status(t, s.Info(), "GET", "/healthz", ""); code != 200 {
		t.Errorf("with space again: got %d %s of the health, want 200", code, body)
	}
}

// fill takes all the space that there is, to the last byte.
func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	must(t, err)
	defer file.Close()
	for _, size := range []int{1 << 16, 512} {
		for block := make([]byte, size); err == nil; {
			_, err = fmt.Fprintf(file, "%s", block)
		}
		err = nil
	}
}
