package youtube_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/youtube"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// today is when the tests take place.
func today() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

// replay is what stands for YouTube, for tests that answer a part of its calls otherwise.
func replay(t testing.TB) http.Handler {
	t.Helper()
	return webtest.New(webtest.YouTube(today))
}

// setup leads a client to a handler, or to the replay.
func setup(t testing.TB, serve http.HandlerFunc) *youtube.Client {
	t.Helper()
	site := webtest.YouTube(today)
	if serve != nil {
		site.Assets, site.Rest = nil, serve
	}
	hosts, err := target.ParseHosts([]string{webtest.Start(t, site).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	settings, err := sources.NewSettings(map[string]string{youtube.Source: "http://" + site.Host}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return youtube.From(upstream.NewSet(web, settings, nil), today)
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

// answer serves one answer to everything.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
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

// golden holds a value to a file as JSON.
func golden(t *testing.T, name string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	path := filepath.Join("testdata", "golden", name+".json")
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}
