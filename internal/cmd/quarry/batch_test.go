package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestARunIsKilledAndGoesOn: Ctrl-C, then kill -9, then the same command to its end. Each URL has one
// job, and the output of the last is whole.
func TestARunIsKilledAndGoesOn(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	var list strings.Builder
	const pages = 120
	for i := range pages {
		fmt.Fprintf(&list, "http://slow.test/?ms=200&n=%d\n", i)
	}
	file := filepath.Join(t.TempDir(), "pages.txt")
	if err := os.WriteFile(file, []byte(list.String()), 0o600); err != nil {
		t.Fatalf("the list: got error %v, want none", err)
	}
	args := []string{"batch", "--data", p.info.DataDir, "--file", file, "--format", "resolve", "--run", "night"}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		code, said := interrupted(t, signal, 5, args...)
		if signal == syscall.SIGINT && (code != exitInterrupted || !strings.Contains(said, "--run night goes on")) {
			t.Errorf("got exit code %d, %s; want %d and how to go on", code, said, exitInterrupted)
		}
	}
	_, _, before := p.call(t, http.MethodGet, "/v1/public/balance", "")
	out, errs, code := runQuarry(t, args...)
	if code != 0 || strings.Count(out, "\n") != pages || !strings.Contains(errs, "were there from before") {
		t.Errorf("got exit code %d, %d lines, %s; want 0, %d lines and those from before", code, strings.Count(out, "\n"), errs, pages)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		var item struct {
			URL    string `json:"url"`
			Status string `json:"status"`
		}
		if err := json.Unmarshal([]byte(line), &item); err != nil || item.Status != "succeeded" || seen[item.URL] {
			t.Errorf("got %s, error %v; want a job that succeeded, once a URL", line, err)
		}
		seen[item.URL] = true
	}
	_, _, balance := p.call(t, http.MethodGet, "/v1/public/balance", "")
	if balance["balance"] != float64(100_000-pages) || before["balance"] == 100_000.0 {
		t.Errorf("got balance %v, before that %v; want %d, and some charged before", balance["balance"], before["balance"], 100_000-pages)
	}
	if _, errs, code := runQuarry(t, args...); code != 0 || !strings.Contains(errs, "0 credits charged") {
		t.Errorf("once more: got exit code %d, %s; want nothing charged", code, errs)
	}
	audited(t, p.info.DataDir)
}

// interrupted runs a command until it has printed some lines, and ends it by a signal.
func interrupted(t *testing.T, signal syscall.Signal, lines int, args ...string) (code int, said string) {
	t.Helper()
	cmd := quarry(t.Context(), args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatalf("%v: got error %v, want none", args, err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v: got error %v, want none", args, err)
	}
	read := bufio.NewReader(out)
	for range lines {
		if _, err := read.ReadString('\n'); err != nil {
			t.Fatalf("%v: got error %v, %s; want more lines", args, err, errs.String())
		}
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatalf("%v: got error %v, want none", args, err)
	}
	_, _ = io.Copy(io.Discard, read)
	_ = cmd.Wait() // the exit code says
	return cmd.ProcessState.ExitCode(), errs.String()
}

// TestBatchesOfAllSorts: entries that are no targets, walls, duplicates and large results.
func TestBatchesOfAllSorts(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	in := "article.test\nhttp://article.test\n\n# no address\nhttp://wall.test/\nhttp://127.0.0.1/\nhttp://shop.test/packs\n"
	out, errs, code := piped(t, t.TempDir(), []string{"QUARRY_DATA=" + p.info.DataDir}, in, "batch")
	for _, want := range []string{`"# Measuring the tide`, `"upstream_blocked"`, `"invalid_url"`, "shop.test/packs"} {
		if !strings.Contains(out, want) {
			t.Errorf("got %s, want %s in it", out, want)
		}
	}
	if code != exitPartly || !strings.Contains(errs, "2 of them failed") {
		t.Errorf("got exit code %d, %s; want %d and two that failed", code, errs, exitPartly)
	}
	if _, errs, code := runQuarry(t, "batch", "--data", p.info.DataDir, "http://article.test/", "http://shop.test/packs", "--max-credits", "1"); code != exitCredits || !strings.Contains(errs, "nothing was sent") {
		t.Errorf("too dear: got exit code %d, %s; want %d", code, errs, exitCredits)
	}
	audited(t, p.info.DataDir)
}

// batches serves batches whose jobs end at once: those of pages called bad fail, but for the calls of a
// second round. It returns the settings of a command, and what was asked for under which key.
func batches(t *testing.T) (env []string, asked func() map[string][]string) {
	t.Helper()
	var mu sync.Mutex
	made, all := map[string]string{}, map[string][]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var body struct {
			URLs []string `json:"urls"`
		}
		_ = json.NewDecoder(r.Body).Decode(&body) // what is none has no URLs
		key := r.Header.Get("Idempotency-Key")
		all[key] = append(all[key], body.URLs...)
		var items []string
		for _, u := range body.URLs {
			id, replayed := made[key+" "+u]
			if !replayed {
				id = fmt.Sprintf("job_%d", len(made))
				made[key+" "+u] = id
			}
			end := `"status":"succeeded","result":{"title":"t"}`
			if strings.Contains(u, "bad") && !strings.Contains(key, "again") {
				end = `"status":"failed","error":{"code":"upstream_blocked","message":"no"}`
			}
			items = append(items, fmt.Sprintf(`{"url":%q,"jobId":%q,"replayed":%t,"creditsCharged":1,%s}`, u, id, replayed, end))
		}
		_, _ = fmt.Fprintf(w, `{"data":{"jobs":[%s]}}`, strings.Join(items, ","))
	}))
	t.Cleanup(server.Close)
	return []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}, func() map[string][]string {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(all)
	}
}

// TestWhatFailedIsTriedAgain: with --retry-failed, and nothing else is. The output is whole, also the
// third time.
func TestWhatFailedIsTriedAgain(t *testing.T) {
	t.Parallel()
	env, asked := batches(t)
	dir := t.TempDir()
	args := []string{"batch", "a.test/good", "a.test/bad", "a.test/fine", "--run", "night"}
	if _, errs, code := cli(t, dir, env, args...); code != exitPartly || !strings.Contains(errs, "1 upstream_blocked") || !strings.Contains(errs, "--run night --retry-failed") {
		t.Errorf("got exit code %d, %s; want %d, the code of what failed, and how it is tried again", code, errs, exitPartly)
	}
	for range 2 {
		out, errs, code := cli(t, dir, env, append(args, "--retry-failed")...)
		if code != 0 || strings.Count(out, "\n") != 3 || strings.Contains(out, "upstream_blocked") {
			t.Errorf("got exit code %d, %s, %s; want 0 and three that succeeded", code, out, errs)
		}
	}
	again := 0
	for key, urls := range asked() {
		if strings.Contains(key, "/again-") {
			again += len(urls)
			if strings.Contains(strings.Join(urls, " "), "good") {
				t.Errorf("got %v tried again, want what failed alone", urls)
			}
		}
	}
	before := len(asked())
	if _, errs, code := cli(t, dir, env, "batch", "a.test/good", "--run", "knight", "--retry-failed"); code != exitUsage || !strings.Contains(errs, "Nothing was sent") || len(asked()) != before {
		t.Errorf("a run that is not: got exit code %d, %s, calls %v; want %d and no call", code, errs, asked(), exitUsage)
	}
	if again != 2 {
		t.Errorf("got %d URLs tried again, want the one that failed, in each of two commands", again)
	}
}

// TestARunHasOneSetOfOptions: with others it is refused before anything is sent.
func TestARunHasOneSetOfOptions(t *testing.T) {
	t.Parallel()
	env, asked := batches(t)
	dir := t.TempDir()
	if _, errs, code := cli(t, dir, env, "batch", "a.test", "--run", "night"); code != 0 {
		t.Fatalf("got exit code %d, %s; want 0", code, errs)
	}
	before := len(asked())
	if _, errs, code := cli(t, dir, env, "batch", "a.test", "--run", "night", "--format", "text"); code != exitUsage || !strings.Contains(errs, "Nothing was sent") || len(asked()) != before {
		t.Errorf("got exit code %d, %s, calls %v; want %d and no call", code, errs, asked(), exitUsage)
	}
	if _, errs, code := cli(t, dir, env, "batch", "a.test", "--run", "night", "--max-credits", "9"); code != 0 {
		t.Errorf("with another bound: got exit code %d, %s; want 0", code, errs)
	}
}

// TestBatchOfAFile: a file without its flag is no host that is asked for and not found.
func TestBatchOfAFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "urls.txt")
	if err := os.WriteFile(name, []byte("http://article.test/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := runQuarry(t, "batch", name, "--server", "http://127.0.0.1:1"); code != 2 || !strings.Contains(errs, "--file "+name) {
		t.Errorf("got exit code %d, %s; want 2 with the flag for files", code, errs)
	}
}
