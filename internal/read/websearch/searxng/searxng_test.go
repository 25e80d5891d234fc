package searxng_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/searxng"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// engine asks a handler, or the replay when serve is nil.
func engine(t *testing.T, scope searxng.Scope, serve http.HandlerFunc) *searxng.Engine {
	t.Helper()
	return searxng.Only(webclient.Upstream(t, searxng.Name, "", serve), scope)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: searxng.Name, New: func(up *upstream.Client) websearch.Engine { return searxng.New(up) }, Finds: "tide table of Carrow", Paged: true,
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		scope searxng.Scope
		query websearch.Query
	}{
		"web":    {searxng.Web, websearch.Query{Text: "river gauges", Count: 10}},
		"google": {searxng.Google, websearch.Query{Text: `site:linkedin.com/in "Marrowfen" (CEO OR founder)`, Count: 5}},
		"fresh":  {searxng.DuckDuckGo, websearch.Query{Text: "tide table", Fresh: 60 * 24 * time.Hour, Count: 3}},
		"news":   {searxng.News, websearch.Query{Text: "gauges", Count: 3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, c.scope, nil).Search(t.Context(), c.query)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/"+name+".json", got[:min(len(got), 4)])
		})
	}
	got, err := engine(t, searxng.Web, nil).Search(t.Context(), websearch.Query{Text: "tide table of Carrow", Count: 35})
	if err != nil || len(got) != 40 {
		t.Errorf("pages: %d, %v", len(got), err)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	const found = `{"query":"a","number_of_results":0,"results":[{"url":"https://a.example/","title":"A\u0007 page","content":"Feb 10, 2026 ... one\u0000 \n two","engine":"bing","publishedDate":null},{"url":"magnet:?x","title":"no page"}],"unresponsive_engines":[["google","timeout"]]}`
	const work = `{"results":[{"url":"https://doi.example/1","title":"T","content":"all of it","engine":"crossref","template":"paper.html","journal":"J","doi":"10.1/2","publishedDate":"2023-01-02T00:00:00"}]}`
	cases := map[string]struct {
		scope  searxng.Scope
		status int
		body   string
		code   errs.Code
		says   string
		found  []websearch.Result
	}{
		"results":               {searxng.Web, 200, found, "", "", []websearch.Result{{URL: "https://a.example/", Title: "A page", Snippet: "one two", Published: "2026-02-10"}}},
		"a work":                {searxng.Science, 200, work, "", "", []websearch.Result{{URL: "https://doi.example/1", Title: "T", Snippet: "all of it", Abstract: "all of it", DOI: "10.1/2", Source: "J", Published: "2023-01-02"}}},
		"nothing":               {searxng.Web, 200, `{"results":[],"unresponsive_engines":[]}`, "", "", []websearch.Result{}},
		"no engine answered":    {searxng.Web, 200, `{"results":[],"unresponsive_engines":[["google","CAPTCHA"],["x"],["bing","timeout"]]}`, errs.ProviderUnavailable, "google (CAPTCHA)", nil},
		"all blocked":           {searxng.Web, 200, `{"results":[],"unresponsive_engines":[["google","Suspended: CAPTCHA"],["bing","access denied"]]}`, errs.UpstreamBlocked, "bing", nil},
		"all limited":           {searxng.Google, 200, `{"results":[],"unresponsive_engines":[["google","too many requests"]]}`, errs.UpstreamRateLimited, "google", nil},
		"all slow":              {searxng.Google, 200, `{"results":[],"unresponsive_engines":[["google","timeout"]]}`, errs.UpstreamTimeout, "google", nil},
		"failures without name": {searxng.Web, 200, `{"results":[],"unresponsive_engines":[[]]}`, errs.ProviderUnavailable, "", nil},
		"other engines":         {searxng.Google, 200, found, errs.ProviderNotConfigured, "does not query google", nil},
		"json is not switched":  {searxng.Web, 403, "Forbidden", errs.ProviderNotConfigured, "settings.yml", nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, c.scope, webclient.Answer(c.status, c.body)).Search(t.Context(), websearch.Query{Text: "a"})
			if c.code != "" {
				if !errs.Is(err, c.code) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("error %v, %+v", err, got)
				}
				return
			}
			if diff := cmp.Diff(c.found, got); diff != "" || err != nil {
				t.Errorf("got error %v, want no error; Search mismatch (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestRequests(t *testing.T) {
	t.Parallel()
	for scope, want := range map[searxng.Scope]string{
		searxng.Web:        "categories=general&format=json&language=all&pageno=1&q=a&time_range=month",
		searxng.Google:     "engines=google&format=json&language=all&pageno=1&q=a&time_range=month",
		searxng.DuckDuckGo: "engines=duckduckgo&format=json&language=all&pageno=1&q=a&time_range=month",
		searxng.Science:    "categories=science&format=json&language=all&pageno=1&q=a&time_range=month",
	} {
		t.Run(scope.Name(), func(t *testing.T) {
			t.Parallel()
			_, err := engine(t, scope, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.RawQuery != want {
					t.Errorf("asked %s", r.URL)
				}
				webclient.Answer(200, `{"results":[]}`)(w, r)
			}).Search(t.Context(), websearch.Query{Text: "a", Fresh: 20 * 24 * time.Hour})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNotConfigured(t *testing.T) {
	t.Parallel()
	settings, err := sources.NewSettings(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := searxng.New(upstream.NewSet(nil, settings, nil).Client(searxng.Name))
	if _, err := e.Search(t.Context(), websearch.Query{Text: "a"}); !errs.Is(err, errs.ProviderNotConfigured) || e.Name() != "searxng" {
		t.Errorf(`got error %v, want error "provider_not_configured", Name() "searxng"`, err)
	}
}

func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "searxng") {
			return nil // is another engine's
		}
		got, err := engine(t, searxng.Web, webclient.Answer(200, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
		if err != nil || len(got) != strings.Count(string(body), `"url"`) {
			t.Fatalf("%d results, %v", len(got), err)
		}
		for _, r := range got {
			if r.Title == "" || r.Snippet == "" {
				t.Errorf("got %+v, want a Title, a Snippet", r)
			}
		}
		return got
	})
}
