package frontier_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

func TestNormal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules     frontier.Rules
		raw, want string
	}{
		"fragment, port, case": {raw: "HTTP://A.test:80/x#y", want: "http://a.test/x"},
		"no path":              {raw: "http://a.test", want: "http://a.test/"},
		"session in the path":  {raw: "http://a.test/x;jsessionid=1F/y", want: "http://a.test/x/y"},
		"session in the query": {raw: "http://a.test/x?PHPSESSID=ab&a=1", want: "http://a.test/x?a=1"},
		"short sid":            {raw: "http://a.test/x?sid=7", want: "http://a.test/x?sid=7"},
		"long sid":             {raw: "http://a.test/x?sid=0123456789abcdef", want: "http://a.test/x"},
		"other path parameter": {raw: "http://a.test/x;v=1", want: "http://a.test/x;v=1"},
		"other parameters":     {raw: "http://a.test/x;jsessionid=1F;page=2", want: "http://a.test/x;page=2"},
		"sid of 16":            {raw: "http://a.test/x?sid=abcdefghijklm123", want: "http://a.test/x"},
		"sid of 15":            {raw: "http://a.test/x?sid=abcdefghijkl123", want: "http://a.test/x?sid=abcdefghijkl123"},
		"sid of few digits":    {raw: "http://a.test/x?sid=abcdefghijklmno12", want: "http://a.test/x?sid=abcdefghijklmno12"},
		"sid of a sixth":       {raw: "http://a.test/x?sid=abcdefghijklmno123", want: "http://a.test/x"},
		"sid with a dot":       {raw: "http://a.test/x?sid=0123456789.abcdef", want: "http://a.test/x?sid=0123456789.abcdef"},
		"sid of digits":        {raw: "http://a.test/x?sid=0123456789012345", want: "http://a.test/x"},
		"sid in capitals":      {raw: "http://a.test/x?SID=ABCDEFGHIJKLMZ901", want: "http://a.test/x"},
		"session of a talk":    {raw: "http://a.test/x?session=introduction-to-crawling", want: "http://a.test/x?session=introduction-to-crawling"},
		"session by a UUID":    {raw: "http://a.test/x?session=6fa459ea-ee8a-3ca4-894e-db77e160355e", want: "http://a.test/x"},
		"escapes of letters":   {raw: "http://a.test/%7ea%41?x=%41%2d", want: "http://a.test/~aA?x=A-"},
		"escapes in capitals":  {raw: "http://a.test/c%2fd%c3%a9?x=%3d", want: "http://a.test/c%2Fd%C3%A9?x=%3D"},
		"escaped dots":         {raw: "http://a.test/e/.%2e/%2e/f", want: "http://a.test/f"},
		"escape of an escape":  {raw: "http://a.test/%2541", want: "http://a.test/%2541"},
		"order is kept":        {raw: "http://a.test/?b=1&a=2&utm_source=x", want: "http://a.test/?b=1&a=2&utm_source=x"},
		"tidy":                 {frontier.Rules{TidyQuery: true}, "http://a.test/?b=1&a=2&utm_source=x", "http://a.test/?a=2&b=1"},
		"ignored":              {frontier.Rules{IgnoreQuery: true}, "http://a.test/?b=1", "http://a.test/"},
	} {
		u, ok := c.rules.Normal(c.raw)
		if !ok || u.String() != c.want {
			t.Errorf("%s: got %v, %t; want %s", name, u, ok, c.want)
		}
	}
	for _, raw := range []string{"mailto:a@a.test", "http://127.0.0.1/", "http://u:p@a.test/", "ftp://a.test/", ""} {
		if u, ok := new(frontier.Rules).Normal(raw); ok {
			t.Errorf("%s: got %v, want none", raw, u)
		}
	}
	for host, written := range map[string]string{"ü.test": "xn--tda.test", "a.test": "a.test"} { // a host can be longer than it was written
		for more, want := range map[int]bool{0: true, 1: false} {
			path := strings.Repeat("x", egress.MaxLength-len("http://"+written+"/")+more)
			if u, ok := new(frontier.Rules).Normal("http://" + host + "/" + path); ok != want {
				t.Errorf("got %t of %s and a path of %d bytes, which is a URL of %d bytes; want %t", ok, host, len(path), len(u.String()), want)
			}
		}
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	for scope, belongs := range map[frontier.Scope]string{
		frontier.SameHost: "shop.a.co.uk www.shop.a.co.uk", frontier.Subdomains: "shop.a.co.uk www.shop.a.co.uk de.shop.a.co.uk",
		frontier.Domain: "shop.a.co.uk www.shop.a.co.uk de.shop.a.co.uk a.co.uk blog.a.co.uk",
	} {
		for _, host := range []string{"shop.a.co.uk", "www.shop.a.co.uk", "de.shop.a.co.uk", "a.co.uk", "blog.a.co.uk", "b.co.uk", "xshop.a.co.uk.evil.test"} {
			want := strings.Contains(" "+belongs+" ", " "+host+" ")
			if got := (&frontier.Rules{Scope: scope}).Belongs("shop.a.co.uk", host); got != want {
				t.Errorf("%s: got %s %t, want %t", scope, host, got, want)
			}
		}
	}
}

// TestScopesOfSuffixes: below a name under which anybody registers are strangers.
func TestScopesOfSuffixes(t *testing.T) {
	t.Parallel()
	r := &frontier.Rules{Scope: frontier.Subdomains}
	for root, stranger := range map[string]string{"www.co.uk": "evil.co.uk", "co.uk": "evil.co.uk", "www.github.io": "bob.github.io"} {
		if r.Belongs(root, stranger) || !r.Belongs(root, root) {
			t.Errorf("%s: got %s of it %t, itself %t; want false, true", root, stranger, r.Belongs(root, stranger), r.Belongs(root, root))
		}
	}
}

func TestGlobs(t *testing.T) {
	t.Parallel()
	for glob, c := range map[string]struct{ yes, no string }{
		"/blog/**":         {"/blog /blog/ /blog/a /blog/a/b", "/ /blogs /x/blog/a"},
		"/blog/*":          {"/blog/a /blog/a/", "/blog /blog/a/b"},
		"/{de,en}/**":      {"/de/a /en", "/fr/a"},
		"blog/?":           {"/blog/a", "/blog/ab"},
		"/**/*.html":       {"/a.html /x/y.html", "/a.htm"},
		"/p/[0-9][0-9]/**": {"/p/12/x /p/12", "/p/1/x"},
		"/größe/**":        {"/gr%C3%B6%C3%9Fe/1 /gr%C3%B6%C3%9Fe", "/gr/1"},
		"/%C3%A9/*":        {"/%C3%A9/1", "/e/1"},
		"/a b/**":          {"/a%20b/c", "/a/b"},
		"/caf?":            {"/caf%C3%A9 /cafe", "/caf /caf%C3%A9s"},
		"/[ä-ü]*":          {"/%C3%B6x", "/ox"},
		"/blog*/**":        {"/blog /blog/ /blogs /blog/a /blogs/a/b", "/ /x/blog /blo"},
		"/**/blog*/**":     {"/blog /x/blog /x/blogs/a", "/x"},
		"/blog*/**/x":      {"/blog/x /blogs/a/b/x", "/blog /x"},
		"/blog/*/**":       {"/blog/a /blog/a/b", "/blog /blog/"},
		"/blog/":           {"/blog /blog/", "/blog/a"},
		"/**":              {"/ /a /a/b/", ""},
		"/*":               {"/ /a /a/", "/a/b"},
	} {
		for path := range strings.FieldsSeq(c.yes) {
			if !frontier.Matches(glob, path) {
				t.Errorf("got %s not matched by %s, want it matched", path, glob)
			}
		}
		for path := range strings.FieldsSeq(c.no) {
			if frontier.Matches(glob, path) {
				t.Errorf("got %s matched by %s, want it not", path, glob)
			}
		}
	}
	if got := frontier.Globs([]string{"/a/*", "/b/[", "/c"}); got != 1 {
		t.Errorf("got %d for the first that is no glob, want 1", got)
	}
}

// TestGlobsTakeTheirTime: a glob that stands for so many patterns that matching would take for ever is none, and the
// rest takes milliseconds.
func TestGlobsTakeTheirTime(t *testing.T) {
	t.Parallel()
	for glob, want := range map[string]int{
		"/{a,b}/{c,d}/{e,f}": -1, "/{de,en,fr,it,es,nl,pl,pt}/{blog,news,docs,shop}/**": -1, "/a,b,c/{x,y}": -1,
		strings.Repeat("{a,b}", 6): -1, strings.Repeat("{a,b}", 7): 0, "/" + strings.Repeat("{a,a}", 60) + "b": 0,
		"{" + strings.Repeat("{a,b},", 40) + "c}": 0, "/[{]" + strings.Repeat("{a,b}", 8): 0, `/\{` + strings.Repeat("{a,b}", 8): 0,
		"/{[},],a}" + strings.Repeat("{a,b}", 7): 0, "/[{,}]{a,b}": -1,
	} {
		if got := frontier.Globs([]string{glob}); got != want {
			t.Errorf("%s: got %d, want %d", glob, got, want)
		}
	}
	path := "/" + strings.Repeat("a", 4000) + strings.Repeat("/a", 2000) + "c"
	for _, glob := range []string{
		"/" + strings.Repeat("{*,*a}", 6) + "b", strings.Repeat("/**", 160) + "/b", strings.Repeat("*a", 240) + "b", strings.Repeat("{*a,**/}", 6) + "b",
	} {
		if frontier.Globs([]string{glob}) >= 0 || frontier.Matches(glob, path) {
			t.Errorf("%s: got no glob, or a match; want a glob that does not match", glob)
		}
	}
}

// FuzzNormalIsWhatPagesTake: what comes of any URL is a URL that the job of a page takes, and comes of itself again.
func FuzzNormalIsWhatPagesTake(f *testing.F) {
	for _, raw := range []string{
		"http://a.test/" + strings.Repeat("é", 3000), "http://a.test/a;jsessionid=%zz/b;x", "http://a.test//..//%2e%2e/x?a=%&b#c", "http://A.test.:80/?", "http://a.test/?utm_source=a&;&=%3d", "http://a.test/x/..;jsessionid=1F", "http://a.test/%2%35/%%34%31/.%2e/x?%2%36", "http://a.test/x%3bjsessionid=1/%2e%2E",
	} {
		f.Add(raw, true)
		f.Add(raw, false)
	}
	f.Fuzz(func(t *testing.T, raw string, tidy bool) {
		r := frontier.Rules{TidyQuery: tidy}
		u, ok := r.Normal(raw)
		if !ok {
			return
		}
		taken, err := egress.Parse(u.String())
		if err != nil {
			t.Fatalf("got error %v of %q, which came of %q; want it taken", err, u, raw)
		}
		if again, ok := r.Normal(u.String()); !ok || again.String() != u.String() || taken.String() != u.String() {
			t.Errorf("got %v and %v of %q, which came of %q; want itself", again, taken, u, raw)
		}
	})
}

func TestJudge(t *testing.T) {
	t.Parallel()
	r := frontier.Rules{MaxDepth: 2, Include: []string{"/a/**"}, Exclude: []string{"/a/x/**"}}
	for path, want := range map[string]frontier.Reason{
		"/a/1": frontier.In, "/b": frontier.NotIncluded, "/a/x/1": frontier.Excluded, "/a/b/b/b/b": frontier.Trap, "/a/p/q/p/q/p/q": frontier.Trap,
		"/a/2024/2024/01": frontier.In, "/a" + strings.Repeat("/b1/c1", 25): frontier.Trap,
		"/a" + numbered(39): frontier.In, "/a" + numbered(40): frontier.Trap,
	} {
		if got := r.Judge(&url.URL{Scheme: "http", Host: "a.test", Path: path}, 1); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	if got := r.Judge(&url.URL{Path: "/a/1"}, 3); got != frontier.TooDeep {
		t.Errorf("got %q, want %q", got, frontier.TooDeep)
	}
}

// numbered is a path of so many segments, no two of which are alike.
func numbered(segments int) string {
	var b strings.Builder
	for n := range segments {
		fmt.Fprintf(&b, "/s%d", n)
	}
	return b.String()
}

// TestTraps: twenty pages of one template that look the same are a trap, others are not, and templates that are
// no traps make room for others.
func TestTraps(t *testing.T) {
	t.Parallel()
	at := func(format string, n int) *url.URL {
		return &url.URL{Scheme: "http", Host: "a.test", Path: fmt.Sprintf(format, n)}
	}
	var s frontier.Sights
	for n := range 19 {
		s = s.Saw(at("/calendar/%d", n), frontier.Look{Gist: 1})
	}
	if s.Traps(at("/calendar/%d", 19)) {
		t.Error("got a trap after 19 pages, want none")
	}
	s = s.Saw(at("/calendar/%d", 19), frontier.Look{Gist: 1})
	if !s.Traps(at("/calendar/%d", 999)) || s.Traps(at("/page/%d", 1)) {
		t.Error("got no trap, or one of another template; want one after 20 pages")
	}
	for n := range 200 {
		s = s.Saw(at("/page/%d", n), frontier.Look{Gist: uint64(n)})
		s = s.Saw(&url.URL{Path: "/" + strings.Repeat("x", n+1)}, frontier.Look{Gist: uint64(n)})
	}
	if s.Traps(at("/page/%d", 1)) || !s.Traps(at("/calendar/%d", 3)) || len(s) > 24 {
		t.Errorf("got %d templates, a trap of pages %t, of the calendar %t; want at most 24, false, true", len(s), s.Traps(at("/page/%d", 1)), s.Traps(at("/calendar/%d", 3)))
	}
}

// TestNear: no link that belongs to a page's site in some scope is taken for one of strangers.
func TestNear(t *testing.T) {
	t.Parallel()
	hosts := []string{"a.example", "www.a.example", "b.a.example", "c.b.a.example", "b.example", "a.co.uk", "b.a.co.uk", "b.co.uk", "github.io", "x.github.io", "y.github.io", "10.0.0.1", "10.0.0.2"}
	for _, from := range hosts {
		for _, to := range hosts {
			near := frontier.Near(&url.URL{Scheme: "https", Host: from}, "http://"+strings.ToUpper(to)+".:80/x")
			for _, scope := range []frontier.Scope{frontier.SameHost, frontier.Subdomains, frontier.Domain} {
				r := frontier.Rules{Scope: scope}
				for _, root := range hosts {
					if r.Belongs(root, from) && r.Belongs(root, to) && !near {
						t.Errorf("%s of a crawl of %s by %s: got %s for another site's, want it looked at", from, root, scope, to)
					}
				}
			}
		}
	}
	page := &url.URL{Scheme: "https", Host: "a.example"}
	for link, want := range map[string]bool{"https://b.example/": false, "https://a.example.b.example/": false, "https://xa.example/": false, "https://%61.example/": true, "https://a_b.example/": true} {
		if got := frontier.Near(page, link); got != want {
			t.Errorf("%s: got near %t, want %t", link, got, want)
		}
	}
}
