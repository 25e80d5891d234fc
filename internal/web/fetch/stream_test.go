package fetch_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// open begins to fetch and fails the test on an error.
func (s *site) open(t testing.TB, r fetch.Request) *fetch.Stream {
	t.Helper()
	stream, err := s.client.Open(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stream.Close() })
	return stream
}

func TestOpen(t *testing.T) {
	t.Parallel()
	page := []byte(strings.Repeat("<p>some words</p>\n", 5000))
	for _, encoding := range []string{"", "gzip", "br", "deflate"} {
		t.Run("encoding "+encoding, func(t *testing.T) {
			t.Parallel()
			body := page
			if encoding != "" {
				body = compress(t, encoding, page)
			}
			stream := serve(t, encoding, body).open(t, fetch.Request{URL: "http://a.test/x"})
			got, err := io.ReadAll(stream)
			if err != nil || !bytes.Equal(got, page) || stream.Truncated || stream.Body != nil {
				t.Errorf("%d bytes, %v", len(got), err)
			}
			if stream.Status != 200 || stream.URL.Path != "/x" || stream.MediaType != "text/html" || stream.Encoding != encoding || stream.TTFB <= 0 || stream.Duration <= 0 {
				t.Errorf(`got stream.Response %+v, want stream.Status 200, stream.URL.Path "/x", stream.MediaType "text/html", stream.Encoding %q, stream.TTFB over 0, stream.Duration over 0`, stream.Response, encoding)
			}
		})
	}
}

func TestOpenFollowsAndRetries(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = nil
		switch {
		case r.URL.Path == "/robots.txt":
			_, _ = w.Write([]byte("User-agent: *\nDisallow: /closed"))
		case r.URL.Path == "/from":
			http.Redirect(w, r, "/to", http.StatusFound)
		case asked.Add(1) == 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			_, _ = w.Write([]byte("%PDF-1.7\n" + strings.Repeat("x", 2000)))
		}
	}))
	stream := s.open(t, fetch.Request{URL: "http://a.test/from", RespectRobots: true})
	got, err := io.ReadAll(stream)
	if err != nil || len(got) != 2009 || stream.MediaType != "application/pdf" || len(stream.Redirects) != 1 || asked.Load() != 2 {
		t.Errorf("%d bytes of %q after %d redirects, %v", len(got), stream.MediaType, len(stream.Redirects), err)
	}
	if _, err := s.client.Open(t.Context(), fetch.Request{URL: "http://a.test/closed", RespectRobots: true}); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("robots.txt: %v", err)
	}
}

func TestOpenLimits(t *testing.T) {
	t.Parallel()
	noisy, zeros := noise(3000), make([]byte, 8<<20)
	cases := map[string]struct {
		body     []byte
		encoding string
		request  fetch.Request
		length   int
		code     errs.Code
		cut      bool
	}{
		"just right":           {noisy, "", fetch.Request{MaxBytes: 3000}, 3000, "", false},
		"too long":             {compress(t, "gzip", noisy), "gzip", fetch.Request{MaxBytes: 2999}, 2999, errs.UnsupportedContent, false},
		"too long, cut":        {noisy, "", fetch.Request{MaxBytes: 2999, AllowTruncated: true}, 2999, "", true},
		"grows too far":        {compress(t, "gzip", zeros), "gzip", fetch.Request{}, -1, errs.UnsupportedContent, false},
		"may grow so far":      {compress(t, "gzip", zeros), "gzip", fetch.Request{MaxExpansion: 2000}, 8 << 20, "", false},
		"breaks off, gzip":     {compress(t, "gzip", noisy)[:2000], "gzip", fetch.Request{}, -1, errs.TargetError, false},
		"only headers, please": {noisy, "", fetch.Request{HeadersOnly: true}, 0, "", false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.request.URL = "http://a.test/"
			stream := serve(t, c.encoding, c.body).open(t, c.request)
			got, err := io.ReadAll(stream)
			if c.length >= 0 && len(got) != c.length || stream.Truncated != c.cut {
				t.Errorf("%d bytes, truncated %v", len(got), stream.Truncated)
			}
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && err != nil {
				t.Errorf("got %v, want %q", err, c.code)
			}
			if _, again := stream.Read(make([]byte, 1)); c.code != "" && !errs.Is(again, c.code) {
				t.Errorf("then %v", again)
			}
		})
	}
	announced := serve(t, "", noisy[:100])
	if _, err := announced.client.Open(t.Context(), fetch.Request{URL: "http://a.test/", MaxBytes: 10}); !errs.Is(err, errs.UnsupportedContent) {
		t.Errorf("an announced length: %v", err)
	}
}

// TestOpenTimes has bodies that never end: by the limit of the request, by the
// context of the caller, and by the connection.
func TestOpenTimes(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("the beginning"))
		_ = http.NewResponseController(w).Flush()
		if r.URL.Path == "/broken" {
			panic(http.ErrAbortHandler)
		}
		<-r.Context().Done()
	}), func(c *fetch.Config) { c.PerHost = 9 })

	slow := s.open(t, fetch.Request{URL: "http://a.test/", Timeout: time.Second})
	got, err := io.ReadAll(slow)
	if string(got) != "the beginning" || !errs.Is(err, errs.UpstreamTimeout) || !strings.Contains(errs.As(err).Message, "did not finish its response within 1s") {
		t.Errorf(`got value %q, error %v; want "the beginning", error "upstream_timeout", Message with "did not finish its response within 1s"`, got, err)
	}
	if _, err := io.ReadAll(s.open(t, fetch.Request{URL: "http://a.test/broken"})); !errs.Is(err, errs.TargetError) {
		t.Errorf("a broken connection: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	stream, err := s.client.Open(ctx, fetch.Request{URL: "http://a.test/"})
	if err != nil {
		t.Fatal(err)
	}
	cancel(stopped)
	if _, err := io.ReadAll(stream); !errors.Is(err, stopped) {
		t.Errorf("a context that ended: %v", err)
	}
	_ = stream.Close()
}

// TestOpenHoldsItsTurn has a second request wait until the first one's stream is
// closed, however much of it has been read.
func TestOpenHoldsItsTurn(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) }),
		func(c *fetch.Config) { c.PerHost = 1 })
	stream := s.open(t, fetch.Request{URL: "http://a.test/"})
	if _, err := io.ReadAll(stream); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.client.Do(ctx, fetch.Request{URL: "http://a.test/"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the turn was not held: %v", err)
	}
	for range 2 {
		if err := stream.Close(); err != nil {
			t.Error(err)
		}
	}
	s.get(t, fetch.Request{URL: "http://a.test/"})
	if n, err := stream.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("after the end: %d, %v", n, err)
	}
}

// TestOpenMemory reads 256 MB.
//
//nolint:paralleltest // what it measures is allocated by the whole process
func TestOpenMemory(t *testing.T) {
	const size = 256 << 20
	chunk := noise(1 << 20)
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range size / len(chunk) {
			_, _ = w.Write(chunk)
		}
	}))
	stream := s.open(t, fetch.Request{URL: "http://a.test/", MaxBytes: size})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := io.Copy(io.Discard, stream)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; n != size || err != nil || used > 4<<20 {
		t.Errorf("%d bytes read with %d KB, %v", n, used>>10, err)
	}
}
