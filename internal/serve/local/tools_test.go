package local_test

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// bearing sends a token with each request.
type bearing struct{ token string }

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// session is a client of a service's tools, with what it was told of progress.
func session(t *testing.T, address, token string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: address + "/mcp", HTTPClient: &http.Client{Transport: bearing{token}}}, nil)
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// used is what a tool answers.
func used(t *testing.T, s *mcp.ClientSession, name string, arguments map[string]any) (texts []string, failed bool) {
	t.Helper()
	got, err := s.CallTool(context.WithoutCancel(t.Context()), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: got error %v, want an answer", name, err)
	}
	for _, c := range got.Content {
		text, ok := c.(*mcp.TextContent)
		if !ok {
			t.Fatalf("%s: got a content of type %T, want text", name, c)
		}
		texts = append(texts, text.Text)
	}
	return texts, got.IsError
}

var cursorAt = regexp.MustCompile(`cursor "([^"]+)"`)

// TestTools: each tool answers with what it read, what it cost and what is left, in parts that are the whole together.
func TestTools(t *testing.T) {
	t.Parallel()
	service, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Faces: []string{"mcp"}, Log: slog.New(slog.DiscardHandler),
	})
	must(t, err)
	t.Cleanup(service.Close)
	info := service.Info()
	s := session(t, info.BaseURL, info.Token)
	list, err := s.ListTools(t.Context(), nil)
	must(t, err)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.Description == "" || tool.InputSchema == nil {
			t.Errorf("%s: got %q and schema %v, want both", tool.Name, tool.Description, tool.InputSchema)
		}
	}
	if got := strings.Join(names, " "); len(names) != 12 || !strings.Contains(got, "scrape") {
		t.Errorf("got tools %s, want twelve", got)
	}
	readsOn(t, s)
	refuses(t, s)
	for name, arguments := range map[string]map[string]any{
		"map": {"domain": "company.test", "limit": 3}, "search": {"query": "river gauges", "limit": 2, "contents": true}, "answer": {"question": "How long do river gauges run on one battery?"},
		"company": {"domain": "company.test"}, "social": {"platform": "youtube", "handle": "@marrowfen", "limit": 2}, "ads": {"domain": "company.test", "limit": 2},
	} {
		texts, failed := used(t, s, name, arguments)
		if failed || len(texts) != 2 || !strings.Contains(texts[1], " credits, ") || !strings.Contains(texts[1], " left") {
			t.Errorf("%s: got %q (failed: %t), want a result, its price and the balance", name, texts, failed)
		}
	}
	if texts, _ := used(t, s, "map", map[string]any{"domain": "company.test", "path": "blog"}); !strings.HasPrefix(texts[0], "http://company.test/blog/") || strings.Contains(texts[0], "{") {
		t.Errorf("map: got %q, want a line a page", texts)
	}
	crawlsByTools(t, s)
	if texts, failed := used(t, s, "balance", nil); failed || !strings.Contains(texts[0], "credits left") {
		t.Errorf("balance: got %q, want what is left", texts)
	}
	if texts, failed := used(t, s, "jobs", nil); failed || !strings.Contains(texts[0], `"jobId"`) {
		t.Errorf("jobs: got %q, want the newest", texts)
	}
	if texts, failed := used(t, s, "jobs", map[string]any{"maxTokens": 200}); failed || len(texts[0]) > 200*5 {
		t.Errorf("jobs in 200 tokens: got %d bytes, want some 4 of each", len(texts[0]))
	}
}

// readsOn: the parts of a page are the page, and only the first is charged.
func readsOn(t *testing.T, s *mcp.ClientSession) {
	t.Helper()
	whole, failed := used(t, s, "scrape", map[string]any{"url": "http://article.test/", "maxTokens": 50000})
	if failed || len(whole) != 2 || !strings.Contains(whole[0], "Measuring the tide") {
		t.Fatalf("got %q, want the article", whole)
	}
	var parts strings.Builder
	texts, _ := used(t, s, "scrape", map[string]any{"url": "http://article.test/", "maxTokens": 500})
	before, _ := used(t, s, "balance", nil)
	for n := 1; ; n++ {
		parts.WriteString(texts[0])
		cursor := cursorAt.FindStringSubmatch(texts[1])
		if cursor == nil || n == 100 {
			if n < 2 || n == 100 {
				t.Errorf("got %d parts of at most 500 tokens, want several", n)
			}
			break
		}
		texts, failed = used(t, s, "jobs", map[string]any{"cursor": cursor[1], "maxTokens": 500})
		if failed {
			t.Fatalf("reading on at %s: got %q", cursor[1], texts)
		}
	}
	if after, _ := used(t, s, "balance", nil); after[0] != before[0] {
		t.Errorf("reading on: got %s, want %s as before", after[0], before[0])
	}
	if parts.String() != whole[0] {
		t.Errorf("got parts of %d bytes that are not the whole of %d", parts.Len(), len(whole[0]))
	}
	id, _, _ := strings.Cut(whole[1], ",")
	read, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "quarry://jobs/" + id})
	must(t, err)
	if len(read.Contents) != 1 || !strings.Contains(read.Contents[0].Text, `"markdown"`) {
		t.Errorf("got resource %v, want the job's result", read.Contents)
	}
}

// refuses: failures are errors that a model can read, and cost nothing.
func refuses(t *testing.T, s *mcp.ClientSession) {
	t.Helper()
	before, _ := used(t, s, "balance", nil)
	for want, c := range map[string]struct {
		tool      string
		arguments map[string]any
	}{
		"upstream_blocked": {"scrape", map[string]any{"url": "http://wall.test/"}}, "invalid_url": {"scrape", map[string]any{"url": "nothing"}},
		"invalid_request": {"scrape", map[string]any{"url": "http://article.test/", "format": "screenshot"}}, "job_not_found": {"jobs", map[string]any{"id": ".."}},
		"max_credits_exceeded": {"scrape", map[string]any{"url": "http://article.test/", "maxCredits": 0}},
		"invalid_cursor":       {"jobs", map[string]any{"cursor": "job_1@x"}}, "crawl_not_found": {"jobs", map[string]any{"id": "crl_01m8476d4d35gf23tbzwyer5gf"}},
	} {
		if texts, failed := used(t, s, c.tool, c.arguments); !failed || !strings.HasPrefix(texts[0], want+": ") && texts[0] != want {
			t.Errorf("%s: got %q (failed: %t), want an error with the code", want, texts, failed)
		}
	}
	if after, _ := used(t, s, "balance", nil); after[0] != before[0] {
		t.Errorf("after failures: got %s, want %s as before", after[0], before[0])
	}
}

// crawlsByTools: a crawl lists its pages, each of which can be read.
func crawlsByTools(t *testing.T, s *mcp.ClientSession) {
	t.Helper()
	texts, failed := used(t, s, "crawl", map[string]any{"url": "http://company.test/", "limit": 2})
	lines := strings.Split(strings.TrimSpace(texts[0]), "\n")
	if failed || len(lines) != 2 || !strings.Contains(texts[1], "is finished: 2 of 2 pages read") {
		t.Fatalf("crawl: got %q, want two pages", texts)
	}
	id, _, _ := strings.Cut(lines[1], " ")
	if page, failed := used(t, s, "jobs", map[string]any{"id": id}); failed || !strings.Contains(page[0], "company.test") {
		t.Errorf("a page of the crawl: got %q, want its content", page)
	}
}

// TestToolsNeedAToken: without one there is no session.
func TestToolsNeedAToken(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	o.Faces = []string{"mcp"}
	service, err := local.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(service.Close)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, service.Info().BaseURL+"/mcp", strings.NewReader("{}"))
	must(t, err)
	res, err := http.DefaultClient.Do(r)
	must(t, err)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusUnauthorized || res.Header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("got %d, WWW-Authenticate %q; want 401, Bearer", res.StatusCode, res.Header.Get("WWW-Authenticate"))
	}
	for name, c := range map[string]struct {
		token, origin string
		want          int
	}{
		"a wrong token": {"satk_wrong", "", http.StatusUnauthorized}, "another site": {service.Info().Token, "http://evil.example", http.StatusForbidden},
		"its own pages": {service.Info().Token, service.Info().BaseURL, http.StatusOK}, "a program": {service.Info().Token, "", http.StatusOK},
	} {
		if status := initialized(t, service.Info().BaseURL, c.token, c.origin); status != c.want {
			t.Errorf("%s: got %d, want %d", name, status, c.want)
		}
	}
}

// initialized is the status that a client's first request is answered with.
func initialized(t *testing.T, address, token, origin string) int {
	t.Helper()
	const first = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/mcp", strings.NewReader(first))
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	res, err := http.DefaultClient.Do(r)
	must(t, err)
	_ = res.Body.Close()
	return res.StatusCode
}
