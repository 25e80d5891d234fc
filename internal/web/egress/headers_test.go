package egress_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
)

func TestSafeHeaders(t *testing.T) {
	t.Parallel()
	got, err := egress.SafeHeaders(map[string]string{
		"accept-language": "de, en;q=0.5", "Cookie": "a=b", "authorization": "Bearer x", "User-Agent": "me/1.0",
		"Referer": "https://example.com/", "X-Api-Key": "k", "X-Empty": "",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := http.Header{
		"Accept-Language": {"de, en;q=0.5"}, "Cookie": {"a=b"}, "Authorization": {"Bearer x"}, "User-Agent": {"me/1.0"},
		"Referer": {"https://example.com/"}, "X-Api-Key": {"k"}, "X-Empty": {""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("SafeHeaders mismatch (-want +got):\n%s", diff)
	}
	if got, err := egress.SafeHeaders(nil); err != nil || len(got) != 0 {
		t.Errorf("nil: got %v, %v", got, err)
	}
}

func TestSafeHeadersRefuses(t *testing.T) {
	t.Parallel()
	many := map[string]string{}
	for i := range egress.MaxHeaders + 1 {
		many[fmt.Sprintf("X-%d", i)] = "v"
	}
	cases := map[string]struct {
		headers map[string]string
		field   string
	}{
		"host":              {map[string]string{"host": "10.0.0.1"}, "options.headers.host"},
		"length":            {map[string]string{"Content-Length": "3"}, "options.headers.Content-Length"},
		"transfer encoding": {map[string]string{"TRANSFER-ENCODING": "chunked"}, "options.headers.TRANSFER-ENCODING"},
		"connection":        {map[string]string{"Connection": "close"}, "options.headers.Connection"},
		"te":                {map[string]string{"TE": "trailers"}, "options.headers.TE"},
		"upgrade":           {map[string]string{"Upgrade": "h2c"}, "options.headers.Upgrade"},
		"http2 settings":    {map[string]string{"HTTP2-Settings": "x"}, "options.headers.HTTP2-Settings"},
		"expect":            {map[string]string{"Expect": "100-continue"}, "options.headers.Expect"},
		"accept encoding":   {map[string]string{"Accept-Encoding": "br"}, "options.headers.Accept-Encoding"},
		"proxy":             {map[string]string{"Proxy-Authorization": "x"}, "options.headers.Proxy-Authorization"},
		"forwarded":         {map[string]string{"Forwarded": "for=1"}, "options.headers.Forwarded"},
		"x-forwarded":       {map[string]string{"x-forwarded-for": "127.0.0.1"}, "options.headers.x-forwarded-for"},
		"platform":          {map[string]string{"X-Amz-Security-Token": "x"}, "options.headers.X-Amz-Security-Token"},
		"metadata token":    {map[string]string{"X-aws-ec2-metadata-token": "6"}, "options.headers.X-aws-ec2-metadata-token"},
		"conditional":       {map[string]string{"If-None-Match": `"x"`}, "options.headers.If-None-Match"},
		"range":             {map[string]string{"Range": "bytes=0-1"}, "options.headers.Range"},
		"new line":          {map[string]string{"X-A": "b\r\nHost: c"}, "options.headers.X-A"},
		"not ASCII":         {map[string]string{"X-A": "ü"}, "options.headers.X-A"},
		"empty name":        {map[string]string{"": "b"}, "options.headers."},
		"name with a space": {map[string]string{"Transfer-Encoding ": "b"}, "options.headers.Transfer-Encoding "},
		"name with a colon": {map[string]string{"A:B": "b"}, "options.headers.A:B"},
		"given twice":       {map[string]string{"Cookie": "a", "cookie": "b"}, "options.headers.cookie"},
		"too many":          {many, "options.headers"},
		"too large":         {map[string]string{"X-A": strings.Repeat("a", egress.MaxHeaderBytes)}, "options.headers"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := egress.SafeHeaders(tc.headers)
			if !errs.Is(err, errs.InvalidRequest) {
				t.Fatalf("got %v", err)
			}
			if got := errs.As(err).Details[0].Field; got != tc.field {
				t.Errorf("got field %q, want %q", got, tc.field)
			}
		})
	}
}
