package audit_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/seo"
	"github.com/quarryapi/quarry/internal/read/seo/audit"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const home = "http://site.test/"

// setup gives a client of a site with these paths, whose clock stands still.
func setup(t *testing.T, paths map[string]http.HandlerFunc) *fetch.Client {
	t.Helper()
	still := func() time.Time { return time.Unix(0, 0) }
	return webclient.StartAt(t, still, webtest.Site{Host: "site.test", Assets: paths}).Web
}

// answer serves a body with headers, given as name and value in turn.
func answer(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Add(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func page(body string, header ...string) http.HandlerFunc {
	return answer(200, body, append(header, "Content-Type", "text/html; charset=utf-8")...)
}

// look fetches and audits a page.
func look(t *testing.T, paths map[string]http.HandlerFunc) (*seo.Audit, error) {
	t.Helper()
	client := setup(t, paths)
	resp, err := client.Do(t.Context(), fetch.Request{URL: home})
	if err != nil {
		t.Fatal(err)
	}
	return audit.Of(t.Context(), client, home, resp)
}

func saved(t *testing.T, name string) string {
	t.Helper()
	body, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAudits(t *testing.T) {
	t.Parallel()
	cases := map[string]map[string]http.HandlerFunc{
		"rich": {
			"/": page(saved(t, "rich.html"), "Cache-Control", "max-age=60", "Cache-Control", "public", "ETag", `"1"`, "Vary", "Accept-Encoding",
				"Alt-Svc", `h2=":443", h3=":443"; ma=86400`, "Link", `<http://site.test/fr/>; rel="alternate"; hreflang=fr, </next>; rel=next`),
			"/robots.txt":   answer(200, "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\nSitemap: http://site.test/maps/all.xml\n", "Content-Type", "text/plain"),
			"/maps/all.xml": answer(200, `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></sitemapindex>`),
		},
		"poor": {
			"/":            http.RedirectHandler("/two", http.StatusFound).ServeHTTP,
			"/two":         http.RedirectHandler("/three", http.StatusMovedPermanently).ServeHTTP,
			"/three":       page(saved(t, "poor.html")+strings.Repeat(" ", 2000), "X-Robots-Tag", "unavailable_after: 25 Jun 2030 15:00:00 PST", "X-Robots-Tag", "otherbot: noarchive", "X-Robots-Tag", "googlebot: nosnippet"),
			"/robots.txt":  page("<!doctype html><title>Everything is a page</title>"),
			"/sitemap.xml": answer(200, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>`, "Content-Type", "application/xml"),
		},
	}
	for name, paths := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := look(t, paths)
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/"+name+".json", a)
		})
	}
}

func codes(a *seo.Audit) string {
	var list []string
	for _, i := range a.Issues {
		list = append(list, i.Code)
	}
	return strings.Join(list, " ")
}

// What is not the page gives no facts of the page, and says why.
func TestWithoutPage(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		serve  http.HandlerFunc
		code   errs.Code
		issues string
	}{
		"wall":      {answer(403, "<title>Just a moment...</title>", "Content-Type", "text/html", "Cf-Mitigated", "challenge"), errs.UpstreamBlocked, "robots_missing sitemap_missing"},
		"forbidden": {answer(403, "no", "Content-Type", "text/html"), errs.UpstreamBlocked, "robots_missing sitemap_missing"},
		"login":     {answer(401, "no", "WWW-Authenticate", "Basic"), errs.LoginRequired, "robots_missing sitemap_missing"},
		"gone":      {answer(410, "gone", "Content-Type", "text/html"), errs.TargetError, "http_error not_https robots_missing sitemap_missing"},
		"PDF": {
			answer(200, "%PDF-1.7", "Content-Type", "application/pdf", "ETag", "x"), errs.UnsupportedContent, "not_https robots_missing sitemap_missing",
		},
		"empty": {answer(200, "", "ETag", "x"), errs.UnsupportedContent, "not_https robots_missing sitemap_missing"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := look(t, map[string]http.HandlerFunc{"/": c.serve})
			if !errs.Is(err, c.code) || a.Page != nil || a.Response == nil || codes(a) != c.issues {
				t.Errorf("%v, page %v, issues %q", err, a.Page, codes(a))
			}
		})
	}
}

func TestRobotsTxt(t *testing.T) {
	t.Parallel()
	yes, no := new(true), new(false)
	text := func(body string) http.HandlerFunc { return answer(200, body, "Content-Type", "text/plain") }
	cases := map[string]struct {
		serve  http.HandlerFunc
		all    *bool
		google *bool
		issue  string
	}{
		"closed to all":    {text("User-agent: *\nDisallow: /"), no, no, "robots_disallowed"},
		"open to Google":   {text("User-agent: *\nDisallow: /\n\nUser-agent: googlebot\nAllow: /"), no, yes, "robots_disallowed"},
		"closed to Google": {text("User-agent: Googlebot\nDisallow: /"), yes, no, "robots_disallowed"},
		"closed to others": {text("User-agent: GPTBot\nDisallow: /"), yes, yes, ""},
		"failing":          {answer(500, ""), nil, nil, "robots_unknown"},
		"limited":          {answer(429, ""), nil, nil, "robots_unknown"},
		"not for us":       {answer(403, ""), nil, nil, ""},
		"missing":          {answer(404, ""), yes, yes, "robots_missing"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, err := look(t, map[string]http.HandlerFunc{"/": page("<p>x"), "/robots.txt": c.serve})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]*bool{c.all, c.google}, []*bool{a.RobotsTxt.AllowsPage, a.RobotsTxt.AllowsGooglebot}); diff != "" {
				t.Errorf("robots txt mismatch (-want +got):\n%s", diff)
			}
			for _, issue := range []string{"robots_disallowed", "robots_unknown", "robots_missing"} {
				if got := strings.Contains(codes(a), issue); got != (issue == c.issue) {
					t.Errorf("%s: got %v, want %t", issue, got, issue == c.issue)
				}
			}
		})
	}
}

func TestSitemaps(t *testing.T) {
	t.Parallel()
	lists := func(addresses ...string) http.HandlerFunc {
		return answer(200, "Sitemap: "+strings.Join(addresses, "\nSitemap: ")+"\n", "Content-Type", "text/plain")
	}
	const at = "http://site.test"
	cases := map[string]struct {
		paths map[string]http.HandlerFunc
		want  seo.Sitemap
		issue string
	}{
		"text": {
			map[string]http.HandlerFunc{"/robots.txt": lists(at + "/s.txt"), "/s.txt": answer(200, "http://site.test/\n", "Content-Type", "text/plain")},
			seo.Sitemap{Present: true, URL: at + "/s.txt", Listed: true, Kind: "text"},
			"",
		},
		"feed": {
			map[string]http.HandlerFunc{"/robots.txt": lists(at + "/f"), "/f": answer(200, "<rss></rss>", "Content-Type", "text/xml")},
			seo.Sitemap{Present: true, URL: at + "/f", Listed: true, Kind: "feed"},
			"",
		},
		"compressed, after a redirect": {
			map[string]http.HandlerFunc{
				"/robots.txt": lists(at + "/old"), "/old": http.RedirectHandler("/s.xml.gz", http.StatusMovedPermanently).ServeHTTP,
				"/s.xml.gz": answer(200, "\x1f\x8b\x08\x00", "Content-Type", "application/gzip"),
			},
			seo.Sitemap{Present: true, URL: at + "/s.xml.gz", Listed: true, Kind: "compressed"},
			"",
		},
		"listed ones are away": {
			map[string]http.HandlerFunc{
				"/robots.txt": lists(at+"/1", at+"/2", at+"/3", at+"/4", at+"/5"), "/4": answer(200, "<urlset>"), "/2": page("<urlset>"),
				"/sitemap_index.xml": answer(200, "<sitemapindex>", "Content-Type", "text/xml"),
			},
			seo.Sitemap{Present: true, URL: at + "/sitemap_index.xml", Kind: "index"},
			"sitemap_missing",
		},
		"not listed": {
			map[string]http.HandlerFunc{
				"/robots.txt": answer(200, "User-agent: *\nDisallow:\n"), "/sitemap.xml": answer(200, "<?xml version='1.0'?><urlset>", "Content-Type", "text/html"),
			},
			seo.Sitemap{Present: true, URL: at + "/sitemap.xml", Kind: "urlset"},
			"sitemap_unlisted",
		},
		"a page for everything": {map[string]http.HandlerFunc{"/sitemap.xml": page("<p>not found")}, seo.Sitemap{}, "sitemap_missing"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.paths["/"] = page("<p>x")
			a, err := look(t, c.paths)
			if diff := cmp.Diff(&c.want, a.Sitemap); err != nil || diff != "" {
				t.Errorf("got error %v, want no error; Sitemap mismatch (-want +got):\n%s", err, diff)
			}
			for _, issue := range []string{"sitemap_missing", "sitemap_unlisted"} {
				if got := strings.Contains(codes(a), issue); got != (issue == c.issue) {
					t.Errorf("%s: got %v, want %t", issue, got, issue == c.issue)
				}
			}
			if n := len(a.RobotsTxt.Sitemaps); strings.HasPrefix(name, "listed") && (n != 5 || a.RobotsTxt.Sitemaps[4] != at+"/5") {
				t.Errorf("robots.txt lists %v", a.RobotsTxt.Sitemaps)
			}
		})
	}
}

// away is a web on which nothing answers.
type away struct{}

func (away) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	return nil, errs.New(errs.UpstreamTimeout, "away")
}

// secure is an answer over https, which the audit is given and does not fetch.
func secure(t testing.TB, body string, header ...string) *fetch.Response {
	t.Helper()
	u, err := url.Parse("https://site.test/shop?x=1")
	if err != nil {
		t.Fatal(err)
	}
	resp := &fetch.Response{URL: u, Status: 200, Header: http.Header{}, MediaType: "text/html", Body: []byte(body), Proto: "HTTP/2.0", Encoding: "br"}
	for i := 0; i+1 < len(header); i += 2 {
		resp.Header.Add(header[i], header[i+1])
	}
	return resp
}

func TestSecurePage(t *testing.T) {
	t.Parallel()
	body := `<link rel=stylesheet href="http://cdn.example/a.css"><link rel=canonical href="HTTPS://Site.test/shop?x=1#top">
		<img src="http://cdn.example/a.png" alt=x><img src="http://cdn.example/a.png" alt=x><a href="http://cdn.example/">x</a><script src="//cdn.example/b.js"></script>`
	a, err := audit.Of(t.Context(), away{}, "https://site.test/shop?x=1", secure(t, body, "Strict-Transport-Security", `max-age="31536000"; includeSubDomains`))
	if err != nil {
		t.Fatal(err)
	}
	r := a.Page.Resources
	if r.MixedContent != 2 || len(r.MixedSample) != 2 || r.Images != 1 || !a.Page.Canonical.Self || !a.Response.HSTS || a.Response.HTTPVersion != "2" || a.Response.Compression != "br" {
		t.Errorf(`got resources %+v, Page.Canonical %+v, response %+v; want MixedContent 2, 2 MixedSample, Images 1, Self true, HSTS true, HTTPVersion "2", Compression "br"`, r, a.Page.Canonical, a.Response)
	}
	got := codes(a)
	if !strings.HasPrefix(got, "title_missing mixed_content robots_unknown ") || strings.Contains(got, "hsts") || strings.Contains(got, "http1") {
		t.Errorf("issues %s", got)
	}
	a, err = audit.Of(t.Context(), away{}, "https://site.test/", secure(t, "<p>x", "Strict-Transport-Security", "max-age=0"))
	if err != nil || a.Response.HSTS || !strings.Contains(codes(a), "hsts_missing") {
		t.Errorf("HSTS taken back: %v, %s", err, codes(a))
	}
}

// Whatever the bytes are, the audit ends and its lists are no nulls.
func TestHostile(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"nothing":     " ",
		"unclosed":    strings.Repeat("<div><h1><script type=application/ld+json>{", 3000),
		"many links":  strings.Repeat(`<a href="/x">`, 50_000) + strings.Repeat(`<link rel=alternate hreflang=de href=/>`, 1000),
		"long values": `<title>` + strings.Repeat("é", 50_000) + `</title><html lang="` + strings.Repeat("x", 9000) + `">`,
		"bytes":       "\xff\xfe\x00<\x00h\x00",
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp := secure(t, body, "Link", "<", "Link", `<a>; rel="canonical`, "Link", "; ; <b>;=x;rel", "X-Robots-Tag", ":::", "Alt-Svc", "clear")
			a, err := audit.Of(t.Context(), away{}, "https://site.test/", resp)
			if err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(a)
			if err != nil || strings.Contains(string(data), ":null") || len(data) > 100_000 {
				t.Errorf("%v: %d bytes, %.300s", err, len(data), data)
			}
		})
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int{
		"": 0, "one two": 2, "don't well-known – 3.5": 4, "漢字かな text": 5, "<script>var a</script><b>o</b>ne": 1, "naïve café": 2,
	} {
		if got := audit.Read(dom.Parse([]byte("<body>"+body)), secure(t, body)).Words; got != want {
			t.Errorf("%q: %d words", body, got)
		}
	}
}
