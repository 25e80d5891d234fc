package runner_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/runner"
	"github.com/quarryapi/quarry/internal/page"
	"github.com/quarryapi/quarry/internal/webtest"
)

// setup gives a runner that reaches the sample web, and what runs a body.
func setup(t *testing.T, extra ...webtest.Site) func(t *testing.T, body map[string]any) (*urlkind.Result, error) {
	t.Helper()
	web := webtest.Start(t, extra...)
	hosts, err := target.ParseHosts([]string{web.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	client := fetch.New(fetch.Config{Hosts: hosts})
	t.Cleanup(client.CloseIdle)
	r := runner.New(client)
	return func(t *testing.T, body map[string]any) (*urlkind.Result, error) {
		t.Helper()
		return run(t.Context(), t, r, body)
	}
}

// run admits a body as the API does and runs the job.
func run(ctx context.Context, t *testing.T, r *runner.Runner, body map[string]any) (*urlkind.Result, error) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	args := urlkind.Spec().Args()
	if err := json.Unmarshal(raw, args); err != nil {
		t.Fatal(err)
	}
	if _, err := args.Prepare(job.Caller{}); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(ctx, job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
	if err != nil {
		return nil, err
	}
	result, ok := out.Result.(*urlkind.Result)
	if !ok {
		t.Fatalf("the result is a %T", out.Result)
	}
	return result, nil
}

// Every page of the sample web gives what its documentation says.
func TestSampleWeb(t *testing.T) {
	t.Parallel()
	scrape := setup(t)
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
				result, err := scrape(t, map[string]any{"url": p.URL, "options": options})
				checkExpectation(t, p, result, err)
			})
		}
	}
}

func checkExpectation(t *testing.T, p webtest.Page, result *urlkind.Result, err error) {
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
	scrape := setup(t, formats())
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
				r.Markdown, r.Truncated, r.Extraction = new("Menu\n\n# Café\n\nLa"), true, page.WholePage
			},
		},
		"raw": {map[string]any{"format": "raw", "options": map[string]any{"maxChars": 30}}, func(r *urlkind.Result) {
			r.Raw, r.Truncated = new("<html lang=fr><title>Café</tit"), true
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.body["url"] = u
			got, err := scrape(t, c.body)
			if err != nil {
				t.Fatal(err)
			}
			want := base
			c.want(&want)
			if diff := cmp.Diff(&want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	data, err := scrape(t, map[string]any{"url": u, "format": "json", "options": map[string]any{"includeTags": []string{".b"}}})
	if err != nil {
		t.Fatal(err)
	}
	if data.JSON == nil || data.JSON.Text != "Lait" || data.Extraction != page.Selected || data.JSON.Metadata.Language != "fr" || len(data.JSON.Headings) != 1 || data.Markdown != nil {
		t.Errorf("json: got %+v", data.JSON)
	}
	meta, err := scrape(t, map[string]any{"url": u, "format": "metadata"})
	if err != nil {
		t.Fatal(err)
	}
	if meta.Metadata == nil || meta.Metadata.Title != "Café" || meta.Extraction != "" || meta.Markdown != nil || meta.JSON != nil {
		t.Errorf("metadata: got %+v", meta)
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	scrape := setup(t, formats())
	got, err := scrape(t, map[string]any{"url": "http://formats.test/moved", "format": "resolve"})
	if err != nil {
		t.Fatal(err)
	}
	want := &urlkind.Result{
		URL: "http://formats.test/moved", FinalURL: "http://formats.test/gone", Status: http.StatusGone,
		Redirects: []urlkind.Redirect{{URL: "http://formats.test/moved", Status: http.StatusFound}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	scrape := setup(t, formats())
	cases := map[string]struct {
		body map[string]any
		code errs.Code
		says string
	}{
		"gone":            {map[string]any{"url": "http://formats.test/moved"}, errs.TargetError, "410 Gone; check the URL"},
		"forbidden":       {map[string]any{"url": "http://formats.test/secret"}, errs.UpstreamBlocked, "403 Forbidden and does not let us"},
		"no password":     {map[string]any{"url": "http://formats.test/password"}, errs.LoginRequired, "401 Unauthorized"},
		"not modified":    {map[string]any{"url": "http://formats.test/same"}, errs.TargetError, "304 Not Modified"},
		"server error":    {map[string]any{"url": "http://status.test/500"}, errs.TargetError, "500 Internal Server Error; try again later"},
		"raw of an image": {map[string]any{"url": "http://formats.test/image", "format": "raw"}, errs.UnsupportedContent, "image/png"},
		"an image":        {map[string]any{"url": "http://formats.test/image"}, errs.UnsupportedContent, "image/png"},
		"too slow":        {map[string]any{"url": "http://slow.test/?ms=20000", "options": map[string]any{"timeoutMs": 1000}}, errs.UpstreamTimeout, "options.timeoutMs"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := scrape(t, c.body)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestNoContentIsEmpty(t *testing.T) {
	t.Parallel()
	got, err := setup(t, formats())(t, map[string]any{"url": "http://formats.test/empty"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != http.StatusNoContent || got.Markdown == nil || *got.Markdown != "" {
		t.Errorf("got %+v", got)
	}
}

// A job that is stopped from outside tells nothing of its own.
func TestRunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errs.New(errs.Cancelled, "stopped")
	cancel(stopped)
	_, err := run(ctx, t, runner.New(fetch.New(fetch.Config{})), map[string]any{"url": "http://site.example/"})
	if !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}
