package searchrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// runs are those of the sample web, for a caller with extended ceilings.
type runs = kindtest.Runs[search.Args, search.Result]

func setup(t *testing.T, keys map[string]string) runs {
	t.Helper()
	r := searchrun.New(webclient.Start(t).Upstreams(t, keys))
	return runs{Call: search.Results(), Worker: r, Caller: kind.Caller{OrgID: "org_1", Grants: job.Grants{ExtendedCeilings: true}}}
}

func TestResults(t *testing.T) {
	t.Parallel()
	run := setup(t, webtest.New().Keys())
	for name, body := range map[string]string{
		"google":     `{"q":"river gauges"}`,
		"duckduckgo": `{"q":"how long do river gauges run on one battery","provider":"duckduckgo","maxResults":3}`,
		"site":       `{"q":"gauge site:company.test -flood","maxResults":4}`,
		"fallback":   `{"q":"down-searxng tide table \"week 12\"","maxResults":2}`,
		"nothing":    `{"q":"zymurgy quodlibet"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run.Must(t, body)
			golden.JSON(t, "testdata/golden/"+name+".json", result)
			sound(t, result)
		})
	}
}

// sound holds of every result: places count from 1, no address comes twice, and none is
// a search engine's own.
func sound(t *testing.T, r search.Result) {
	t.Helper()
	seen := map[string]bool{}
	for i, item := range r.Results {
		if item.Index != i+1 || seen[item.URL] || item.Title == "" || item.DisplayURL == "" || strings.Contains(item.URL, "upstream.test") || strings.Contains(item.URL, "utm_") {
			t.Errorf(`got item %+v, want Index %v, seen[item.URL] false, a Title, a DisplayURL, URL without "upstream.test", URL without "utm_"`, item, i+1)
		}
		seen[item.URL] = true
	}
	if r.Results == nil || r.Provider == "" {
		t.Errorf("got %+v, want Results not nil, a Provider", r)
	}
}

// Every provider gives what was asked for, up to the ceilings.
func TestProviders(t *testing.T) {
	t.Parallel()
	run := setup(t, webtest.New().Keys())
	for name, c := range map[string]struct {
		body     string
		provider string
		count    int
	}{
		"pages":            {`{"q":"tide table of Carrow","maxResults":20}`, "google", 20},
		"many pages":       {`{"q":"tide table of Carrow","maxResults":100}`, "google", 45},
		"by DuckDuckGo":    {`{"q":"tide table of Carrow","maxResults":40,"provider":"duckduckgo","strictProvider":true}`, "duckduckgo", 40},
		"by Google itself": {`{"q":"down-searxng tide table of Carrow","maxResults":30,"strictProvider":true}`, "google", 30},
		"news":             {`{"q":"gauge","provider":"news","maxResults":1}`, "googlenews", 1},
		"research":         {`{"q":"tidal barriers","provider":"research","maxResults":2}`, "openalex", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run.Must(t, c.body)
			if sound(t, result); result.Provider != c.provider || len(result.Results) < c.count || name != "many pages" && len(result.Results) != c.count {
				t.Errorf("%d results by %s", len(result.Results), result.Provider)
			}
		})
	}
}

// diagnosed are the diagnostics of an output without their times.
func diagnosed(t *testing.T, out kind.Output[search.Result]) []websearch.Diagnostic {
	t.Helper()
	raw, err := json.Marshal(out.Meta["searchDiagnostics"])
	if err != nil {
		t.Fatal(err)
	}
	var all []websearch.Diagnostic
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDiagnostics(t *testing.T) {
	t.Parallel()
	run := setup(t, nil)
	out, err := run.Output(t.Context(), t, `{"q":"quota-searxng river gauges","includeDiagnostics":true,"maxResults":3}`)
	if err != nil {
		t.Fatal(err)
	}
	limited := "The engines behind the SearXNG failed: google (too many requests)"
	want := []websearch.Diagnostic{
		{Engine: "searxng-google", Outcome: websearch.RateLimited, Status: 200, Reason: limited + "; try again later."},
		{Engine: "programmablesearch", Outcome: websearch.Disabled, Reason: "programmablesearch needs a key of the form KEY:CX, the key of Google's API and the id of a search engine; the operator has to set it as programmablesearch in QUARRY_KEYS."},
		{Engine: "searxng", Outcome: websearch.RateLimited, Status: 200, Reason: limited + ", duckduckgo (too many requests), brave (too many requests); try again later."},
		{Engine: "brave", Outcome: websearch.Disabled, Reason: "brave needs a key; the operator has to set it as brave in QUARRY_KEYS."},
		{Engine: "tavily", Outcome: websearch.Disabled, Reason: "tavily needs a key; the operator has to set it as tavily in QUARRY_KEYS."},
		{Engine: "duckduckgo", Outcome: websearch.OK, Status: 200, Results: 5},
	}
	if diff := cmp.Diff(want, diagnosed(t, out), cmpopts.IgnoreFields(websearch.Diagnostic{}, "DurationMs")); diff != "" {
		t.Errorf("diagnosed mismatch (-want +got):\n%s", diff)
	}
	if out, err := run.Output(t.Context(), t, `{"q":"river gauges"}`); err != nil || out.Meta != nil {
		t.Errorf("nobody asked for diagnostics: %v, %v", out.Meta, err)
	}
}

// What went wrong is told when the job fails, too, and is no empty list.
func TestFailures(t *testing.T) {
	t.Parallel()
	run := setup(t, webtest.New().Keys())
	for name, c := range map[string]struct {
		body    string
		code    errs.Code
		engines int
	}{
		"all limited":       {`{"q":"quota river","includeDiagnostics":true}`, errs.UpstreamRateLimited, 6},
		"all blocked":       {`{"q":"walled river","includeDiagnostics":true}`, errs.UpstreamBlocked, 6},
		"all down":          {`{"q":"down river","includeDiagnostics":true}`, errs.ProviderUnavailable, 6},
		"strict Google":     {`{"q":"down river","strictProvider":true,"includeDiagnostics":true}`, errs.ProviderUnavailable, 2},
		"strict DuckDuckGo": {`{"q":"quota river","provider":"duckduckgo","strictProvider":true,"includeDiagnostics":true}`, errs.UpstreamRateLimited, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := run.Output(t.Context(), t, c.body)
			all := diagnosed(t, out)
			if diff := cmp.Diff(search.Result{}, out.Result); !errs.Is(err, c.code) || len(all) != c.engines || diff != "" {
				t.Fatalf("got %v, %+v, want %s of %d engines and no result: %s", err, all, c.code, c.engines, diff)
			}
			for _, d := range all {
				if d.Outcome == websearch.OK || d.Outcome == websearch.Empty || d.Reason == "" {
					t.Errorf(`got diagnostic %+v, want Outcome other than "ok", Outcome other than "empty", a Reason`, d)
				}
			}
		})
	}
}

// Google alone cannot be asked where nobody has configured it, and says so.
func TestStrictWithoutBackend(t *testing.T) {
	t.Parallel()
	run := setup(t, nil)
	_, err := run.Run(t.Context(), t, `{"q":"walled-searxng river","strictProvider":true}`)
	if !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("a configured engine's word counts more: %v", err)
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	run := setup(t, nil)
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if out, err := run.Output(ctx, t, `{"q":"river","includeDiagnostics":true}`); !errors.Is(err, gone) || len(diagnosed(t, out)) != 1 {
		t.Errorf("got error %v, out %+v; want error %v, 1 diagnosed(t, out)", err, out, gone)
	}
}

func TestUnknownProvider(t *testing.T) {
	t.Parallel()
	r := searchrun.New(webclient.Start(t).Upstreams(t, nil))
	if _, err := r.Run(t.Context(), kind.Run[search.Args]{Args: search.Args{Q: "a", Provider: "bing"}}); !errs.Is(err, errs.InternalError) {
		t.Errorf("got %v, want %s", err, errs.InternalError)
	}
}
