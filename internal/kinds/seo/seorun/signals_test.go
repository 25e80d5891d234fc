package seorun_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/seorun"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// rss is a feed of posts of these days before today; a negative one has no date.
func rss(days ...int) http.HandlerFunc {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><rss version="2.0"><channel><title>Log</title>`)
	for i, day := range days {
		fmt.Fprintf(&b, "<item><title>Post %d</title><link>/p/%[1]d</link>", i)
		if day >= 0 {
			b.WriteString("<pubDate>" + today.AddDate(0, 0, -day).Format(time.RFC1123Z) + "</pubDate>")
		}
		b.WriteString("</item>")
	}
	b.WriteString("</channel></rss>")
	return page(200, b.String(), "Content-Type", "application/rss+xml")
}

func TestBlogFeed(t *testing.T) {
	t.Parallel()
	type paths = map[string]http.HandlerFunc
	cases := map[string]struct {
		paths paths
		want  seo.Feed // without title, format, URL's host and posts
		posts string
	}{
		"written to twice a month": {
			paths{"/": page(200, `<link rel=alternate type="application/rss+xml" href="/log">`), "/log": rss(100, 10, 55)},
			seo.Feed{URL: "/log", FoundBy: "link", Total: 3, Dated: 3, PostsPerMonth: new(0.67), Last90Days: 2},
			"Post 1, Post 2, Post 0",
		},
		"of the blog that the page links to": {
			paths{
				"/":                  page(200, `<a href="https://elsewhere.example/blog">x</a><a href="/pricing">x</a><a href="/company/news.html#top">News</a>`),
				"/company/news.html": page(200, `<link rel=alternate type="application/rss+xml" href="f">`), "/company/f": rss(3, -1),
			},
			seo.Feed{URL: "/company/f", FoundBy: "blog", Total: 2, Dated: 1, Last90Days: 1},
			"Post 0, Post 1",
		},
		"the page itself": {
			paths{"/": rss(400, 400)}, seo.Feed{URL: "/", FoundBy: "given", Total: 2, Dated: 2}, "Post 0, Post 1",
		},
		"no dates": {paths{"/": page(200, "x"), "/feed": rss(-1)}, seo.Feed{URL: "/feed", FoundBy: "common_path", Total: 1}, "Post 0"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _ := setup(t, nil, webtest.Site{Host: "new.test", Assets: c.paths})
			result, err := run(t.Context(), t, r, `{"domain":"new.test","url":"http://new.test/","signals":["blogfeed"]}`)
			if err != nil || result.BlogFeed.Status != signal.OK {
				t.Fatalf(`got result %+v, error %v; want no error, BlogFeed.Status "ok"`, result, err)
			}
			got := *result.BlogFeed.Feed
			var titles []string
			for _, p := range got.Latest {
				titles = append(titles, p.Title)
			}
			got.URL, got.Latest, got.Title, got.Format, got.NewestAt, got.OldestAt = strings.TrimPrefix(got.URL, "http://new.test"), nil, "", "", "", ""
			if diff := cmp.Diff(c.want, got); diff != "" || strings.Join(titles, ", ") != c.posts {
				t.Errorf("posts %s\n%s", titles, diff)
			}
		})
	}
}

func TestEntity(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body, id, name string // an empty id is that nothing is taken
	}{
		"by the product":              {`{"domain":"company.test","productName":"Marrowfen","companyName":"Carrow"}`, "Q900014", "Marrowfen"},
		"by the company after it":     {`{"domain":"company.test","productName":"Carrow","companyName":"MARROWFEN instruments"}`, "Q900014", "MARROWFEN instruments"},
		"by the domain after both":    {`{"domain":"company.test","productName":"Carrow","companyName":"carrow"}`, "Q900014", "company"},
		"of the very subdomain":       {`{"domain":"network.company.test","companyName":"Marrowfen"}`, "Q900015", "Marrowfen"},
		"of the domain it is part of": {`{"domain":"shop.company.test","companyName":"Marrowfen"}`, "Q900014", "Marrowfen"},
		"a website that is wrong":     {`{"domain":"old-gauges.test","companyName":"Marrowfen"}`, "", ""},
		"another firm of that name":   {`{"domain":"marrowfen.test"}`, "", ""},
		"nobody":                      {`{"domain":"unknown.test","companyName":"Unheard Of Ltd"}`, "", ""},
	}
	r, _ := setup(t, nil)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(t.Context(), t, r, strings.TrimSuffix(c.body, "}")+`,"signals":["wikidata"]}`)
			if err != nil {
				t.Fatal(err)
			}
			got := result.Wikidata
			switch {
			case c.id == "" && (got.Status != signal.Empty || got.Entity != nil):
				t.Errorf("taken: %+v", got.Entity)
			case c.id != "" && (got.Entity == nil || got.Entity.ID != c.id || got.Entity.MatchedName != c.name):
				t.Errorf("got %+v", got)
			}
		})
	}
}

// relay passes requests on to the sample web's replay, but for those that a test
// answers itself.
func relay(name string, answer func(http.ResponseWriter, *http.Request) bool) webtest.Site {
	replay := webtest.New()
	return webtest.Site{Host: name + ".upstream.test", Upstream: name, Rest: func(w http.ResponseWriter, r *http.Request) {
		if !answer(w, r) {
			replay.ServeHTTP(w, r)
		}
	}}
}

// An entity whose neighbours cannot be named is still worth having.
func TestEntityWithoutNames(t *testing.T) {
	t.Parallel()
	r, _ := setup(t, nil, relay("wikidata", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Query().Get("props") != "labels" {
			return false
		}
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	}))
	result, err := run(t.Context(), t, r, `{"domain":"company.test","companyName":"Marrowfen","signals":["wikidata"]}`)
	if err != nil {
		t.Fatal(err)
	}
	got := result.Wikidata
	if got.Status != signal.OK || !strings.Contains(got.Reason, "names of other items are missing") || got.Entity.Founders[0].ID != "Q900031" || got.Entity.Founders[0].Name != "" {
		t.Errorf("got %+v", got)
	}
}

// One of two runs, or one of two records, is better than none.
func TestHalves(t *testing.T) {
	t.Parallel()
	r, _ := setup(t, webtest.New().Keys(),
		relay("pagespeed", func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Query().Get("strategy") == "mobile" {
				return false
			}
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}),
		relay("crux", func(w http.ResponseWriter, r *http.Request) bool {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "url") {
				w.WriteHeader(http.StatusTooManyRequests)
				return true
			}
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			return false
		}))
	result, err := run(t.Context(), t, r, `{"domain":"company.test","url":"http://company.test/","signals":["pagespeed","crux"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := result.PageSpeed; p.Status != signal.OK || p.Mobile == nil || p.Desktop != nil || !strings.HasPrefix(p.Reason, "Missing as a desktop: pagespeed returned 503") {
		t.Errorf("pagespeed: %+v", p)
	}
	if c := result.CrUX; c.Status != signal.OK || c.Page != nil || c.Origin == nil || !strings.HasPrefix(c.Reason, "Missing of the page: crux returned 429") {
		t.Errorf("crux: %+v", c)
	}
}

// Of a large domain only the first captures are read, and the index says how many
// there may be.
func TestLargeDomain(t *testing.T) {
	t.Parallel()
	r, _ := setup(t, nil)
	result, err := run(t.Context(), t, r, `{"domain":"large.test","signals":["commoncrawl"]}`)
	if err != nil {
		t.Fatal(err)
	}
	c := result.CommonCrawl
	if c.Captures != nil || c.CapturesAtMost == nil || *c.CapturesAtMost != 9000 || c.Read != 1000 || c.DistinctURLs != 1000 || len(c.Sample) != 10 {
		t.Errorf("got %+v", c)
	}
}

// only answers for some addresses; any other name does not exist.
type only map[string]error

func (o only) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	err, known := o[r.URL]
	u, parseErr := url.Parse(r.URL)
	switch {
	case parseErr != nil:
		return nil, parseErr
	case !known:
		return nil, errs.New(errs.DNSFailed, "there is no host named "+u.Host)
	case err != nil:
		return nil, err
	}
	return &fetch.Response{URL: u, Status: 200, Header: http.Header{}, MediaType: "text/html", Body: []byte("<p>x")}, nil
}

func TestWhereThePageIs(t *testing.T) {
	t.Parallel()
	refused := errs.New(errs.TargetError, "refused the connection")
	cases := map[string]struct {
		web  only
		want string // empty for none
		code errs.Code
	}{
		"by https":        {only{"https://a.example/": nil, "http://a.example/": nil}, "https://a.example/", ""},
		"by http":         {only{"https://a.example/": refused, "http://a.example/": nil}, "http://a.example/", ""},
		"with www":        {only{"https://www.a.example/": nil}, "https://www.a.example/", ""},
		"with www, http":  {only{"https://www.a.example/": refused, "http://www.a.example/": nil}, "http://www.a.example/", ""},
		"nowhere":         {only{}, "", errs.DNSFailed},
		"bare name is up": {only{"https://a.example/": refused, "http://a.example/": refused, "https://www.a.example/": nil}, "", errs.TargetError},
		"inside":          {only{"https://a.example/": errs.New(errs.InvalidTarget, "not public"), "http://a.example/": nil}, "", errs.InvalidTarget},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings, err := sources.NewSettings(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := seorun.New(c.web, upstream.NewSet(c.web, settings, nil), nil)
			result, err := run(t.Context(), t, r, `{"domain":"a.example","signals":["technical"]}`)
			if c.want == "" {
				if !errs.Is(err, c.code) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil || result.URL != c.want || result.Technical.Response.URL != c.want {
				t.Errorf("got %+v, %v", result, err)
			}
		})
	}
}
