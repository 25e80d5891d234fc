package webheader_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/webheader"
)

func TestRead(t *testing.T) {
	t.Parallel()
	all := http.Header{
		"Server": {"nginx"}, "X-Powered-By": {"PHP/8.2"}, "Strict-Transport-Security": {`Max-Age="31536000" ; includeSubDomains;preload`},
		"Content-Security-Policy": {"default-src 'self'; Script-Src 'self' https://a.example;;script-src 'none'; frame-ancestors 'none'", "default-src *"},
		"X-Content-Type-Options":  {"NoSniff"}, "Referrer-Policy": {"no-referrer"}, "Permissions-Policy": {"camera=()", "microphone=()"},
		"Cross-Origin-Opener-Policy": {"same-origin"}, "Cross-Origin-Embedder-Policy": {"require-corp"}, "Cross-Origin-Resource-Policy": {"same-site"},
	}
	policy := "default-src 'self'; Script-Src 'self' https://a.example;;script-src 'none'; frame-ancestors 'none', default-src *"
	full := infra.Headers{
		Server: "nginx", PoweredBy: "PHP/8.2", HSTS: &infra.HSTS{MaxAge: 31536000, IncludeSubDomains: true, Preload: true},
		CSP: &infra.CSP{Value: policy, Directives: map[string][]string{
			"default-src": {"'self'"}, "script-src": {"'self'", "https://a.example"}, "frame-ancestors": {"'none'"},
		}},
		ContentTypeOpts: "NoSniff", ReferrerPolicy: "no-referrer", Permissions: "camera=(), microphone=()",
		COOP: "same-origin", COEP: "require-corp", CORP: "same-site", Missing: []string{},
	}
	plain := full
	plain.HSTS = nil
	none := []string{"content-security-policy", "permissions-policy", "referrer-policy", "strict-transport-security", "x-content-type-options", "x-frame-options"}
	cases := map[string]struct {
		header http.Header
		secure bool
		want   infra.Headers
	}{
		"all":     {all, true, full},
		"by http": {all, false, plain},
		"none":    {http.Header{}, true, infra.Headers{Missing: none}},
		"of no use": {http.Header{
			"Strict-Transport-Security":           {"includeSubDomains"},
			"Content-Security-Policy-Report-Only": {"frame-ancestors 'self'"},
			"X-Content-Type-Options":              {"sniff"},
		}, true, infra.Headers{
			HSTS: &infra.HSTS{IncludeSubDomains: true, Problem: "it has no max-age"}, ContentTypeOpts: "sniff", Missing: none,
			CSP: &infra.CSP{Value: "frame-ancestors 'self'", ReportOnly: true, Directives: map[string][]string{"frame-ancestors": {"'self'"}}},
		}},
		"odd": {http.Header{"Strict-Transport-Security": {"max-age=soon"}, "X-Frame-Options": {"DENY"}}, true, infra.Headers{
			HSTS: &infra.HSTS{Problem: "its max-age is not a number of seconds"}, FrameOptions: "DENY", Missing: none[:5],
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got infra.Headers
			webheader.Read(&got, c.header, c.secure)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("headers mismatch (-want +got):\n%s", diff)
			}
		})
	}
	var long infra.Headers
	webheader.Read(&long, http.Header{"Server": {strings.Repeat("ü", 100_000) + "\xff"}}, false)
	if len(long.Server) != 4000 {
		t.Errorf("%d bytes", len(long.Server))
	}
}

func TestSecurityTxt(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	const u = "https://reed.example/.well-known/security.txt"
	got := webheader.SecurityTxt(u, "text/plain", []byte("# ours\r\nContact: mailto:a@reed.example\r\nContact: https://reed.example/report\r\nExpires: 2029-12-31t23:00:00z\r\nPreferred-Languages: en, de\r\nPolicy: https://reed.example/p\r\n-----BEGIN PGP SIGNATURE-----\r\n"), now)
	want := &infra.SecurityTxt{
		URL: u, Contacts: []string{"mailto:a@reed.example", "https://reed.example/report"}, Expires: instant.Of(time.Date(2029, 12, 31, 23, 0, 0, 0, time.UTC)),
		Expired: true, Policy: []string{"https://reed.example/p"}, Languages: "en, de", Signed: true,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("SecurityTxt mismatch (-want +got):\n%s", diff)
	}
	for name, c := range map[string][2]string{
		"a page":         {"text/html", "Contact: mailto:a@reed.example"},
		"a page as text": {"text/plain", "<html>\nContact: a"},
		"no contact":     {"text/plain", "Expires: 2031-01-01T00:00:00Z\nContact:  "},
		"nothing":        {"text/plain", ""},
	} {
		if got := webheader.SecurityTxt(u, c[0], []byte(c[1]), now); got != nil {
			t.Errorf("%s: got %+v, want nil", name, got)
		}
	}
}
