package frontier_test

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// urlCase is a case of the URL standard's own suite: what a browser reads of an input, beside a base or alone.
type urlCase struct {
	Input    string  `json:"input"`
	Base     *string `json:"base"`
	Failure  bool    `json:"failure"`
	Href     string  `json:"href"`
	Protocol string  `json:"protocol"`
	Port     string  `json:"port"`
	Username string  `json:"username"`
	Password string  `json:"password"`
}

// urlCases reads the suite out of a module that comes with it, in the version that go.mod names.
func urlCases(t *testing.T) (all []urlCase) {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Fatalf("got error %v of go list, want the module's folder", err)
	}
	raw, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "urltestdata.json"))
	if err != nil {
		t.Fatalf("got error %v, want the suite", err)
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		t.Fatalf("got error %v, want the suite", err)
	}
	for _, item := range items {
		var c urlCase
		if item[0] != '"' && json.Unmarshal(item, &c) == nil { // the rest are remarks
			all = append(all, c)
		}
	}
	return all
}

// readAs is a URL of the suite in the crawl's form, as a caller, a page or a redirect names it; empty when it is no page.
func readAs(c urlCase, way string) string {
	raw := c.Input
	if c.Base != nil {
		base, err := egress.Parse(*c.Base)
		if err != nil {
			return ""
		}
		switch way {
		case "link":
			raw = dom.Resolve(base, c.Input)
		case "redirect":
			u, err := egress.Resolve(base, c.Input)
			if err != nil {
				return ""
			}
			raw = u.String()
		}
	}
	if u, ok := new(frontier.Rules).Normal(raw); ok {
		return u.String()
	}
	return ""
}

// unread is a sort of input that the standard reads as the URL of a page and we do not: how it looks, behind the way in
// which it is named, how many there are, and why.
type unread struct {
	looks  string
	count  int
	reason string
}

func unreads() []unread {
	return []unread{
		{`^\w+ https?:(/?[^/]|$)`, 22, "a scheme without its two slashes is a mistake more often than a relative link"},
		{`^\w+ http://:?@`, 3, "an @ before the host is refused as a password is, be there one or not"},
		{`^(caller|redirect) .*[\x00-\x1f\x7f]`, 6, "control characters are dropped from the links of pages alone, as only there line ends are common"},
		{`^link \s*[^/?#]*:`, 12, "what is in front of a colon is a scheme, as RFC 3986 has it (section 4.2)"},
		{`^link \s*$`, 2, "an empty link leads to its own page, which the crawl has"},
	}
}

// TestURLStandard: what the URL standard reads as one URL is one page, be it named by a caller, a page or a redirect, and
// what it reads as none is no page. What differs is one of the sorts above.
func TestURLStandard(t *testing.T) {
	t.Parallel()
	inputs, sorts := 0, unreads()
	for _, c := range urlCases(t) {
		ways := []string{"caller"}
		if c.Base != nil {
			if _, err := egress.Parse(*c.Base); err != nil {
				continue // no page that is crawled is there
			}
			ways = []string{"link", "redirect"}
		}
		want := wanted(t, c)
		for _, way := range ways {
			inputs++
			got := readAs(c, way)
			if got == want {
				continue
			}
			i := slices.IndexFunc(sorts, func(u unread) bool { return regexp.MustCompile(u.looks).MatchString(way + " " + c.Input) })
			if got != "" || i < 0 {
				t.Errorf("%s %q: got %q, want %q", way, c.Input, got, want)
				continue
			}
			sorts[i].count--
		}
	}
	for _, u := range sorts {
		if u.count != 0 {
			t.Errorf("got %d inputs too few that are not read because %s, want none", u.count, u.reason)
		}
	}
	if inputs < 800 {
		t.Errorf("got %d inputs, want 800 or more", inputs)
	}
}

// wanted is the URL of a case in the crawl's form: as the standard writes it, but for its fragment and for what is
// percent-encoded; empty when it is none, or none that is public.
func wanted(t *testing.T, c urlCase) string {
	t.Helper()
	if c.Failure {
		return ""
	}
	u, ok := new(frontier.Rules).Normal(c.Href)
	if !ok {
		if public(c) {
			t.Errorf("%s: got no page, want one", c.Href)
		}
		return ""
	}
	plain, _, _ := strings.Cut(c.Href, "#")
	if plain = strings.TrimSuffix(plain, "?"); u.String() != plain && !strings.Contains(plain, "%") {
		t.Errorf("%s: got %s, want it as it is", c.Href, u)
	}
	return u.String()
}

// public reports whether a URL of the web is on a port and at an address that anybody can reach, without a password.
func public(c urlCase) bool {
	u, err := url.Parse(c.Href)
	if err != nil || c.Protocol != "http:" && c.Protocol != "https:" || c.Port != "" || c.Username != "" || c.Password != "" {
		return false
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil {
		return egress.Allowed(addr)
	}
	name := strings.TrimSuffix(u.Hostname(), ".")
	return strings.Contains(name, ".") && !strings.HasPrefix(name, ".") && !strings.HasSuffix(name, ".")
}

// FuzzNormalByTheStandard: what is asked for is written as the standard writes it, so that no other reader of it reads
// another host.
func FuzzNormalByTheStandard(f *testing.F) {
	for _, raw := range []string{"http://a.test/a b?c d'#e", "http://BÜCHER.test\\x", "http://a.test/%zz/[x]^|`{}?[]^|`{}\\", "https://0x8.8.010.8/", "http://[2606:4700::0:1]/"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, ok := new(frontier.Rules).Normal(raw)
		if !ok {
			return
		}
		if read, err := whatwg.Parse(u.String()); err != nil || read.Href(false) != u.String() {
			t.Errorf("got %s of %q, which the standard reads as %v, error %v; want it read as it is", u, raw, read, err)
		}
	})
}
