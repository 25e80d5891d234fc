package websearch_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/websearch"
)

// listing is an engine that gives what it is given, whatever it is asked.
type listing struct {
	results []websearch.Result
	asked   *websearch.Query
}

func (listing) Name() string { return "listing" }

func (l listing) Search(_ context.Context, q websearch.Query) ([]websearch.Result, error) {
	*l.asked = q
	return l.results, nil
}

// Domains and times are held whatever the engine returns; what it cannot honour is reported.
func TestFilter(t *testing.T) {
	t.Parallel()
	day := func(d int) time.Time { return time.Date(2026, 3, d, 0, 0, 0, 0, time.UTC) }
	all := []websearch.Result{
		{URL: "https://www.a.example/1", Published: "2026-03-10"},
		{URL: "https://docs.a.example/2", Published: "2026-03-12T10:00:00Z"},
		{URL: "https://nota.example/3", Published: "2026"},
		{URL: "https://b.example/4"},
		{URL: "https://news.google.com/rss/5", DisplayURL: "a.example", Published: "2026-03-01"},
		{URL: "https://c.example/6", Published: "2026-04"},
	}
	cases := map[string]struct {
		filter websearch.Filter
		want   []string
		text   string
		diag   websearch.Diagnostic
	}{
		"none":     {websearch.Filter{}, []string{"1", "2", "3", "4", "5", "6"}, "q", websearch.Diagnostic{}},
		"included": {websearch.Filter{Include: []string{"a.example", "c.example"}}, []string{"1", "2", "5", "6"}, "q site:a.example OR site:c.example", websearch.Diagnostic{Dropped: 2}},
		"excluded": {websearch.Filter{Exclude: []string{"a.example"}}, []string{"3", "4", "6"}, "q -site:a.example", websearch.Diagnostic{Dropped: 3}},
		"since":    {websearch.Filter{Since: day(10)}, []string{"1", "2", "3", "4", "6"}, "q", websearch.Diagnostic{Dropped: 1, Undated: 1}},
		"until":    {websearch.Filter{Until: day(11)}, []string{"1", "3", "4", "5"}, "q", websearch.Diagnostic{Dropped: 2, Undated: 1}},
		"unheard":  {websearch.Filter{Country: "DE", Language: "de"}, []string{"1", "2", "3", "4", "5", "6"}, "q", websearch.Diagnostic{Ignored: []string{"country", "language"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked websearch.Query
			got, err := websearch.New(listing{all, &asked}).Search(t.Context(), websearch.Query{Text: "q", Filter: c.filter})
			if err != nil {
				t.Fatal(err)
			}
			var found []string
			for _, r := range got.Results {
				found = append(found, r.URL[len(r.URL)-1:])
			}
			if diff := cmp.Diff(c.want, found); diff != "" || asked.Text != c.text {
				t.Errorf("got query %q, want %q; results mismatch (-want +got):\n%s", asked.Text, c.text, diff)
			}
			d := websearch.Diagnostics(got)[0]
			if d.Dropped != c.diag.Dropped || d.Undated != c.diag.Undated || !cmp.Equal(d.Ignored, c.diag.Ignored) {
				t.Errorf("got diagnostic %+v, want %+v", d, c.diag)
			}
		})
	}
}

func TestScore(t *testing.T) {
	t.Parallel()
	words := websearch.Words("river gauges")
	for _, c := range []struct {
		title string
		place int
		want  float64
	}{{"River gauges", 0, 1}, {"Gauges", 0, 0.8}, {"Boats", 0, 0.6}, {"River gauges", 10, 0.64}} {
		if got := websearch.Score(words, websearch.Result{Title: c.title, URL: "https://a.example/"}, c.place); got != c.want {
			t.Errorf("%q at %d: got %v, want %v", c.title, c.place, got, c.want)
		}
	}
}
