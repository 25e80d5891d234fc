package openalex_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/openalex"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// engine asks a handler, or the replay when there is none.
func engine(t *testing.T, key string, serve http.HandlerFunc) *openalex.Engine {
	t.Helper()
	return openalex.New(webclient.Upstream(t, openalex.Name, key, serve), now)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: openalex.Name, New: func(up *upstream.Client) websearch.Engine { return openalex.New(up, now) }, Finds: "Skerwick tide barrier",
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", webtest.New().Keys()[openalex.Name]} {
		got, err := engine(t, key, nil).Search(t.Context(), websearch.Query{Text: "Siltation movable barriers model", Count: 1})
		if err != nil {
			t.Fatal(err)
		}
		const abstract = "Movable barriers change how silt settles in an estuary even while they are open. We model the Ull estuary at Skerwick with and without the tide barrier of six gates. " +
			"With the barrier, siltation in the inner harbour rises by 7 per cent in a year of eight closures, and by 19 per cent in a year of twenty."
		want := []websearch.Result{{
			URL: "http://tidal-letters.test/articles/10.5555/tl.2025.017", Title: "Siltation behind movable barriers: a model of the Ull estuary",
			Snippet:  "Movable barriers change how silt settles in an estuary even while they are open. We model the Ull estuary at Skerwick with and without the tide barrier of six gates. With the barrier, siltation in the inner harbour rises by 7 per cent in a year of eight closures, and by 19 per cent in a year of …",
			Abstract: abstract, DOI: "10.5555/tl.2025.017", Published: "2025-11-03", Source: "Tidal Letters", Authors: []string{"Adaeze Okonjo", "Per Lindqvist"},
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Search mismatch (-want +got):\n%s", diff)
		}
	}
}

func TestWrongKey(t *testing.T) {
	t.Parallel()
	if _, err := engine(t, "wrong", nil).Search(t.Context(), websearch.Query{Text: "tide"}); !errs.Is(err, errs.ProviderNotConfigured) || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong key: %v", err)
	}
}

// What is retracted, or older than asked for, is not found.
func TestFilters(t *testing.T) {
	t.Parallel()
	e := engine(t, "", nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: "salt marshes lower storm surges"})
	if err != nil || len(got) == 0 || got[0].Title != "Salt marshes lower storm surges by a fifth" {
		t.Fatalf(`got results %v, error %v; want no error, at least one, [0].Title "Salt marshes lower storm surges by a fifth"`, got, err)
	}
	for _, r := range got {
		if strings.Contains(r.Title, "by a half") {
			t.Errorf("%+v was retracted", r)
		}
	}
	got, err = e.Search(t.Context(), websearch.Query{Text: "Skerwick tide barrier", Fresh: 90 * 24 * time.Hour})
	if err != nil || len(got) != 2 {
		t.Errorf("%d new works, %v", len(got), err)
	}
	for _, r := range got {
		if r.Published < "2026-08-23" {
			t.Errorf("%+v is old", r)
		}
	}
	for language, some := range map[string]bool{"en": true, "de": false} {
		got, err = e.Search(t.Context(), websearch.Query{Text: "Skerwick tide barrier", Filter: websearch.Filter{Language: language}})
		if err != nil || len(got) > 0 != some {
			t.Errorf("in %s: got %d works, error %v; want some: %t", language, len(got), err, some)
		}
	}
}

func TestCall(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		`Skerwick "tide barrier" -toy`:        `Skerwick "tide barrier" NOT toy`,
		`(cost OR price OR bill) site:a.test`: `(cost OR price OR bill)`,
		`what? 50* a~b -only`:                 `what 50  a b NOT only`,
		`-toy gate`:                           `gate`,
	}
	for text, want := range cases {
		e := engine(t, "key", func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			if got := q.Get("search"); got != want || q.Get("per_page") != "7" || q.Get("api_key") != "key" || q.Get("filter") != "is_retracted:false,from_publication_date:2026-11-20" {
				t.Errorf("%s: asked %v", text, q)
			}
			webclient.Answer(http.StatusOK, `{"results":[]}`)(w, r)
		})
		if got, err := e.Search(t.Context(), websearch.Query{Text: text, Count: 7, Fresh: 24 * time.Hour}); err != nil || len(got) != 0 {
			t.Errorf("got results %v, error %v; want no error, none", got, err)
		}
	}
}

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	results := func(list string) string { return `{"meta":{"count":1},"results":[` + list + `]}` }
	one := func(field string) string {
		return results(`{"id":"https://openalex.org/W1","display_name":"T",` + field + `}`)
	}
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		want   []websearch.Result
	}{
		"nulls":                 {200, results(`{"id":"https://openalex.org/W1","doi":null,"display_name":null,"title":"T <i>x</i>","publication_date":null,"publication_year":null,"abstract_inverted_index":null,"authorships":null,"primary_location":null}`), "", []websearch.Result{{URL: "https://openalex.org/W1", Title: "T x"}}},
		"a year":                {200, one(`"publication_year":1999`), "", []websearch.Result{{URL: "https://openalex.org/W1", Title: "T", Published: "1999"}}},
		"no source":             {200, one(`"doi":"https://doi.org/10.5555/A","primary_location":{"landing_page_url":null,"source":null}`), "", []websearch.Result{{URL: "https://doi.org/10.5555/a", Title: "T", DOI: "10.5555/a"}}},
		"gaps, far and before":  {200, one(`"abstract_inverted_index":{"<jats:p>c":[900000000],"b":[3,7],"a":[-1]}`), "", []websearch.Result{{URL: "https://openalex.org/W1", Title: "T", Snippet: "a b b c", Abstract: "a b b c"}}},
		"bad addresses":         {200, one(`"primary_location":{"landing_page_url":"javascript:x"}`), "", []websearch.Result{{URL: "https://openalex.org/W1", Title: "T"}}},
		"no title":              {200, results(`{"id":"https://openalex.org/W1"}`), "", []websearch.Result{}},
		"nothing":               {200, results(""), "", []websearch.Result{}},
		"a null":                {200, `{"results":[null]}`, errs.ParseFailed, nil},
		"an empty object":       {200, `{"results":[{}]}`, errs.ParseFailed, nil},
		"other data":            {200, `{"meta":{}}`, errs.ParseFailed, nil},
		"refused":               {400, `{"error":"Invalid query parameters error.","message":"x is not a valid field"}`, errs.TargetError, nil},
		"limited, as they call": {403, `{"error":"Forbidden","message":"Rate limit exceeded"}`, errs.UpstreamRateLimited, nil},
		"a wall":                {403, `<html>`, errs.UpstreamBlocked, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, "", webclient.Answer(c.status, c.body)).Search(t.Context(), websearch.Query{Text: "a"})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && err != nil {
				t.Fatalf("got error %v, want (error %q if code is given), (no error if code is empty)", err, c.code)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("Search mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// An abstract that is a bomb costs no more than the answer that holds it.
func TestHugeAbstract(t *testing.T) {
	t.Parallel()
	var positions strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&positions, ",%d", i*1000)
	}
	body := `{"results":[{"id":"https://openalex.org/W1","display_name":"T","abstract_inverted_index":{"word":[` + positions.String()[1:] + `]}}]}`
	got, err := engine(t, "", webclient.Answer(http.StatusOK, body)).Search(t.Context(), websearch.Query{Text: "a"})
	if err != nil || len(got) != 1 || len(got[0].Abstract) > 60_000 {
		t.Errorf("got length %d, error %v; want no error, length 1, [0].Abstract length at most 60_000", len(got), err)
	}
}

// works are those of an answer, which have people and places beside them.
var works = regexp.MustCompile(`"id": ?"https://openalex\.org/W`)

// TestSamples reads recorded answers.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search/research_providers", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "openalex_") {
			return nil // is another engine's
		}
		got, err := engine(t, "", webclient.Answer(http.StatusOK, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
		if err != nil || len(got) != len(works.FindAll(body, -1)) {
			t.Fatalf("%d works, %v", len(got), err)
		}
		for _, r := range got {
			if r.DOI == "" || r.Published == "" || !strings.HasPrefix(r.URL, "https://doi.org/10.") {
				t.Errorf(`got %+v, want a DOI, a Published, URL beginning with "https://doi.org/10."`, r)
			}
		}
		if got[0].Source == "" || len(got[0].Authors) != 1 || got[0].Abstract != "" || !strings.HasSuffix(got[1].Abstract, ")") {
			t.Errorf(`got %+v, want [0].Source not empty, 1 of [0].Authors, empty [0].Abstract, [1].Abstract ending with ")"`, got)
		}
		return got
	})
}
