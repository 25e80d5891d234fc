package arxiv_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/arxiv"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// engine asks a handler, or the replay when there is none.
func engine(t *testing.T, serve http.HandlerFunc) *arxiv.Engine {
	t.Helper()
	return arxiv.New(webclient.Upstream(t, arxiv.Name, "", serve), now)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: arxiv.Name, New: func(up *upstream.Client) websearch.Engine { return arxiv.New(up, now) }, Finds: "Skerwick barrier",
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: `"storm surges" tide gauges network`, Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	const abstract = "A small network that reads forty tide gauges predicts storm surges six hours ahead with an error of 8 centimetres, half of that of the operational model. It fails when a gauge upstream is silent; we show how to tell."
	want := []websearch.Result{{
		URL: "http://estuary-papers.test/papers/W7100000024", Title: "Learning to predict storm surges from forty tide gauges", Snippet: abstract, Abstract: abstract,
		DOI: "10.5555/em.2024.044", Published: "2024-02-08T17:02:11.000Z", Source: "Estuary Methods", Authors: []string{"Yusra Halim", "Piet Dorn"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Search mismatch (-want +got):\n%s", diff)
	}
	got, err = e.Search(t.Context(), websearch.Query{Text: "Skerwick", Fresh: 400 * 24 * time.Hour})
	if err != nil || len(got) != 1 || got[0].Source != "arXiv" || got[0].Title != "Uncertain closures: when to shut a storm surge barrier" {
		t.Errorf(`got results %+v, error %v; want no error, length 1, [0].Source "arXiv", [0].Title "Uncertain closures: when to shut a storm surge barrier"`, got, err)
	}
	for text, code := range map[string]errs.Code{
		"partial": errs.ProviderUnavailable, "-only site:a.test": errs.TargetError,
	} {
		if got, err := e.Search(t.Context(), websearch.Query{Text: text}); !errs.Is(err, code) || got != nil {
			t.Errorf("%s: got results %v, error %v; want error %q, nil", text, got, err, code)
		}
	}
}

func TestCall(t *testing.T) {
	t.Parallel()
	const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><o:totalResults>0</o:totalResults></feed>`
	const fresh = ") AND submittedDate:[202611201200 TO 202611211200]"
	for text, want := range map[string]string{
		`tide "storm surge" -toy`:               `all:tide AND all:"storm surge" ANDNOT all:toy`,
		`(cost OR price OR bill) gate`:          `(all:cost OR all:price OR all:bill) AND all:gate`,
		`side-by-side`:                          `all:"side by side"`,
		`-toy gate site:a.test`:                 `all:gate ANDNOT all:toy`,
		`a" OR all:(x)] AND y`:                  `all:a AND all:y`,
		strings.Repeat("word ", 20):             strings.TrimSuffix(strings.Repeat("all:word AND ", 8), " AND "),
		`"quoted AND" evil) AND (submittedDate`: `all:"quoted AND" AND all:evil AND all:submittedDate`,
	} {
		e := engine(t, func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			if got := q.Get("search_query"); got != "("+want+fresh || q.Get("max_results") != "7" {
				t.Errorf("%s: asked %s", text, got)
			}
			webclient.Answer(http.StatusOK, feed)(w, r)
		})
		if got, err := e.Search(t.Context(), websearch.Query{Text: text, Count: 7, Fresh: 24 * time.Hour}); err != nil || len(got) != 0 {
			t.Errorf("got results %v, error %v; want no error, none", got, err)
		}
	}
}

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	feed := func(total, entries string) string {
		return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">` + total + entries + `</feed>`
	}
	const one = `<opensearch:totalResults>1</opensearch:totalResults>`
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		want   []websearch.Result
	}{
		"bare": {200, feed(one, `<entry><id>http://arxiv.org/abs/1</id><title>T
  t</title></entry>`), "", []websearch.Result{{URL: "http://arxiv.org/abs/1", Title: "T t", Source: "arXiv"}}},
		"called Error":       {200, feed(one, `<entry><id>http://arxiv.org/abs/1</id><title>Error</title><published>2020-01-01T00:00:00Z</published></entry>`), "", []websearch.Result{{URL: "http://arxiv.org/abs/1", Title: "Error", Source: "arXiv", Published: "2020-01-01T00:00:00.000Z"}}},
		"an error":           {200, feed(one, `<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>no such field</summary></entry>`), errs.TargetError, nil},
		"an error by status": {400, feed(one, `<entry><id>x</id><title>Error</title><summary>no such field</summary></entry>`), errs.TargetError, nil},
		"nothing":            {200, feed(`<opensearch:totalResults>0</opensearch:totalResults>`, ""), "", []websearch.Result{}},
		"counted only":       {200, feed(one, ""), errs.ProviderUnavailable, nil},
		"no count":           {200, feed("", ""), errs.ParseFailed, nil},
		"limited":            {200, `Rate exceeded.`, errs.UpstreamRateLimited, nil},
		"a bomb":             {200, `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><feed xmlns="http://www.w3.org/2005/Atom">&b;</feed>`, errs.ParseFailed, nil},
		"another charset":    {200, `<?xml version="1.0" encoding="EBCDIC"?><feed/>`, errs.ParseFailed, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, webclient.Answer(c.status, c.body)).Search(t.Context(), websearch.Query{Text: "a"})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && err != nil {
				t.Fatalf("got error %v, want (error %q if code is given), (no error if code is empty)", err, c.code)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Search mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSamples reads recorded answers.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search/research_providers", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "arxiv_") {
			for _, known := range []string{"crossref_", "openalex_", "s2_"} {
				if strings.HasPrefix(name, known) {
					return nil // is another engine's
				}
			}
			t.Fatal("no engine reads it")
		}
		got, err := engine(t, webclient.Answer(http.StatusOK, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
		switch {
		case strings.Contains(string(body), "/api/errors"):
			if !errs.Is(err, errs.TargetError) {
				t.Errorf(`got results %v, error %v; want error "target_error"`, got, err)
			}
		case err != nil || len(got) != strings.Count(string(body), "<entry>"):
			t.Errorf("%d works, %v", len(got), err)
		}
		return got
	})
}
