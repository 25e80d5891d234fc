package fetch_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// flaky counts requests and fails as the path says until the second.
func flaky(t *testing.T) (*site, *atomic.Int64) {
	t.Helper()
	var count atomic.Int64
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		again := count.Add(1) > 1 && !strings.HasPrefix(r.URL.Path, "/always")
		fault := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
		switch {
		case again:
			_, _ = w.Write([]byte("well"))
		case fault == "reset":
			abort(w, "")
		case fault == "cut":
			abort(w, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe beginning")
		case fault == "nonsense":
			abort(w, "SSH-2.0-OpenSSH_9.6\r\n")
		case fault == "headers":
			abort(w, "HTTP/1.1 200 OK\r\nX: "+strings.Repeat("a", 1<<20)+"\r\n\r\n")
		case fault == "wait":
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
		case fault == "later":
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			w.WriteHeader(map[string]int{"500": 500, "502": 502, "503": 503, "504": 504}[fault])
		}
	}))
	return s, &count
}

// abort writes raw bytes and closes the connection.
func abort(w http.ResponseWriter, raw string) {
	conn, buf, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = buf.WriteString(raw)
	_ = buf.Flush()
	_ = conn.Close()
}

func TestRetry(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		request  fetch.Request
		status   int
		requests int64
	}{
		"502":                  {fetch.Request{URL: "http://a.test/502"}, 200, 2},
		"503":                  {fetch.Request{URL: "http://a.test/503"}, 200, 2},
		"504":                  {fetch.Request{URL: "http://a.test/504"}, 200, 2},
		"500 is an answer":     {fetch.Request{URL: "http://a.test/500"}, 500, 1},
		"503 twice":            {fetch.Request{URL: "http://a.test/always/503"}, 503, 2},
		"a short wait":         {fetch.Request{URL: "http://a.test/wait"}, 200, 2},
		"a long wait":          {fetch.Request{URL: "http://a.test/later"}, 503, 1},
		"no time for the wait": {fetch.Request{URL: "http://a.test/wait", Timeout: 900 * time.Millisecond}, 503, 1},
		"connection closed":    {fetch.Request{URL: "http://a.test/reset"}, 200, 2},
		"body cut":             {fetch.Request{URL: "http://a.test/cut"}, 200, 2},
		"POST":                 {fetch.Request{URL: "http://a.test/503", Method: "POST"}, 503, 1},
		"turned off":           {fetch.Request{URL: "http://a.test/503", NoRetry: true}, 503, 1},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, count := flaky(t)
			if resp := s.get(t, tc.request); resp.Status != tc.status || count.Load() != tc.requests {
				t.Errorf("got %d after %d requests", resp.Status, count.Load())
			}
		})
	}
}

func TestBrokenServers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		text     string
		requests int64
	}{
		"reset":    {"broke the connection", 2},
		"cut":      {"broke the connection", 2},
		"nonsense": {"not HTTP", 1},
		"headers":  {"not HTTP", 1},
	}
	for fault, tc := range cases {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s, count := flaky(t)
			s.refuse(t, fetch.Request{URL: "http://a.test/always/" + fault}, errs.TargetError, tc.text)
			if count.Load() != tc.requests {
				t.Errorf("%d requests", count.Load())
			}
		})
	}
}

func TestConnectionRefused(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	reach(t, listener.Addr().String()).refuse(t, fetch.Request{URL: "http://a.test/"}, errs.TargetError, "refused the connection")
}

// TestSilentServer accepts connections and says nothing, also not for TLS.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
		}
	}()
	s := reach(t, listener.Addr().String())
	for _, scheme := range []string{"http", "https"} {
		s.refuse(t, fetch.Request{URL: scheme + "://a.test/", Timeout: time.Minute, FirstByte: 60 * time.Millisecond}, errs.UpstreamTimeout, "within 60ms")
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	const date = "Wed, 21 Oct 2026 07:28:00 GMT"
	for value, want := range map[string]time.Duration{
		"": 0, "5": 5 * time.Second, "-5": 0, "soon": 0, "99999999999": 0,
		"Wed, 21 Oct 2026 07:30:00 GMT": 2 * time.Minute, "Wed, 21 Oct 2026 07:00:00 GMT": 0,
	} {
		resp := fetch.Response{Header: http.Header{"Retry-After": {value}, "Date": {date}}}
		if got := resp.RetryAfter(); got != want {
			t.Errorf("%q: got %s", value, got)
		}
	}
	undated := fetch.Response{Header: http.Header{"Retry-After": {date}}}
	if got := undated.RetryAfter(); got != 0 {
		t.Errorf("got %s", got)
	}
}

// TestDeadConnection is a kept connection that the server has closed meanwhile, as
// a function finds it after it was frozen.
func TestDeadConnection(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(redirects))
	t.Cleanup(server.Close)
	s := reach(t, server.Listener.Addr().String())
	for range 3 {
		if resp := s.get(t, fetch.Request{URL: "http://a.test/"}); resp.Status != 200 {
			t.Errorf("got %d", resp.Status)
		}
		server.CloseClientConnections()
	}
}
