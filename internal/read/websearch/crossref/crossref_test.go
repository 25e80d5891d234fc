package crossref_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/crossref"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// engine asks a handler, or the replay when there is none.
func engine(t *testing.T, key string, serve http.HandlerFunc) *crossref.Engine {
	t.Helper()
	return crossref.New(webclient.Upstream(t, crossref.Name, key, serve), now)
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: crossref.Name, New: func(up *upstream.Client) websearch.Engine { return crossref.New(up, now) }, Finds: "Skerwick tide barrier",
	})
}

func TestReplay(t *testing.T) {
	t.Parallel()
	e := engine(t, "ops@example.org", nil)
	got, err := e.Search(t.Context(), websearch.Query{Text: `fish passage "sector gates"`, Count: 1})
	if err != nil {
		t.Fatal(err)
	}
	const abstract = "Sea trout and eels pass open sector gates as often as open water (p < 0.05 & n = 214). At flap gates passage falls by 40 per cent. Tide barriers should therefore rest on the bed of the river when they are open."
	want := []websearch.Result{{
		URL: "http://estuary-papers.test/papers/W7100000021", Title: "Fish passage through open flap and sector gates", Snippet: abstract, Abstract: abstract,
		DOI: "10.5555/tl.2026.002", Published: "2026-02-18", Source: "Tidal Letters", Authors: []string{"Bram Oduya", "Lise Hartog"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Search mismatch (-want +got):\n%s", diff)
	}
	for text, published := range map[string]string{"cost overruns": "2019", "expected flood damage": "2024-05"} {
		if got, err := e.Search(t.Context(), websearch.Query{Text: text}); err != nil || got[0].Published != published {
			t.Errorf("got results %+v, error %v; want no error, [0].Published %q", got, err, published)
		}
	}
	got, err = e.Search(t.Context(), websearch.Query{Text: "Skerwick tide barrier", Fresh: 90 * 24 * time.Hour})
	if err != nil || len(got) != 2 {
		t.Errorf("%d new works, %v", len(got), err)
	}
}

func TestKeyThatIsNoAddress(t *testing.T) {
	t.Parallel()
	if _, err := engine(t, "nobody", nil).Search(t.Context(), websearch.Query{Text: "tide"}); !errs.Is(err, errs.TargetError) {
		t.Errorf("a key that is no address: %v", err)
	}
}

func TestCall(t *testing.T) {
	t.Parallel()
	e := engine(t, "ops@example.org", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		if q.Get("query.bibliographic") != "tide barrier cost price" || q.Get("rows") != "7" || q.Get("mailto") != "ops@example.org" || q.Get("filter") != "from-pub-date:2026-11-20" {
			t.Errorf("asked %v", q)
		}
		webclient.Answer(http.StatusOK, `{"status":"ok","message-type":"work-list","message":{"items":[]}}`)(w, r)
	})
	if got, err := e.Search(t.Context(), websearch.Query{Text: `"tide barrier" cost OR price -toy site:a.test`, Count: 7, Fresh: 24 * time.Hour}); err != nil || len(got) != 0 {
		t.Errorf("got results %v, error %v; want no error, none", got, err)
	}
}

func TestOddAnswers(t *testing.T) {
	t.Parallel()
	list := func(items string) string {
		return `{"status":"ok","message-type":"work-list","message":{"total-results":1,"items":[` + items + `]}}`
	}
	one := func(fields string) string { return list(`{"DOI":"10.5555/A","title":["T"],` + fields + `}`) }
	plain := websearch.Result{URL: "https://doi.org/10.5555/a", Title: "T", DOI: "10.5555/a"}
	dated := func(date string) []websearch.Result {
		r := plain
		r.Published = date
		return []websearch.Result{r}
	}
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		want   []websearch.Result
	}{
		"no date":           {200, one(`"issued":{"date-parts":[[null]]}`), "", dated("")},
		"no parts":          {200, one(`"published":{"date-parts":[]},"issued":{"date-parts":[[2020]]}`), "", dated("2020")},
		"a month":           {200, one(`"published":{"date-parts":[[2020,4]]}`), "", dated("2020-04")},
		"no such month":     {200, one(`"published":{"date-parts":[[2020,14,1]]}`), "", dated("2020")},
		"no such year":      {200, one(`"published":{"date-parts":[[20,1,1]]}`), "", dated("")},
		"an organization":   {200, one(`"author":[{"name":"A Board"},{"family":"B"},{}]`), "", []websearch.Result{{URL: plain.URL, Title: "T", DOI: plain.DOI, Authors: []string{"A Board", "B"}}}},
		"an odd resource":   {200, one(`"resource":{"primary":{"URL":"ftp://x"}},"URL":"http://dx.doi.org/10.5555/A"`), "", []websearch.Result{{URL: "http://dx.doi.org/10.5555/A", Title: "T", DOI: plain.DOI}}},
		"no title":          {200, list(`{"DOI":"10.5555/a","title":[]}`), "", []websearch.Result{}},
		"a component":       {200, one(`"type":"component"`), "", []websearch.Result{}},
		"nothing":           {200, list(""), "", []websearch.Result{}},
		"a null":            {200, `{"status":"ok","message-type":"work-list","message":{"items":[null]}}`, errs.ParseFailed, nil},
		"an empty object":   {200, `{"status":"ok","message-type":"work-list","message":{"items":[{}]}}`, errs.ParseFailed, nil},
		"one work":          {200, `{"status":"ok","message-type":"work","message":{"DOI":"10.5555/a"}}`, errs.ParseFailed, nil},
		"refused":           {400, `{"status":"failed","message-type":"validation-failure","message":[{"type":"x","value":"y","message":"no such filter"}]}`, errs.TargetError, nil},
		"refused in a word": {400, `{"status":"failed","message":"no"}`, errs.TargetError, nil},
		"nothing there":     {404, `Resource not found.`, errs.TargetError, nil},
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

// TestSamples reads recorded answers, some of them of other routes.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search/research_providers", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "crossref_") {
			return nil // is another engine's
		}
		status := http.StatusOK
		switch {
		case strings.Contains(name, "_fails_"):
			status = http.StatusBadRequest
		case strings.Contains(name, "_404_"):
			status = http.StatusNotFound
		}
		got, err := engine(t, "", webclient.Answer(status, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
		if status != http.StatusOK {
			if !errs.Is(err, errs.TargetError) {
				t.Errorf(`got results %v, error %v; want error "target_error"`, got, err)
			}
			return nil
		}
		// An answer of the route of journals holds no works.
		if works := strings.Contains(name, "works_query") || strings.Contains(name, "field_query"); err != nil || (len(got) > 0) != works {
			t.Fatalf("%d works, %v", len(got), err)
		}
		for _, r := range got {
			if r.DOI == "" || r.Published == "" || strings.ContainsAny(r.Title+r.Abstract, "<>") {
				t.Errorf(`got %+v, want a DOI, a Published, strings.ContainsAny(r.Title+r.Abstract, "<>") false`, r)
			}
		}
		return got
	})
}
