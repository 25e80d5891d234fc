package mcp_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/mcp"
)

const (
	jobID   = "job_01m8476d4d35gf23tbzwyer5gf"
	crawlID = "crl_01m8476d4d35gf23tbzwyer5gf"
	busy    = `429 {"error":{"code":"rate_limited","message":"Over 5 requests a minute.","retryable":true}}`
	running = `202 {"data":{"jobId":"` + jobID + `","status":"running","creditsCharged":1}}`
	cut     = `200 {"data":{"jobId":"` + jobID + `","status":"succeeded","creditsCharged":1,"resultTruncated":true,"result":{"finalUrl":"http://a.test/","status":200}}}`
	whole   = `200 {"finalUrl":"http://a.test/","status":200,"markdown":"# Whole"}`
	made    = `202 {"data":{"crawlId":"` + crawlID + `","status":"running"}}`
)

// api stands for the API: it answers by method and path, and keeps what it was asked.
type api struct {
	answers map[string][]string // "POST /scrape": statuses and bodies, the last for all further calls

	mu    sync.Mutex
	calls []string
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	call := r.Method + " " + strings.TrimPrefix(r.URL.Path, asked.Base)
	a.calls = append(a.calls, call)
	list := a.answers[call]
	if len(list) == 0 {
		list = []string{`404 {"error":{"code":"not_found","message":"There is nothing at this path."}}`}
	} else if len(list) > 1 {
		a.answers[call] = list[1:]
	}
	var status int
	_, _ = fmt.Sscan(list[0][:3], &status)
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "9")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, list[0][4:])
}

// with runs a client of the tools over an API, until use returns.
func with(t *testing.T, a *api, use func(*sdk.ClientSession)) {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = mcp.Serve(ctx, asked.New(a), mcp.Options{Version: "1", Longest: 50 * time.Second}, in, out)
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	use(s)
	_ = s.Close()
	cancel()
	<-ended
}

// use is what a tool answers, all texts together.
func use(t *testing.T, s *sdk.ClientSession, name string, arguments map[string]any) (text string, failed bool) {
	t.Helper()
	got, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: got error %v, want an answer", name, err)
	}
	for _, c := range got.Content {
		if part, ok := c.(*sdk.TextContent); ok {
			text += part.Text + "\n"
		}
	}
	return text, got.IsError
}

// TestLargeResults: of a result beyond what an answer of the API carries nothing is lost.
func TestLargeResults(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"POST /scrape": {cut}, "GET /jobs/" + jobID: {cut}, "GET /jobs/" + jobID + "/result": {whole}}}
	with(t, a, func(s *sdk.ClientSession) {
		if text, failed := use(t, s, "scrape", map[string]any{"url": "http://a.test/"}); failed || !strings.Contains(text, "# Whole") {
			t.Errorf("scrape: got %q (failed: %t), want the whole page", text, failed)
		}
		if text, failed := use(t, s, "jobs", map[string]any{"cursor": jobID + "@3"}); failed || !strings.Contains(text, "# Whole") {
			t.Errorf("jobs: got %q (failed: %t), want the page from there", text, failed)
		}
		read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "quarry://jobs/" + jobID})
		if err != nil || !strings.Contains(read.Contents[0].Text, "# Whole") {
			t.Errorf("resource: got %v, error %v; want the whole result", read, err)
		}
	})
}

// TestRefusedPolls: what was made is named, whatever becomes of looking at it.
func TestRefusedPolls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &api{answers: map[string][]string{"POST /scrape": {running}, "GET /jobs/" + jobID: {busy, busy, strings.Replace(cut, "true", "false", 1)}, "POST /crawl": {made}, "GET /crawl/" + crawlID: {busy}}}
		with(t, a, func(s *sdk.ClientSession) {
			if text, failed := use(t, s, "scrape", map[string]any{"url": "http://a.test/"}); failed || !strings.Contains(text, `"status":200`) {
				t.Errorf("scrape: got %q (failed: %t), want the page behind the refusals", text, failed)
			}
			if text, _ := use(t, s, "crawl", map[string]any{"url": "http://a.test/"}); !strings.Contains(text, crawlID) {
				t.Errorf("crawl: got %q, want its id", text)
			}
		})
		if got := strings.Count(strings.Join(a.calls, "\n"), "GET /crawl/"); got > 9 {
			t.Errorf("got %d looks at the crawl, want some 9 s between them", got)
		}
	})
}

// TestCallersThatLeave: nobody learns the id of what was made for them, and it is cancelled.
func TestCallersThatLeave(t *testing.T) {
	t.Parallel()
	for tool, want := range map[string]string{"scrape": "POST /jobs/" + jobID + "/cancel", "crawl": "POST /crawl/" + crawlID + "/cancel"} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: map[string][]string{"POST /scrape": {running}, "GET /jobs/" + jobID: {running}, "POST /crawl": {made}, "GET /crawl/" + crawlID: {made}, want: {busy, `200 {"data":{}}`}}}
			with(t, a, func(s *sdk.ClientSession) {
				ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
				defer cancel()
				if _, err := s.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: map[string]any{"url": "http://a.test/"}}); err == nil {
					t.Errorf("%s: got an answer, want none for who has left", tool)
				}
				time.Sleep(time.Minute)
			})
			if got := strings.Count(strings.Join(a.calls, "\n"), want); got != 2 {
				t.Errorf("%s: got %d times %s, want it until it is granted:\n%s", tool, got, want, strings.Join(a.calls, "\n"))
			}
		})
	}
}
