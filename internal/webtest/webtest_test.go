package webtest_test

import (
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"github.com/quarryapi/quarry/internal/webtest"
)

// client dials the server whatever name is asked for, and follows no redirect.
func client(s *webtest.Server) *http.Client {
	var d net.Dialer
	return &http.Client{
		Transport: &http.Transport{
			DisableCompression: true,
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return d.DialContext(ctx, network, s.Addr())
			},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get fetches a page and closes its body when the test ends.
func get(t *testing.T, c *http.Client, url string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	c := client(webtest.Start(t))
	const html, svg = "text/html; charset=utf-8", "image/svg+xml"
	tests := []struct {
		url         string
		status      int
		contentType string
		header      string // "Name: value", or empty
		holds       string
	}{
		{"http://article.test/", 200, html, "Last-Modified: Wed, 02 Apr 2025 16:05:00 GMT", `class="language-python"`},
		{"http://article.test/images/stilling-well.svg", 200, svg, "", "<svg"},
		{"http://article.test/images/spring-neap.svg", 200, svg, "", "<svg"},
		{"http://article.test/favicon.svg", 200, svg, "", "<svg"},
		{"http://article.test/nothing", 404, "text/plain; charset=utf-8", "", "not found"},
		{"http://ARTICLE.test/", 200, html, "", "Imogen Farrar"},
		{"http://article.test:8080/", 200, html, "", "Imogen Farrar"},
		{"http://shop.test/product/kestrel-38", 200, html, "", `"@type": "Product"`},
		{"http://shop.test/packs", 200, html, "", "Heron 65"},
		{"http://shop.test/images/kestrel-moss.svg", 200, svg, "", "<svg"},
		{"http://app.test/", 200, html, "", `<script src="/app.js" defer>`},
		{"http://app.test/app.js", 200, "text/javascript; charset=utf-8", "", "/api/berths.json"},
		{"http://app.test/api/berths.json", 200, "application/json", "", "Second Wind"},
		{"http://app.test/chart.bin", 200, "application/octet-stream", `Content-Disposition: attachment; filename="chart.bin"`, "not for the disk"},
		{"http://text.test/notes.txt", 200, "text/plain; charset=utf-8", "", "oil, two gallons"},
		{"http://text.test/readme.md", 200, "text/markdown; charset=utf-8", "", "# tidelog"},
		{"http://text.test/stations.json", 200, "application/json", "", `"Carrow Creek"`},
		{"http://text.test/lights.xml", 200, "application/xml", "", "<lights"},
		{"http://pdf.test/report.pdf", 200, "application/pdf", "", "%PDF-1.4"},
		{"http://feed.test/", 200, html, "", `type="application/atom+xml"`},
		{"http://feed.test/rss.xml", 200, "application/rss+xml; charset=utf-8", "", "<rss"},
		{"http://feed.test/atom.xml", 200, "application/atom+xml; charset=utf-8", "", "<feed"},
		{"http://redirect.test/1", 301, "", "Location: http://redirect.test/2", ""},
		{"http://redirect.test/2", 302, "", "Location: 3", ""},
		{"http://redirect.test/3", 308, "", "Location: http://article.test/", ""},
		{"http://redirect.test/loop", 302, "", "Location: /loop?n=1", ""},
		{"http://redirect.test/loop?n=41", 302, "", "Location: /loop?n=42", ""},
		{"http://redirect.test/loopback", 302, "", "Location: http://127.0.0.1/", ""},
		{"http://redirect.test/metadata", 302, "", "Location: http://169.254.169.254/latest/meta-data/", ""},
		{"http://redirect.test/file", 302, "", "Location: file:///proc/self/environ", ""},
		{"http://slow.test/?ms=1", 200, html, "", "1 milliseconds"},
		{"http://slow.test/?ms=soon", 400, "text/plain; charset=utf-8", "", "milliseconds"},
		{"http://status.test/404", 404, html, "", "No such page"},
		{"http://status.test/500", 500, html, "", "Something broke"},
		{"http://status.test/429", 429, html, "Retry-After: 30", "half a minute"},
		{"http://status.test/403", 403, html, "", "the answer is no"},
		{"http://wall.test/", 403, html, "Cf-Mitigated: challenge", "Just a moment..."},
		{"http://members.test/", 302, "", "Location: /sign-in?next=%2F", ""},
		{"http://members.test/sign-in?next=%2F", 200, html, "", `type="password"`},
		{"http://members.test/members", 401, html, `Www-Authenticate: Basic realm="members", charset="UTF-8"`, `type="password"`},
		{"http://robots.test/robots.txt", 200, "text/plain; charset=utf-8", "", "Disallow: /private/"},
		{"http://robots.test/sitemap.xml", 200, "application/xml", "", "<urlset"},
		{"http://robots.test/private/ledger", 200, html, "", "pew rents"},
		{"http://robots.test/private/notice", 200, html, "", "a fortnight"},
		{"http://company.test/", 200, html, "X-Frame-Options: DENY", `"legalName": "Marrowfen Instruments Ltd"`},
		{"http://company.test/?page=2", 200, html, "", "Stations that are reporting now"},
		{"http://sample.test/", 200, html, "", `<a href="http://wall.test/">`},
		{"http://elsewhere.test/", 421, "text/plain; charset=utf-8", "", "http://sample.test/"},
	}
	for _, tt := range tests {
		t.Run(tt.url, func(t *testing.T) {
			t.Parallel()
			res := get(t, c, tt.url)
			if res.StatusCode != tt.status || res.Header.Get("Content-Type") != tt.contentType {
				t.Errorf("got %d %q, want %d %q", res.StatusCode, res.Header.Get("Content-Type"), tt.status, tt.contentType)
			}
			if name, value, ok := strings.Cut(tt.header, ": "); ok && res.Header.Get(name) != value {
				t.Errorf("%s is %q, want %q", name, res.Header.Get(name), value)
			}
			if got := body(t, res); !strings.Contains(got, tt.holds) {
				t.Errorf("%q is not in the body:\n%s", tt.holds, got)
			}
		})
	}
}

// TestRegistry holds what the documentation and other tests take for granted.
func TestRegistry(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, s := range webtest.New().Sites() {
		served := map[string]bool{}
		for _, p := range s.Pages {
			u, err := url.Parse(p.URL)
			if err != nil || u.Scheme != "http" || u.Host != s.Host {
				t.Errorf("%s: %q is not a page of %s", p.Name, p.URL, s.Host)
			}
			if !name.MatchString(p.Name) || seen[p.Name] {
				t.Errorf("the name %q is misspelt or not unique", p.Name)
			}
			if p.Shows == "" {
				t.Errorf("%s does not say what it shows", p.Name)
			}
			if p.Expect.Error == "" && len(p.Expect.Contains) == 0 {
				t.Errorf("%s expects nothing", p.Name)
			}
			seen[p.Name] = true
			served[u.Path] = served[u.Path] || p.Serve != nil
		}
		for path, ok := range served {
			if !ok {
				t.Errorf("nothing answers %s on %s", path, s.Host)
			}
		}
		if !strings.HasSuffix(s.Host, ".test") || s.Title == "" || s.About == "" {
			t.Errorf("the site %q lacks a title, an about or a name under .test", s.Host)
		}
	}
}

func TestShiftJIS(t *testing.T) {
	t.Parallel()
	c := client(webtest.Start(t))
	for path, contentType := range map[string]string{
		"/":           "text/html",
		"/header":     "text/html; charset=Shift_JIS",
		"/undeclared": "text/html",
		"/lying":      "text/html; charset=utf-8",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			res := get(t, c, "http://sjis.test"+path)
			if got := res.Header.Get("Content-Type"); got != contentType {
				t.Errorf("Content-Type is %q, want %q", got, contentType)
			}
			text, err := japanese.ShiftJIS.NewDecoder().String(body(t, res))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text, "港町の急な坂") || strings.Contains(text, "�") {
				t.Errorf("the bytes are not Shift_JIS:\n%s", text)
			}
			if declared := strings.Contains(text, "charset=Shift_JIS"); declared != (path == "/") {
				t.Errorf("charset declared in the page: %t", declared)
			}
		})
	}
}

func TestBig(t *testing.T) {
	t.Parallel()
	const size = 30 << 20
	c := client(webtest.Start(t))
	count := func(t *testing.T, r io.Reader) int64 {
		t.Helper()
		n, err := io.Copy(io.Discard, r)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}

	streamed := get(t, c, "http://big.test/")
	if n := count(t, streamed.Body); n != size || streamed.ContentLength != -1 {
		t.Errorf("streamed: %d bytes, Content-Length %d", n, streamed.ContentLength)
	}
	sized := get(t, c, "http://big.test/sized")
	if n := count(t, sized.Body); n != size || sized.ContentLength != size {
		t.Errorf("sized: %d bytes, Content-Length %d", n, sized.ContentLength)
	}
	zipped := get(t, c, "http://big.test/gzip")
	z, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, z); n != size {
		t.Errorf("gzip: %d bytes", n)
	}
}

func TestExtraSites(t *testing.T) {
	t.Parallel()
	hello := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }
	s := webtest.Start(t,
		webtest.Site{Host: "article.test", Rest: hello},
		webtest.Site{Host: "mine.test", Assets: map[string]http.HandlerFunc{"/a": hello}})
	c := client(s)
	for _, page := range []string{"http://article.test/any/path", "http://mine.test/a"} {
		if got := body(t, get(t, c, page)); got != "hello" {
			t.Errorf("%s answers %q", page, got)
		}
	}
	if res := get(t, c, "http://mine.test/b"); res.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown path of an extra site is %d", res.StatusCode)
	}
	for host, want := range map[string]int{"article.test": 1, "mine.test": 2, "shop.test": 0, "nowhere.test": 0} {
		if got := s.Web().Hits(host); got != want {
			t.Errorf("%s was hit %d times, want %d", host, got, want)
		}
	}
}
