package infra

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
)

// sample is a result for the documentation, shortened.
func sample() Result {
	r := NewResult("example.com", "example.com")
	r.Exists = new(true)
	resolver, site := ok("dns"), ok("site")
	r.DNS = NewDNS(resolver)
	r.DNS.A, r.DNS.NS = []string{"192.0.2.10"}, []string{"ns1.example.net", "ns2.example.net"}
	r.DNS.MX = []MX{{Host: "aspmx.l.google.com", Preference: 1}}
	r.DNS.TXT = []string{"google-site-verification=abc", "v=spf1 include:_spf.google.com ~all"}
	r.DNS.DNSSEC = &DNSSEC{Signed: true, Validated: true, Algorithms: []string{"ECDSAP256SHA256"}, Keys: 2}
	r.DNS.TTL = map[string]int64{"a": 300, "mx": 3600}
	r.Email = NewEmail(resolver)
	r.Email.Domain, r.Email.Provider, r.Email.Senders = "example.com", "Google Workspace", []string{"Google Workspace"}
	r.Email.SPF = &SPF{
		Record: "v=spf1 include:_spf.google.com ~all", All: "softfail", Includes: []string{"_spf.google.com"}, Networks: []string{},
		Mechanisms: []string{}, Lookups: 1, Problems: []string{},
	}
	r.Verifications = Verifications{Outcome: resolver, Items: []Verification{{Service: "Google", Token: "google-site-verification", Value: "abc"}}}
	r.Hosting = NewHosting(resolver)
	r.Hosting.CDN, r.Hosting.Networks = "Fastly", []Network{{Address: "192.0.2.10", ASN: 54113, Name: "FASTLY", Prefix: "192.0.2.0/24", Country: "US", Registry: "arin"}}
	r.Hosting.Evidence = []Evidence{{Fact: "cdn", Name: "Fastly", From: "asn", Value: "AS54113 FASTLY"}}
	r.TLS = TLS{Outcome: site, Host: "example.com", Valid: new(true), Protocol: "TLS 1.3", CipherSuite: "TLS_AES_128_GCM_SHA256", ALPN: "h2", Chain: []ChainLink{}}
	r.Headers = Headers{
		Outcome: site, URL: "https://example.com/", HTTPStatus: 200, HTTPVersion: "HTTP/2.0", Server: "nginx", HTTPSRedirect: new(true),
		HSTS: &HSTS{MaxAge: 31536000, IncludeSubDomains: true}, Missing: []string{"content-security-policy", "permissions-policy"},
	}
	r.Registration = NewRegistration(ok("rdap.example.net"))
	r.Registration.Registrar, r.Registration.RegistrarID = "Example Registrar, Inc.", "9999"
	r.Registration.CreatedAt = instant.Of(time.Date(1995, 8, 14, 4, 0, 0, 0, time.UTC))
	r.Certificates = NewCertificates(ok("crtsh"))
	r.Certificates.Total, r.Certificates.Names, r.Certificates.NamesTotal = 2, []string{"example.com", "www.example.com"}, 2
	r.Certificates.Issuers = []IssuerCount{{Name: "Let's Encrypt", Certificates: 2}}
	r.Technologies = Technologies{Outcome: site, URL: "https://example.com/", Items: []Technology{
		{Name: "Nginx", Categories: []string{"Web servers"}, Website: "https://nginx.org", From: "page"},
	}}
	return *r
}

func ok(source string) signal.Outcome { return signal.Outcome{Status: signal.OK, Source: source} }
