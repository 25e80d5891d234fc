package reddit_test

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
	"github.com/quarryapi/quarry/internal/social"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// key is that of the replay's app.
const key = "sample-app:sample-secret"

// handlers stand for upstreams by their names; the replay stands for the others.
type handlers map[string]http.HandlerFunc

// clients are those of a test: upstreams without their pace.
type clients map[string]*upstream.Client

func (c clients) Client(name string) *upstream.Client { return c[name] }

// setup leads a client to handlers. An empty key is no app.
func setup(t testing.TB, key string, own handlers) *reddit.Client {
	t.Helper()
	return setupAt(t, key, own, nil)
}

func setupAt(t testing.TB, key string, own handlers, now func() time.Time) *reddit.Client {
	t.Helper()
	var extra []webtest.Site
	for name, serve := range own {
		extra = append(extra, webtest.Site{Host: name + ".upstream.test", Rest: serve})
	}
	hosts, err := target.ParseHosts([]string{webtest.Start(t, extra...).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	set := clients{}
	for _, name := range []string{reddit.Feeds, reddit.API, reddit.ArcticShift, reddit.PullPush} {
		about := sources.Upstream{Name: name, BaseURL: "http://" + name + ".upstream.test", TakesKey: name == reddit.Feeds}
		config := sources.Config{Upstream: about}
		if name == reddit.Feeds {
			config.Key = key
		}
		set[name] = upstream.New(web, config, nil)
	}
	return reddit.From(set, now)
}

// answer serves one answer to everything.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// granting answers calls for a token, and anything else by a handler.
func granting(serve http.HandlerFunc) handlers {
	return handlers{reddit.Feeds: answer(200, `{"access_token":"t","token_type":"bearer","expires_in":3600,"scope":"*"}`), reddit.API: serve}
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

func ids(items []social.Item) []string {
	all := []string{}
	for _, item := range items {
		all = append(all, item.ExternalID)
	}
	return all
}
