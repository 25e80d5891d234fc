package urlrun_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/webtest"
)

// handsOver holds that a page goes to the browser's function.
func handsOver(t *testing.T, pages runs, u string, options map[string]any) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"url": u, "options": options})
	if err != nil {
		t.Fatal(err)
	}
	out, err := pages.Output(t.Context(), t, string(body))
	if err != nil || !out.HandOver {
		t.Errorf("got %+v, error %v; want it handed over, no error", out, err)
	}
}

const told = `The keeper writes that the lamp was lit at six and that the wind stood in the west. Two boats came in before dark, ` +
	`and the third was seen off the point at noon with her mast gone. Nobody was hurt, and the boat was towed in by the pilot.`

// shells are pages that their scripts write.
func shells() webtest.Site {
	page := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(`<!doctype html><html lang="en"><head><title>Log</title><meta name="description" content="Of the lamp"></head><body>` + body + `</body></html>`))
		}
	}
	story := `{"props":{"pageProps":{"post":{"title":"The lamp","body":"<p>` + told + `</p>"}}},"page":"/"}`
	return webtest.Site{Host: "shells.test", Assets: map[string]http.HandlerFunc{
		"/empty":   page(`<div id="root"></div><script src="/a.js"></script>`),
		"/blank":   page(`<p> </p>`),
		"/frame":   page(`<iframe src="/page"></iframe><script src="/a.js"></script>`),
		"/moved":   page(`<meta http-equiv="refresh" content="0; url=/page"><p>Moved.</p>`),
		"/page":    page(`<div id="root"><p>` + told + `</p></div><script src="/a.js"></script>`),
		"/article": page(`<header><h1>The lamp</h1>` + `<p>` + told + `</p><p>` + told + `</p>` + `</header><script src="/a.js"></script>`),
		"/next":    page(`<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">` + story + `</script><script src="/a.js"></script>`),
	}}
}

// TestShells: a shell is no answer but where the caller wants the page as it is served.
func TestShells(t *testing.T) {
	t.Parallel()
	pages := setup(t, shells())
	for name, c := range map[string]struct {
		body   string
		hands  bool
		warned bool
	}{
		"by default":           {body: `{"url":"http://shells.test/empty"}`, hands: true},
		"auto, as json":        {body: `{"url":"http://shells.test/empty","format":"json","render":"auto"}`, hands: true},
		"selectors of nothing": {body: `{"url":"http://shells.test/empty","options":{"includeTags":["article"]}}`, hands: true},
		"leads on":             {body: `{"url":"http://shells.test/moved"}`, hands: true},
		"never":                {body: `{"url":"http://shells.test/empty","render":"never"}`, warned: true},
		"as served":            {body: `{"url":"http://shells.test/empty","format":"raw"}`, warned: true},
		"its metadata":         {body: `{"url":"http://shells.test/empty","format":"metadata"}`, warned: true},
		"its links":            {body: `{"url":"http://shells.test/empty","formats":["links","images","tables"]}`, warned: true},
		"never, its links":     {body: `{"url":"http://shells.test/next","format":"links","render":"never"}`, warned: true},
		"elements of its own":  {body: `{"url":"http://shells.test/next","options":{"includeTags":["p"]}}`, hands: true},
		"and its links":        {body: `{"url":"http://shells.test/next","formats":["markdown","links"]}`, hands: true},
		"and its metadata":     {body: `{"url":"http://shells.test/next","formats":["markdown","metadata"]}`, hands: true},
		"what was selected":    {body: `{"url":"http://shells.test/article","options":{"includeTags":["header"]}}`},
		"links of a page":      {body: `{"url":"http://shells.test/page","format":"links"}`},
		"source of a page":     {body: `{"url":"http://shells.test/page","format":"raw"}`},
		"where it leads":       {body: `{"url":"http://shells.test/empty","format":"resolve"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := pages.Output(t.Context(), t, c.body)
			warned := slices.Contains(out.Result.Warnings, urlkind.NeedsRendering)
			if err != nil || out.HandOver != c.hands || warned != c.warned || out.Result.Rendered {
				t.Errorf("got handed over %t, warned %t, rendered %t, error %v; want %t, %t, false, no error", out.HandOver, warned, out.Result.Rendered, err, c.hands, c.warned)
			}
		})
	}
}

// TestEmptyPage: a page that has no content, and would have none in a browser, says so once; its source is all there is.
func TestEmptyPage(t *testing.T) {
	t.Parallel()
	pages := setup(t, shells())
	for body, want := range map[string][]urlkind.Warning{
		`{"url":"http://shells.test/blank"}`:                                            {urlkind.NoContent},
		`{"url":"http://shells.test/blank","format":"json"}`:                            {urlkind.NoContent},
		`{"url":"http://shells.test/frame"}`:                                            {urlkind.NoContent},
		`{"url":"http://shells.test/blank","options":{"includeTags":["b"]}}`:            {urlkind.NothingSelected},
		`{"url":"http://shells.test/empty","render":"never"}`:                           {urlkind.NeedsRendering},
		`{"url":"http://shells.test/blank","format":"raw"}`:                             nil,
		`{"url":"http://shells.test/page","options":{"maxChars":10,"offset":10000000}}`: nil,
	} {
		out, err := pages.Output(t.Context(), t, body)
		if err != nil || !slices.Equal(out.Result.Warnings, want) {
			t.Errorf("%s: got warnings %v, error %v; want %v, no error", body, out.Result.Warnings, err, want)
		}
	}
}

// TestEmbeddedData: where a shell's data has the content, no browser is needed.
func TestEmbeddedData(t *testing.T) {
	t.Parallel()
	pages := setup(t, shells())
	for _, body := range []string{`{"url":"http://shells.test/next"}`, `{"url":"http://shells.test/next","render":"never"}`} {
		out, err := pages.Output(t.Context(), t, body)
		if err != nil || out.HandOver || out.Result.EmbeddedData != page.Next || len(out.Result.Warnings) > 0 {
			t.Fatalf("%s: got %+v, error %v; want the content of Next's data without warnings", body, out, err)
		}
		if got := *out.Result.Markdown; !strings.HasPrefix(got, "# The lamp\n\nThe keeper writes") || out.Result.Title != "Log" || out.Result.Language != "en" {
			t.Errorf("%s: got markdown %q, title %q, language %q; want the post, Log, en", body, got, out.Result.Title, out.Result.Language)
		}
	}
	data, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://shells.test/next", "format": "json"})
	if err != nil || data.JSON == nil || !strings.Contains(data.JSON.Text, "Two boats") || data.JSON.Metadata.Description != "Of the lamp" {
		t.Errorf("got %+v, error %v; want the text of the post with the page's own metadata", data.JSON, err)
	}
}

// TestTheWholeTime: a site may take all of timeoutMs until it begins, as long as it then ends.
func TestTheWholeTime(t *testing.T) {
	t.Parallel()
	pages := setup(t)
	if _, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://slow.test/?ms=900", "options": map[string]any{"timeoutMs": 1200}}); err != nil {
		t.Errorf("got error %v, want no error: 900 ms are three quarters of the time", err)
	}
	if _, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://slow.test/?ms=9000", "options": map[string]any{"timeoutMs": 1000}}); !errs.Is(err, errs.UpstreamTimeout) {
		t.Errorf("got error %v, want upstream_timeout", err)
	}
}
