package local_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

// mortal is an engine that writes its process id down and, when once is set, starts once.
func mortal(t *testing.T, once bool) (engine, pid string) {
	t.Helper()
	dir := t.TempDir()
	engine, pid = filepath.Join(dir, "dynoxide"), filepath.Join(dir, "pid")
	guard := ""
	if once {
		guard = "mkdir " + dir + "/once || exit 1\n"
	}
	script := "#!/bin/sh\nif [ \"$1\" != --version ]; then\n" + guard + "echo $$ > " + pid + "\nfi\nexec " + engineBinary(t) + " \"$@\"\n"
	must(t, os.WriteFile(engine, []byte(script), 0o700))
	return engine, pid
}

func kill(t *testing.T, pid string) { t.Helper(); signal(t, pid, syscall.SIGKILL) }

func signal(t *testing.T, pid string, s syscall.Signal) {
	t.Helper()
	n, err := strconv.Atoi(read(t, pid))
	must(t, err)
	must(t, syscall.Kill(n, s))
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	must(t, err)
	return strings.TrimSpace(string(raw))
}

// TestEngineIsEndedInOrder: its end merges the log into the tables, and a service that is
// killed after that left a whole folder.
func TestEngineIsEndedInOrder(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	var pid string
	o.Engine, pid = mortal(t, false)
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	first := read(t, pid)
	signal(t, pid, syscall.SIGTERM)
	logged := func() bool {
		file, err := dynamo.Inspect(filepath.Join(o.DataDir, "tables.db"))
		return read(t, pid) != first && err == nil && file.Logged
	}
	tick, end := time.NewTicker(10*time.Millisecond), time.After(time.Minute)
	defer tick.Stop()
	for !logged() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatal("got no log of the engine that was started again, want one without any call")
		}
	}
	o.DataDir = image(t, o.DataDir) // as kill -9 leaves it now
	again, err := local.Start(t.Context(), o)
	if err != nil {
		t.Fatalf("got error %v, want a service", err)
	}
	again.Close()
}

// TestEngineDies: one that ends is started again and clients go on.
func TestEngineDies(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	var pid string
	o.Engine, pid = mortal(t, false)
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	for range 3 {
		kill(t, pid)
		if code, body := status(t, s.Info(), "GET", "/v1/public/balance", ""); code != 200 {
			t.Errorf("got %d %s after the engine was killed, want 200", code, body)
		}
		if code, body := status(t, s.Info(), "GET", "/healthz", ""); code != 200 {
			t.Errorf("got %d %s of the health, want 200", code, body)
		}
	}
	if err := s.Err(); err != nil {
		t.Errorf("got error %v, want none", err)
	}
}

// TestEngineDiesForGood: the health says so, and the service has failed with a word.
func TestEngineDiesForGood(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	var pid string
	o.Engine, pid = mortal(t, true)
	s, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(s.Close)
	kill(t, pid)
	<-s.Failed()
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), "engine ended 6 times") || !strings.Contains(err.Error(), o.DataDir) {
		t.Errorf("got error %v, want what ended and where the state is", err)
	}
	if code, body := status(t, s.Info(), "GET", "/healthz", ""); code != 503 || !strings.Contains(body, "engine does not answer") {
		t.Errorf("got %d %s of the health, want 503 and the engine", code, body)
	}
	s.Close()
	if info, err := local.ReadInfo(o.DataDir); err != nil || !info.Running {
		t.Errorf("got info %+v, error %v; want it as after a crash", info, err)
	}
}

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
