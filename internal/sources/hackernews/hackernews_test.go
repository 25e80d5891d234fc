package hackernews_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup leads a client to handlers, or to the sample web's replay of what has none.
func setup(t testing.TB, search, official http.HandlerFunc) *hackernews.Client {
	t.Helper()
	var extra []webtest.Site
	for name, serve := range map[string]http.HandlerFunc{hackernews.Search: search, hackernews.Official: official} {
		if serve != nil {
			extra = append(extra, webtest.Site{Host: name + ".upstream.test", Rest: serve})
		}
	}
	hosts, err := target.ParseHosts([]string{webtest.Start(t, extra...).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	settings, err := sources.NewSettings(map[string]string{
		hackernews.Search: "http://hackernews.upstream.test", hackernews.Official: "http://hackernewsapi.upstream.test",
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return hackernews.From(upstream.NewSet(web, settings, nil))
}

// answer serves one answer to everything.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
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
