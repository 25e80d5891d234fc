package ads_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/ads"
)

func TestAttribute(t *testing.T) {
	t.Parallel()
	cards := func(all ...string) (v []ads.Variation) {
		for _, address := range all {
			v = append(v, ads.Variation{LandingURL: address})
		}
		return v
	}
	cases := map[string]struct {
		ad     ads.Ad
		domain string
		want   ads.Match
	}{
		"landing":                     {ads.Ad{LandingURL: "https://www.company.test/gauges?utm_source=fb"}, "company.test", ads.ByLandingDomain},
		"a subdomain":                 {ads.Ad{LandingURL: "HTTPS://Shop.Company.TEST:8443/"}, "company.test", ads.ByLandingDomain},
		"asked by a subdomain":        {ads.Ad{LandingURL: "https://company.co.uk/"}, "blog.company.co.uk", ads.ByLandingDomain},
		"another of the same suffix":  {ads.Ad{LandingURL: "https://other.co.uk/"}, "company.co.uk", ""},
		"a longer name":               {ads.Ad{LandingURL: "https://notcompany.test/"}, "company.test", ""},
		"within a path":               {ads.Ad{LandingURL: "https://other.test/company.test"}, "company.test", ""},
		"as a user":                   {ads.Ad{LandingURL: "https://company.test@other.test/"}, "company.test", ""},
		"unicode":                     {ads.Ad{LandingURL: "https://bücher.example/"}, "xn--bcher-kva.example", ads.ByLandingDomain},
		"a counted redirect":          {ads.Ad{LandingURL: "https://l.facebook.com/l.php?u=https%3A%2F%2Fcompany.test%2Fa&h=AT0"}, "company.test", ads.ByLandingDomain},
		"somebody's redirect":         {ads.Ad{LandingURL: "https://other.test/l.php?u=https%3A%2F%2Fcompany.test%2Fa"}, "company.test", ""},
		"caption alone":               {ads.Ad{DisplayURL: "COMPANY.test"}, "company.test", ads.ByDisplayDomain},
		"caption with a path":         {ads.Ad{DisplayURL: "company.test/gauges"}, "company.test", ads.ByDisplayDomain},
		"caption of a form":           {ads.Ad{LandingURL: "https://fb.me/", DisplayURL: "company.test"}, "company.test", ads.ByDisplayDomain},
		"caption that lies":           {ads.Ad{LandingURL: "https://phish.test/", DisplayURL: "company.test"}, "company.test", ""},
		"a card":                      {ads.Ad{LandingURL: "https://other.test/", Variations: cards("", "https://company.test/b")}, "company.test", ads.ByLandingDomain},
		"a card's caption":            {ads.Ad{Variations: []ads.Variation{{DisplayURL: "company.test"}}}, "company.test", ads.ByDisplayDomain},
		"a template":                  {ads.Ad{LandingURL: "{{product.url}}", DisplayURL: "{{product.name}}"}, "company.test", ""},
		"a template behind a domain":  {ads.Ad{LandingURL: "https://company.test/p/{{product.id}}"}, "company.test", ads.ByLandingDomain},
		"a template for a domain":     {ads.Ad{LandingURL: "https://{{shop.domain}}/"}, "company.test", ""},
		"words":                       {ads.Ad{DisplayURL: "Call now. Company.test!"}, "company.test", ""},
		"a telephone":                 {ads.Ad{LandingURL: "tel:+441632960001"}, "company.test", ""},
		"an address":                  {ads.Ad{LandingURL: "http://10.0.0.1/"}, "10.0.0.1", ""},
		"nothing":                     {ads.Ad{}, "company.test", ""},
		"nothing that is asked for":   {ads.Ad{LandingURL: "https://company.test/"}, "", ""},
		"a public suffix is nobody's": {ads.Ad{LandingURL: "https://a.co.uk/"}, "co.uk", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := ads.Attribute(&c.ad, c.domain)
			if got != c.want || ok != (c.want != "") {
				t.Errorf("got %q, %v", got, ok)
			}
		})
	}
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"{{product.name}}": true, "Only {{product.price}} today": true, "Plain": false, "}} {{": false, "{{": false, "": false,
	} {
		if ads.IsTemplate(text) != want {
			t.Errorf("got text %q, want ads.IsTemplate(text) %t", text, want)
		}
	}
}
