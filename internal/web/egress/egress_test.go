package egress_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

func TestParseAccepts(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ raw, want string }{
		"plain":                  {"https://example.com", "https://example.com/"},
		"upper case":             {"HTTPS://EXAMPLE.com/A?B", "https://example.com/A?B"},
		"white space around":     {" \n https://example.com/ \t", "https://example.com/"},
		"fragment":               {"https://example.com/a?b=1#c", "https://example.com/a?b=1"},
		"default port":           {"https://example.com:443/", "https://example.com/"},
		"port with zeros":        {"http://example.com:0080/", "http://example.com/"},
		"empty port":             {"http://example.com:/", "http://example.com/"},
		"other web port":         {"http://example.com:443/", "http://example.com:443/"},
		"trailing dot":           {"http://example.com./x", "http://example.com/x"},
		"idna":                   {"https://bücher.example/", "https://xn--bcher-kva.example/"},
		"idna upper case":        {"https://BÜCHER.example/", "https://xn--bcher-kva.example/"},
		"idna not transitional":  {"https://straße.example/", "https://xn--strae-oqa.example/"},
		"ideographic full stop":  {"https://例え。テスト/", "https://xn--r8jz45g.xn--zckzah/"},
		"fullwidth letters":      {"https://ｅｘａｍｐｌｅ.com/", "https://example.com/"},
		"hyphens at 3 and 4":     {"https://r3---sn-p5q.example.com/", "https://r3---sn-p5q.example.com/"},
		"underscore":             {"https://my_blog.example.com/", "https://my_blog.example.com/"},
		"reserved for tests":     {"http://shop.test/a", "http://shop.test/a"},
		"local only as a part":   {"https://localhost.example.com/", "https://localhost.example.com/"},
		"ends like a local name": {"https://a.thelocal/", "https://a.thelocal/"},
		"public IPv4":            {"http://8.8.8.8/", "http://8.8.8.8/"},
		"public IPv4 in hex":     {"http://0x8.0x080808/", "http://8.8.8.8/"},
		"public IPv6":            {"http://[2606:4700:4700:0:0::1111]/", "http://[2606:4700:4700::1111]/"},
		"IPv6 with a port":       {"http://[2606:4700:4700::1111]:443/", "http://[2606:4700:4700::1111]:443/"},
		"space and unicode":      {"https://example.com/a b/é?q=ü x\"", "https://example.com/a%20b/%C3%A9?q=%C3%BC%20x%22"},
		"encoded slash kept":     {"https://example.com/a%2Fb/é", "https://example.com/a%2Fb/%C3%A9"},
		"lone percent sign":      {"https://example.com/100%?p=5%&q=%zz", "https://example.com/100%25?p=5%25&q=%25zz"},
		"braces in the path":     {"https://example.com/{id}|x", "https://example.com/%7Bid%7D%7Cx"},
		"backslashes":            {`https:\\example.com\a\b?c=\d`, `https://example.com/a/b?c=\d`},
		"backslash before an at": {`https://example.com\@10.0.0.1/`, "https://example.com/@10.0.0.1/"},
		"dot segments":           {"https://example.com/a/./b/../../c/", "https://example.com/c/"},
		"dots above the root":    {"https://example.com/../../etc/passwd", "https://example.com/etc/passwd"},
		"double slash kept":      {"https://example.com/a//b", "https://example.com/a//b"},
		"query without a path":   {"https://example.com?x=1", "https://example.com/?x=1"},
		"empty query":            {"https://example.com/?", "https://example.com/?"},
		"at sign in the path":    {"https://example.com/@user", "https://example.com/@user"},
		"URL within the query":   {"https://example.com/?u=http://10.0.0.1/", "https://example.com/?u=http://10.0.0.1/"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, err := egress.Parse(tc.raw)
			if err != nil {
				t.Fatal(err)
			}
			if got := u.String(); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
			again, err := egress.Parse(u.String())
			if err != nil || again.String() != u.String() {
				t.Errorf("parsed again: %v, %v", again, err)
			}
		})
	}
}

// TestParseRefuses holds every spelling that must never be dialled.
func TestParseRefuses(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ raw, message string }{
		"empty":                   {" ", "is empty"},
		"too long":                {"https://example.com/" + strings.Repeat("a", egress.MaxLength), "at most 8192"},
		"control character":       {"https://example.com/\x00x", "control character"},
		"new line":                {"https://exam\nple.com/", "control character"},
		"no scheme":               {"example.com/a", "write https://example.com/a"},
		"no scheme, port":         {"example.com:443/a", "write https://example.com:443/a"},
		"no scheme, local port":   {"localhost:8080", "has no scheme and names localhost, which exists only on private networks"},
		"no scheme, slashes":      {"//example.com/a", "write https://example.com/a"},
		"file":                    {"file:///etc/passwd", "only http and https"},
		"file of the process":     {"file:///proc/self/environ", "only http and https"},
		"javascript":              {"javascript:alert(1)", "only http and https"},
		"data":                    {"data:text/html,x", "only http and https"},
		"ftp":                     {"ftp://example.com/", "only http and https"},
		"gopher":                  {"gopher://example.com:70/_x", "only http and https"},
		"ssh":                     {"ssh://git@example.com/", "only http and https"},
		"view-source":             {"view-source:https://example.com/", "only http and https"},
		"one slash":               {"https:/example.com/", "two slashes"},
		"no slash":                {"https:example.com", "two slashes"},
		"no host":                 {"https://", "has no host"},
		"no host, path":           {"https:///a", "two slashes"},
		"no host, port":           {"https://:80/", "has no host"},
		"userinfo":                {"https://user:secret@example.com/", "user name or password"},
		"empty userinfo":          {"https://@example.com/", "user name or password"},
		"host hidden by userinfo": {"https://example.com@10.0.0.1/", "user name or password"},
		"port 22":                 {"http://example.com:22/", "only 80 and 443"},
		"port 8080":               {"http://example.com:8080/", "only 80 and 443"},
		"port 0":                  {"http://example.com:0/", "only 80 and 443"},
		"port too large":          {"http://example.com:65616/", "not a number"},
		"port with a sign":        {"http://example.com:+80/", "not a number"},
		"port of letters":         {"http://example.com:http/", "not a number"},
		"two ports":               {"http://example.com:80:80/", "not valid"},

		"localhost":               {"http://localhost/", "private networks"},
		"localhost, upper case":   {"http://LOCALHOST./", "private networks"},
		"below localhost":         {"http://a.localhost/", "private networks"},
		"localhost in fullwidth":  {"http://ｌｏｃａｌｈｏｓｔ/", "private networks"},
		"localdomain":             {"http://localhost.localdomain/", "private networks"},
		"local":                   {"http://printer.local/", "private networks"},
		"internal":                {"http://metadata.google.internal/", "private networks"},
		"home.arpa":               {"http://router.home.arpa/", "private networks"},
		"onion":                   {"http://duskgytldkxiuqc6.onion/", "private networks"},
		"single label":            {"http://intranet-wiki/", "not a full public name"},
		"space in the host":       {"http://exa mple.com/", "not valid"},
		"percent in the host":     {"http://example%2ecom/", "not valid"},
		"empty label":             {"http://example..com/", "not valid"},
		"two trailing dots":       {"http://example.com../", "not valid"},
		"long label":              {"http://" + strings.Repeat("a", 64) + ".com/", "not valid"},
		"long name":               {"http://" + strings.Repeat("abcdefg.", 32) + "com/", "253"},
		"broken punycode":         {"http://xn--a-ecp.ru/", "cannot be read"},
		"slash hidden in unicode": {"http://10.0.0.1℀.example.com/", "not valid"},
		"host not UTF-8":          {"http://ex\xffample.com/", "cannot be read"},

		"loopback":              {"http://127.0.0.1/", notPublic},
		"loopback, other":       {"http://127.8.9.10/", notPublic},
		"loopback, runtime API": {"http://127.0.0.1:9001/", notPublic},
		"loopback, dot":         {"http://127.0.0.1./", notPublic},
		"decimal":               {"http://2130706433/", notPublic},
		"octal":                 {"http://0177.0.0.1/", notPublic},
		"octal, long":           {"http://0000000177.0.0.01/", notPublic},
		"octal, whole":          {"http://017700000001/", notPublic},
		"hex":                   {"http://0x7f.0x0.0x0.0x1/", notPublic},
		"hex, whole":            {"http://0x7f000001/", notPublic},
		"hex, upper case":       {"http://0X7F000001/", notPublic},
		"hex, empty":            {"http://0x/", notPublic},
		"mixed":                 {"http://0x7f.1/", notPublic},
		"short":                 {"http://127.1/", notPublic},
		"short of three":        {"http://127.0.1/", notPublic},
		"zero":                  {"http://0/", notPublic},
		"zeros":                 {"http://0.0.0.0/", notPublic},
		"fullwidth digits":      {"http://１２７.０.０.１/", notPublic},
		"circled digits":        {"http://①②⑦.⓪.⓪.①/", notPublic},
		"ideographic stops":     {"http://127。0。0。1/", notPublic},
		"private 10":            {"http://10.1.2.3/", notPublic},
		"private 172":           {"http://172.31.255.255/", notPublic},
		"private 192":           {"http://192.168.0.1/", notPublic},
		"private 10, decimal":   {"http://167772161/", notPublic},
		"metadata":              {"http://169.254.169.254/latest/meta-data/", notPublic},
		"metadata, decimal":     {"http://2852039166/", notPublic},
		"metadata, hex":         {"http://0xA9FEA9FE/", notPublic},
		"metadata, octal":       {"http://0251.0376.0251.0376/", notPublic},
		"Azure's wire server":   {"http://168.63.129.16/", notPublic},
		"shared address space":  {"http://100.64.0.1/", notPublic},
		"benchmarking":          {"http://198.18.0.1/", notPublic},
		"documentation":         {"http://192.0.2.1/", notPublic},
		"6to4 relay":            {"http://192.88.99.1/", notPublic},
		"protocol assignments":  {"http://192.0.0.192/", notPublic},
		"multicast":             {"http://224.0.0.1/", notPublic},
		"reserved":              {"http://240.0.0.1/", notPublic},
		"broadcast":             {"http://255.255.255.255/", notPublic},
		"five parts":            {"http://1.2.3.4.5/", "cannot be read"},
		"part too large":        {"http://256.1.1.1/", "cannot be read"},
		"number too large":      {"http://4294967296/", "cannot be read"},
		"bad octal":             {"http://08.8.8.8/", "cannot be read"},
		"letters before number": {"http://a.b.c.1/", "cannot be read"},
		"number with a sign":    {"http://+1.1/", "cannot be read"},

		"IPv6 loopback":        {"http://[::1]/", notPublic},
		"IPv6 unspecified":     {"http://[::]/", notPublic},
		"v4-compatible":        {"http://[::127.0.0.1]/", notPublic},
		"v4-mapped":            {"http://[::ffff:127.0.0.1]/", notPublic},
		"v4-mapped in hex":     {"http://[::ffff:7f00:1]/", notPublic},
		"v4-mapped metadata":   {"http://[::ffff:a9fe:a9fe]/", notPublic},
		"v4-translated":        {"http://[::ffff:0:7f00:1]/", notPublic},
		"NAT64":                {"http://[64:ff9b::7f00:1]/", notPublic},
		"NAT64, dotted":        {"http://[64:ff9b::169.254.169.254]/", notPublic},
		"NAT64, local use":     {"http://[64:ff9b:1::1]/", notPublic},
		"6to4":                 {"http://[2002:7f00:1::]/", notPublic},
		"Teredo":               {"http://[2001:0:7f00:1::]/", notPublic},
		"ISATAP":               {"http://[2a00::5efe:10.0.0.1]/", notPublic},
		"ISATAP, global":       {"http://[2a00::200:5efe:8.8.8.8]/", notPublic},
		"ULA":                  {"http://[fd00::1]/", notPublic},
		"metadata over IPv6":   {"http://[fd00:ec2::254]/", notPublic},
		"link-local":           {"http://[fe80::1]/", notPublic},
		"link-local, zone":     {"http://[fe80::1%25eth0]/", notPublic},
		"public with a zone":   {"http://[2606:4700::1%25eth0]/", notPublic},
		"site-local":           {"http://[fec0::1]/", notPublic},
		"IPv6 multicast":       {"http://[ff02::1]/", notPublic},
		"IPv6 documentation":   {"http://[2001:db8::1]/", notPublic},
		"IPv6 documentation 2": {"http://[3fff::1]/", notPublic},
		"segment routing":      {"http://[5f00::1]/", notPublic},
		"ORCHID":               {"http://[2001:20::1]/", notPublic},
		"6bone":                {"http://[3ffe::1]/", notPublic},
		"brackets not closed":  {"http://[::1/", "cannot be read"},
		"brackets around v4":   {"http://[127.0.0.1]/", "cannot be read"},
		"text after brackets":  {"http://[2606:4700::1]x/", "cannot be read"},
		"IPv6 unbracketed":     {"http://::1/", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, err := egress.Parse(tc.raw)
			if err == nil {
				t.Fatalf("accepted as %s", u)
			}
			e := errs.As(err)
			if e.Code != errs.InvalidURL || !strings.Contains(e.Message, tc.message) {
				t.Errorf("got %v, want %q", e, tc.message)
			}
			if len(e.Message) > 300 {
				t.Errorf("the message has %d bytes", len(e.Message))
			}
		})
	}
}

const notPublic = "not an address on the public internet"

// TestParseShowsNoCredentials holds messages to what may be shown: they come back to the
// caller, and stand in logs.
func TestParseShowsNoCredentials(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"//u5er:pa55w@host.test/", "u5er:pa55w@host.test", "u5er:5pa55w@host.test/x", "u5er@host.test", "u5er:pa55w%40host.test/", "//u5er:pa55w%2540host.test",
		"http://u5er:pa55w@host.test/", "http://u5er:pa55w%40host.test/", "https://u5er%3Apa55w%40host.test/", "http:u5er:pa55w@host.test/", `\\u5er:pa55w@host.test`,
		"ftp://u5er:pa55w@host.test/", "u5er.x:pa55w@host.test",
	} {
		_, err := egress.Parse(raw)
		if err == nil || strings.Contains(err.Error(), "u5er") || strings.Contains(err.Error(), "pa55w") {
			t.Errorf("Parse(%q): got error %v, want one without user name and password", raw, err)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	base, err := egress.Parse("https://example.com/a/b%2Fc/d?e=f")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		"g":                    "https://example.com/a/b%2Fc/g",
		"../g?x#y":             "https://example.com/a/g?x",
		"/g":                   "https://example.com/g",
		"?y=2":                 "https://example.com/a/b%2Fc/d?y=2",
		"":                     "https://example.com/a/b%2Fc/d?e=f",
		"#top":                 "https://example.com/a/b%2Fc/d?e=f",
		"//Other.example/x":    "https://other.example/x",
		`/\other.example/x`:    "https://other.example/x",
		"http://other.example": "http://other.example/",
		"naïve page":           "https://example.com/a/b%2Fc/na%C3%AFve%20page",
	}
	for ref, want := range cases {
		u, err := egress.Resolve(base, ref)
		if err != nil {
			t.Errorf("%q: got error %v, want no error", ref, err)
			continue
		}
		if diff := cmp.Diff(want, u.String()); diff != "" {
			t.Errorf("%q: String mismatch (-want +got):\n%s", ref, diff)
		}
	}
	for _, ref := range []string{"file:///etc/passwd", "//127.1/", `\\10.0.0.1\x`, "mailto:a@b.example", "http://[::1]/"} {
		if u, err := egress.Resolve(base, ref); !errs.Is(err, errs.InvalidURL) {
			t.Errorf("%q: got %v, %v", ref, u, err)
		}
	}
}

// FuzzParse asserts that whatever is accepted is stable, and free of everything
// that a dialer could read differently.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"https://example.com/a?b#c", "http://127.1/", "http://[::ffff:7f00:1]:80/", `http:\\a.b\c`, "HTTP://ＥＸ.com:443",
		"http://a@b.c/", "http://0x7f.1/%", "https://xn--bcher-kva.example/é", "http://1.2.3.4.:80", "file:///x", "http://a.b/../..//c",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := egress.Parse(raw)
		if err != nil {
			if !errs.Is(err, errs.InvalidURL) {
				t.Fatalf(`%q: got error %v, want error "invalid_url"`, raw, err)
			}
			return
		}
		again, err := egress.Parse(u.String())
		if err != nil || again.String() != u.String() {
			t.Fatalf("%q became %s and then %v, %v", raw, u, again, err)
		}
		if u.User != nil || u.Fragment != "" || u.Opaque != "" || u.Path == "" || u.Hostname() != strings.ToLower(u.Hostname()) {
			t.Fatalf("%q became %#v", raw, u)
		}
		if strings.ContainsFunc(u.String(), func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Fatalf("%q became %q", raw, u)
		}
		if std, err := url.Parse(u.String()); err != nil || std.Host != u.Host {
			t.Fatalf("%q: got std %v, error %v; want no error, Host %q", raw, std, err, u.Host)
		}
	})
}
