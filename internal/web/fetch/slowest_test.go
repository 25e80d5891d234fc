package fetch_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// TestATrickleEndsEarly: a site that keeps sending a little is given up long before its time
// limit, which is an hour here, and so is one that sends nothing after a while.
func TestATrickleEndsEarly(t *testing.T) {
	t.Parallel()
	s := setup(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := http.NewResponseController(w)
		if r.URL.Path == "/stops" {
			_, _ = w.Write([]byte(strings.Repeat("x", 5000)))
			_ = out.Flush()
			<-r.Context().Done()
			return
		}
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte("x"))
			_ = out.Flush()
			<-tick.C
		}
	}), func(c *fetch.Config) { c.Slowest = fetch.Throughput{Bytes: 1000, Window: 100 * time.Millisecond} })
	for _, path := range []string{"/trickles", "/stops"} {
		r := fetch.Request{URL: "http://a.test" + path, Timeout: time.Hour, FirstByte: time.Hour}
		s.refuse(t, r, errs.UpstreamTimeout, "sent less than 1000 bytes in 100ms")
		if _, err := io.ReadAll(s.open(t, r)); !errs.Is(err, errs.UpstreamTimeout) {
			t.Errorf("%s, as a stream: got error %v, want %s", path, err, errs.UpstreamTimeout)
		}
	}
}

// TestASlowReaderIsNotTheSitesFault: only waiting for the site counts.
func TestASlowReaderIsNotTheSitesFault(t *testing.T) {
	t.Parallel()
	const window = 500 * time.Millisecond
	s := serve(t, "", noise(3000))
	s = reach(t, s.addr, func(c *fetch.Config) { c.Slowest = fetch.Throughput{Bytes: 1 << 20, Window: window} })
	stream := s.open(t, fetch.Request{URL: "http://a.test/"})
	if _, err := io.ReadFull(stream, make([]byte, 1000)); err != nil {
		t.Fatalf("got error %v of the first part, want none", err)
	}
	<-time.After(2 * window)
	if rest, err := io.ReadAll(stream); err != nil || len(rest) != 2000 {
		t.Errorf("got %d more bytes, error %v; want 2000, none", len(rest), err)
	}
}
