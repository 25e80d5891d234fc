package engine_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// asked names the engines that were asked, in order.
func asked(a websearch.Answer) []string {
	var names []string
	for _, attempt := range a.Attempts {
		names = append(names, attempt.Engine)
	}
	return names
}

// down are sites in the place of upstreams that answer 503.
func down(names ...string) []webtest.Site {
	var sites []webtest.Site
	for _, name := range names {
		sites = append(sites, webclient.Instead(name, webclient.Answer(http.StatusServiceUnavailable, "")))
	}
	return sites
}

func TestScholarly(t *testing.T) {
	t.Parallel()
	keys := webtest.New().Keys()
	cases := map[string]struct {
		down   []string
		strict bool
		asked  []string
		code   errs.Code
	}{
		"at once":           {nil, false, []string{"openalex"}, ""},
		"strictly":          {nil, true, []string{"openalex"}, ""},
		"strictly and away": {[]string{"openalex"}, true, []string{"openalex"}, errs.ProviderUnavailable},
		"the second":        {[]string{"openalex"}, false, []string{"openalex", "crossref"}, ""},
		"the third":         {[]string{"openalex", "crossref"}, false, []string{"openalex", "crossref", "arxiv"}, ""},
		"the last":          {[]string{"openalex", "crossref", "arxiv"}, false, []string{"openalex", "crossref", "arxiv", "semanticscholar"}, ""},
		"none":              {[]string{"openalex", "crossref", "arxiv", "semanticscholar"}, false, []string{"openalex", "crossref", "arxiv", "semanticscholar"}, errs.ProviderUnavailable},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			up := webclient.Start(t, down(c.down...)...).Upstreams(t, keys)
			got, err := engine.Scholarly(up, c.strict).Search(t.Context(), websearch.Query{Text: "siltation barriers estuary Skerwick", Count: 5})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && (err != nil || len(got.Results) == 0) {
				t.Errorf("got answer %+v, error %v; want (error %q if code is given), (no error, some Results if code is empty)", got, err, c.code)
			}
			if diff := cmp.Diff(c.asked, asked(got)); diff != "" {
				t.Errorf("asked mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// A preprint and its article are one work, which has what either tells.
func TestScholarlyMerges(t *testing.T) {
	t.Parallel()
	got, err := engine.Scholarly(webclient.Start(t).Upstreams(t, nil), false).Search(t.Context(), websearch.Query{Text: "siltation behind movable barriers", Count: 20})
	if err != nil {
		t.Fatal(err)
	}
	found := slices.DeleteFunc(got.Results, func(r websearch.Result) bool { return !strings.HasPrefix(strings.ToLower(r.Title), "siltation") })
	if len(found) != 1 || found[0].DOI != "10.5555/tl.2025.017" {
		t.Errorf(`got found %+v, want length 1, [0].DOI "10.5555/tl.2025.017"`, found)
	}
}

func TestNews(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		down   []string
		strict bool
		asked  []string
		found  int
		code   errs.Code
	}{
		"at once":           {nil, false, []string{"googlenews"}, 5, ""},
		"strictly and away": {[]string{"googlenews"}, true, []string{"googlenews"}, 0, errs.ProviderUnavailable},
		"the last":          {[]string{"googlenews", "searxng"}, false, []string{"googlenews", "searxng-news", "gdelt"}, 2, ""}, // of three months
		"none":              {[]string{"googlenews", "searxng", "gdelt"}, false, []string{"googlenews", "searxng-news", "gdelt"}, 0, errs.ProviderUnavailable},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			up := webclient.Start(t, down(c.down...)...).Upstreams(t, nil)
			got, err := engine.News(up, c.strict).Search(t.Context(), websearch.Query{Text: `"Skerwick tide barrier"`, Count: 5})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && (err != nil || len(got.Results) != c.found) {
				t.Errorf("got answer %+v, error %v; want (error %q if code is given), (no error, %d Results if code is empty)", got, err, c.code, c.found)
			}
			if diff := cmp.Diff(c.asked, asked(got)); diff != "" {
				t.Errorf("asked mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// The addresses that Google gives lead to the articles only as they are.
func TestNewsAddresses(t *testing.T) {
	t.Parallel()
	got, err := engine.News(webclient.Start(t).Upstreams(t, nil), true).Search(t.Context(), websearch.Query{Text: `"Skerwick tide barrier"`, Count: 1})
	if err != nil || len(got.Results) != 1 || !strings.HasSuffix(got.Results[0].URL, "?oc=5") || !strings.HasPrefix(got.Results[0].URL, "https://news.google.com/rss/articles/CBMi") {
		t.Errorf(`got results %+v, error %v; want no error, 1 Results, [0].URL ending with "?oc=5", [0].URL beginning with "https://news.google.com/rss/articles/CBMi"`, got.Results, err)
	}
}
