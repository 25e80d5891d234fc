package scholarly_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/scholarly"
)

func TestDOI(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://doi.org/10.5555/ABC.1": "10.5555/abc.1",
		"http://dx.doi.org/10.5555/a/b": "10.5555/a/b",
		"doi: 10.5555/x":                "10.5555/x",
		"10.5555/x":                     "10.5555/x",
		"10.5555/":                      "",
		"10.5555/a b":                   "",
		"https://example.com/10.5555/x": "",
		"":                              "",
	} {
		if got := scholarly.DOI(in); got != want {
			t.Errorf("%q is %q", in, got)
		}
	}
	if got := scholarly.URL("10.5555/a<b>#1"); got != "https://doi.org/10.5555/a%3Cb%3E%231" {
		t.Errorf(`got %q, want "https://doi.org/10.5555/a%%3Cb%%3E%%231"`, got)
	}
	if scholarly.URL("") != "" || scholarly.Address("", "ftp://x", "javascript:x", "http:// ", " https://a.test/x ") != "https://a.test/x" {
		t.Error("an address that is none")
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "",
		"<jats:title>Abstract</jats:title><jats:p>Tides rise.</jats:p><jats:p>They fall.</jats:p>":       "Tides rise. They fall.",
		"<jats:sec><jats:title>Methods</jats:title><jats:p>H<jats:sub>2</jats:sub>O</jats:p></jats:sec>": "Methods H2O",
		"<p>5 &lt; 6 &amp; <i>n</i>&#160;= 3</p>":                                                        "5 < 6 & n = 3",
		"Abstract art is <b>old":                                    "Abstract art is old",
		"no markup, 3 < 4\x00\n at all":                             "no markup, 3 < 4 at all",
		"<jats:p>unclosed <jats:italic>":                            "unclosed",
		strings.Repeat("<jats:p>", 100_000) + "deep":                "deep",
		"<script>x</script><mml:math><mml:mi>k</mml:mi></mml:math>": "xk",
	} {
		if got := scholarly.Text(in); got != want {
			t.Errorf("%.40q is %q", in, got)
		}
	}
}

func TestSnippet(t *testing.T) {
	t.Parallel()
	if got := scholarly.Snippet("short."); got != "short." {
		t.Errorf(`got %q, want "short."`, got)
	}
	got := scholarly.Snippet(strings.Repeat("tide, ", 100))
	if len(got) > 310 || !strings.HasSuffix(got, "tide …") {
		t.Errorf(`got %q, want length at most 310, ending with "tide …"`, got)
	}
	if got := scholarly.Snippet(strings.Repeat("潮", 400)); !utf8.ValidString(got) || len(got) > 310 {
		t.Errorf("got %q, want utf8.ValidString(got) true, length at most 310", got)
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	in := []websearch.Result{
		{URL: "https://a.test/1", Title: "Drift of Float Gauges in Salt Water", DOI: "10.5555/ONE"},
		{URL: "https://b.test/1", Title: "Another title", DOI: "https://doi.org/10.5555/one", Abstract: "The whole."},
		{URL: "https://c.test/1", Title: "Drift of float gauges in salt-water.", Source: "Preprints", Authors: []string{"A"}},
		{URL: "https://a.test/2", Title: "Introduction", DOI: "10.5555/two"},
		{URL: "https://a.test/3", Title: "Introduction", DOI: "10.5555/three"},
		{URL: "https://a.test/4", Title: "Présentation générale des marées"},
		{URL: "https://a.test/5", Title: "Presentation generale des marees", DOI: "10.5555/five"},
	}
	want := []websearch.Result{
		{URL: "https://a.test/1", Title: "Drift of Float Gauges in Salt Water", DOI: "10.5555/ONE", Abstract: "The whole.", Source: "Preprints", Authors: []string{"A"}},
		in[3], in[4],
	}
	got := scholarly.Merge(in)
	if diff := cmp.Diff(want, got[:3]); diff != "" {
		t.Errorf("Merge mismatch (-want +got):\n%s", diff)
	}
	if len(got) != 4 {
		t.Errorf("%d are left", len(got))
	}
	if got := scholarly.Merge(nil); got == nil || len(got) != 0 {
		t.Errorf("got %#v, want not nil, none", got)
	}
}

// fixed is an engine that gives as many results as it is asked for, in pairs.
type fixed struct{ err error }

func (fixed) Name() string { return "fixed" }

func (f fixed) Search(_ context.Context, q websearch.Query) ([]websearch.Result, error) {
	var all []websearch.Result
	for i := range q.Count {
		all = append(all, websearch.Result{URL: "https://a.test/" + string(rune('a'+i)), DOI: "10.5555/" + string(rune('a'+i/2))})
	}
	return all, f.err
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	e := scholarly.Distinct(fixed{})
	got, err := e.Search(t.Context(), websearch.Query{Text: "a", Count: 10})
	if err != nil || len(got) != 8 || e.Name() != "fixed" {
		t.Errorf(`got length %d, error %v; want no error, length 8, Name() "fixed"`, len(got), err)
	}
	got, err = scholarly.Distinct(fixed{errs.New(errs.ProviderUnavailable, "away")}).Search(t.Context(), websearch.Query{Text: "a", Count: 2})
	if !errs.Is(err, errs.ProviderUnavailable) || len(got) != 2 {
		t.Errorf(`got length %d, error %v; want error "provider_unavailable", length 2`, len(got), err)
	}
}
