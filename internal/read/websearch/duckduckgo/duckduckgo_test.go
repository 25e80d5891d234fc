package duckduckgo_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/duckduckgo"
	"github.com/quarryapi/quarry/internal/read/websearch/websearchtest"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// engine asks a handler, or the replay when serve is nil.
func engine(t *testing.T, serve http.HandlerFunc) *duckduckgo.Engine {
	t.Helper()
	return duckduckgo.New(webclient.Upstream(t, duckduckgo.Name, "", serve))
}

func answering(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		webclient.Answer(status, body)(w, r)
	}
}

func TestSuite(t *testing.T) {
	t.Parallel()
	websearchtest.Run(t, websearchtest.Subject{
		Upstream: duckduckgo.Name, New: func(up *upstream.Client) websearch.Engine { return duckduckgo.New(up) }, Finds: "tide table", Paged: true, Lenient: true,
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	for name, text := range map[string]string{"web": "river gauges", "people": `site:linkedin.com/in "Marrowfen" (CEO OR founder)`} {
		got, err := e.Search(t.Context(), websearch.Query{Text: text, Count: 4})
		if err != nil || e.Name() != "duckduckgo" {
			t.Fatalf(`got error %v, want no error, Name() "duckduckgo"`, err)
		}
		golden.JSON(t, "testdata/golden/"+name+".json", got[:4])
	}
	if got, err := e.Search(t.Context(), websearch.Query{Text: strings.Repeat("é", 500)}); !errs.Is(err, errs.TargetError) || len(got) != 0 {
		t.Errorf("a long query: got %d results and error %v, want %s", len(got), err, errs.TargetError)
	}
}

// Pages are read by the form of the one before, as many as are wanted.
func TestPages(t *testing.T) {
	t.Parallel()
	e := engine(t, nil)
	for count, want := range map[int]int{0: 10, 10: 10, 11: 25, 30: 40, 100: 46} {
		got, err := e.Search(t.Context(), websearch.Query{Text: "tide table", Count: count})
		if err != nil || len(got) != want {
			t.Errorf("%d: %d, not %d, %v", count, len(got), want, err)
		}
	}
	if got, err := e.Search(t.Context(), websearch.Query{Text: "tide table", Count: 10, Fresh: 20 * 24 * time.Hour}); err != nil || len(got) == 0 || len(got) > 5 || got[0].Published < "2026-10-01" {
		t.Errorf("fresh: %+v, %v", got, err)
	}
}

// The first captcha ends it, and what came before is kept.
func TestCaptchaOfALaterPage(t *testing.T) {
	t.Parallel()
	replay, asked := webtest.New(), 0
	got, err := engine(t, func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked == 2 {
			answering(http.StatusAccepted, `<form id="challenge-form"></form>`)(w, r)
			return
		}
		r.Host = "duckduckgo.upstream.test"
		replay.ServeHTTP(w, r)
	}).Search(t.Context(), websearch.Query{Text: "tide table", Count: 100})
	if e := errs.As(err); !errs.Is(err, errs.UpstreamRateLimited) || e.RetryAfter != 30*time.Minute || len(got) != 10 || asked != 2 {
		t.Errorf("%d results, %d pages, %v", len(got), asked, err)
	}
}

// No page is waited for whose turn comes behind the end.
func TestPaceIsKept(t *testing.T) {
	t.Parallel()
	sample := webclient.Start(t)
	settings, err := sources.NewSettings(sample.Server.Web().Sources(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := settings.Of(duckduckgo.Name)
	c.Pace = 30 * time.Second
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	got, err := duckduckgo.New(upstream.New(sample.Web, c, nil)).Search(ctx, websearch.Query{Text: "tide table", Count: 20})
	if len(got) != 10 || !errs.Is(err, errs.UpstreamRateLimited) || !strings.Contains(errs.As(err).Message, "once in 30s") {
		t.Errorf(`got length %d, error %v; want length 10, error "upstream_rate_limited", Message with "once in 30s"`, len(got), err)
	}
}

// nobody is a web where DuckDuckGo finds nothing, and hears of each call.
type nobody func()

func (n nobody) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	n()
	return &fetch.Response{Status: http.StatusOK, Header: http.Header{}, Body: []byte(`<div id="links"><div class="no-results">No</div></div>`)}, nil
}

// TestTurnTooFar: a call whose turn comes behind its end fails at once, with the time to wait and what the
// operator can do; one that can wait does.
func TestTurnTooFar(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		web := nobody(func() { asked++ })
		e := duckduckgo.New(upstream.New(web, sources.Config{Upstream: sources.Upstream{Name: "duckduckgo", Pace: 30 * time.Second}}, time.Now))
		search := func(within time.Duration) (time.Duration, error) {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			begun := time.Now()
			_, err := e.Search(ctx, websearch.Query{Text: "tide", Count: 10})
			return time.Since(begun), err
		}
		if _, err := search(10 * time.Second); err != nil {
			t.Fatalf("got error %v of the first call, want none", err)
		}
		time.Sleep(5 * time.Second)
		took, err := search(10 * time.Second)
		far := errs.As(err)
		if far.Code != errs.UpstreamRateLimited || far.RetryAfter != 25*time.Second || !far.Retryable() || took != 0 || asked != 1 {
			t.Errorf("got %+v after %s and %d calls, want upstream_rate_limited at once, with 25s to wait and 1 call", far, took, asked)
		}
		for _, want := range []string{"duckduckgo", "in 25s", "SearXNG"} {
			if !strings.Contains(far.Message, want) {
				t.Errorf("got message %q, want %q in it", far.Message, want)
			}
		}
		if took, err := search(40 * time.Second); err != nil || took != 25*time.Second {
			t.Errorf("got error %v after %s, want none after the 25s until the turn", err, took)
		}
	})
}

// A page that holds nothing which is understood is never "no results".
func TestAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		urls   []string
	}{
		"202 without a form":   {202, `<div id="links"><div class="no-results">No</div></div>`, errs.UpstreamRateLimited, nil},
		"403":                  {403, "", errs.UpstreamBlocked, nil},
		"no results":           {200, `<div id="links"><div class="no-results">No</div></div>`, "", nil},
		"no results by script": {200, `<section data-testid="mainline"><p data-testid="no-results-message">No</p></section>`, "", nil},
		"another's no results": {200, `<main><div class="no-results">Sorry</div></main>`, errs.UpstreamBlocked, nil},
		"a message elsewhere":  {200, `<div id="links"><div class="card">x</div></div><aside><div class="no-results">No saved searches</div></aside>`, errs.ParseFailed, nil},
		"results without any":  {200, `<div id="links"><div class="web-result">x</div></div>`, errs.ParseFailed, nil},
		"advertisements only":  {200, `<div id="links"><div class="web-result result--ad"><a class="result__a" href="https://a.example/">A</a></div></div>`, errs.ParseFailed, nil},
		"bad addresses": {200, `<div id="links"><div class="web-result"><a class="result__a" href="javascript:x">A</a></div><div class="web-result"><a class="result__a" href="//duckduckgo.com/l/?uddg=ftp%3A%2F%2Fx">B</a></div>` +
			`<div class="web-result"><a class="result__a" href="https://duckduckgo.com/y.js?u=1">C</a></div><div class="web-result"><a class="result__a" href="https://ok.example/?uddg=own">D</a></div></div>`, "", []string{"https://ok.example/?uddg=own"}},
		"a form without vqd": {200, `<div id="links"><div class="web-result"><a class="result__a" href="https://ok.example/">D</a></div><div class="nav-link"><form><input name="s" value="10"></form></div></div>`, "", []string{"https://ok.example/"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine(t, answering(c.status, c.body)).Search(t.Context(), websearch.Query{Text: "a", Count: 20})
			if c.code != "" && !errs.Is(err, c.code) || c.code == "" && err != nil {
				t.Fatalf("got error %v, results %+v; want (error %q if code is given), (no error if code is empty)", err, got, c.code)
			}
			var urls []string
			for _, r := range got {
				urls = append(urls, r.URL)
			}
			if diff := cmp.Diff(c.urls, urls); diff != "" {
				t.Errorf("urls mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSamples reads a recorded page, and holds that those of other engines are none of
// DuckDuckGo's, as when somebody stands between.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "search", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case !strings.HasSuffix(name, ".html"):
			return nil // is another engine's
		case !strings.HasPrefix(name, "duckduckgo"):
			got, err := engine(t, answering(200, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
			if !errs.Is(err, errs.UpstreamBlocked) || len(got) != 0 {
				t.Errorf("%d results, %v", len(got), err)
			}
			return nil
		}
		want := strings.Count(string(body), `data-testid="result"`)
		// The addresses of this recording were all made one: they get numbers again.
		const link = `<a href="http://test.test" rel="noopener" target="_self" class="eVNp`
		for i := range want {
			body = []byte(strings.Replace(string(body), link, strings.Replace(link, "test.test", "test.test/"+string(rune('a'+i)), 1), 1))
		}
		got, err := engine(t, answering(200, string(body))).Search(t.Context(), websearch.Query{Text: "a"})
		if err != nil || len(got) != want {
			t.Fatalf("%d results of %d, %v", len(got), want, err)
		}
		for _, r := range got {
			if r.Title == "" || r.Snippet == "" || r.DisplayURL == "" {
				t.Errorf("got %+v, want a Title, a Snippet, a DisplayURL", r)
			}
		}
		return got
	})
}

// Of a page of any size a few results are read: looking through thousands that lie within
// each other took seconds.
func TestHugePage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(`<div id="links">`)
	for range 5_000 {
		b.WriteString(`<div class="web-result"><a class="result__a" href="https://ok.example/">D</a>`)
	}
	got, err := engine(t, answering(200, b.String())).Search(t.Context(), websearch.Query{Text: "a", Count: 20})
	if err != nil || len(got) != 40 {
		t.Errorf("%d results, %v", len(got), err)
	}
}
