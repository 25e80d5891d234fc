package urlrun_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlrun"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup gives what runs bodies on the sample web and the extra sites.
func setup(t *testing.T, extra ...webtest.Site) runs {
	t.Helper()
	sample := webclient.Start(t, extra...)
	return of(urlrun.New(sample.Web, wayback.From(sample.Upstreams(t, nil)), pdfium.New(1)))
}

// runs takes bodies as values.
type runs struct {
	kindtest.Runs[urlkind.Args, urlkind.Result]
}

func of(r *urlrun.Worker) runs {
	return runs{kindtest.Runs[urlkind.Args, urlkind.Result]{Call: urlkind.Call(), Worker: r}}
}

func (r runs) scrape(ctx context.Context, t *testing.T, body map[string]any) (urlkind.Result, error) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return r.Run(ctx, t, string(raw))
}

// Every page of the sample web gives what its documentation says.
func TestSampleWeb(t *testing.T) {
	t.Parallel()
	pages := setup(t)
	for _, site := range webtest.New().Sites() {
		for _, p := range site.Pages {
			if testing.Short() && (site.Host == "slow.test" || site.Host == "big.test" || site.Host == "pdf.test") {
				continue
			}
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				// The race detector makes the engine for PDF start slowly.
				options := map[string]any{"timeoutMs": 60_000}
				maps.Copy(options, p.Options)
				if p.Expect.Scripts {
					handsOver(t, pages, p.URL, options)
					return
				}
				result, err := pages.scrape(t.Context(), t, map[string]any{"url": p.URL, "options": options})
				checkExpectation(t, p, result, err)
			})
		}
	}
}

func checkExpectation(t *testing.T, p webtest.Page, result urlkind.Result, err error) {
	t.Helper()
	if p.Expect.Error != "" {
		if !errs.Is(err, p.Expect.Error) {
			t.Fatalf("got %v, want %s", err, p.Expect.Error)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	final := p.Expect.FinalURL
	if final == "" {
		final = p.URL
	}
	if result.FinalURL != final || result.Status != http.StatusOK || !strings.HasPrefix(result.Title, p.Expect.Title) {
		t.Errorf("final URL %q, status %d, title %q", result.FinalURL, result.Status, result.Title)
	}
	for _, s := range p.Expect.Contains {
		if !strings.Contains(*result.Markdown, s) {
			t.Errorf("the markdown lacks %q", s)
		}
	}
	for _, s := range p.Expect.Lacks {
		if strings.Contains(*result.Markdown, s) {
			t.Errorf("the markdown holds %q", s)
		}
	}
}

// formats serves one page for the tests of formats.
func formats() webtest.Site {
	return webtest.Site{Host: "formats.test", Assets: map[string]http.HandlerFunc{
		"/p": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=windows-1252")
			_, _ = w.Write([]byte("<html lang=fr><title>Caf\xe9</title><nav>Menu</nav><h1>Caf\xe9</h1><p class=a>Noir " + r.Header.Get("Accept-Language") + "</p><p class=b>Lait</p>"))
		},
		"/image": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte("\x89PNG\r\n\x1a\n"))
		},
		"/empty":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/moved":    func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/gone", http.StatusFound) },
		"/gone":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) },
		"/password": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		"/same":     func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) },
		"/secret":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) },
	}}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	pages := setup(t, formats())
	const u = "http://formats.test/p"
	base := urlkind.Result{URL: u, FinalURL: u, Status: 200, Title: "Café", ContentType: "text/html", Language: "fr"}
	cases := map[string]struct {
		body map[string]any
		want func(*urlkind.Result)
	}{
		"markdown by default": {map[string]any{"options": map[string]any{"headers": map[string]string{"accept-language": "fr"}}}, func(r *urlkind.Result) {
			r.Markdown, r.Extraction = new("# Café\n\nNoir fr\n\nLait\n"), page.CleanedBody
		}},
		"whole page, cut": {
			map[string]any{"format": "markdown", "options": map[string]any{"onlyMainContent": false, "excludeTags": []string{".a"}, "maxChars": 16}},
			func(r *urlkind.Result) {
				r.Markdown, r.Truncated, r.Extraction, r.TotalChars, r.NextOffset = new("Menu\n\n# Café\n\n"), true, page.WholePage, new(19), 14
			},
		},
		"the rest": {
			map[string]any{"options": map[string]any{"onlyMainContent": false, "excludeTags": []string{".a"}, "offset": 14, "maxTokens": 100}},
			func(r *urlkind.Result) {
				r.Markdown, r.Extraction, r.TotalChars = new("Lait\n"), page.WholePage, new(19)
			},
		},
		"raw": {map[string]any{"format": "raw", "options": map[string]any{"maxChars": 30}}, func(r *urlkind.Result) {
			r.Raw, r.Truncated, r.TotalChars, r.NextOffset = new("<html lang=fr><title>Café</tit"), true, new(110), 30
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.body["url"] = u
			got, err := pages.scrape(t.Context(), t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			want := base
			c.want(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("scrape mismatch (-want +got):\n%s", diff)
			}
		})
	}
	data, err := pages.scrape(t.Context(), t, map[string]any{"url": u, "format": "json", "options": map[string]any{"includeTags": []string{".b"}}})
	if err != nil {
		t.Fatal(err)
	}
	if data.JSON == nil || data.JSON.Text != "Lait" || data.Extraction != page.Selected || data.JSON.Metadata.Language != "fr" || len(data.JSON.Headings) != 1 || data.Markdown != nil {
		t.Errorf("json: got %+v", data.JSON)
	}
	meta, err := pages.scrape(t.Context(), t, map[string]any{"url": u, "format": "metadata"})
	if err != nil {
		t.Fatal(err)
	}
	if meta.Metadata == nil || meta.Metadata.Title != "Café" || meta.Extraction != "" || meta.Markdown != nil || meta.JSON != nil {
		t.Errorf("metadata: got %+v", meta)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	pages := setup(t, formats())
	got, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://formats.test/moved", "format": "resolve"})
	if err != nil {
		t.Fatal(err)
	}
	want := urlkind.Result{
		URL: "http://formats.test/moved", FinalURL: "http://formats.test/gone", Status: http.StatusGone,
		Redirects: []page.Redirect{{URL: "http://formats.test/moved", Status: http.StatusFound}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scrape mismatch (-want +got):\n%s", diff)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	pages := setup(t, formats())
	cases := map[string]struct {
		body map[string]any
		code errs.Code
		says string
	}{
		"gone":            {map[string]any{"url": "http://formats.test/moved"}, errs.TargetError, "410 Gone; check the URL"},
		"forbidden":       {map[string]any{"url": "http://formats.test/secret"}, errs.UpstreamBlocked, "403 Forbidden and blocks access"},
		"no password":     {map[string]any{"url": "http://formats.test/password"}, errs.LoginRequired, "401 Unauthorized, which requires a login; choose a public page; if the account is yours, send its Authorization or Cookie in options.headers"},
		"not modified":    {map[string]any{"url": "http://formats.test/same"}, errs.TargetError, "304 Not Modified"},
		"server error":    {map[string]any{"url": "http://status.test/500"}, errs.TargetError, "500 Internal Server Error; try again later"},
		"raw of an image": {map[string]any{"url": "http://formats.test/image", "format": "raw"}, errs.UnsupportedContent, "image/png"},
		"an image":        {map[string]any{"url": "http://formats.test/image"}, errs.UnsupportedContent, "image/png"},
		"too slow":        {map[string]any{"url": "http://slow.test/?ms=20000", "options": map[string]any{"timeoutMs": 1000}}, errs.UpstreamTimeout, "options.timeoutMs"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := pages.scrape(t.Context(), t, c.body)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestNoContentIsEmpty(t *testing.T) {
	t.Parallel()
	got, err := setup(t, formats()).scrape(t.Context(), t, map[string]any{"url": "http://formats.test/empty"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != http.StatusNoContent || got.Markdown == nil || *got.Markdown != "" {
		t.Errorf("got %+v", got)
	}
}

// TestNothingSelected: a page of which the caller's selectors leave nothing does not look like an empty one.
func TestNothingSelected(t *testing.T) {
	t.Parallel()
	pages := setup(t, formats())
	for _, c := range []struct {
		path    string
		options map[string]any
		format  string
		warns   bool
	}{
		{"/p", map[string]any{"includeTags": []string{".nothing"}}, "markdown", true},
		{"/p", map[string]any{"includeTags": []string{".nothing"}}, "json", true},
		{"/p", map[string]any{"includeTags": []string{".nothing"}}, "metadata", false},
		{"/p", map[string]any{"includeTags": []string{".a"}}, "markdown", false},
		{"/p", map[string]any{"includeTags": []string{".a"}, "maxChars": 10, "offset": 1000}, "markdown", false},
		{"/p", map[string]any{"excludeTags": []string{"body > *"}}, "text", true},
		{"/p", map[string]any{"excludeTags": []string{".a"}}, "text", false},
		{"/empty", map[string]any{}, "markdown", false},
	} {
		got, err := pages.scrape(t.Context(), t, map[string]any{"url": "http://formats.test" + c.path, "format": c.format, "options": c.options})
		if warns := slices.Contains(got.Warnings, urlkind.NothingSelected); err != nil || warns != c.warns || warns != (len(urlkind.Cautions(&got)) > 0) {
			t.Errorf("%s of %s with %v: got warnings %v, error %v; want nothing_selected: %t", c.format, c.path, c.options, got.Warnings, err, c.warns)
		}
	}
}

// A job that is stopped from outside tells nothing of its own.
func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errs.New(errs.Cancelled, "stopped")
	cancel(stopped)
	_, err := of(urlrun.New(fetch.New(fetch.Config{}), nil, nil)).scrape(ctx, t, map[string]any{"url": "http://site.example/"})
	if !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}
