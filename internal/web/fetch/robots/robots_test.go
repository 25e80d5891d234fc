package robots_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

const agent = "QuarryBot/1.0 (+https://quarry.example/bot)"

func TestAllowed(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		body            string
		allowed, denied []string
	}{
		"empty":              {"", []string{"/", "/a"}, nil},
		"a page of HTML":     {"<!doctype html>\n<title>Disallow: /</title>\n<p>Disallow: /</p>", []string{"/"}, nil},
		"all":                {"User-agent: *\nDisallow: /", []string{"/robots.txt"}, []string{"/", "/a", "/?x"}},
		"nothing":            {"User-agent: *\nDisallow:", []string{"/", "/a"}, nil},
		"prefix":             {"User-agent: *\nDisallow: /private", []string{"/", "/privat"}, []string{"/private", "/private/x", "/privateer"}},
		"case of paths":      {"User-agent: *\nDisallow: /Private", []string{"/private"}, []string{"/Private"}},
		"longest wins":       {"User-agent: *\nDisallow: /a\nAllow: /a/b", []string{"/a/b", "/a/b/c"}, []string{"/a", "/a/c"}},
		"order is no matter": {"User-agent: *\nAllow: /a/b\nDisallow: /a", []string{"/a/b"}, []string{"/a/c"}},
		"allow wins a tie":   {"User-agent: *\nDisallow: /a\nAllow: /a", []string{"/a"}, nil},
		"own group only": {
			"User-agent: *\nDisallow: /\n\nUser-agent: QuarryBot\nDisallow: /mine", []string{"/", "/a"}, []string{"/mine"},
		},
		"own group is empty":      {"User-agent: *\nDisallow: /\n\nUser-agent: quarrybot\nDisallow:", []string{"/", "/a"}, nil},
		"own name with version":   {"User-agent: QuarryBot/2.1\nDisallow: /\n\nUser-agent: *\nAllow: /", nil, []string{"/a"}},
		"own name begins alike":   {"User-agent: QuarryBot-News\nDisallow: /", []string{"/a"}, nil},
		"own name is a beginning": {"User-agent: Quarry\nDisallow: /", []string{"/a"}, nil},
		"groups of one name join": {
			"User-agent: quarrybot\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: quarrybot\nDisallow: /b",
			[]string{"/c"},
			[]string{"/a", "/b"},
		},
		"several names a group": {"User-agent: x\nUser-agent: QuarryBot\nUser-agent: y\nDisallow: /a", []string{"/b"}, []string{"/a"}},
		"rule before any agent": {"Disallow: /\nUser-agent: *\nDisallow: /a", []string{"/b"}, []string{"/a"}},
		"delay does not end a group": {
			"User-agent: QuarryBot\nCrawl-delay: 3\nUser-agent: *\nDisallow: /a", []string{"/b"}, []string{"/a"},
		},
		"star":                  {"User-agent: *\nDisallow: /*/secret", []string{"/secret"}, []string{"/a/secret", "/a/b/secret.html"}},
		"star at the end":       {"User-agent: *\nDisallow: /a*", []string{"/b"}, []string{"/a", "/ab"}},
		"star at the beginning": {"User-agent: *\nDisallow: *.php", []string{"/a.html"}, []string{"/a.php", "/b/a.php?x"}},
		"end":                   {"User-agent: *\nDisallow: /*.pdf$", []string{"/a.pdf?x", "/a.pdfs"}, []string{"/a.pdf", "/x/a.pdf.pdf"}},
		"end of one page":       {"User-agent: *\nDisallow: /a$", []string{"/a/", "/ab"}, []string{"/a"}},
		"dollar sign within":    {"User-agent: *\nDisallow: /a$b", []string{"/a"}, []string{"/a$b", "/a%24bc"}},
		"star in a path":        {"User-agent: *\nDisallow: /a%2Ab", []string{"/axb"}, []string{"/a*b", "/a%2ab"}},
		"query":                 {"User-agent: *\nDisallow: /*?print=", []string{"/a"}, []string{"/a?print=1"}},
		"parts in order":        {"User-agent: *\nDisallow: /*b*a$", []string{"/aab"}, []string{"/ba", "/bxaa"}},
		"encoded unreserved":    {"User-agent: *\nDisallow: /%7ejoe", []string{"/joe"}, []string{"/~joe", "/%7Ejoe"}},
		"plain unreserved":      {"User-agent: *\nDisallow: /~joe", nil, []string{"/%7ejoe/x"}},
		"encoded slash":         {"User-agent: *\nDisallow: /a%2fb", []string{"/a/b"}, []string{"/a%2Fb", "/a%2fb"}},
		"unicode":               {"User-agent: *\nDisallow: /é", []string{"/e"}, []string{"/%C3%A9", "/%c3%a9"}},
		"unicode and encoded":   {"User-agent: *\nDisallow: /é%20%2f", nil, []string{"/%C3%A9%20%2Fx"}},
		"encoded letter":        {"User-agent: *\nDisallow: /%70rivate", nil, []string{"/private"}},
		"index page":            {"User-agent: *\nDisallow: /\nAllow: /a/index.html", []string{"/a/index.html", "/a/"}, []string{"/a/b"}},
		"typos and case":        {"useragent: *\nDISALOW: /a", []string{"/b"}, []string{"/a"}},
		"no colon":              {"User-agent *\nDisallow /a", []string{"/b"}, []string{"/a"}},
		"comments":              {"# x\nUser-agent: * # all\nDisallow: /a # this\n", []string{"/b"}, []string{"/a"}},
		"byte order mark":       {"\ufeffUser-agent: *\nDisallow: /a", []string{"/b"}, []string{"/a"}},
		"carriage returns":      {"User-agent: *\rDisallow: /a\r\nDisallow: /b\r\n", []string{"/c"}, []string{"/a", "/b"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := robots.Parse([]byte(tc.body), agent)
			for _, path := range tc.allowed {
				if !f.Allowed(parse(t, path)) {
					t.Errorf("%s is denied", path)
				}
			}
			for _, path := range tc.denied {
				if f.Allowed(parse(t, path)) {
					t.Errorf("%s is allowed", path)
				}
			}
		})
	}
}

func TestZeroFileAllows(t *testing.T) {
	t.Parallel()
	if !new(robots.File).Allowed(parse(t, "/a")) {
		t.Error("denied")
	}
}

func TestSitemapsAndDelay(t *testing.T) {
	t.Parallel()
	body := "Sitemap: https://a.example/1.xml\nUser-agent: *\nCrawl-delay: 7\nDisallow: /x\n\n" +
		"User-agent: QuarryBot\nCrawl-delay: 1.5\n\nSitemap: https://a.example/2.xml\nsitemap:\n"
	f := robots.Parse([]byte(body), agent)
	if diff := cmp.Diff([]string{"https://a.example/1.xml", "https://a.example/2.xml"}, f.Sitemaps); diff != "" {
		t.Errorf("Sitemaps mismatch (-want +got):\n%s", diff)
	}
	if f.CrawlDelay != 1500*time.Millisecond {
		t.Errorf("delay %s", f.CrawlDelay)
	}
	if other := robots.Parse([]byte(body), "Other/1"); other.CrawlDelay != 7*time.Second {
		t.Errorf("delay of all %s", other.CrawlDelay)
	}
	for _, value := range []string{"-1", "NaN", "soon", "0", "1e999"} {
		if f := robots.Parse([]byte("User-agent: *\nCrawl-delay: "+value), agent); f.CrawlDelay != 0 {
			t.Errorf("%s: delay %s", value, f.CrawlDelay)
		}
	}
	if f := robots.Parse([]byte("User-agent: *\nCrawl-delay: 1e30"), agent); f.CrawlDelay != time.Hour {
		t.Errorf("delay %s", f.CrawlDelay)
	}
}

// TestHostile is a file of patterns that are slow for matchers which try every
// place; it ends only because ours does not.
func TestHostile(t *testing.T) {
	t.Parallel()
	body := "User-agent: *\n" + strings.Repeat("Disallow: /"+strings.Repeat("*a", 4000)+"b\n", 60)
	u := parse(t, "/"+strings.Repeat("a", 8000))
	if f := robots.Parse([]byte(body), agent); !f.Allowed(u) {
		t.Error("denied")
	}
}

func TestAgent(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{agent: "QuarryBot", "a_b-C": "a_b-C", "": "", "/1": "", "Bot 2": "Bot"} {
		if got := robots.Agent(in); got != want {
			t.Errorf("%q: got %q", in, got)
		}
	}
}

func parse(t *testing.T, path string) *url.URL {
	t.Helper()
	u, err := url.Parse("https://site.example" + path)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
