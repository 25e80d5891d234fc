package option_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

func TestAccessSends(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		access  option.Access
		headers map[string]string
		want    map[string]string
	}{
		"nothing": {want: map[string]string{}},
		"all": {
			option.Access{Cookies: map[string]string{"b": "2", "a": "1"}, UserAgent: "Reader/1", Country: "de"},
			map[string]string{"X-A": "1"},
			map[string]string{"X-A": "1", "Cookie": "a=1; b=2", "User-Agent": "Reader/1", "Accept-Language": "de-DE,de;q=0.9,en;q=0.5"},
		},
		"a header before a country": {option.Access{Country: "FR"}, map[string]string{"Accept-Language": "it"}, map[string]string{"Accept-Language": "it"}},
	} {
		if err := c.access.PrepareAccess(c.headers); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, c.access.Sent(c.headers)); diff != "" {
			t.Errorf("%s: headers mismatch (-want +got):\n%s", name, diff)
		}
	}
}

func TestAccessRefuses(t *testing.T) {
	t.Parallel()
	for field, cases := range map[string][]option.Access{
		"options.cookies": {
			{Cookies: map[string]string{"": "1"}},
			{Cookies: map[string]string{"a=b": "1"}},
			{Cookies: map[string]string{"a": "hidden; b"}},
			{Cookies: map[string]string{"a": "hidden\r\nX: y"}},
			{Cookies: map[string]string{"sent": "1"}},
		},
		"options.userAgent": {{UserAgent: "a\nb"}, {UserAgent: strings.Repeat("a", 501)}, {UserAgent: "sent"}},
		"options.country":   {{Country: "Germany"}, {Country: "XX"}, {Country: "1"}},
		"options.proxy":     {{Proxy: "http://me:hidden@127.0.0.1:3128"}, {Proxy: "socks5://a.example:1080"}, {Proxy: "http://a.example:25"}},
	} {
		for _, a := range cases {
			headers := map[string]string{}
			if a.Cookies["sent"] != "" || a.UserAgent == "sent" {
				headers["cookie"], headers["USER-AGENT"] = "a=b", "x"
			}
			err := a.PrepareAccess(headers)
			e := errs.As(err)
			if e == nil || e.Code != errs.InvalidRequest || len(e.Details) != 1 || e.Details[0].Field != field || strings.Contains(e.Details[0].Issue, "hidden") {
				t.Errorf("%+v: got error %v, want invalid_request of %s that shows no secret", a, err, field)
			}
		}
	}
}
