package engine_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// Engines are asked for a country and a language in their own words, and those that know neither
// say so.
func TestRegions(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]string{}
	var sites []webtest.Site
	for _, name := range []string{"searxng", "programmablesearch", "brave", "tavily", "duckduckgo"} {
		sites = append(sites, webclient.Instead(name, func(w http.ResponseWriter, r *http.Request) {
			_ = r.ParseForm()
			mu.Lock()
			asked[name] = r.Form.Encode()
			mu.Unlock()
			w.WriteHeader(http.StatusTeapot)
		}))
	}
	got, err := engine.All(upstreams(t, sites...)).Search(t.Context(), websearch.Query{
		Text: "a", Filter: websearch.Filter{Country: "AT", Language: "de", Include: []string{"a.example"}},
	})
	if err == nil {
		t.Error("got no error of engines that all fail, want one")
	}
	for name, want := range map[string][]string{
		"searxng": {"language=de-AT", "site%3Aa.example"}, "programmablesearch": {"gl=at", "lr=lang_de"}, "brave": {"country=AT", "search_lang=de"}, "duckduckgo": {"kl=at-de"},
	} {
		for _, part := range want {
			if !strings.Contains(asked[name], part) {
				t.Errorf("%s: got %q asked, want with %q", name, asked[name], part)
			}
		}
	}
	ignored := map[string]string{}
	for _, d := range websearch.Diagnostics(got) {
		ignored[d.Engine] = strings.Join(d.Ignored, " ")
	}
	if ignored["tavily"] != "country language" || ignored["duckduckgo"] != "language" || ignored["brave"] != "" || ignored["searxng"] != "" {
		t.Errorf("got ignored %v, want those of tavily and duckduckgo", ignored)
	}
}
