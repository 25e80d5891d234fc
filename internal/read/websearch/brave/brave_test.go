package brave_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/brave"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// engine asks a handler, or the replay when serve is nil.
func engine(t *testing.T, serve http.HandlerFunc) *brave.Engine {
	t.Helper()
	return brave.New(webclient.Upstream(t, brave.Name, webtest.New().Keys()[brave.Name], serve))
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: brave.Name, New: func(up *upstream.Client) websearch.Engine { return brave.New(up) }, Finds: "tide table of Carrow", Paged: true,
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: "river gauges", Count: 4})
	if err != nil || e.Name() != "brave" {
		t.Fatalf(`got error %v, want no error, Name() "brave"`, err)
	}
	golden.JSON(t, "testdata/golden/web.json", got)
	if got, err := e.Search(t.Context(), websearch.Query{Text: "tide table of Carrow", Count: 50}); err != nil || len(got) < 45 {
		t.Errorf("pages: %d, %v", len(got), err)
	}
	if got, err := e.Search(t.Context(), websearch.Query{Text: "tide table of Carrow", Count: 50, Fresh: 14 * 24 * time.Hour}); err != nil || len(got) == 0 || got[0].Published < "2026-10-01" {
		t.Errorf("fresh: %+v, %v", got, err)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	const found = `{"type":"search","web":{"results":[{"title":"A &amp; B","url":"https://a.example/","description":"the <strong>word</strong> &quot;a&quot;","profile":{"name":"The A"},"meta_url":{"hostname":"a.example","path":"› b"},"page_age":"2026-02-10T08:00:00"},{"url":"ftp://x"}]}}`
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		found  []websearch.Result
	}{
		"results":     {200, found, "", []websearch.Result{{URL: "https://a.example/", Title: "A & B", Snippet: `the word "a"`, DisplayURL: "a.example › b", Source: "The A", Published: "2026-02-10T08:00:00.000Z"}}},
		"nothing":     {200, `{"type":"search","query":{"original":"a"}}`, "", []websearch.Result{}},
		"a wrong key": {422, `{"type":"ErrorResponse","error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}`, errs.ProviderNotConfigured, nil},
		"too long":    {422, `{"type":"ErrorResponse","error":{"code":"VALIDATION"}}`, errs.TargetError, nil},
		"other data":  {200, `{"type":"ErrorResponse"}`, errs.ParseFailed, nil},
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

func TestRequest(t *testing.T) {
	t.Parallel()
	_, err := engine(t, func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("count") != "20" || q.Get("offset") != "0" || q.Get("freshness") != "py" || r.Header.Get("X-Subscription-Token") == "" {
			t.Errorf("got asked %s with %v, want the first 20 of a year and a token", r.URL, r.Header)
		}
		webclient.Answer(200, `{"type":"search"}`)(w, r)
	}).Search(t.Context(), websearch.Query{Text: "tide table of Carrow", Count: 30, Fresh: 300 * 24 * time.Hour})
	if err != nil {
		t.Errorf("got error %v, want none", err)
	}
}
