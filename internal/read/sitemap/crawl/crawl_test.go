package crawl_test

import (
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/sitemap/crawl"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// setup gives a crawler of the sample web and the extra sites.
func setup(t *testing.T, extra ...webtest.Site) (*crawl.Crawler, *webtest.Web) {
	t.Helper()
	web, client := clientOf(t, extra...)
	return crawl.New(client, time.Now), web
}

func clientOf(t *testing.T, extra ...webtest.Site) (*webtest.Web, *fetch.Client) {
	t.Helper()
	server := webtest.Start(t, extra...)
	hosts, err := egress.ParseHosts([]string{server.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.CA())
	nobody := fetchtest.NameServer(t, func(string, int64) []net.IP { return nil })
	client := fetch.New(fetch.Config{Hosts: hosts, RootCAs: roots, Resolver: nobody})
	t.Cleanup(client.CloseIdle)
	return server.Web(), client
}

func named(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// run fails the test on an error.
func run(t *testing.T, c *crawl.Crawler, q crawl.Request) *crawl.Result {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	r, err := c.Run(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// locs are the addresses, shortened by the host that most of them have.
func locs(r *crawl.Result) []string {
	list := []string{}
	for _, u := range r.URLs {
		list = append(list, u.URL)
	}
	return list
}

// outcomes are those of the sources by their addresses.
func outcomes(r *crawl.Result) map[string]listing.Outcome {
	all := map[string]listing.Outcome{}
	for _, s := range r.Sources {
		all[s.URL] = s.Outcome
	}
	return all
}

// The whole result of the sample site, with everything that can go wrong in it.
func TestGolden(t *testing.T) {
	t.Parallel()
	c, _ := setup(t)
	r := run(t, c, crawl.Request{Domain: "sitemap.test", RespectRobots: true})
	got, err := json.MarshalIndent(map[string]any{"method": r.Method, "stop": r.Stop, "counts": r.Counts, "sources": r.Sources, "urls": r.URLs}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "sitemap.json")
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("golden mismatch (-want +got):\n%s", diff)
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	c, web := setup(t)
	before := web.Hits("sitemap.test")
	r := run(t, c, crawl.Request{Domain: "sitemap.test", RespectRobots: true, Since: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)})
	want := []string{
		"http://sitemap.test/notices/fog", "http://sitemap.test/tickets/day", "http://sitemap.test/tickets/week", "http://sitemap.test/tickets/year",
		"http://sitemap.test/ferries/kestrel", "http://elsewhere.test/ferries/petrel",
	}
	if diff := cmp.Diff(want, locs(r)); diff != "" {
		t.Errorf("locs mismatch (-want +got):\n%s", diff)
	}
	if r.Counts.SkippedOlder != 1 || r.Counts.SkippedUndated != 5 || r.Counts.Returned != 6 || r.Stop != "" {
		t.Errorf("got counts %+v, want SkippedOlder 1, SkippedWithoutLastmod 5, Returned 6, empty Stop", r.Counts)
	}
	if got := outcomes(r)["http://sitemap.test/timetables.xml.gz"]; got != listing.Skipped {
		t.Errorf("a sitemap that is older than since: %s", got)
	}
	if n := web.Hits("sitemap.test") - before; n > 11 {
		t.Errorf("asked %d times", n)
	}
	r = run(t, c, crawl.Request{Domain: "sitemap.test", RespectRobots: true, PathContains: []string{"/timetables/", "Südmole", "/S%C3%BCdmole"}})
	want = []string{"http://sitemap.test/timetables/summer", "http://sitemap.test/timetables/winter", "http://sitemap.test/piers/S%C3%BCdmole"}
	if diff := cmp.Diff(want, locs(r)); diff != "" || r.Counts.SkippedByPath != r.Counts.Listed-3-r.Counts.Duplicates {
		t.Errorf("got counts %+v, want SkippedByPath %v; locs mismatch (-want +got):\n%s", r.Counts, r.Counts.Listed-3-r.Counts.Duplicates, diff)
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	c, _ := setup(t)
	r := run(t, c, crawl.Request{Domain: "sitemap.test", Sitemap: named(t, "http://sitemap.test/big.xml"), Limit: 7})
	if len(r.URLs) != 7 || r.Stop != listing.ByLimit || r.Method != listing.Given || r.Sources[0].Outcome != listing.Partial {
		t.Errorf(`got %d URLs, stop %q, sources %+v; want 7 URLs, Stop "limit", Method "given", [0].Outcome "partial"`, len(r.URLs), r.Stop, r.Sources)
	}
	r = run(t, c, crawl.Request{Domain: "sitemap.test", Sitemap: named(t, "http://sitemap.test/big.xml"), Limit: 50_000})
	if len(r.URLs) != 50_000 || r.Stop != "" || r.Sources[0].Outcome != listing.Read || r.URLs[49_999].URL != "http://sitemap.test/archive/99/sailing-49999" {
		t.Errorf(`got %d URLs, stop %q, sources %+v; want 50_000 URLs, empty Stop, [0].Outcome "read", URLs[49_999].Loc "http://sitemap.test/archive/99/sailing-49999"`, len(r.URLs), r.Stop, r.Sources)
	}
	r = run(t, c, crawl.Request{Domain: "sitemap.test", Sitemap: named(t, "http://sitemap.test/endless.xml"), Limit: 50_000})
	if r.Stop != "" || r.Sources[0].Outcome != listing.Partial || !strings.Contains(r.Sources[0].Reason, "larger than 50 MB") || len(r.URLs) < 900 {
		t.Errorf(`got %d URLs, stop %q, sources %+v; want empty Stop, [0].Outcome "partial", [0].Reason with "larger than 50 MB", at least 900 URLs`, len(r.URLs), r.Stop, r.Sources)
	}
	// As many as asked for, and one more file that would have some.
	r = run(t, c, crawl.Request{Domain: "sitemap.test", Sitemap: named(t, "http://sitemap.test/index.xml"), Limit: 5})
	if len(r.URLs) != 5 || r.Stop != listing.ByLimit {
		t.Errorf(`got %d URLs, stop %q; want 5 URLs, Stop "limit"`, len(r.URLs), r.Stop)
	}
}

// answer serves a body under a content type.
func answer(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(body))
	}
}

func urlset(locs ...string) http.HandlerFunc {
	return answer("application/xml", "<urlset><url><loc>"+strings.Join(locs, "</loc></url><url><loc>")+"</loc></url></urlset>")
}

func index(locs ...string) http.HandlerFunc {
	return answer("application/xml", "<sitemapindex><sitemap><loc>"+strings.Join(locs, "</loc></sitemap><sitemap><loc>")+"</loc></sitemap></sitemapindex>")
}

func TestDiscovery(t *testing.T) {
	t.Parallel()
	pages := urlset("http://www.map.test/a", "/b")
	html := func(s string) http.HandlerFunc { return answer("text/html", "<!doctype html><body>"+s) }
	moved := func(to string) http.HandlerFunc {
		return http.RedirectHandler(to, http.StatusMovedPermanently).ServeHTTP
	}
	ab := []string{"http://www.map.test/a", "https://map.test/b"}
	cases := map[string]struct {
		bare, www map[string]http.HandlerFunc
		method    listing.Method
		want      []string
		sources   map[string]listing.Outcome // some of them
	}{
		"a usual place": {
			map[string]http.HandlerFunc{"/sitemap.xml": pages},
			nil, listing.WellKnown, ab,
			map[string]listing.Outcome{"https://map.test/robots.txt": listing.Empty, "https://map.test/sitemap.xml": listing.Read, "https://map.test/wp-sitemap.xml": listing.NotFound},
		},
		"an unusual place, behind soft 404s": {
			map[string]http.HandlerFunc{"/sitemap.xml": html("not found"), "/sitemap.txt": answer("text/plain", "https://map.test/t")},
			nil,
			listing.WellKnown,
			[]string{"https://map.test/t"},
			map[string]listing.Outcome{"https://map.test/sitemap.xml": listing.NotSitemap, "https://map.test/sitemap.txt": listing.Read},
		},
		"a place that leads to another": {
			map[string]http.HandlerFunc{"/sitemap.xml": moved("/sitemap_index.xml"), "/sitemap_index.xml": index("/s.xml"), "/s.xml": pages},
			nil, listing.WellKnown, ab,
			map[string]listing.Outcome{"https://map.test/sitemap.xml": listing.Skipped, "https://map.test/sitemap_index.xml": listing.Read, "https://map.test/s.xml": listing.Read},
		},
		"a sitemap that lists nothing is one": {
			map[string]http.HandlerFunc{"/sitemap.xml": answer("text/xml", "<urlset></urlset>")},
			nil, listing.WellKnown,
			[]string{},
			map[string]listing.Outcome{"https://map.test/sitemap.xml": listing.Empty},
		},
		"robots.txt that leads nowhere": {
			map[string]http.HandlerFunc{"/robots.txt": answer("text/plain", "Sitemap: /gone.xml\nSitemap: ftp://map.test/x\nSitemap: http://10.0.0.1/x"), "/sitemap.xml": pages},
			nil, listing.WellKnown, ab,
			map[string]listing.Outcome{"https://map.test/robots.txt": listing.Read, "https://map.test/gone.xml": listing.NotFound, "http://10.0.0.1/x": listing.Failed},
		},
		"robots.txt of the host with www.": {
			map[string]http.HandlerFunc{"/": html("parked")},
			map[string]http.HandlerFunc{"/robots.txt": answer("text/plain", "Site-map: x\nSitemap: https://www.map.test/m.xml"), "/m.xml": urlset("https://www.map.test/w")},
			listing.Robots,
			[]string{"https://www.map.test/w"},
			map[string]listing.Outcome{"https://map.test/robots.txt": listing.Empty, "https://www.map.test/m.xml": listing.Read},
		},
		"a link element": {
			map[string]http.HandlerFunc{"/": html(`<link rel="sitemap" type="application/xml" href="my/map.xml">`), "/my/map.xml": pages},
			nil, listing.Link, ab,
			map[string]listing.Outcome{"https://map.test/my/map.xml": listing.Read},
		},
		"feeds and links": {
			map[string]http.HandlerFunc{
				"/":  html(`<link rel="alternate" type="application/rss+xml" href="/f"><a href="/b#x">b</a><a href="b">b</a><a href="https://other.test/">o</a><a href="mailto:x@map.test">m</a><a href="/p">p</a>`),
				"/f": answer("application/rss+xml", "<rss><channel><item><link>http://www.map.test/a</link></item><item><link>https://map.test/p</link></item></channel></rss>"),
			},
			nil, listing.Page,
			[]string{"http://www.map.test/a", "https://map.test/p", "https://map.test/b"},
			map[string]listing.Outcome{"https://map.test/f": listing.Read, "https://map.test/": listing.Read},
		},
		"nothing at all": {
			map[string]http.HandlerFunc{"/": html("hello")},
			nil, listing.None,
			[]string{},
			map[string]listing.Outcome{"https://map.test/": listing.Empty, "https://map.test/.sitemap.xml": listing.NotFound},
		},
		"not even a home page": {
			map[string]http.HandlerFunc{}, nil, listing.None, []string{}, map[string]listing.Outcome{"https://map.test/": listing.NotFound},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			crawler, _ := setup(t, webtest.Site{Host: "map.test", Assets: c.bare}, webtest.Site{Host: "www.map.test", Assets: c.www})
			r := run(t, crawler, crawl.Request{Domain: "map.test", RespectRobots: true})
			if diff := cmp.Diff(c.want, locs(r)); diff != "" || r.Method != c.method {
				t.Errorf("got method %q, want %q; locs mismatch (-want +got):\n%s", r.Method, c.method, diff)
			}
			got := outcomes(r)
			for source, want := range c.sources {
				if got[source] != want {
					t.Errorf("%s: %q, want %q", source, got[source], want)
				}
			}
		})
	}
}

// Files that name each other, without end and across owners.
func TestIndexes(t *testing.T) {
	t.Parallel()
	many := []string{}
	for i := range 700 {
		many = append(many, fmt.Sprintf("/empty?%d", i))
	}
	crawler, web := setup(t, webtest.Site{Host: "map.test", Assets: map[string]http.HandlerFunc{
		"/self":  index("/self", "/a", "/a#x"),
		"/a":     urlset("/1", "/1", "http://map.test/2", "mailto:x", "http:///", "http://user@map.test/3"),
		"/deep":  func(w http.ResponseWriter, r *http.Request) { index("/deep?"+r.URL.RawQuery+"x")(w, r) },
		"/away":  index("http://files.map.test/a", "http://company.test/sitemap.xml", "http://169.254.169.254/"),
		"/many":  index(many...),
		"/empty": answer("text/xml", "<urlset/>"),
	}}, webtest.Site{Host: "files.map.test", Assets: map[string]http.HandlerFunc{"/a": urlset("http://map.test/9", "http://files.map.test/8")}})
	at := func(path string) *crawl.Result {
		return run(t, crawler, crawl.Request{Domain: "map.test", Sitemap: named(t, "http://map.test"+path), RespectRobots: true})
	}
	r := at("/self")
	if diff := cmp.Diff([]string{"http://map.test/1", "http://map.test/2"}, locs(r)); diff != "" || r.Counts.Duplicates < 1 || r.Counts.Unusable < 3 {
		t.Errorf("got counts %+v, want Duplicates at least 1, Unusable at least 3; locs mismatch (-want +got):\n%s", r.Counts, diff)
	}
	r = at("/deep")
	if last := r.Sources[len(r.Sources)-1]; len(r.Sources) != 7 || last.Outcome != listing.Skipped || !strings.Contains(last.Reason, "too many indexes") {
		t.Errorf("%d sources, the last is %+v", len(r.Sources), last)
	}
	r = at("/away")
	if diff := cmp.Diff([]string{"http://map.test/9", "http://files.map.test/8"}, locs(r)); diff != "" || r.URLs[0].OtherHost || !r.URLs[1].OtherHost {
		t.Errorf("got URLs %+v, want the second alone marked as of another host; locs mismatch (-want +got):\n%s", r.URLs, diff)
	}
	if outcomes(r)["http://company.test/sitemap.xml"] != listing.Skipped || web.Hits("company.test") > 0 {
		t.Errorf("an index leads to the site of another owner: %+v", r.Sources)
	}
	r = at("/many")
	if r.Stop != listing.ByFiles || web.Hits("map.test") > 530 || r.Counts.Sources != 500 {
		t.Errorf("%q after %d requests, %d sources", r.Stop, web.Hits("map.test"), r.Counts.Sources)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }
	fail := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }
	crawler, _ := setup(
		t,
		webtest.Site{Host: "map.test", Assets: map[string]http.HandlerFunc{
			"/broken.xml": answer("text/xml", "<urlset><url><loc>http://map.te"), "/page": answer("text/html", "<!doctype html><p>x"), "/refused": refuse, "/failed": fail,
			"/wall": answer("text/html", `<title>Just a moment...</title><script>window._cf_chl_opt={}</script>`),
		}},
		webtest.Site{Host: "refused.test", Rest: refuse},
		webtest.Site{Host: "failed.test", Rest: fail},
		webtest.Site{Host: "closed.test", Rest: answer("text/plain", "User-agent: *\nDisallow: /")},
	)
	given := func(path string) crawl.Request {
		return crawl.Request{Domain: "map.test", Sitemap: named(t, "http://map.test"+path), Limit: 10}
	}
	cases := map[string]struct {
		request crawl.Request
		code    errs.Code
		says    string
	}{
		"named and gone":      {given("/gone.xml"), errs.TargetError, "404"},
		"named and refused":   {given("/refused"), errs.UpstreamBlocked, "403"},
		"named and failing":   {given("/failed"), errs.TargetError, "500"},
		"named and a page":    {given("/page"), errs.UnsupportedContent, "is not a sitemap: it is a page of HTML"},
		"named and a wall":    {given("/wall"), errs.UpstreamBlocked, "Cloudflare"},
		"named and broken":    {given("/broken.xml"), errs.ParseFailed, "breaks off"},
		"a site that refuses": {crawl.Request{Domain: "refused.test", Limit: 10}, errs.UpstreamBlocked, "403"},
		"a site that fails":   {crawl.Request{Domain: "failed.test", Limit: 10}, errs.TargetError, "500"},
		"a site that fails, asked to respect its robots.txt": {
			crawl.Request{Domain: "failed.test", Limit: 10, RespectRobots: true}, errs.UpstreamBlocked, "robots.txt returned status 500",
		},
		"a site that robots.txt closes": {crawl.Request{Domain: "closed.test", Limit: 10, RespectRobots: true}, errs.UpstreamBlocked, "options.respectRobots"},
		"a site that is not there":      {crawl.Request{Domain: "nowhere.example", Limit: 10}, errs.DNSFailed, "nowhere.example"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := crawler.Run(t.Context(), c.request)
			if e := errs.As(err); e == nil || e.Code != c.code || !strings.Contains(e.Message, c.says) {
				t.Errorf("got %v, %+v", err, r)
			}
		})
	}
}
