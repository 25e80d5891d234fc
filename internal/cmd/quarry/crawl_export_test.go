package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// exportOf serves the export of a crawl, whose one file of three pages is what file sends at each time that it is read.
func exportOf(t *testing.T, file func(w http.ResponseWriter, read int64)) []string {
	t.Helper()
	var reads, links atomic.Int64
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("got the token at the files, want it at the service alone")
		}
		file(w, reads.Add(1))
	}))
	t.Cleanup(files.Close)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/public/crawl/crl_x/export", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":`+crawlWith(3, "")+`}`)
	})
	mux.HandleFunc("GET /v1/public/crawl/crl_x/export", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("cursor") == "" { // the file is not written yet
			_, _ = io.WriteString(w, `{"data":{"items":[],"exhausted":false,"nextCursor":"0"}}`)
			return
		}
		_, _ = fmt.Fprintf(w, `{"data":{"items":[{"first":1,"last":3,"bytes":9,"url":"%s/%d"}],"exhausted":true}}`, files.URL, links.Add(1))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}
}

// TestExportIsDownloaded, each page once, when the download breaks off, too.
func TestExportIsDownloaded(t *testing.T) {
	t.Parallel()
	want := page(1, "") + "\n" + page(2, "") + "\n" + page(3, "") + "\n"
	for name, c := range map[string]struct {
		file func(w http.ResponseWriter, read int64)
		code int
		want string
	}{
		"at once": {func(w http.ResponseWriter, _ int64) { _, _ = io.WriteString(w, want) }, 0, want},
		"broken off": {func(w http.ResponseWriter, read int64) {
			_, _ = io.WriteString(w, page(1, "")+"\n"+page(2, "")[:9])
			if read == 1 {
				_ = http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			}
			_, _ = io.WriteString(w, page(2, "")[9:]+"\n"+page(3, "")+"\n")
		}, 0, want},
		"too few": {func(w http.ResponseWriter, _ int64) { _, _ = io.WriteString(w, page(1, "")+"\n") }, exitUnreachable, page(1, "") + "\n"},
		"a page":  {func(w http.ResponseWriter, _ int64) { _, _ = io.WriteString(w, "<html>Log in.</html>\n") }, exitUnreachable, ""},
		"gone":    {func(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusForbidden) }, exitUnreachable, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			out, errs, code := cli(t, dir, exportOf(t, c.file), "crawls", "export", "crl_x", "-o", "site.jsonl")
			content, err := os.ReadFile(filepath.Join(dir, "site.jsonl"))
			if err != nil || code != c.code || string(content) != c.want || out != "" {
				t.Errorf("got exit code %d, file %s (%v), %s%s; want %d and %s", code, content, err, out, errs, c.code, c.want)
			}
		})
	}
}

// TestExportOfARealCrawl has the pages that the crawl has.
func TestExportOfARealCrawl(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	env, dir := []string{"QUARRY_DATA=" + p.info.DataDir}, t.TempDir()
	_, errs, _ := cli(t, dir, env, "crawl", "maze.test", "--limit", "4")
	id := strings.TrimSuffix(strings.Fields(errs)[1], ";")
	for _, args := range [][]string{{"crawls", "export", id}, {"crawls", "pages", id, "--results"}, {"crawls", "pages", id, "--results", "--limit", "3", "--all"}} {
		out, errs, code := cli(t, dir, env, args...)
		if code != 0 || strings.Count(out, "\n") != 4 || strings.Count(out, `"markdown"`) != 4 {
			t.Errorf("%v: got exit code %d, %s, %s; want 4 lines with their markdown", args, code, out, errs)
		}
	}
	out, errs, code := cli(t, dir, env, "crawls", "get", id)
	if code != 0 || !strings.HasPrefix(out, "finished 4 pages · 4 done") || strings.Contains(out, "pollUrl") {
		t.Errorf("got exit code %d, %s%s; want where it stands first, and no paths of the API", code, out, errs)
	}
	if _, errs, code := cli(t, dir, env, "crawls", "export", "crl_none"); code != exitNotFound || !strings.Contains(errs, "`quarry crawls list`") {
		t.Errorf("got exit code %d, %s; want %d and what lists crawls", code, errs, exitNotFound)
	}
}

// TestWebhooksTestWaits for how the attempt went.
func TestWebhooksTestWaits(t *testing.T) {
	t.Parallel()
	for status, c := range map[string]struct {
		more string
		code int
		want string
	}{
		"succeeded": {`,"responseStatus":204`, 0, "endpoint.test at http://a.test/ was accepted with 204"},
		"failed":    {`,"responseStatus":500`, exitFailed, "was not accepted: it answered 500"},
	} {
		t.Run(status, func(t *testing.T) {
			t.Parallel()
			var looks atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				now := `"status":"pending","waitReason":"unproven","nextAttemptAt":"2026-01-02T03:04:05.000Z"`
				if r.Method == http.MethodGet && looks.Add(1) == 2 {
					now = `"status":"` + status + `"` + c.more
				}
				_, _ = fmt.Fprintf(w, `{"data":{"delivery":{"id":"dlv_1","eventType":"endpoint.test","url":"http://a.test/",%s}}}`, now)
			}))
			t.Cleanup(server.Close)
			for _, args := range [][]string{{"webhooks", "test", "whe_1"}, {"webhooks", "replay", "dlv_0"}} {
				looks.Store(0)
				_, errs, code := cli(t, t.TempDir(), []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}, args...)
				if code != c.code || !strings.Contains(errs, c.want) {
					t.Errorf("%v: got exit code %d, %s; want %d, %s", args, code, errs, c.code, c.want)
				}
				if n := strings.Count(errs, "it waits until 2026-01-02T03:04:05.000Z, since its endpoint is unproven\n"); n != 1 {
					t.Errorf("%v: got %d lines that it waits, want 1: %s", args, n, errs)
				}
			}
		})
	}
}
