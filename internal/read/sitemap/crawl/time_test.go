package crawl_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/sitemap/crawl"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/webtest"
)

// hang begins an answer, if it has one, and never ends it.
func hang(begin string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if begin != "" {
			_, _ = io.WriteString(w, begin)
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}
}

// TestTime has sites that are too slow for what is left of the job's time. What has
// come by then is the result.
func TestTime(t *testing.T) {
	t.Parallel()
	server := webtest.Site{Host: "map.test", Assets: map[string]http.HandlerFunc{
		"/index.xml": index("/a.xml", "/hangs.xml", "/b.xml"),
		"/a.xml":     urlset("/a"), "/b.xml": urlset("/b"),
		"/hangs.xml": hang("<urlset><url><loc>/h</loc></url>" + strings.Repeat(" ", 100_000)),
		"/silent":    hang(""),
	}}
	_, client := clientOf(t, server)
	late := crawl.New(client, func() time.Time { return time.Now().Add(time.Minute - 5*time.Second - time.Second) })
	run := func(cause error, q crawl.Request) (*crawl.Result, error) {
		ctx, stop := context.WithCancelCause(t.Context())
		if cause != nil {
			stop(cause)
		}
		defer stop(nil)
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		q.Domain, q.Limit = "map.test", 10
		return late.Run(ctx, q)
	}
	r, err := run(nil, crawl.Request{Sitemap: named(t, "http://map.test/index.xml")})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(locs(r), " "); got != "http://map.test/a http://map.test/h http://map.test/b" || r.Stop != listing.ByTime {
		t.Errorf("%q, stopped by %q", got, r.Stop)
	}
	if s := r.Sources[2]; s.Outcome != listing.Partial || s.Reason != "It is truncated. There was no time left to read it." {
		t.Errorf(`got source %+v, want Outcome "partial", Reason "It is truncated. There was no time left to read it."`, s)
	}
	_, err = run(nil, crawl.Request{Sitemap: named(t, "http://map.test/silent")})
	if !errs.Is(err, errs.UpstreamTimeout) || !strings.Contains(errs.As(err).Message, "within 1s") || strings.Contains(errs.As(err).Message, "sitemapUrl") {
		t.Errorf("nothing came: %v", err)
	}
	stopped := errors.New("stopped")
	if _, err := run(stopped, crawl.Request{}); !errors.Is(err, stopped) {
		t.Errorf("a job that was stopped: %v", err)
	}
}
