package x_test

import (
	"encoding/json"
	"flag"
	"maps"
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
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// surfaces are all upstreams of X.
var surfaces = []string{"fxtwitter", "xapi", "xguest", "xguesttoken", "xsyndication", "xtimeline", "xweb"}

// handlers are what upstreams answer, by their names.
type handlers map[string]http.HandlerFunc

// setup leads upstreams to handlers, or to the sample web's replay of what has none.
// They wait for no pace.
func setup(t testing.TB, serve handlers, keys map[string]string) func(name string) *upstream.Client {
	t.Helper()
	var extra []webtest.Site
	for _, name := range surfaces {
		if serve[name] != nil {
			extra = append(extra, webtest.Site{Host: name + ".upstream.test", Rest: serve[name]})
		}
	}
	hosts, err := target.ParseHosts([]string{webtest.Start(t, extra...).HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	web := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(web.CloseIdle)
	clients := map[string]*upstream.Client{}
	for _, u := range sources.All() {
		u.BaseURL, u.Pace = "http://"+u.Name+".upstream.test", 0
		clients[u.Name] = upstream.New(web, sources.Config{Upstream: u, Key: keys[u.Name]}, nil)
	}
	return func(name string) *upstream.Client { return clients[name] }
}

// only is a Client of which all surfaces but one refuse, which is not tried again.
func only(t testing.TB, name string, serve http.HandlerFunc) *x.Client {
	t.Helper()
	all := handlers{}
	for _, other := range surfaces {
		all[other] = answer(http.StatusForbidden, "")
	}
	all[name] = serve
	return x.New(setup(t, all, keysOf(name)), now)
}

// keysOf are the keys without which a surface is not asked.
func keysOf(name string) map[string]string {
	keys := map[string]string{}
	switch name {
	case "xapi":
		keys[name] = "sample-x-key"
	case "xguest":
		keys[name] = "public UserByScreenName=ubsn UserTweets=ut TweetResultByRestId=trbri features=one+two"
	}
	return keys
}

// now is when the sample posts are read.
func now() time.Time { return time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC) }

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

// byID are items and all that stand within them.
func byID(items []social.Item) map[string]social.Item {
	all := map[string]social.Item{}
	for _, item := range items {
		for _, in := range []*social.Item{item.QuoteOf, item.RepostOf} {
			if in != nil {
				maps.Copy(all, byID([]social.Item{*in}))
			}
		}
	}
	for _, item := range items {
		all[item.ExternalID] = item
	}
	return all
}
