package urlrun_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/webtest"
)

// TestPaywalled: nobody takes the beginning of an article for the whole, and an article that was sent whole has no warning.
func TestPaywalled(t *testing.T) {
	t.Parallel()
	const (
		begin = `<main><article><h1>The barrier</h1><p>It was to close on Monday. The board met at noon and talked for three hours about the gates, the pumps and the money.</p>`
		paid  = `{"@type":"NewsArticle","isAccessibleForFree":false,"hasPart":{"@type":"WebPageElement","isAccessibleForFree":"False","cssSelector":".rest"}}`
	)
	rest := strings.Repeat(`<p>The gates are forty metres wide and were floated in from the yard across the bay, one each spring tide, for a year.</p>`, 8)
	declared := func(ld string) string { return `<script type="application/ld+json">` + ld + `</script>` }
	cases := map[string]struct {
		page    string
		options map[string]any
		want    bool
	}{
		"free":                        {begin + rest, nil, false},
		"declared free":               {declared(`{"@type":"NewsArticle","isAccessibleForFree":true}`) + begin, nil, false},
		"not free":                    {declared(`{"@type":"NewsArticle","isAccessibleForFree":false}`) + begin, nil, true},
		"not free, in words":          {declared(`{"@type":"NewsArticle","isAccessibleForFree":"http://schema.org/False"}`) + begin, nil, true},
		"the paid part is absent":     {declared(paid) + begin, nil, true},
		"the paid part is empty":      {declared(paid) + begin + `<div class="rest"></div>`, nil, true},
		"the paid part is a prompt":   {declared(paid) + begin + `<div class="rest"><p>Subscribe to continue reading for a month.</p></div>`, nil, true},
		"the paid part is there":      {declared(paid) + begin + `<div class="rest">` + rest + `</div>`, nil, false},
		"the paid part is hidden":     {declared(paid) + begin + strings.Repeat(`<p>What follows is for those who pay for the paper, which comes every day but Sunday.</p>`, 15) + `<div class="rest" style="display:none">` + rest + `</div>`, nil, true},
		"a selector that is none":     {declared(strings.Replace(paid, ".rest", "((", 1)) + begin + rest, nil, true},
		"a part left out by a caller": {declared(paid) + begin + `<div class="rest">` + rest + `</div>`, map[string]any{"includeTags": []string{"h1"}}, false},
		"cut by a caller":             {declared(paid) + begin + `<div class="rest">` + rest + `</div>`, map[string]any{"maxChars": 20}, false},
		"locked":                      {`<meta property="article:content_tier" content="locked">` + begin, nil, true},
		"metered":                     {`<meta property="article:content_tier" content="metered">` + begin, nil, false},
		"an entry fee":                {declared(`{"@type":"Museum","isAccessibleForFree":false}`) + begin + rest, nil, false},
		"a fee for a course":          {declared(`{"@type":"Course","isAccessibleForFree":"False"}`) + begin + rest, nil, false},
		"another page's":              {declared(`{"@graph":[{"@type":"WebPage"},{"@type":"NewsArticle","url":"http://pay.test/other","isAccessibleForFree":false}]}`) + begin + rest, nil, false},
		"this page's":                 {declared(`{"@type":"NewsArticle","mainEntityOfPage":{"@id":"http://www.pay.test/this-page's/"},"isAccessibleForFree":false}`) + begin, nil, true},
		"long texts beside it":        {declared(paid) + begin + `<div class="rest">` + rest + `<aside><p>` + strings.Repeat("Write to the paper about boats and birds. ", 40) + `</p></aside><div hidden>` + strings.Repeat("We send letters. ", 40) + `</div></div>`, nil, false},
		"words alone":                 {begin + `<p>Subscribe to continue reading: isAccessibleForFree.</p>`, nil, false},
	}
	site := webtest.Site{Host: "pay.test", Assets: map[string]http.HandlerFunc{}}
	for name, c := range cases {
		site.Assets["/"+strings.ReplaceAll(name, " ", "-")] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<title>The barrier</title>" + c.page))
		}
	}
	pages := setup(t, site)
	for name, c := range cases {
		for _, format := range []string{"markdown", "json"} {
			got, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://pay.test/" + strings.ReplaceAll(name, " ", "-"), "format": format, "options": c.options})
			if warns := slices.Contains(got.Warnings, urlkind.Paywalled); err != nil || warns != c.want || warns != (len(urlkind.Cautions(&got)) > 0) {
				t.Errorf("%s as %s: got warnings %v, error %v; want paywalled: %t", name, format, got.Warnings, err, c.want)
			}
		}
	}
	if got, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://pay.test/not-free", "format": "metadata"}); err != nil || len(got.Warnings) > 0 {
		t.Errorf("metadata: got warnings %v, error %v; want none, as no text was asked for", got.Warnings, err)
	}
}
