package find_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/feed/find"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Found</title><item><title>x</title></item></channel></rss>`

// answer serves a body under a content type.
func answer(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

func page(body string) http.HandlerFunc { return answer("text/html; charset=utf-8", body) }

// setup gives a client of a site with these paths.
func setup(t *testing.T, paths map[string]http.HandlerFunc) (*fetch.Client, *webtest.Web) {
	t.Helper()
	sample := webclient.Start(t, webtest.Site{Host: "blog.test", Assets: paths})
	return sample.Web, sample.Server.Web()
}

func TestOpen(t *testing.T) {
	t.Parallel()
	xml := answer("application/rss+xml", rss)
	cases := map[string]struct {
		paths map[string]http.HandlerFunc
		open  string
		how   find.How
		url   string
	}{
		"the feed itself": {map[string]http.HandlerFunc{"/f": xml}, "/f", find.Given, "/f"},
		"a feed served as HTML": {
			map[string]http.HandlerFunc{"/f": page(rss)}, "/f", find.Given, "/f",
		},
		"a link element, comments last": {
			map[string]http.HandlerFunc{
				"/":  page(`<link rel="alternate" type="application/rss+xml" title="Comments" href="/c"><link rel="ALTERNATE nofollow" type="application/atom+xml; charset=utf-8" href="a">`),
				"/c": xml, "/a": xml, "/feed": xml,
			}, "/", find.Link, "/a",
		},
		"a link element that leads nowhere": {
			map[string]http.HandlerFunc{
				"/":  page(`<link rel="alternate" type="application/rss+xml" href="/gone"><link rel="alternate" type="application/rss+xml" href="/html"><link rel="alternate" type="application/rss+xml" href="/b">`),
				"/b": xml, "/html": page("<p>Not found"),
			}, "/", find.Link, "/b",
		},
		"an interface for programs is no feed": {
			map[string]http.HandlerFunc{
				"/":          page(`<link rel="alternate" type="application/json" href="/wp-json/1"><link rel="alternate" type="application/json" href="/feed.json">`),
				"/feed.json": answer("application/json", `{"version":"https://jsonfeed.org/version/1.1","title":"j","items":[]}`),
			}, "/", find.Link, "/feed.json",
		},
		"a base element": {
			map[string]http.HandlerFunc{
				"/":       page(`<base href="/deep/"><link rel="alternate" type="application/rss+xml" href="f">`),
				"/deep/f": xml,
			}, "/", find.Link, "/deep/f",
		},
		"a link for readers": {
			map[string]http.HandlerFunc{"/": page(`<a href="https://other.example/feed">x</a><a href="/news.rss">RSS</a>`), "/news.rss": xml}, "/", find.Anchor, "/news.rss",
		},
		"beside the page": {
			map[string]http.HandlerFunc{"/blog/": page("<p>posts"), "/blog/rss.xml": xml, "/feed": xml}, "/blog/", find.Common, "/blog/rss.xml",
		},
		"at the root": {
			map[string]http.HandlerFunc{"/": page("<p>posts"), "/atom.xml": xml}, "/", find.Common, "/atom.xml",
		},
		"of a page that is no HTML": {
			map[string]http.HandlerFunc{"/notes.txt": answer("text/plain", "notes"), "/feed": xml}, "/notes.txt", find.Common, "/feed",
		},
		"after a redirect": {
			map[string]http.HandlerFunc{
				"/":    page(`<link rel="alternate" type="application/rss+xml" href="/old">`),
				"/old": http.RedirectHandler("/new", http.StatusMovedPermanently).ServeHTTP, "/new": xml,
			}, "/", find.Link, "/new",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, _ := setup(t, c.paths)
			got, err := find.Open(t.Context(), client, "http://blog.test"+c.open, find.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.How != c.how || got.URL.String() != "http://blog.test"+c.url || got.Page == nil || got.Feed == nil {
				t.Errorf("%s at %s", got.How, got.URL)
			}
		})
	}
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`<link rel="alternate" type="application/rss+xml" href="/x">`, 3)
	for i := range 100 {
		many += `<link rel="alternate" type="application/rss+xml" href="/x` + strings.Repeat("y", i) + `">`
	}
	paths := map[string]http.HandlerFunc{
		"/none":       page("<p>nothing here"),
		"/many":       page(many),
		"/broken":     answer("application/rss+xml", rss[:70]),
		"/wall":       http.NotFound,
		"/robots.txt": answer("text/plain", "User-agent: *\nDisallow: /none"),
	}
	cases := map[string]struct {
		path string
		o    find.Options
		code errs.Code
		says string
	}{
		"no feed":      {"/none", find.Options{}, errs.UnsupportedContent, "give the address of the feed"},
		"many to none": {"/many", find.Options{}, errs.UnsupportedContent, "is no feed"},
		"broken":       {"/broken", find.Options{}, errs.ParseFailed, "looks like a feed"},
		"not found":    {"/wall", find.Options{}, errs.TargetError, "404"},
		"disallowed":   {"/none", find.Options{RespectRobots: true}, errs.UpstreamBlocked, "robots.txt"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, web := setup(t, paths)
			_, err := find.Open(t.Context(), client, "http://blog.test"+c.path, c.o)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %v", err)
			}
			if n := web.Hits("blog.test"); n > 18 {
				t.Errorf("asked %d times", n)
			}
		})
	}
}

// When the job ends, so does the search.
func TestOpenEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	client, _ := setup(t, map[string]http.HandlerFunc{
		"/":     page("<p>nothing here"),
		"/feed": func(http.ResponseWriter, *http.Request) { cancel(errs.New(errs.Cancelled, "stopped")) },
	})
	if _, err := find.Open(ctx, client, "http://blog.test/", find.Options{}); !errs.Is(err, errs.Cancelled) {
		t.Errorf("got %v", err)
	}
}
