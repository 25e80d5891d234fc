package engine_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/engine"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// upstreams are those of the sample web, all configured.
func upstreams(t *testing.T, sites ...webtest.Site) *upstream.Set {
	t.Helper()
	return webclient.Start(t, sites...).Upstreams(t, webtest.New().Keys())
}

// bare are those of an installation that has configured nothing.
func bare(t *testing.T) *upstream.Set {
	t.Helper()
	sample := webclient.Start(t)
	urls := map[string]string{}
	for name, address := range sample.Server.Web().Sources() {
		if name != "searxng" {
			urls[name] = address
		}
	}
	settings, err := sources.NewSettings(urls, nil)
	if err != nil {
		t.Fatal(err)
	}
	return upstream.NewSet(sample.Web, settings, nil)
}

// went is how asking each engine went, in the order of asking.
func went(a websearch.Answer) []string {
	var all []string
	for _, d := range websearch.Diagnostics(a) {
		all = append(all, d.Engine+" "+string(d.Outcome))
	}
	return all
}

func TestFallback(t *testing.T) {
	t.Parallel()
	up := upstreams(t)
	cases := map[string]struct {
		searcher *websearch.Searcher
		query    string
		went     []string
		code     errs.Code
	}{
		"google":           {engine.Google(up, false), "river gauges", []string{"searxng-google ok"}, ""},
		"google, second":   {engine.Google(up, false), "down-searxng river gauges", []string{"searxng-google failed", "programmablesearch ok"}, ""},
		"google, nothing":  {engine.Google(up, false), "empty", []string{"searxng-google empty"}, ""},
		"google, all":      {engine.Google(up, false), "quota river", []string{"searxng-google rate_limited", "programmablesearch rate_limited", "searxng rate_limited", "brave rate_limited", "tavily rate_limited", "duckduckgo rate_limited"}, errs.UpstreamRateLimited},
		"google, walled":   {engine.Google(up, false), "walled river", []string{"searxng-google blocked", "programmablesearch blocked", "searxng blocked", "brave blocked", "tavily blocked", "duckduckgo blocked"}, errs.UpstreamBlocked},
		"google, strict":   {engine.Google(up, true), "walled river", []string{"searxng-google blocked", "programmablesearch blocked"}, errs.UpstreamBlocked},
		"duckduckgo":       {engine.DuckDuckGo(up, false), "river gauges", []string{"duckduckgo ok"}, ""},
		"duckduckgo, else": {engine.DuckDuckGo(up, false), "quota-duckduckgo river gauges", []string{"duckduckgo rate_limited", "searxng-duckduckgo ok"}, ""},
		"strict":           {engine.DuckDuckGo(up, true), "down river", []string{"duckduckgo failed", "searxng-duckduckgo failed"}, errs.ProviderUnavailable},
		"any":              {engine.All(up), "walled-searxng river", []string{"searxng blocked", "programmablesearch ok"}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.searcher.Search(t.Context(), websearch.Query{Text: c.query, Count: 5})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && err != nil {
				t.Errorf("error %v", err)
			}
			if diff := cmp.Diff(c.went, went(got)); diff != "" {
				t.Errorf("went mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// The home page, which engines list under two addresses, comes first and once.
func TestRepetitionsAreMerged(t *testing.T) {
	t.Parallel()
	up := upstreams(t)
	for name, s := range map[string]*websearch.Searcher{"searxng-google": engine.Google(up, true), "duckduckgo": engine.DuckDuckGo(up, true), "searxng": engine.All(up)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := s.Search(t.Context(), websearch.Query{Text: "river gauges", Count: 20})
			if err != nil || got.Engine != name || len(got.Results) == 0 || got.Results[0].URL != "http://company.test/" {
				t.Fatalf(`got answer %+v, error %v; want no error, Engine %q, some Results, Results[0].URL "http://company.test/"`, got, err, name)
			}
			for _, r := range got.Results[1:] {
				if strings.HasPrefix(r.URL, "https://www.company.test/") {
					t.Errorf("the home page is listed again: %+v", r)
				}
			}
		})
	}
}

// Without keys and without a SearXNG there is DuckDuckGo, and Google alone cannot be asked.
func TestNothingConfigured(t *testing.T) {
	t.Parallel()
	up := bare(t)
	got, err := engine.Google(up, false).Search(t.Context(), websearch.Query{Text: "river gauges", Count: 5})
	want := []string{"searxng-google disabled", "programmablesearch disabled", "searxng disabled", "brave disabled", "tavily disabled", "duckduckgo ok"}
	if diff := cmp.Diff(want, went(got)); diff != "" || err != nil || engine.Provider(got.Engine) != "duckduckgo" {
		t.Errorf("got error %v, want no error, engine.Provider(got.Engine) \"duckduckgo\"; went mismatch (-want +got):\n%s", err, diff)
	}
	got, err = engine.Google(up, true).Search(t.Context(), websearch.Query{Text: "river gauges"})
	if !errs.Is(err, errs.ProviderNotConfigured) || !strings.Contains(errs.As(err).Message, "searxng-google, programmablesearch") || len(got.Attempts) != 2 {
		t.Errorf(`got error %v, answer %+v; want error "provider_not_configured", Message with "searxng-google, programmablesearch", 2 Attempts`, err, got)
	}
}

func TestProvider(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"programmablesearch": "google", "searxng-google": "google", "searxng-duckduckgo": "duckduckgo", "duckduckgo": "duckduckgo",
		"searxng": "searxng", "brave": "brave", "openalex": "openalex",
	} {
		if got := engine.Provider(name); got != want {
			t.Errorf("results of %s are those of %s, not of %s", name, got, want)
		}
	}
}

// TestSamples holds that pages for people, captchas above all, are a block to every
// engine: recorded pages of four search engines stand in for what each would answer.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasSuffix(name, ".html") || strings.HasPrefix(name, "duckduckgo") {
			return nil // is read by the engine that it is of
		}
		page := func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(body)
		}
		var sites []webtest.Site
		for _, upstream := range []string{"searxng", "programmablesearch", "brave", "tavily", "duckduckgo"} {
			sites = append(sites, webclient.Instead(upstream, page))
		}
		got, err := engine.All(upstreams(t, sites...)).Search(t.Context(), websearch.Query{Text: "a"})
		want := []string{"searxng blocked", "programmablesearch blocked", "brave blocked", "tavily blocked", "duckduckgo blocked"}
		if diff := cmp.Diff(want, went(got)); diff != "" || !errs.Is(err, errs.UpstreamBlocked) {
			t.Errorf("got error %v, want error \"upstream_blocked\"; went mismatch (-want +got):\n%s", err, diff)
		}
		return nil
	})
}
