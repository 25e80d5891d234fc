package producthuntrun_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	"github.com/quarryapi/quarry/internal/kind/signal"
	producthuntkind "github.com/quarryapi/quarry/internal/kinds/producthunt"
	"github.com/quarryapi/quarry/internal/kinds/producthunt/producthuntrun"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/producthunt"
	"github.com/quarryapi/quarry/internal/sources/producthunt/official"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup returns what runs a job on the sample web, with or without a key of the API.
func setup(t *testing.T, keyed bool, extra ...webtest.Site) kindtest.Runs[producthuntkind.Args, producthuntkind.Result] {
	t.Helper()
	keys := map[string]string{}
	if keyed {
		keys[official.Name] = webtest.New().Keys()[official.Name]
	}
	sample := webclient.Start(t, extra...)
	return kindtest.Runs[producthuntkind.Args, producthuntkind.Result]{Call: producthuntkind.Call(), Worker: producthuntrun.New(sample.Web, sample.Upstreams(t, keys))}
}

// blocked is a Product Hunt of which machines see only what a path begins with.
func blocked(open ...string) webtest.Site {
	replay := webtest.New()
	return webclient.Instead(producthunt.Name, func(w http.ResponseWriter, r *http.Request) {
		for _, prefix := range open {
			if strings.HasPrefix(r.URL.Path, prefix) {
				r = r.Clone(r.Context())
				r.Host = producthunt.Name + ".upstream.test"
				replay.ServeHTTP(w, r)
				return
			}
		}
		w.Header().Set("Cf-Mitigated", "challenge")
		w.WriteHeader(http.StatusForbidden)
	})
}

// silent are search engines that do not answer.
func silent() []webtest.Site {
	return []webtest.Site{
		webclient.Instead("searxng", webclient.Answer(http.StatusForbidden, "")),
		webclient.Instead("duckduckgo", webclient.Answer(http.StatusForbidden, "")),
	}
}

func asked(r producthuntkind.Result) string {
	var all []string
	for _, s := range r.Sources {
		all = append(all, s.Name+" "+string(s.Status))
	}
	return strings.Join(all, ", ")
}

func TestResults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		keyed bool
		extra []webtest.Site
	}{
		"product":         {`{"page":"product","slug":"marrowfen"}`, true, nil},
		"product_bare":    {`{"page":"product","slug":"drizzle-tin"}`, false, nil},
		"product_feed":    {`{"page":"product","slug":"walled-garden-log"}`, false, nil},
		"product_api":     {`{"page":"product","slug":"walled-garden-log"}`, true, nil},
		"product_post":    {`{"page":"product","url":"https://www.producthunt.com/posts/marrowfen-2"}`, true, []webtest.Site{blocked()}},
		"launches":        {`{"page":"launches","slug":"marrowfen","maxCandidates":1}`, false, nil},
		"launches_api":    {`{"page":"launches","slug":"marrowfen"}`, true, []webtest.Site{blocked("/feed", "/r/")}},
		"launches_feed":   {`{"page":"launches","slug":"marrowfen"}`, false, []webtest.Site{blocked("/feed")}},
		"alternatives":    {`{"page":"alternatives","slug":"marrowfen","maxCandidates":2}`, false, nil},
		"profile":         {`{"page":"profile","username":"lowri_beck"}`, false, nil},
		"profile_api":     {`{"page":"profile","username":"lowri_beck"}`, true, []webtest.Site{blocked()}},
		"resolve":         {`{"page":"resolve","url":"https://www.producthunt.com/r/p/1190006?app_id=339"}`, false, nil},
		"discover_api":    {`{"page":"discover","websiteUrl":"http://www.company.test/about"}`, true, nil},
		"discover_feed":   {`{"page":"discover","websiteUrl":"http://company.test/","searchContext":"tide gauges"}`, false, nil},
		"discover_search": {`{"page":"discover","websiteUrl":"http://redirect.test/"}`, false, nil},
		"discover_words":  {`{"page":"discover","searchContext":"gauges for rain and tides","maxCandidates":3}`, true, nil},
		"discover_none":   {`{"page":"discover","websiteUrl":"https://nobody.example/"}`, false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.JSON(t, "testdata/golden/"+name+".json", setup(t, c.keyed, c.extra...).Must(t, c.body))
		})
	}
}

// A block is never an empty success, and only what Product Hunt says makes that something
// does not exist.
func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body  string
		keyed bool
		extra []webtest.Site
		code  errs.Code
		says  string
	}{
		"a product that is not there":      {`{"slug":"missing"}`, true, nil, errs.TargetError, `no product "missing"`},
		"a launch that is not there":       {`{"url":"https://www.producthunt.com/posts/missing"}`, true, []webtest.Site{blocked()}, errs.TargetError, `no launch "missing"`},
		"a product behind a wall":          {`{"slug":"walled"}`, false, nil, errs.UpstreamBlocked, "Cloudflare"},
		"that the API knows not, either":   {`{"slug":"walled"}`, true, nil, errs.UpstreamBlocked, "Cloudflare"},
		"launches behind a wall":           {`{"page":"launches","slug":"walled"}`, true, nil, errs.UpstreamBlocked, "Cloudflare"},
		"alternatives behind a wall":       {`{"page":"alternatives","slug":"walled-garden-log"}`, true, nil, errs.UpstreamBlocked, "Cloudflare"},
		"a person behind a wall":           {`{"username":"walled"}`, false, nil, errs.UpstreamBlocked, "Cloudflare"},
		"whom the API withholds":           {`{"username":"ulla_mire"}`, true, []webtest.Site{blocked()}, errs.UpstreamBlocked, "Cloudflare"},
		"a person that is not there":       {`{"username":"missing"}`, true, nil, errs.TargetError, `"@missing"`},
		"too many calls":                   {`{"slug":"quota"}`, true, nil, errs.UpstreamRateLimited, "429"},
		"away":                             {`{"slug":"downs"}`, true, nil, errs.ProviderUnavailable, "503"},
		"a link behind a wall":             {`{"page":"resolve","url":"https://www.producthunt.com/r/walled1"}`, false, nil, errs.UpstreamBlocked, "Cloudflare"},
		"a link in a circle":               {`{"page":"resolve","url":"https://www.producthunt.com/r/CIRCLES"}`, false, nil, errs.TooManyRedirects, "circle"},
		"a link to a private address":      {`{"page":"resolve","url":"https://www.producthunt.com/r/CELLARS"}`, false, nil, errs.InvalidTarget, ""},
		"a link to one by a redirect":      {`{"page":"resolve","url":"https://www.producthunt.com/r/METADAT"}`, false, nil, errs.InvalidTarget, ""},
		"a link that is not there":         {`{"page":"resolve","url":"https://www.producthunt.com/r/p/1"}`, false, nil, errs.TargetError, "/r/p/1"},
		"a site, all blocked":              {`{"websiteUrl":"http://company.test/"}`, false, append(silent(), blocked()), errs.UpstreamBlocked, "the other sources failed"},
		"a site, the links blocked":        {`{"websiteUrl":"http://company.test/"}`, false, append(silent(), blocked("/feed")), errs.UpstreamBlocked, "the other sources failed"},
		"a site, nobody knows it":          {`{"websiteUrl":"https://nobody.example/"}`, false, silent(), errs.UpstreamBlocked, "the other sources failed"},
		"words, all blocked":               {`{"searchContext":"submarine"}`, true, append(silent(), blocked()), errs.UpstreamBlocked, "the other sources failed"},
		"words, too many calls of the API": {`{"searchContext":"quota"}`, true, append(silent(), blocked()), errs.UpstreamRateLimited, "15 minutes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := setup(t, c.keyed, c.extra...).Run(t.Context(), t, c.body)
			e := errs.As(err)
			if e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) || result.Sources != nil || e.Permanent != (c.code == errs.TargetError) {
				t.Errorf("got error %+v, result %+v; want an error, Code %q, Message with %q, Sources nil, Permanent %t", e, result, c.code, c.says, c.code == errs.TargetError)
			}
		})
	}
}

// Without a search engine the API's answer that it knows nobody is one.
// What stands in for a page that was closed is not kept for later calls.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	run := setup(t, true)
	for slug, want := range map[string]bool{"marrowfen": false, "walled-garden-log": true} {
		out, err := run.Output(t.Context(), t, `{"page":"product","slug":"`+slug+`"}`)
		if err != nil || out.Incomplete != want {
			t.Errorf("%s: got incomplete %v, error %v; want no error, Incomplete %t", slug, out.Incomplete, err, want)
		}
	}
}

func TestTheAPIAnswersForASite(t *testing.T) {
	t.Parallel()
	result := setup(t, true, append(silent(), blocked("/feed"))...).Must(t, `{"websiteUrl":"https://nobody.example/"}`)
	if len(result.Candidates) != 0 || result.Candidates == nil || result.Coverage.Complete || result.Source != "" {
		t.Errorf("got result %+v, want no Candidates, Candidates not nil, Complete false, empty Source", result)
	}
	if got := asked(result); got != "api empty, feed ok, link blocked, search blocked" {
		t.Errorf(`got %q, want "api empty, feed ok, link blocked, search blocked"`, got)
	}
}

// What the API finds counts although Product Hunt does not tell where the links lead, and
// does not when they lead elsewhere.
func TestTheAPIIsHeldToLinks(t *testing.T) {
	t.Parallel()
	closed := setup(t, true, blocked()).Must(t, `{"websiteUrl":"http://company.test/"}`)
	if len(closed.Candidates) != 1 || closed.Candidates[0].Match != producthuntkind.Website || closed.Candidates[0].Product.WebsiteURL != "" || closed.Sources[1].Status != signal.Blocked {
		t.Errorf(`got closed %+v, want 1 Candidates, Candidates[0].Match "website", empty Candidates[0].Product.WebsiteURL, Sources[1].Status "blocked"`, closed)
	}
	elsewhere := webclient.Instead(producthunt.Name, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://article.test/?ref=producthunt", http.StatusFound)
	})
	got := setup(t, true, append(silent(), elsewhere)...).Must(t, `{"websiteUrl":"http://company.test/"}`)
	if len(got.Candidates) != 0 {
		t.Errorf("got candidates %+v, want none", got.Candidates)
	}
}

// A product is at the host itself, with or without www, or at another host of the domain,
// which is said.
func TestHostsOfOneDomain(t *testing.T) {
	t.Parallel()
	run := setup(t, false)
	for asked, want := range map[string]producthuntkind.Match{
		"http://status.test/": producthuntkind.Website, "http://www.status.test/": producthuntkind.Website, "http://docs.status.test/": producthuntkind.Domain,
	} {
		got := run.Must(t, `{"websiteUrl":"`+asked+`"}`)
		if len(got.Candidates) != 1 || got.Candidates[0].Match != want || got.Candidates[0].Product.Slug != "old-weir" {
			t.Errorf("%s: got candidates %+v, want old-weir with Match %q", asked, got.Candidates, want)
		}
	}
}

// A page that a search shows is read: it confirms the site, or refutes it.
func TestSearchIsConfirmed(t *testing.T) {
	t.Parallel()
	got := setup(t, false).Must(t, `{"websiteUrl":"http://status.test/"}`)
	if len(got.Candidates) != 1 || got.Candidates[0].Match != producthuntkind.Website || got.Candidates[0].Product.Slug != "old-weir" || got.Source != "page" {
		t.Errorf(`got %+v, want 1 Candidates, Candidates[0].Match "website", Candidates[0].Product.Slug "old-weir", Source "page"`, got)
	}
	results := `{"results":[{"url":"https://www.producthunt.com/products/tidebook","title":"Tidebook: notes | Product Hunt","content":"As on other.example."},
		{"url":"https://www.producthunt.com/products/missing","title":"Missing | Product Hunt","content":"other.example"},
		{"url":"https://www.producthunt.com/posts/x","title":"X","content":"other.example"},
		{"url":"https://www.producthunt.com/products/walled","title":"Walled - Product Hunt","content":"Like another.example"},
		{"url":"https://www.producthunt.com/products/later","title":"Later: a line | Product Hunt","content":"See other.example!"},
		{"url":"https://a.example/","title":"A","content":"other.example"}]}`
	engine := webclient.Instead("searxng", webclient.Answer(http.StatusOK, results))
	got = setup(t, false, engine).Must(t, `{"websiteUrl":"https://www.other.example/"}`)
	if len(got.Candidates) != 1 || got.Candidates[0].Product.Slug != "later" || got.Candidates[0].Match != producthuntkind.Mention || got.Candidates[0].Product.Tagline != "a line" {
		t.Errorf(`got candidates %+v, want length 1, [0].Product.Slug "later", [0].Match "mention", [0].Product.Tagline "a line"`, got.Candidates)
	}
}

func TestDiscoverByWordsWithoutKey(t *testing.T) {
	t.Parallel()
	got := setup(t, false).Must(t, `{"searchContext":"rain gauge"}`)
	if len(got.Candidates) == 0 || got.Candidates[0].Product.Slug != "drizzle-tin" || *got.Candidates[0].Score != 1 {
		t.Errorf(`got candidates %+v, want at least one, [0].Product.Slug "drizzle-tin", [0].Score 1`, got.Candidates)
	}
	// The feed alone is enough where it finds something.
	got = setup(t, false, append(silent(), blocked("/feed"))...).Must(t, `{"searchContext":"rain gauge"}`)
	if len(got.Candidates) != 2 || got.Source != "feed" || asked(got) != "search blocked, feed ok" {
		t.Errorf(`got %+v, want 2 Candidates, Source "feed", asked(got) "search blocked, feed ok"`, got)
	}
}

// Where a link leads is known although nothing answers there.
func TestResolveToWhatIsAway(t *testing.T) {
	t.Parallel()
	away := webtest.Site{Host: "away.test", Rest: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}
	link := webclient.Instead(producthunt.Name, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://shop.away.test/?utm_source=producthunt", http.StatusFound)
	})
	away.Host = "shop.away.test"
	got := setup(t, false, away, link).Must(t, `{"page":"resolve","url":"https://www.producthunt.com/r/p/7"}`)
	if d := got.Destination; d.FinalURL != "http://shop.away.test/" || d.Domain != "away.test" || d.Status != 0 || got.Coverage.Complete || got.Coverage.Reason == "" {
		t.Errorf(`got value %+v, destination %+v; want FinalURL "http://shop.away.test/", Domain "away.test", Status 0, Complete false, a Reason`, got, d)
	}
}

// slow is a Fetcher that answers when the time is over.
type slow struct{}

func (slow) Do(ctx context.Context, _ fetch.Request) (*fetch.Response, error) {
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

// A job ends before its minute does, and says why.
func TestTheTimeEnds(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"slug":"a"}`, `{"searchContext":"a"}`, `{"websiteUrl":"https://a.example/"}`, `{"url":"https://www.producthunt.com/r/p/7"}`} {
		synctest.Test(t, func(t *testing.T) {
			settings, err := sources.NewSettings(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := kindtest.Runs[producthuntkind.Args, producthuntkind.Result]{
				Call: producthuntkind.Call(), Worker: producthuntrun.New(slow{}, upstream.NewSet(slow{}, settings, time.Now)),
			}
			began := time.Now()
			_, err = r.Run(t.Context(), t, body)
			if took := time.Since(began); !errs.Is(err, errs.UpstreamTimeout) || took > 56*time.Second {
				t.Errorf("%s: %v after %s", body, err, took)
			}
		})
	}
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	r := setup(t, false).Worker
	unknown := kind.Run[producthuntkind.Args]{Args: producthuntkind.Args{Page: "posts"}}
	if _, err := r.Run(t.Context(), unknown); !errs.Is(err, errs.InternalError) {
		t.Errorf("an unknown page: got %v, want %s", err, errs.InternalError)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errs.New(errs.Cancelled, "stopped")
	cancel(cause)
	stopped := kind.Run[producthuntkind.Args]{Args: producthuntkind.Args{Page: producthuntkind.Product, Slug: "marrowfen"}}
	if _, err := r.Run(ctx, stopped); !errs.Is(err, errs.Cancelled) {
		t.Errorf("a stopped run: got %v, want %s", err, errs.Cancelled)
	}
}
