package firecrawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
)

// wire is a WebSocket that keeps what is sent.
type wire struct {
	ctx      context.Context
	protocol string
	sent     []string
}

func (w *wire) Context() context.Context { return w.ctx }

func (w *wire) Send(text []byte) error {
	w.sent = append(w.sent, string(text))
	return nil
}

func (w *wire) Close(code int, reason string) {
	w.sent = append(w.sent, fmt.Sprintf("close %d %s", code, reason))
}

// watch asks for a WebSocket as a browser does, and returns what was sent on it.
func watch(t *testing.T, a *api, path string) *wire {
	t.Helper()
	var opened *wire
	face := firecrawl.New(asked.New(a), firecrawl.Options{Sockets: firecrawl.Sockets{
		Asked: func(*http.Request) bool { return true },
		Accept: func(_ http.ResponseWriter, r *http.Request, protocol string) (firecrawl.Socket, error) {
			opened = &wire{ctx: r.Context(), protocol: protocol}
			return opened, nil
		},
	}})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://quarry.test"+path, http.NoBody)
	r.Header.Set("Sec-WebSocket-Protocol", "satk_x")
	face.ServeHTTP(httptest.NewRecorder(), r)
	return opened
}

func stream(events ...string) string { return "200 retry: 1000\n\n" + strings.Join(events, "") }

func ended(id, name, data string) string {
	return "id: " + id + "\nevent: " + name + "\ndata: " + data + "\n\n"
}

// TestWatch: who opens a WebSocket gets each document as it is read, from behind the last event that was answered, and the
// end as the reason of its close.
func TestWatch(t *testing.T) {
	t.Parallel()
	const crawl = "crl_01m8476d4d35gf23tbzwyer5gf"
	begun := `200 {"data":{"status":"running","counts":{"total":3,"succeeded":1},"creditsCharged":2,"expiresAt":"2026-12-01T00:00:00Z"}}`
	large := `{"url":"http://a.test/2","jobId":"job_2","status":"succeeded","resultTruncated":true}`
	a := &api{answers: map[string][]string{
		"GET /crawl/" + crawl: {begun},
		"GET /crawl/" + crawl + "/events": {
			stream(ended("c.1", "crawl.page", page(1)), ended("c.2", "crawl.page", wall), ended("c.3", "crawl.progress", `{"status":"running"}`)),
			stream(ended("c.4", "crawl.page", large)), stream(ended("c.5", "crawl.finished", `{"status":"finished"}`)),
		},
		"GET /jobs/job_2": {`200 {"data":{"jobId":"job_2",` + fmt.Sprintf(readPage, 2) + `}}`},
	}}
	got := watch(t, a, "/v2/crawl/"+crawl)
	document := func(n int) string {
		return fmt.Sprintf(`{"type":"document","data":{"markdown":"%[1]d","metadata":{"sourceURL":"http://a.test/%[1]d","url":"http://a.test/%[1]d","statusCode":200,"scrapeId":"job_%[1]d","proxyUsed":"basic","cacheState":"miss","creditsUsed":1}}}`, n)
	}
	want := []string{
		`{"type":"catchup","data":{"success":true,"status":"scraping","total":3,"completed":1,"creditsUsed":2,"expiresAt":"2026-12-01T00:00:00.000Z","data":[]}}`,
		document(1), document(2), `close 1000 {"type":"done"}`,
	}
	if diff := cmp.Diff(want, got.sent); diff != "" || got.protocol != "satk_x" {
		t.Errorf("got protocol %q, want the token back; messages (-want +got):\n%s", got.protocol, diff)
	}
	var behind []string
	for i, c := range a.calls {
		if a.heads[i].Get("Authorization") != "Bearer satk_x" {
			t.Errorf("%s: asked without the token of the WebSocket", c)
		}
		if strings.HasSuffix(c, "/events") {
			behind = append(behind, a.heads[i].Get("Last-Event-ID"))
		}
	}
	if diff := cmp.Diff([]string{"", "c.3", "c.4"}, behind); diff != "" {
		t.Errorf("the events that calls went on behind (-want +got):\n%s", diff)
	}
}

// TestWatchTroubles: who may not see a crawl is told why, a batch that could not be read is no success, and a stream that
// breaks says so.
func TestWatchTroubles(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]string{
		batch:                                 {`{"type":"error","error":"Who?"}`, `close 1008 {"type":"error","error":"invalid_token"}`},
		strings.Replace(batch, "v2", "v1", 1): {`close 1008 {"type":"error","error":"invalid_token"}`},
	} {
		got := watch(t, &api{answers: map[string][]string{"GET " + batches: {`401 {"error":{"code":"invalid_token","message":"Who?"}}`}}}, path)
		if diff := cmp.Diff(want, got.sent); diff != "" {
			t.Errorf("%s without a token that is known (-want +got):\n%s", path, diff)
		}
	}
	for name, c := range map[string]struct{ events, end string }{
		"all walls":    {stream(ended("b.1", "job.failed", wall), ended("b.2", "batch.finished", `{}`)), `close 1000 {"type":"error","error":"None of the pages could be read."}`},
		"nothing more": {"204 ", `close 1000 {"type":"error","error":"None of the pages could be read."}`},
		"broken":       {`503 {"error":{"code":"service_unavailable","message":"Later."}}`, `close 1011 {"type":"error","error":"The stream has ended early; ask for the status."}`},
		"no JSON":      {stream(ended("b.1", "job.succeeded", "{")), `close 1011 {"type":"error","error":"The stream has ended early; ask for the status."}`},
	} {
		got := watch(t, &api{answers: map[string][]string{"GET " + batches: {listed("finished", `"total":1`, "")}, "GET " + batches + "/events": {c.events}}}, batch)
		if end := got.sent[len(got.sent)-1]; end != c.end {
			t.Errorf("%s: got end %q, want %q", name, end, c.end)
		}
		if !strings.Contains(got.sent[0], `"status":"scraping"`) {
			t.Errorf("%s: got first %s, want no end in it, which clients take for that of all", name, got.sent[0])
		}
	}
}
