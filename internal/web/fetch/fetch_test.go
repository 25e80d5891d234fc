package fetch_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// site is a server on loopback that a client reaches as any name below .test.
type site struct {
	client *fetch.Client
	addr   string
}

// setup serves handler and returns a client for it.
func setup(t testing.TB, handler http.Handler, change ...func(*fetch.Config)) *site {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return reach(t, server.Listener.Addr().String(), change...)
}

// reach returns a client for whatever listens at addr.
func reach(t testing.TB, addr string, change ...func(*fetch.Config)) *site {
	t.Helper()
	hosts, err := egress.ParseHosts([]string{"open:*.test=" + addr})
	if err != nil {
		t.Fatal(err)
	}
	cfg := fetch.Config{Hosts: hosts}
	for _, f := range change {
		f(&cfg)
	}
	client := fetch.New(cfg)
	t.Cleanup(client.CloseIdle)
	return &site{client, addr}
}

// get fetches and fails the test on an error.
func (s *site) get(t testing.TB, r fetch.Request) *fetch.Response {
	t.Helper()
	resp, err := s.client.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// refuse fetches and fails the test unless the error has the code and the text.
func (s *site) refuse(t testing.TB, r fetch.Request, code errs.Code, text string) {
	t.Helper()
	resp, err := s.client.Do(t.Context(), r)
	if err == nil {
		t.Fatalf("got status %d with %d bytes, want %s", resp.Status, len(resp.Body), code)
	}
	if !errs.Is(err, code) || !strings.Contains(errs.As(err).Message, text) {
		t.Errorf("got %v, want %s with %q", err, code, text)
	}
	if code == errs.UpstreamTimeout && strings.Contains(errs.As(err).Message, "options.") {
		t.Errorf("%v names an option, which few kinds have", err)
	}
}

func TestDo(t *testing.T) {
	t.Parallel()
	var got http.Request
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = *r
		w.Header().Set("Content-Type", `Text/HTML; Charset="Shift_JIS"`)
		w.Header().Set("X-Page", "1")
		_, _ = w.Write([]byte("<p>hello"))
	}))
	resp := s.get(t, fetch.Request{URL: "HTTP://Shop.TEST:80/a b?q=ü#top"})
	if resp.URL.String() != "http://shop.test/a%20b?q=%C3%BC" || resp.Status != 200 || string(resp.Body) != "<p>hello" {
		t.Errorf("got %s, %d, %q", resp.URL, resp.Status, resp.Body)
	}
	if resp.MediaType != "text/html" || resp.Charset != "shift_jis" || resp.Header.Get("X-Page") != "1" || resp.Truncated {
		t.Errorf("got %q, %q, %v", resp.MediaType, resp.Charset, resp.Header)
	}
	if resp.Duration <= 0 || resp.TTFB <= 0 || resp.TTFB > resp.Duration {
		t.Errorf("took %s, first byte after %s", resp.Duration, resp.TTFB)
	}
	if got.Host != "shop.test" || got.RequestURI != "/a%20b?q=%C3%BC" || got.Method != http.MethodGet {
		t.Errorf("sent %s %s to %s", got.Method, got.RequestURI, got.Host)
	}
	want := http.Header{
		"User-Agent":      {fetch.UserAgent},
		"Accept":          {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
		"Accept-Language": {"en,*;q=0.5"},
		"Accept-Encoding": {"gzip, deflate, br"},
	}
	if diff := cmp.Diff(want, got.Header); diff != "" {
		t.Errorf("Header mismatch (-want +got):\n%s", diff)
	}
}

func TestDoPost(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		_ = r.Write(w)
	}))
	resp := s.get(t, fetch.Request{
		Method: "POST", URL: "http://hook.test/in", Body: []byte(`{"a":1}`), MaxRedirects: fetch.NoRedirects, NoRetry: true,
		Header: http.Header{"Content-Type": {"application/json"}, "User-Agent": {"Hooks/1"}},
	})
	for _, part := range []string{"POST /in ", "Content-Type: application/json\r\n", "User-Agent: Hooks/1\r\n", "\r\n\r\n{\"a\":1}"} {
		if resp.Status != 202 || !strings.Contains(string(resp.Body), part) {
			t.Errorf("status %d, no %q in %q", resp.Status, part, resp.Body)
		}
	}
}

func TestStatusIsNoError(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("gone"))
	}))
	if resp := s.get(t, fetch.Request{URL: "http://a.test/"}); resp.Status != 404 || string(resp.Body) != "gone" {
		t.Errorf("got %d, %q", resp.Status, resp.Body)
	}
}

func TestHeadersOnly(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/from" {
			http.Redirect(w, r, "/to", http.StatusFound)
			return
		}
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}))
	resp := s.get(t, fetch.Request{URL: "http://a.test/from", HeadersOnly: true})
	if resp.URL.Path != "/to" || resp.Status != 200 || resp.Body != nil || resp.MediaType != "application/octet-stream" {
		t.Errorf("got %s, %d, %d bytes, %q", resp.URL, resp.Status, len(resp.Body), resp.MediaType)
	}
}

func TestMediaTypes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ header, body, mediaType, charset string }{
		"declared":        {"application/pdf", "x", "application/pdf", ""},
		"with charset":    {"text/plain; charset=UTF-8", "x", "text/plain", "utf-8"},
		"broken":          {"text/html; charset", "x", "text/html", ""},
		"twice":           {"text/html;; charset=a; charset=b", "x", "text/html", ""},
		"no type":         {"html", "<!doctype html>", "text/html", ""},
		"undeclared HTML": {"", "<!doctype html><p>", "text/html", ""},
		"undeclared PDF":  {"", "%PDF-1.7\n", "application/pdf", ""},
		"empty":           {"", "", "", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = nil
				if tc.header != "" {
					w.Header().Set("Content-Type", tc.header)
				}
				_, _ = w.Write([]byte(tc.body))
			}))
			resp := s.get(t, fetch.Request{URL: "http://a.test/"})
			if resp.MediaType != tc.mediaType || resp.Charset != tc.charset {
				t.Errorf("got %q, %q", resp.MediaType, resp.Charset)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{})
	s := setup(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	}))
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		<-arrived
		cancel(context.Canceled)
	}()
	_, err := s.client.Do(ctx, fetch.Request{URL: "http://a.test/"})
	if _, coded := errors.AsType[*errs.Error](err); coded || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			_, _ = w.Write([]byte("the beginning"))
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}))
	s.refuse(t, fetch.Request{URL: "http://a.test/head", Timeout: 900 * time.Millisecond}, errs.UpstreamTimeout, "did not start to respond within 600ms; try again later")
	s.refuse(t, fetch.Request{URL: "http://a.test/body", Timeout: time.Second}, errs.UpstreamTimeout, "did not finish its response within 1s; try again later")
}

// TestTimeoutCoversRedirects is a chain whose single steps are all within the limit.
func TestTimeoutCoversRedirects(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(60 * time.Millisecond)
		http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
	}))
	s.refuse(t, fetch.Request{URL: "http://a.test/", Timeout: 150 * time.Millisecond, MaxRedirects: 1000}, errs.UpstreamTimeout, "a.test did not")
}
