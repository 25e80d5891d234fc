package probe_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
	"github.com/quarryapi/quarry/internal/sources/probe"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// subjects are those of the sample web.
var subjects = map[string]string{
	"adlibrary": "1000000000000001", "adlibraryapi": "1000000000000001", "adstransparency": "company.test", "arcticshift": "kelpline",
	"certspotter": "company.test", "commoncrawl": "company.test", "crtsh": "company.test", "crux": "https://company.test", "dns": "company.test",
	"fxtwitter": "TideWatch", "gdelt": "marrowfen", "googlenews": "marrowfen", "hackernews": "8920", "hackernewsapi": "8920", "iana": "company.test",
	"linkedin": "company/marrowfen", "pagespeed": "http://company.test/", "producthuntapi": "tidelog", "pullpush": "company.test", "reddit": "tides",
	"redditapi": "tides", "tranco": "company.test", "wayback": "http://skerwick-herald.test/2019/09/20/first-sketches", "waybackweb": "http://skerwick-herald.test/2019/09/20/first-sketches", "wikidata": "Q900014", "xapi": "TideWatch", "xguest": "TideWatch",
	"xsyndication": "1954505000000000001", "xtimeline": "TideWatch", "xweb": "TideWatch", "youtube": "@marrowfen",
}

// prober leads to the replays, and to the sites that take the place of some.
func prober(t *testing.T, extra ...webtest.Site) *probe.Prober {
	t.Helper()
	keys := webtest.New().Keys()
	keys["xapi"] = "sample-x-key"
	settings, err := sources.NewSettings(webtest.New().Sources(), keys)
	if err != nil {
		t.Fatalf("got %v, want settings", err)
	}
	return &probe.Prober{
		Settings: settings, Web: webclient.Start(t, extra...).Web, Subjects: subjects,
		Now: func() time.Time { return time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC) },
	}
}

// All upstreams can be probed.
func TestNames(t *testing.T) {
	t.Parallel()
	var missing []string
	for _, u := range sources.All() {
		if !slices.Contains(probe.Names(), u.Name) {
			missing = append(missing, u.Name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("got no question for %v, want one in questions.go for each", missing)
	}
}

// The replays answer in the forms of the real services.
func TestReplays(t *testing.T) {
	t.Parallel()
	// Replays that have less than the real service, in members that the parsers can do
	// without.
	less := map[string]string{
		"linkedin":  "missing script application/ld+json.@type: was string, missing script application/ld+json.numberOfEmployees: was object",
		"openalex":  "missing results[].title: was string",
		"xtimeline": "missing script __NEXT_DATA__application/json.props.pageProps.timeline.entries[].content.tweet.user.profile_banner_url: was string",
	}
	p := prober(t)
	for _, name := range probe.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := p.Probe(t.Context(), name)
			want := probe.Same
			switch {
			case less[name] != "":
				want = probe.Drift
			case slices.Contains([]string{"adlibraryapi", "xguest", "xguesttoken"}, name):
				want = probe.NoKey
			case len(drift.Known(name)) == 0:
				want = probe.Unknown
			}
			if (r.Note != "") != (want == probe.Unknown) {
				t.Errorf("got the note %q of %s, want one where nothing is known, and only there", r.Note, want)
			}
			if r.State != want || r.Error != "" && want != probe.NoKey {
				t.Errorf("got %s, %q, want %s", r.State, r.Error, want)
			}
			var read []string
			for _, f := range r.Findings {
				if f.Read {
					read = append(read, f.String())
				}
			}
			if diff := cmp.Diff(less[name], strings.Join(read, ", ")); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// altered is a replay whose answers are changed on their way.
func altered(t *testing.T, name, from, to string) webtest.Site {
	t.Helper()
	sites := webtest.Upstreams()
	i := slices.IndexFunc(sites, func(s webtest.Site) bool { return s.Upstream == name })
	replay := webtest.New()
	var changed atomic.Bool
	t.Cleanup(func() {
		if !changed.Load() {
			t.Errorf("got no answer with %s, want one to change", from)
		}
	})
	return webclient.Instead(name, func(w http.ResponseWriter, r *http.Request) {
		r.Host = sites[i].Host
		whole := httptest.NewRecorder()
		replay.ServeHTTP(whole, r)
		if strings.Contains(whole.Body.String(), from) {
			changed.Store(true)
		}
		w.Header().Set("Content-Type", whole.Header().Get("Content-Type"))
		w.WriteHeader(whole.Code)
		_, _ = w.Write([]byte(strings.ReplaceAll(whole.Body.String(), from, to)))
	})
}

// A probe says what it could not do: which key is missing, that nothing was captured, that
// a page of the archive stands in place of a capture.
func TestReasons(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		upstream string
		subject  string
		instead  []webtest.Site
		state    probe.State
		want     string
	}{
		"another's key":        {"xguesttoken", "TideWatch", nil, probe.NoKey, "set the key xguest in QUARRY_KEYS"},
		"no capture":           {"waybackweb", "http://company.test/", nil, probe.Failed, "The archive has no capture of http://company.test/"},
		"the archive's page":   {"waybackweb", subjects["waybackweb"], []webtest.Site{webclient.Instead("waybackweb", webclient.Answer(http.StatusOK, "<html>Search the history</html>"))}, probe.Failed, "a page of its own"},
		"no models":            {"model", "", []webtest.Site{webclient.Instead("model", webclient.Answer(http.StatusOK, `{"data":[]}`))}, probe.Drift, "listed no models"},
		"a rejected model key": {"model", "", []webtest.Site{webclient.Instead("model", webclient.Answer(http.StatusUnauthorized, `{"error":{"message":"Incorrect API key provided."}}`))}, probe.NoKey, "key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := prober(t, c.instead...)
			p.Subjects = map[string]string{c.upstream: c.subject}
			if r := p.Probe(t.Context(), c.upstream); r.State != c.state || !strings.Contains(r.Error, c.want) {
				t.Errorf("got %s, %q; want %s, %q", r.State, r.Error, c.state, c.want)
			}
		})
	}
}

func TestDrift(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		upstream, from, to string
		state              probe.State
		want               string
	}{
		"a member is renamed":               {"tranco", `"rank"`, `"position"`, probe.Drift, "missing ranks[].rank: was number, unknown ranks[].position: number"},
		"a member is missing":               {"gdelt", `"url"`, `"": "", "URL"`, probe.Drift, "missing articles[].url: was string"},
		"a member is of another type":       {"tranco", `"rank": `, `"rank": "1", "r": `, probe.Drift, "changed ranks[].rank: was number, is string"},
		"an element of a feed is renamed":   {"googlenews", "pubDate", "published", probe.Drift, "missing rss[].channel[].item[].pubDate: was list"},
		"a member that no parser reads":     {"tranco", `"domain"`, `"name"`, probe.Same, "missing domain: was string, unknown name: string"},
		"a member is new":                   {"tranco", `"ranks"`, `"more": 1, "ranks"`, probe.Same, "unknown more: number"},
		"deep in the calls of a site":       {"youtube", `"metadataRows"`, `"rows"`, probe.Drift, "missing header.pageHeaderRenderer.content.pageHeaderViewModel.metadata.contentMetadataViewModel.metadataRows: was list"},
		"in a form that is not understood":  {"hackernewsapi", `"by"`, `"author"`, probe.Drift, "missing by: was string"},
		"a page stands in place of answers": {"tranco", `{`, `<html>{`, probe.Failed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := prober(t, altered(t, c.upstream, c.from, c.to)).Probe(t.Context(), c.upstream)
			var all []string
			for _, f := range r.Findings {
				all = append(all, f.String())
			}
			if got := strings.Join(all, ", "); r.State != c.state || !strings.Contains(got, c.want) {
				t.Errorf("got %s, %q: %s, want %s: %s", r.State, r.Error, got, c.state, c.want)
			}
		})
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	p := prober(t, altered(t, "tranco", `"ranks"`, `"more": 1, "ranks"`))
	p.Strict = true
	if r := p.Probe(t.Context(), "tranco"); r.State != probe.Drift {
		t.Errorf("got %+v, want drift for a new member", r)
	}
}

func TestCannotBeAsked(t *testing.T) {
	t.Parallel()
	p := prober(t, webclient.Instead("tranco", webclient.Answer(http.StatusBadGateway, "")))
	for name, want := range map[string]probe.State{"tranco": probe.Failed, "xguest": probe.NoKey, "nobody": probe.Failed} {
		if name == "nobody" {
			p.Subjects = nil
		}
		if r := p.Probe(t.Context(), name); r.State != want || r.Error == "" || r.Answers != 0 {
			t.Errorf("%s: got %+v, want %s and why", name, r, want)
		}
	}
	if got := p.Configured(); slices.Contains(got, "xguest") || !slices.Contains(got, "tranco") || !slices.Contains(got, "xapi") {
		t.Errorf("got %v as what is configured, want xapi, which has a key, and not xguest", got)
	}
}
