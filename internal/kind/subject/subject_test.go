package subject_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/subject"
)

func TestDomain(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"example.com": "example.com", "WWW.Example.COM.": "example.com", "blog.example.co.uk": "blog.example.co.uk",
		"bücher.example": "xn--bcher-kva.example", "www.com": "www.com",
		"https://Example.com": "example.com", "http://www.example.com:80/a/b?c#d": "example.com", "example.com/a": "example.com", "example.com:443": "example.com",
	} {
		if got, err := subject.Domain("domain", raw); err != nil || got != want {
			t.Errorf("%q: got %q, %v", raw, got, err)
		}
	}
	for _, raw := range []string{"", " \n", "com", "https://com/", "ftp://example.com", "https://8.8.8.8/", "http://a@b.com/", "http://[::1]/", `a\b.com`, "?x", "#a", "8.8.8.8", "localhost", "a@b.com", "example.com:22", "mailto:a@b.com", "a b.com"} {
		_, err := subject.Domain("domain", raw)
		if e := errs.As(err); e == nil || e.Code != errs.InvalidURL || len(e.Details) != 1 || e.Details[0].Field != "domain" {
			t.Errorf(`%q: got error %+v, want an error, Code "invalid_url", 1 Details, Details[0].Field "domain"`, raw, e)
		} else if strings.Contains(e.Message, "write https://") || strings.Contains(e.Message, "https://example.com") {
			t.Errorf("%q: %q asks for a scheme, which a domain has not", raw, e.Message)
		}
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	u, err := subject.URL("url", "HTTPS://Example.com")
	if err != nil || u.String() != "https://example.com/" {
		t.Errorf(`got URL %v, error %v; want no error, String() "https://example.com/"`, u, err)
	}
	for raw, want := range map[string]string{
		"Example.com": "https://example.com/", "example.com:80/a?b=c:d": "http://example.com/a?b=c:d", "example.com:443": "https://example.com/", "example.com?x=http://a.test/": "https://example.com/?x=http://a.test/",
	} {
		if u, err := subject.URL("url", raw); err != nil || u.String() != want {
			t.Errorf("%q: got %v, error %v; want %s", raw, u, err, want)
		}
	}
	for _, raw := range []string{"localhost", "javascript:alert(1)", "a@example.com", "//example.com", "example", "mailto:a@example.com", "data:text/html,a.b", "file.txt:x"} {
		if u, err := subject.URL("url", raw); !errs.Is(err, errs.InvalidURL) {
			t.Errorf("%q: got %v, error %v; want invalid_url", raw, u, err)
		}
	}
	for _, raw := range []string{"localhost", "not a url", "localhost:3000", "a b.example/"} {
		if _, err := subject.URL("url", raw); err == nil || !strings.Contains(err.Error(), "such as https://example.com/") || strings.Contains(err.Error(), "https://"+raw) {
			t.Errorf("%q: got error %v, want one that names an address that works, and not one that is refused again", raw, err)
		}
	}
	if _, err := subject.URL("sitemapUrl", "ftp://example.com"); !errs.Is(err, errs.InvalidURL) || !strings.Contains(err.Error(), "sitemapUrl: ") {
		t.Errorf(`got error %v, want error "invalid_url", Error() with "sitemapUrl: "`, err)
	}
}

func TestEither(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ domain, page, wantDomain, wantPage, host string }{
		{" WWW.Example.com. ", "", "example.com", "", ""},
		{"", "HTTPS://www.blog.Example.com/a?b", "blog.example.com", "https://www.blog.example.com/a?b", "www.blog.example.com"},
		{"example.com", "https://shop.example.org", "example.com", "https://shop.example.org/", "shop.example.org"},
	} {
		domain, page := c.domain, c.page
		host, err := subject.Either(&domain, &page)
		if err != nil || domain != c.wantDomain || page != c.wantPage || host != c.host {
			t.Errorf("%+v: got %q, %q, %q, %v", c, domain, page, host, err)
		}
	}
	for _, c := range []struct {
		domain, page string
		code         errs.Code
		field        string
	}{
		{"", "", errs.InvalidRequest, "domain"},
		{"ftp://example.com", "https://example.com", errs.InvalidURL, "domain"},
		{"example.com", "ftp://example.com", errs.InvalidURL, "url"},
		{"", "https://8.8.8.8/", errs.InvalidURL, "url"},
	} {
		_, err := subject.Either(&c.domain, &c.page)
		if e := errs.As(err); e == nil || e.Code != c.code || len(e.Details) != 1 || e.Details[0].Field != c.field {
			t.Errorf("%+v: got %+v", c, e)
		}
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	if got := subject.Name(" Marsh \n & \t Reed  Ltd "); got != "Marsh & Reed Ltd" {
		t.Errorf("got %q", got)
	}
}

func TestRegistrable(t *testing.T) {
	t.Parallel()
	for domain, want := range map[string]string{"a.b.example.co.uk": "example.co.uk", "example.com": "example.com", "co.uk": "co.uk", "company.test": "company.test"} {
		if got := subject.Registrable(domain); got != want {
			t.Errorf("%s: got %s, want %q", domain, got, want)
		}
	}
}
