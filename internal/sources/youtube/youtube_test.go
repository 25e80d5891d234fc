package youtube_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/sources/youtube"
	"github.com/quarryapi/quarry/internal/sources/youtube/youtubetest"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// today is when the tests take place.
func today() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

// replay is what stands for YouTube, for tests that answer a part of its calls otherwise.
func replay(t testing.TB) http.Handler {
	t.Helper()
	return webtest.New(youtubetest.SiteAt(today))
}

// setup leads a client to a handler, or to the replay.
func setup(t testing.TB, serve http.HandlerFunc) *youtube.Client {
	t.Helper()
	site := youtubetest.SiteAt(today)
	if serve != nil {
		site = webclient.Instead(youtube.Source, serve)
	}
	return youtube.From(webclient.Start(t, site).Upstreams(t, nil), today)
}

// except answers some calls by a handler, which returns false for the others.
func except(t testing.TB, serve func(w http.ResponseWriter, r *http.Request) bool) http.HandlerFunc {
	t.Helper()
	others := replay(t)
	return func(w http.ResponseWriter, r *http.Request) {
		if !serve(w, r) {
			others.ServeHTTP(w, r)
		}
	}
}

// feeds is except for the feed alone.
func feeds(t testing.TB, serve http.HandlerFunc) http.HandlerFunc {
	t.Helper()
	return except(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/feeds/videos.xml" {
			return false
		}
		serve(w, r)
		return true
	})
}

// read is a call that must succeed.
func read(t testing.TB, c *youtube.Client, ref, at string, n int) *youtube.Page {
	t.Helper()
	page, err := c.Channel(t.Context(), ref, at, n)
	if err != nil {
		t.Fatal(err)
	}
	return page
}
