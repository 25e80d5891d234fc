package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/mcp"
	"github.com/quarryapi/quarry/internal/read/page/budget"
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
		for _, place := range []string{"999999", "-1", "1.5", "3@4"} {
			if text, failed := use(t, s, "jobs", map[string]any{"cursor": jobID + "@" + place}); !failed || !strings.HasPrefix(text, "invalid_cursor: ") {
				t.Errorf("jobs behind %s: got %q (failed: %t), want that it is no cursor", place, text, failed)
			}
		}
		read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "quarry://jobs/" + jobID})
		if err != nil || !strings.Contains(read.Contents[0].Text, "# Whole") {
			t.Errorf("resource: got %v, error %v; want the whole result", read, err)
		}
		before := len(a.calls)
		for _, id := range []string{"none", "..%2Fbalance", "job_1?x"} { // what a caller wrote becomes no part of another path
			if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "quarry://jobs/" + id}); err == nil || len(a.calls) != before {
				t.Errorf("resource %s: got error %v, calls %v, want one and none", id, err, a.calls[before:])
			}
		}
	})
}

// TestTokens: over HTTP a call without a token that is known is refused before it is read, by a status that clients ask for another by.
func TestTokens(t *testing.T) {
	t.Parallel()
	a := &api{answers: map[string][]string{"GET /token-info": {`401 {"error":{"code":"invalid_token","message":"Who?"}}`}}}
	for token, want := range map[string]string{"": "401 Bearer", "Basic eDp5": "401 Bearer", "Bearer satk_x": `401 Bearer error="invalid_token"`} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		r.Header = http.Header{"Authorization": {token}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		w := httptest.NewRecorder()
		mcp.New(asked.New(a), mcp.Options{Version: "1"}).ServeHTTP(w, r)
		if got := fmt.Sprint(w.Code, " ", w.Header().Get("WWW-Authenticate")); got != want {
			t.Errorf("%q: got %s, want %s", token, got, want)
		}
	}
}

// TestLinesThatAreNoMessages: each is answered, and the session goes on.
func TestLinesThatAreNoMessages(t *testing.T) {
	t.Parallel()
	const first = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	sent := []string{`{"jsonrpc":`, first, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `[` + first + `]`, `7`, "", strings.Repeat("x", sdk.DefaultMaxLineLength+1), `{"jsonrpc":"2.0","id":2,"method":"ping"}`}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.Serve(t.Context(), asked.New(&api{}), mcp.Options{Version: "1", Longest: time.Second}, in, out)
	}()
	go func() { _, _ = io.WriteString(toServer, strings.Join(sent, "\n")+"\n") }()
	want, got := []string{"null -32700", "1 0", "null -32600", "null -32600", "null -32600", "null -32600", "null -32600", "2 0"}, []string{}
	for answers := json.NewDecoder(fromServer); len(got) < len(want); {
		var a struct {
			ID    json.RawMessage `json:"id"`
			Error struct {
				Code int `json:"code"`
			} `json:"error"`
		}
		if err := answers.Decode(&a); err != nil {
			t.Fatalf("behind %q: %v", got, err)
		}
		got = append(got, fmt.Sprint(string(a.ID), " ", a.Error.Code))
	}
	slices.Sort(want) // answers to messages come when they are ready
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	_ = toServer.Close()
	if err := <-ended; err != nil {
		t.Errorf("at the end of the input: got error %v, want none", err)
	}
}

// TestListsAreBounded: a crawl's pages are as many as fit, and the cursor leads to the next.
func TestListsAreBounded(t *testing.T) {
	t.Parallel()
	pages := func(n int, cursor string) string {
		line := `{"url":"http://a.test/` + strings.Repeat("a-long-name/", 12) + `","jobId":"` + jobID + `","status":"succeeded"}`
		return `200 {"data":{"items":[` + strings.Join(slices.Repeat([]string{line}, n), ",") + `],"nextCursor":"` + cursor + `"}}`
	}
	a := &api{answers: map[string][]string{
		"GET /crawl/" + crawlID:            {`200 {"data":{"crawlId":"` + crawlID + `","status":"finished","counts":{"total":6,"succeeded":6}}}`},
		"GET /crawl/" + crawlID + "/pages": {pages(6, "behind6"), pages(2, "behind2"), strings.Replace(pages(1, ""), "a-long", strings.Repeat("very-", 500), 1)},
	}}
	with(t, a, func(s *sdk.ClientSession) {
		text, _ := use(t, s, "jobs", map[string]any{"id": crawlID, "maxTokens": 200})
		list, about, _ := strings.Cut(text, crawlID)
		if budget.Tokens(strings.TrimSpace(list)) > 200 || !strings.Contains(about, crawlID+`@behind2"`) {
			t.Errorf("got a list of %d tokens and %q, want at most 200 and the cursor behind it", budget.Tokens(list), about)
		}
		text, _ = use(t, s, "jobs", map[string]any{"cursor": crawlID + "@behind2", "maxTokens": 200})
		if list, _, _ = strings.Cut(text, crawlID); budget.Tokens(strings.TrimSpace(list)) > 200 || !strings.HasPrefix(list, jobID) {
			t.Errorf("a line longer than that: got %d tokens, want its beginning", budget.Tokens(list))
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

// TestCrawlsThatEnd: a model learns why a crawl failed, or why it has not read all pages, what it cost and what is left.
func TestCrawlsThatEnd(t *testing.T) {
	t.Parallel()
	const failure = `"status":"failed","creditsCharged":1,"creditsRefunded":1,"error":{"code":"upstream_blocked","message":"A wall."}`
	for state, want := range map[string]string{
		failure: "upstream_blocked: A wall. (job " + crawlID + ", 0 credits, 93 left)\n",
		`"status":"finished","truncatedBy":"credits","counts":{"total":3,"succeeded":1}`: crawlID + " is finished: 1 of 3 pages read, 0 failed, 0 credits, 93 left. Read a page by jobs with its id; the site has more pages than were crawled, because of: credits\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &api{answers: map[string][]string{
				"POST /crawl": {made}, "GET /crawl/" + crawlID: {`200 {"data":{"crawlId":"` + crawlID + `",` + state + `}}`}, "GET /crawl/" + crawlID + "/pages": {`200 {"data":{"items":[]}}`},
				"GET /balance": {`200 {"data":{"balance":93}}`},
			}}
			with(t, a, func(s *sdk.ClientSession) {
				for tool, in := range map[string]map[string]any{"crawl": {"url": "http://a.test/"}, "jobs": {"id": crawlID}} {
					text, isError := use(t, s, tool, in)
					if strings.TrimPrefix(text, "\n") != want || isError != (state == failure) {
						t.Errorf("%s: got %q (failed: %t), want %q", tool, text, isError, want)
					}
				}
			})
		})
	}
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

// slow is a service elsewhere, of which a request that is broken off has no answer.
type slow struct{ *api }

func (s slow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path := strings.TrimPrefix(r.URL.Path, asked.Base); path == "/scrape" || path == "/crawl" {
		select {
		case <-r.Context().Done():
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, `{"error":{"code":"service_unavailable","message":"No answer."}}`)
			return
		case <-time.After(4 * time.Second):
		}
	}
	s.api.ServeHTTP(w, r)
}

// TestCallersThatLeaveEarly: what is being made for one that leaves is cancelled, whether it ends the call or the session.
func TestCallersThatLeaveEarly(t *testing.T) {
	t.Parallel()
	for tool, want := range map[string]string{"scrape": "POST /jobs/" + jobID + "/cancel", "crawl": "POST /crawl/" + crawlID + "/cancel"} {
		for _, ends := range []string{"call", "session"} {
			synctest.Test(t, func(t *testing.T) {
				a := &api{answers: map[string][]string{"POST /scrape": {running}, "POST /crawl": {made}, want: {`200 {"data":{}}`}}}
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				in, toServer := io.Pipe()
				ended := make(chan struct{})
				var out bytes.Buffer
				go func() {
					defer close(ended)
					_ = mcp.Serve(ctx, asked.New(slow{a}), mcp.Options{Version: "1", Longest: 50 * time.Second}, in, closing{&out})
				}()
				for _, line := range []string{
					`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
					`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
					`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + tool + `","arguments":{"url":"http://a.test/"}}}`,
				} {
					_, _ = io.WriteString(toServer, line+"\n")
				}
				time.Sleep(time.Second)
				if ends == "call" {
					_, _ = io.WriteString(toServer, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`+"\n")
					time.Sleep(10 * time.Second)
					if got := out.String(); !strings.Contains(got, "cancelled: ") {
						t.Errorf("%s: got %s, want that it was cancelled", tool, got)
					}
				}
				leave()
				<-ended
				_ = toServer.Close()
				if calls := strings.Join(a.calls, "\n"); strings.Count(calls, want) != 1 {
					t.Errorf("%s, the %s ends: got calls %s, want %s", tool, ends, calls, want)
				}
			})
		}
	}
}

// TestInputThatEnds: what was asked before the end of the input is answered, as behind a pipe nobody holds it open.
func TestInputThatEnds(t *testing.T) {
	t.Parallel()
	asks := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"balance","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"ping"}`,
	}
	var out bytes.Buffer
	if err := mcp.Serve(t.Context(), asked.New(&api{}), mcp.Options{Version: "1", Longest: time.Second}, io.NopCloser(strings.NewReader(strings.Join(asks, "\n"))), closing{&out}); err != nil {
		t.Errorf("got error %v, want none", err)
	}
	for _, id := range []string{"1", "2", `"b"`, "3"} {
		if !strings.Contains(out.String(), `"id":`+id) {
			t.Errorf("got %s; want an answer to %s", out.String(), id)
		}
	}
}

// closing is a writer that can be closed.
type closing struct{ io.Writer }

func (closing) Close() error { return nil }
