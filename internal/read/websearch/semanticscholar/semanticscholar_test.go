package semanticscholar_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/semanticscholar"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// engine asks a handler, or the replay when there is none.
func engine(t *testing.T, key string, serve http.HandlerFunc) *semanticscholar.Engine {
	t.Helper()
	return semanticscholar.New(webclient.Upstream(t, semanticscholar.Name, key, serve), now)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: semanticscholar.Name, New: func(up *upstream.Client) websearch.Engine { return semanticscholar.New(up, now) }, Finds: "Skerwick tide barrier",
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	e := engine(t, webtest.New().Keys()[semanticscholar.Name], nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: "risk-perception behind a gate", Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := []websearch.Result{{
		URL: "https://doi.org/10.5555/cp.2022.018", Title: "Living behind a gate: risk perception in towns with storm surge barriers", DOI: "10.5555/cp.2022.018",
		Published: "2022-11-09", Source: "Coastal Policy", Authors: []string{"Noor Vandermeer"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Search mismatch (-want +got):\n%s", diff)
	}
	got, err = e.Search(t.Context(), websearch.Query{Text: "Skerwick tide barrier", Fresh: 90 * 24 * time.Hour})
	if err != nil || len(got) != 2 || got[0].Abstract == "" || got[0].Snippet == "" {
		t.Errorf("got results %+v, error %v; want no error, length 2, [0].Abstract not empty, [0].Snippet not empty", got, err)
	}
}

// A paper without an address has its DOI's, or that of its page; one without either, or
// whose id is none, is left out.
func TestAddresses(t *testing.T) {
	t.Parallel()
	const id = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
	body := `{"total":6,"data":[null,{"paperId":"` + id + `","title":"A"},{"paperId":"` + id + `","title":"B","url":null,"externalIds":{"DOI":"10.5555/b","CorpusId":7}},
		{"paperId":"../x","title":"C"},{"paperId":null,"title":"D"},{"paperId":"` + id + `","title":"E","url":"https://papers.example/e"}]}`
	got, err := engine(t, "k", webclient.Answer(http.StatusOK, body)).Search(t.Context(), websearch.Query{Text: "a"})
	if err != nil {
		t.Fatal(err)
	}
	want := []websearch.Result{
		{URL: "https://www.semanticscholar.org/paper/" + id, Title: "A"}, {URL: "https://doi.org/10.5555/b", Title: "B", DOI: "10.5555/b"}, {URL: "https://papers.example/e", Title: "E"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results mismatch (-want +got):\n%s", diff)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	_, err := engine(t, "", nil).Search(t.Context(), websearch.Query{Text: "tide"})
	if !errs.Is(err, errs.UpstreamRateLimited) || !strings.Contains(err.Error(), "QUARRY_KEYS") {
		t.Errorf("none: %v", err)
	}
	_, err = engine(t, "wrong-key", nil).Search(t.Context(), websearch.Query{Text: "tide"})
	if !errs.Is(err, errs.ProviderNotConfigured) || strings.Contains(err.Error(), "wrong-key") {
		t.Errorf("a wrong one: %v", err)
	}
}

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		want   []websearch.Result
	}{
		"nulls":               {200, `{"total":1,"data":[{"url":"https://a.test/p","title":"T","abstract":null,"year":null,"publicationDate":null,"venue":null,"journal":null,"externalIds":null,"authors":null}]}`, "", []websearch.Result{{URL: "https://a.test/p", Title: "T"}}},
		"a year, a venue":     {200, `{"total":1,"data":[{"url":"https://a.test/p","title":"T","year":1999,"venue":"V","authors":[{"name":null},{"name":"A"}]}]}`, "", []websearch.Result{{URL: "https://a.test/p", Title: "T", Published: "1999", Source: "V", Authors: []string{"A"}}}},
		"null beside a paper": {200, `{"total":2,"data":[null,{"paperId":"` + strings.Repeat("a", 40) + `","title":"T"}]}`, "", []websearch.Result{{URL: "https://www.semanticscholar.org/paper/" + strings.Repeat("a", 40), Title: "T"}}},
		"nothing":             {200, `{"total":0,"offset":0}`, "", []websearch.Result{}},
		"an empty list":       {200, `{"total":0,"offset":0,"data":[]}`, "", []websearch.Result{}},
		"a null":              {200, `{"total":1,"data":[null]}`, errs.ParseFailed, nil},
		"an empty object":     {200, `{"total":1,"data":[{}]}`, errs.ParseFailed, nil},
		"counted only":        {200, `{"total":12,"offset":0}`, errs.ParseFailed, nil},
		"refused":             {400, `{"error":"Unrecognized or unsupported fields: [x]"}`, errs.TargetError, nil},
		"not there":           {404, `{"error":"Paper with id x not found"}`, errs.TargetError, nil},
		"refused by text":     {400, `no`, errs.TargetError, nil},
		"forbidden":           {403, `{"message":"Forbidden"}`, errs.UpstreamBlocked, nil},
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

// TestSamples reads recorded answers. Most are of other routes of the same service, whose
// papers and refusals have the same form.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search/research_providers", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "s2_") {
			return nil // is another engine's
		}
		var list []json.RawMessage
		status, text := http.StatusOK, string(body)
		switch {
		case json.Unmarshal(body, &list) == nil: // a batch
			text = `{"total":` + "9" + `,"data":` + text + `}`
		case strings.Contains(text, `"error"`):
			status = http.StatusNotFound
		}
		got, err := engine(t, "", webclient.Answer(status, text)).Search(t.Context(), websearch.Query{Text: "a"})
		switch {
		case strings.Contains(name, "papers"):
			if err != nil || len(got) != strings.Count(text, `"paperId"`) || got[0].DOI == "" || got[0].Abstract == "" || len(got[0].Authors) == 0 {
				t.Errorf("got results %+v, error %v; want no error, length %v, [0].DOI not empty, [0].Abstract not empty, some [0].Authors", got, err, strings.Count(text, `"paperId"`))
			}
		case status != http.StatusOK:
			if !errs.Is(err, errs.TargetError) {
				t.Errorf(`got results %v, error %v; want error "target_error"`, got, err)
			}
		case strings.Contains(name, "get_paper_"), strings.Contains(name, "get_authors_not_found"): // a single paper or a list of people is no answer to a search
			if !errs.Is(err, errs.ParseFailed) {
				t.Errorf(`got results %v, error %v; want error "parse_failed"`, got, err)
			}
		case err != nil || len(got) != strings.Count(text, `"paperId"`): // recorded without addresses
			t.Errorf("got results %v, error %v; want no error and each paper by its page", got, err)
		}
		return got
	})
}
