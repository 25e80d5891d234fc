package screenshotrun_test

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/screenshotrun"
	"github.com/quarryapi/quarry/internal/web/shown"
)

func rendered(t *testing.T, r *screenshotrun.Worker, body string) (kind.Output[urlkind.Result], error) {
	t.Helper()
	return kindtest.Runs[urlkind.Args, urlkind.Result]{Call: urlkind.Call(), Worker: r}.Output(t.Context(), t, body)
}

// TestRendered: the sample app's content is there as its scripts write it, in every format that
// reads a page, also when the job was handed over with options that nobody prepared for a browser.
func TestRendered(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for name, c := range map[string]struct {
		body string
		get  func(urlkind.Result) string
		has  string
	}{
		"handed over": {`{"url":"http://app.test/"}`, func(r urlkind.Result) string { return *r.Markdown }, "| A1 | Wanderer | 11.2 m |"},
		"always":      {`{"url":"http://app.test/","render":"always"}`, func(r urlkind.Result) string { return *r.Markdown }, "Second Wind"},
		"json":        {`{"url":"http://app.test/","render":"always","format":"json"}`, func(r urlkind.Result) string { return r.JSON.Text }, "Puffin"},
		"raw":         {`{"url":"http://app.test/","render":"always","format":"raw"}`, func(r urlkind.Result) string { return *r.Raw }, "<h1>Berths at Carrow Harbour</h1>"},
		"waitFor":     {`{"url":"http://app.test/late","options":{"waitFor":"#sum"}}`, func(r urlkind.Result) string { return *r.Markdown }, "1,204 shillings"},
		"actions": {
			`{"url":"http://app.test/","options":{"actions":[{"type":"wait","selector":"nav a"},{"type":"click","selector":"nav a"},{"type":"wait","selector":"#sum"}]}}`,
			func(r urlkind.Result) string { return r.FinalURL + *r.Markdown }, "http://app.test/late# Ledger\n\nThe sum",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := rendered(t, r, c.body)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.get(out.Result); !strings.Contains(got, c.has) || !out.Result.Rendered || len(out.Result.Warnings) > 0 {
				t.Errorf("got %q, rendered %t, warnings %v; want %q in it, true, none", got, out.Result.Rendered, out.Result.Warnings, c.has)
			}
			if want := strings.Count(c.body, `"type"`); len(out.Result.Actions) != want {
				t.Errorf("got %d reports of actions, want %d", len(out.Result.Actions), want)
			}
		})
	}
}

// TestActionsThatFail: the job fails, and its meta reports each action, without what was typed.
func TestActionsThatFail(t *testing.T) {
	t.Parallel()
	out, err := rendered(t, setup(t), `{"url":"http://app.test/","options":{"actions":[{"type":"scroll"},{"type":"type","selector":"#none","text":"secret"},{"type":"press","key":"Enter"}]}}`)
	e := errs.As(err)
	if e == nil || e.Code != errs.TargetError || !strings.Contains(e.Message, "options.actions[1]") || strings.Contains(e.Message, "secret") {
		t.Errorf("got error %v, want a target_error that names options.actions[1]", err)
	}
	if out.Meta["actions"] == nil {
		t.Errorf("got meta %v, want reports of the actions", out.Meta)
	}
}

// shows is a browser that shows what it is given.
type shows struct {
	page *shown.Page
	err  error
	took *time.Duration
}

func (s shows) Visit(_ context.Context, v shown.Visit) (*shown.Page, error) {
	if s.took != nil {
		*s.took = v.Timeout
	}
	return s.page, s.err
}

// TestNoBrowser: a shell that cannot be shown is no success, and the caller learns what is.
func TestNoBrowser(t *testing.T) {
	t.Parallel()
	r := screenshotrun.New(shows{err: errs.New(errs.BrowserUnavailable, "pages cannot be shown here")}, nil, nil)
	_, err := rendered(t, r, `{"url":"http://app.test/"}`)
	if e := errs.As(err); e == nil || e.Code != errs.BrowserUnavailable || !strings.Contains(e.Message, "render never") {
		t.Errorf("got error %v, want browser_unavailable with what to do", err)
	}
}

// TestNoContent: a page that shows nothing in a browser either says so.
func TestNoContent(t *testing.T) {
	t.Parallel()
	empty := &shown.Page{URL: mustParse(t, "http://app.test/"), Status: 200, MediaType: "text/html", HTML: `<div id="root"></div><script></script>`}
	out, err := rendered(t, screenshotrun.New(shows{page: empty}, nil, nil), `{"url":"http://app.test/"}`)
	if err != nil || !slices.Contains(out.Result.Warnings, urlkind.NoContent) || !out.Result.Rendered {
		t.Errorf("got %+v, error %v; want it rendered with no_content", out.Result, err)
	}
}

// TestNothingSelected: a page of which the caller's selectors leave nothing says so in a browser, too.
func TestNothingSelected(t *testing.T) {
	t.Parallel()
	full := &shown.Page{URL: mustParse(t, "http://app.test/"), Status: 200, MediaType: "text/html", HTML: `<h1>A</h1><p class="a">Words.`}
	for selector, want := range map[string]bool{".nothing": true, ".a": false} {
		out, err := rendered(t, screenshotrun.New(shows{page: full}, nil, nil), `{"url":"http://app.test/","render":"always","options":{"includeTags":["`+selector+`"]}}`)
		if err != nil || slices.Contains(out.Result.Warnings, urlkind.NothingSelected) != want {
			t.Errorf("%s: got warnings %v, error %v; want nothing_selected: %t", selector, out.Result.Warnings, err, want)
		}
	}
}

// TestStatusOfAPageThatIsGone: a crawl learns what the site answered where there is nothing to show.
func TestStatusOfAPageThatIsGone(t *testing.T) {
	t.Parallel()
	gone := &shown.Page{URL: mustParse(t, "http://app.test/old"), Status: http.StatusGone, MediaType: "text/html", HTML: "<p>It is gone."}
	for _, format := range []urlkind.Format{urlkind.Markdown, urlkind.Screenshot} {
		args := urlkind.Args{URL: "http://app.test/old", Format: format}
		out, err := screenshotrun.New(shows{page: gone}, nil, nil).Run(t.Context(), kind.Run[urlkind.Args]{Args: args, Page: &job.Page{}})
		if !errs.Is(err, errs.TargetError) || out.Found == nil || out.Found.Status != http.StatusGone {
			t.Errorf("%s: got %+v, error %v; want target_error, and 410 for the crawl", format, out.Found, err)
		}
	}
}

// TestOneDeadline: what handed the job over has used its part of the caller's time.
func TestOneDeadline(t *testing.T) {
	t.Parallel()
	var took time.Duration
	r := screenshotrun.New(shows{took: &took, err: errs.New(errs.TargetError, "no")}, nil, nil)
	args := urlkind.Args{URL: "http://app.test/", Format: urlkind.Markdown, Options: urlkind.Options{TimeoutMS: 20_000}}
	_, err := r.Run(t.Context(), kind.Run[urlkind.Args]{Args: args, HandedOver: true, Spent: 5 * time.Second})
	if !errs.Is(err, errs.TargetError) || took != 15*time.Second-1500*time.Millisecond {
		t.Errorf("got a visit of %s, error %v; want 13.5 s: what is left less the time to read", took, err)
	}
}

func mustParse(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestNextToNoContent: a page whose script writes into its few words, and has not done so, says so, too.
func TestNextToNoContent(t *testing.T) {
	t.Parallel()
	runs := kindtest.Runs[urlkind.Args, urlkind.Result]{Call: urlkind.Call(), Worker: setup(t)}
	got := runs.Must(t, `{"url":"http://shots.test/counting","render":"always"}`)
	if !slices.Contains(got.Warnings, urlkind.NoContent) || got.Markdown == nil || !strings.Contains(*got.Markdown, "Still counting") {
		t.Errorf("got %+v, want what it says and no_content", got)
	}
}
