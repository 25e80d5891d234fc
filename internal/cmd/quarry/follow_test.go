package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
)

// crawlOf serves a crawl that has ended: events are its stream, pages is its list.
func crawlOf(t *testing.T, events, pages string) []string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/public/crawl", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, `{"data":{"crawlId":"crl_x","status":"running"}}`)
	})
	mux.HandleFunc("GET /v1/public/crawl/crl_x/events", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, events)
	})
	mux.HandleFunc("GET /v1/public/crawl/crl_x/pages", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"data":{"items":[%s],"exhausted":true}}`, pages)
	})
	mux.HandleFunc("GET /v1/public/jobs/job_2/result", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"markdown":"the whole of it"}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}
}

// page is an event of a page, or an item of the list of pages.
func page(number int, more string) string {
	return fmt.Sprintf(`{"number":%d,"url":"http://a.test/%d","jobId":"job_%d","status":"succeeded"%s}`, number, number, number, more)
}

func event(name, data string) string { return "event: " + name + "\ndata: " + data + "\n\n" }

// crawlWith is a crawl with some pages.
func crawlWith(pages int, more string) string {
	return fmt.Sprintf(`{"crawlId":"crl_x","status":"finished"%s,"counts":{"total":%d,"queued":0,"running":0,"succeeded":%d,"failed":0,"cancelled":0},"creditsCharged":%d,"creditsRefunded":0}`, more, pages, pages, pages)
}

// TestCreditsOfACrawl: a credit that is for no page is said to be for the sitemaps.
func TestCreditsOfACrawl(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sitemap              string
		pages, charged, back int
		want                 bool
	}{{"include", 10, 11, 0, true}, {"only", 10, 12, 1, true}, {"include", 10, 10, 0, false}, {"skip", 10, 11, 0, false}, {"include", 10, 51, 0, false}, {"", 10, 11, 0, false}} {
		var crawl people.Object
		raw := fmt.Sprintf(`{"input":{"sitemap":%q},"counts":{"total":%d,"succeeded":%d},"creditsCharged":%d,"creditsRefunded":%d}`, c.sitemap, c.pages, c.pages, c.charged, c.back)
		d := json.NewDecoder(strings.NewReader(raw))
		d.UseNumber()
		if err := d.Decode(&crawl); err != nil {
			t.Fatal(err)
		}
		if got := crawled(crawl); strings.Contains(got, "1 of them for the site's sitemaps") != c.want {
			t.Errorf("%s: got %q, want the sitemaps in it: %v", raw, got, c.want)
		}
	}
}

// TestEachPageOfACrawlIsPrinted whatever its events are like: those behind a progress of a crawl that has
// ended, those that no event is about, those that come twice, and the whole of what is large.
func TestEachPageOfACrawlIsPrinted(t *testing.T) {
	t.Parallel()
	three := crawlWith(3, "")
	all := page(1, "") + "," + page(2, `,"resultTruncated":true`) + "," + page(3, "")
	for name, events := range map[string]string{
		"progress of an ended crawl": event("crawl.page", page(1, "")) + event("crawl.progress", three) + event("crawl.page", page(2, `,"resultTruncated":true`)) + event("crawl.page", page(3, "")) + event("crawl.finished", three),
		"a page twice":               event("crawl.page", page(1, "")) + event("crawl.page", page(1, "")) + event("crawl.page", page(2, `,"resultTruncated":true`)) + event("crawl.page", page(3, "")) + event("crawl.finished", three),
		"no events of pages":         event("crawl.finished", three),
		"a page is missing":          event("crawl.page", page(3, "")) + event("crawl.finished", three),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, dir := crawlOf(t, events, all), t.TempDir()
			for _, args := range [][]string{{"crawl", "a.test"}, {"crawls", "wait", "crl_x"}, {"crawl", "a.test", "--json"}, {"crawl", "a.test", "-o", "site.jsonl"}} {
				out, errs, code := cli(t, dir, env, args...)
				if strings.Contains(strings.Join(args, " "), "-o") {
					content, err := os.ReadFile(filepath.Join(dir, "site.jsonl"))
					if err != nil {
						t.Errorf("%v: got error %v, want the file", args, err)
					}
					out = string(content)
				}
				if code != 0 || strings.Count(out, "\n") != 3 || !strings.Contains(out, "the whole of it") || strings.Contains(out, "resultTruncated") {
					t.Errorf("%v: got exit code %d, %s, %s; want 3 pages, each once and whole", args, code, out, errs)
				}
			}
		})
	}
}

// TestEventsOfACrawlToItsEnd: those behind a progress of a crawl that has ended, too.
func TestEventsOfACrawlToItsEnd(t *testing.T) {
	t.Parallel()
	events := event("crawl.progress", crawlWith(1, "")) + event("crawl.page", page(1, "")) + event("crawl.finished", crawlWith(1, ""))
	out, errs, code := cli(t, t.TempDir(), crawlOf(t, events, ""), "crawls", "events", "crl_x")
	if code != 0 || strings.Count(out, "\n") != 3 || !strings.Contains(out, `"crawl.finished"`) {
		t.Errorf("got exit code %d, %s, %s; want the three events", code, out, errs)
	}
}

// TestWhyACrawlStopped has an exit code and a remedy, and the crawl is named before its first page.
func TestWhyACrawlStopped(t *testing.T) {
	t.Parallel()
	for why, c := range map[string]struct {
		more string
		code int
		want string
	}{
		"nothing":   {"", 0, "1 page · 1 done · 0 failed · 0 to come · 1 credit\n"},
		"credits":   {`,"truncatedBy":"credits"`, exitCredits, "`quarry crawls resume crl_x`"},
		"time":      {`,"truncatedBy":"time"`, exitPartly, "`quarry crawls resume crl_x`"},
		"limit":     {`,"truncatedBy":"limit"`, 0, "--limit"},
		"depth":     {`,"truncatedBy":"depth"`, 0, "--max-depth"},
		"cancelled": {`,"truncatedBy":"cancelled"`, exitJob, "`quarry crawls resume crl_x`"},
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			env := crawlOf(t, event("crawl.page", page(1, ""))+event("crawl.finished", crawlWith(1, c.more)), "")
			_, errs, code := cli(t, t.TempDir(), env, "crawl", "a.test")
			if code != c.code || !strings.Contains(errs, c.want) || !strings.HasPrefix(errs, "crawl crl_x; `quarry crawls wait crl_x`") {
				t.Errorf("got exit code %d, %s; want %d, the crawl's id first, and %q", code, errs, c.code, c.want)
			}
		})
	}
}

// TestAFileThatCannotBeWritten is found before anything is sent and charged.
func TestAFileThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(server.Close)
	for _, command := range []string{"crawl", "scrape", "batch"} {
		_, errs, code := cli(t, t.TempDir(), []string{"QUARRY_URL=" + server.URL, "QUARRY_TOKEN=x"}, command, "a.test", "-o", "none/x")
		if code == 0 || !strings.Contains(errs, "-o: ") || asked.Load() != 0 {
			t.Errorf("%s: got exit code %d, %s, %d requests; want an error of -o and none", command, code, errs, asked.Load())
		}
	}
}

// TestCrawlsAreListed: those of the organization.
func TestCrawlsAreListed(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	env, dir := []string{"QUARRY_DATA=" + p.info.DataDir}, t.TempDir()
	if _, errs, code := cli(t, dir, env, "crawls", "list"); code != 0 || !strings.Contains(errs, "There is nothing.") {
		t.Errorf("before: got exit code %d, %s; want 0 and that there is none", code, errs)
	}
	_, errs, _ := cli(t, dir, env, "crawl", "maze.test", "--limit", "2")
	id := strings.TrimSuffix(strings.Fields(errs)[1], ";")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"crawls", "list"}, []string{id, "finished", "maze.test"}},
		{[]string{"crawls", "list", "--json"}, []string{id, `"succeeded": 2`, `"truncatedBy": "limit"`}},
	} {
		out, errs, code := cli(t, dir, env, c.args...)
		for _, want := range c.want {
			if code != 0 || !strings.Contains(out, want) {
				t.Errorf("%v: got exit code %d, %s%s; want %s", c.args, code, out, errs, want)
			}
		}
	}
}

// TestMostPagesOfACrawl: a limit that the service clamps is said.
func TestMostPagesOfACrawl(t *testing.T) {
	t.Parallel()
	env := crawlOf(t, event("crawl.finished", crawlWith(0, "")), "")
	for limit, want := range map[string]bool{"60000": true, "50000": false} {
		_, errs, code := cli(t, t.TempDir(), env, "crawl", "a.test", "--limit", limit)
		if code != 0 || strings.Contains(errs, "at most 50000 pages") != want {
			t.Errorf("--limit %s: got exit code %d, %s; want it said: %t", limit, code, errs, want)
		}
	}
}

// TestPagesThatAreGone are what a comparison is asked for, and no failure.
func TestPagesThatAreGone(t *testing.T) {
	t.Parallel()
	for failed, want := range map[int]int{1: 0, 2: exitPartly} {
		end := strings.Replace(crawlWith(3, `,"changes":{"same":2,"gone":1}`), `"failed":0`, fmt.Sprintf(`"failed":%d`, failed), 1)
		_, errs, code := cli(t, t.TempDir(), crawlOf(t, event("crawl.finished", end), ""), "crawls", "wait", "crl_x")
		if said := strings.Contains(errs, "1 page gone from the site"); code != want || !said || strings.Contains(errs, "1 page failed") != (want != 0) {
			t.Errorf("%d failed, 1 of them gone: got exit code %d, %s; want %d", failed, code, errs, want)
		}
	}
}
