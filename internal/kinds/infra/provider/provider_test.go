package provider_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kinds/infra/provider"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for hosts, want := range map[string]string{
		"ASPMX.L.Google.COM.": "Google Workspace", "reed-example.mail.protection.outlook.com": "Microsoft 365",
		"mx1.reed.example": "", "notgoogle.com": "", "": "", "mx.zoho.eu": "Zoho Mail",
	} {
		if got := provider.Mail([]string{"mx.unknown.example", hosts}); got != want {
			t.Errorf("mail by %q: %q", hosts, got)
		}
	}
	for host, want := range map[string]string{
		"ada.ns.cloudflare.com": "Cloudflare", "ns-1234.awsdns-12.co.uk": "Amazon Route 53", "NS1-09.azure-dns.com": "Azure DNS", "ns1.reed.example": "",
	} {
		if got := provider.Nameserver(host); got != want {
			t.Errorf("names by %q: %q", host, got)
		}
	}
	for include, want := range map[string]string{"_spf.google.com": "Google Workspace", "u123.wl.sendgrid.net": "SendGrid", "reed.example": ""} {
		if got := provider.Sender(include); got != want {
			t.Errorf("%q sends for %q", include, got)
		}
	}
}

func TestOwners(t *testing.T) {
	t.Parallel()
	if got, ok := provider.Alias("d111.cloudfront.net"); !ok || got != (provider.Owner{Name: "Amazon CloudFront", Role: provider.CDN}) {
		t.Errorf(`got %+v, want ok true, provider.Owner{Name: "Amazon CloudFront", Role: provider.CDN}`, got)
	}
	if got, ok := provider.Alias("reed.example"); ok {
		t.Errorf("got %+v, want ok false", got)
	}
	if got, ok := provider.Network(24940); !ok || got.Name != "Hetzner" || got.Role != provider.Hosting {
		t.Errorf(`got %+v, want ok true, Name "Hetzner", Role "provider"`, got)
	}
	if _, ok := provider.Network(64500); ok {
		t.Error("a network for documentation is somebody's")
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	got := provider.Headers(http.Header{
		"Server": {"BunnyCDN-DE1-1080"}, "Cf-Ray": {"8a-FRA"}, "X-Powered-By": {"PHP/8"}, "X-Vercel-Id": {"fra1::x"}, "X-Served-By": {"web1"},
	})
	want := []provider.Sign{
		{provider.Owner{Name: "Cloudflare", Role: provider.CDN}, "Cf-Ray", "8a-FRA"},
		{provider.Owner{Name: "Bunny", Role: provider.CDN}, "Server", "BunnyCDN-DE1-1080"},
		{provider.Owner{Name: "Vercel", Role: provider.Hosting}, "X-Vercel-Id", "fra1::x"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Headers mismatch (-want +got):\n%s", diff)
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		service, name, value string
		ok                   bool
	}{
		"google-site-verification=abc":        {"Google", "google-site-verification", "abc", true},
		"google-site-verification: abc":       {"Google", "google-site-verification", "abc", true},
		"MS=ms12345678":                       {"Microsoft 365", "MS", "ms12345678", true},
		"ZOOM_verify_x1":                      {"Zoom", "ZOOM_verify", "x1", true},
		"amazonses:abc=":                      {"Amazon SES", "amazonses", "abc=", true},
		"docusign=1b0a":                       {"DocuSign", "docusign", "1b0a", true},
		"anthropic-domain-verification-x1=y2": {"Anthropic", "anthropic-domain-verification", "x1=y2", true},
		"reedworks-site-verification=7":       {"", "reedworks-site-verification", "7", true},
		"reedworks-verification=":             {"", "reedworks-verification", "", false},
		"v=spf1 -all":                         {},
		"v=DMARC1; p=none; x-verification=1":  {},
		"hello":                               {},
		"=x":                                  {},
		"":                                    {},
		"a sentence with a word-verification=1 in it": {},
	}
	for text, want := range cases {
		service, name, value, ok := provider.Token(text)
		if ok != want.ok || ok && (service != want.service || name != want.name || value != want.value) {
			t.Errorf("%q: got service %q, name %q, value %q, ok %t; want ok %t, (service %q, name %q, value %q if ok)", text, service, name, value, ok, want.ok, want.service, want.name, want.value)
		}
	}
}
