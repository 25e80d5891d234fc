package googlecse_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/googlecse"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// engine asks a handler, or the replay when serve is nil.
func engine(t *testing.T, serve http.HandlerFunc) *googlecse.Engine {
	t.Helper()
	return googlecse.New(webclient.Upstream(t, googlecse.Name, webtest.New().Keys()[googlecse.Name], serve))
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: googlecse.Name, New: func(up *upstream.Client) websearch.Engine { return googlecse.New(up) }, Finds: "tide table of Carrow", Paged: true,
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: "river gauges", Count: 4})
	if err != nil || e.Name() != "programmablesearch" {
		t.Fatalf(`got error %v, want no error, Name() "programmablesearch"`, err)
	}
	golden.JSON(t, "testdata/golden/web.json", got)
	if got, err := e.Search(t.Context(), websearch.Query{Text: "tide table of Carrow", Count: 35}); err != nil || len(got) != 40 {
		t.Errorf("pages: %d, %v", len(got), err)
	}
}

// The key is that of the API and the id of a search engine, which may have a colon itself.
func TestKeys(t *testing.T) {
	t.Parallel()
	for key, code := range map[string]errs.Code{
		"only": errs.ProviderNotConfigured, ":cx": errs.ProviderNotConfigured, "key:": errs.ProviderNotConfigured,
		"wrong:sample:engine": errs.ProviderNotConfigured, "sample-key:other": errs.TargetError,
	} {
		e := googlecse.New(webclient.Upstream(t, googlecse.Name, key, nil))
		if _, err := e.Search(t.Context(), websearch.Query{Text: "river"}); !errs.Is(err, code) || strings.Contains(err.Error(), "sample") {
			t.Errorf(`%q: got error %v, want error %q, Error() without "sample"`, key, err, code)
		}
	}
}

func TestRequest(t *testing.T) {
	t.Parallel()
	_, err := engine(t, func(w http.ResponseWriter, r *http.Request) {
		if want := "cx=sample%3Aengine&dateRestrict=w1&key=sample-key&num=3&q=a+b&start=1"; r.URL.RawQuery != want {
			t.Errorf("asked %s", r.URL)
		}
		webclient.Answer(200, `{"kind":"customsearch#search"}`)(w, r)
	}).Search(t.Context(), websearch.Query{Text: "a b", Count: 3, Fresh: 2 * 24 * time.Hour})
	if err != nil {
		t.Error(err)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	const found = `{"kind":"customsearch#search","items":[{"title":"A page","link":"https://a.example/b","displayLink":"a.example","formattedUrl":"https://a.example/b","snippet":"Feb 10, 2026 ... one \ntwo","pagemap":{"metatags":[{"og:site_name":"The A","x":1}]}},{"link":"x"}]}`
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		found  []websearch.Result
	}{
		"results":        {200, found, "", []websearch.Result{{URL: "https://a.example/b", DisplayURL: "a.example/b", Title: "A page", Snippet: "one two", Published: "2026-02-10", Source: "The A"}}},
		"daily limit":    {403, `{"error":{"code":403,"message":"x","errors":[{"reason":"dailyLimitExceeded"}]}}`, errs.UpstreamRateLimited, nil},
		"not enabled":    {403, `{"error":{"code":403,"message":"Custom Search API has not been used","status":"PERMISSION_DENIED"}}`, errs.ProviderNotConfigured, nil},
		"not understood": {400, `{"error":{"code":400,"message":"Request contains an invalid argument.","status":"INVALID_ARGUMENT"}}`, errs.TargetError, nil},
		"other data":     {200, `{"kind":"plus#activity"}`, errs.ParseFailed, nil},
		"odd metadata":   {200, `{"kind":"customsearch#search","items":[{"link":"https://a.example/","pagemap":{"metatags":[{"og:site_name":["x"]}]}}]}`, "", []websearch.Result{{URL: "https://a.example/"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, webclient.Answer(c.status, c.body)).Search(t.Context(), websearch.Query{Text: "a"})
			if c.code != "" {
				if !errs.Is(err, c.code) {
					t.Errorf("error %v", err)
				}
			} else if diff := cmp.Diff(c.found, got); diff != "" || err != nil {
				t.Errorf("got error %v, want no error; Search mismatch (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "google_cse") {
			return nil // is another engine's
		}
		got, err := engine(t, webclient.Answer(200, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
		if err != nil || len(got) != strings.Count(string(body), `"htmlSnippet"`) {
			t.Fatalf("%d results, %v", len(got), err)
		}
		for _, r := range got {
			if r.Title == "" || r.Snippet == "" || r.DisplayURL == "" {
				t.Errorf("got %+v, want a Title, a Snippet, a DisplayURL", r)
			}
		}
		return got
	})
}
