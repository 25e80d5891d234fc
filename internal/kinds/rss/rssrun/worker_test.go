package rssrun_test

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind/kindtest"
	rsskind "github.com/quarryapi/quarry/internal/kinds/rss"
	"github.com/quarryapi/quarry/internal/kinds/rss/rssrun"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup gives what runs bodies on the sample web and the extra sites.
func setup(t *testing.T, extra ...webtest.Site) kindtest.Runs[rsskind.Args, rsskind.Result] {
	t.Helper()
	return kindtest.Runs[rsskind.Args, rsskind.Result]{Call: rsskind.Call(), Worker: rssrun.New(webclient.Start(t, extra...).Web)}
}

// Every feed of the sample web, as a whole result.
func TestGolden(t *testing.T) {
	t.Parallel()
	feeds := setup(t)
	for name, path := range map[string]string{
		"rss2": "/rss.xml", "atom1": "/atom.xml", "rss091": "/rss091.xml", "rdf": "/index.rdf", "atom03": "/atom03.xml",
		"json": "/feed.json", "latin1": "/latin1.xml", "truncated": "/truncated.xml", "mislabelled": "/mislabelled",
		"page": "/", "links": "/links/", "notes": "/notes/",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.JSON(t, filepath.Join("testdata", name+".json"), feeds.Must(t, `{"url":"http://feed.test`+path+`"}`))
		})
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	feeds := setup(t)
	for limit, want := range map[string]int{"": 20, `,"limit":3`: 3, `,"limit":400`: 100} {
		got := feeds.Must(t, `{"url":"http://feed.test/many.xml"`+limit+`}`)
		if len(got.Items) != want || got.Total != 150 || got.Coverage.Complete || got.Items[0].Title != "Note 150" {
			t.Errorf("%s: %d of %d", limit, len(got.Items), got.Total)
		}
	}
}

func answer(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

// A name may have a comma, so several have semicolons between them.
func TestSeveralAuthors(t *testing.T) {
	t.Parallel()
	feeds := setup(t, webtest.Site{Host: "people.test", Assets: map[string]http.HandlerFunc{
		"/": answer("application/rss+xml", `<rss version="2.0"><channel><title>t</title><item><title>t</title><author>"Doe, John" &lt;j@x.example&gt;; B &lt;b@y.example&gt;</author></item></channel></rss>`),
	}})
	if got := feeds.Must(t, `{"url":"http://people.test/"}`).Items[0].Author; got != "Doe, John; B" {
		t.Errorf("got author %q, want %q", got, "Doe, John; B")
	}
}

func TestContents(t *testing.T) {
	t.Parallel()
	item := func(s string) string {
		return "<item><title>t</title><description><![CDATA[" + s + "]]></description></item>"
	}
	rss := func(s string) http.HandlerFunc {
		return answer("application/rss+xml", `<rss version="2.0"><channel><title>t</title>`+s+"</channel></rss>")
	}
	feeds := setup(t, webtest.Site{Host: "texts.test", Assets: map[string]http.HandlerFunc{
		"/long":  rss(item(strings.Repeat("<p>long words</p>", 40_000)) + item("short")),
		"/many":  rss(strings.Repeat(item(strings.Repeat("x ", 200_000)), 15)),
		"/words": rss(item("<b>" + strings.Repeat("word ", 500) + "</b>")),
	}})
	got := feeds.Must(t, `{"url":"http://texts.test/long"}`)
	if got.Items[0].Content != "" || got.Items[1].Content != "short\n" || got.Coverage.Complete {
		t.Errorf("a long text: %d bytes, then %q, coverage %+v", len(got.Items[0].Content), got.Items[1].Content, got.Coverage)
	}
	got = feeds.Must(t, `{"url":"http://texts.test/many"}`)
	if got.Items[9].Content == "" || got.Items[10].Content != "" || got.Coverage.Complete {
		t.Error("the budget of all texts is not kept")
	}
	got = feeds.Must(t, `{"url":"http://texts.test/words"}`)
	if s := got.Items[0].Summary; len(s) > 1003 || !strings.HasSuffix(s, "word…") || !got.Coverage.Complete {
		t.Errorf("the summary has %d bytes: …%q", len(s), s[len(s)-10:])
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	feeds := setup(t, webtest.Site{Host: "robots.test", Assets: map[string]http.HandlerFunc{
		"/robots.txt": answer("text/plain", "User-agent: *\nDisallow: /feed"), "/feed": answer("application/rss+xml", "<rss/>"),
	}})
	for body, code := range map[string]errs.Code{
		`{"url":"http://sitemap.test/"}`:                                     errs.UnsupportedContent,
		`{"url":"http://feed.test/none"}`:                                    errs.TargetError,
		`{"url":"http://wall.test/"}`:                                        errs.UpstreamBlocked,
		`{"url":"http://robots.test/feed","options":{"respectRobots":true}}`: errs.UpstreamBlocked,
	} {
		if got, err := feeds.Run(t.Context(), t, body); !errs.Is(err, code) {
			t.Errorf("%s: got %v, %+v", body, err, got)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errs.New(errs.Cancelled, "stopped"))
	if _, err := feeds.Run(ctx, t, `{"url":"http://feed.test/rss.xml"}`); !errs.Is(err, errs.Cancelled) {
		t.Errorf("a job that was stopped: %v", err)
	}
}
