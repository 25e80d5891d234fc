package websearch_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/websearch"
)

func TestResultsAreMerged(t *testing.T) {
	t.Parallel()
	found := []websearch.Result{
		{URL: "https://www.google.com/url?q=https://a.example/x%3Futm_source%3Db&sa=U", Title: "A"},
		{URL: "https://duckduckgo.com/y.js?ad_domain=b.example", Title: "an ad"},
		{URL: "https://www.google.com/aclk?sa=l&adurl=https://b.example/", Title: "an ad"},
		{URL: "https://b.example/", Title: "B", DOI: "10.1000/182"},
		{URL: "http://www.a.example/x/?fbclid=1#top", Title: "again", Snippet: "about A", Published: "2026-02-10", Source: "The A", DisplayURL: "a.example › x"},
		{URL: "https://doi.org/10.1000/182", Title: "again", DOI: "10.1000/182", Abstract: "all of B"},
		{URL: "magnet:?xt=1", Title: "no page"},
		{URL: "https://d.example/?ref=home", Title: "D"},
		{URL: "https://e.example/", Title: "one too many"},
	}
	want := []websearch.Result{
		{URL: "https://a.example/x", Title: "A", Snippet: "about A", Published: "2026-02-10", Source: "The A", DisplayURL: "a.example › x"},
		{URL: "https://b.example/", Title: "B", DOI: "10.1000/182", Abstract: "all of B"},
		{URL: "https://d.example/?ref=home", Title: "D"},
	}
	got, err := websearch.New(fixed{name: "a", found: found}).Search(t.Context(), websearch.Query{Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Results); diff != "" || got.Attempts[0].Found != len(found) {
		t.Errorf("got attempts %+v, want %d found by the first; Results mismatch (-want +got):\n%s", got.Attempts, len(found), diff)
	}
}

func TestSnippetsAreShort(t *testing.T) {
	t.Parallel()
	for name, snippet := range map[string]string{"words": strings.Repeat("wört ", 10_000), "no words": strings.Repeat("ö", 10_000)} {
		got, err := websearch.New(fixed{name: "a", found: []websearch.Result{{URL: "https://a.example/", Snippet: snippet}}}).Search(t.Context(), websearch.Query{})
		if err != nil {
			t.Fatal(err)
		}
		short := got.Results[0].Snippet
		if n := utf8.RuneCountInString(short); n > 602 || n < 590 || !strings.HasSuffix(short, " …") || !utf8.ValidString(short) {
			t.Errorf("%s: %d characters", name, n)
		}
	}
}

// TestResultsInside holds that an engine, or a page that it shows, cannot have a result
// lead its reader into a private network.
func TestResultsInside(t *testing.T) {
	t.Parallel()
	s := websearch.New(fixed{name: "a", found: []websearch.Result{
		{URL: "http://127.0.0.1/admin"},
		{URL: "http://[::1]/"},
		{URL: "http://192.168.0.1:8080/"},
		{URL: "http://printer.local/"},
		{URL: "https://duckduckgo.com/l/?uddg=http%3A%2F%2F10.0.0.1%2F"},
		{URL: "https://example.com:8443/"},
		{URL: "https://example.com/"},
	}})
	got, err := s.Search(t.Context(), websearch.Query{Text: "x", Count: 10})
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, r := range got.Results {
		urls = append(urls, r.URL)
	}
	if diff := cmp.Diff([]string{"https://example.com:8443/", "https://example.com/"}, urls); diff != "" {
		t.Errorf("results mismatch (-want +got):\n%s", diff)
	}
}
