package identity_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/brand/identity"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

func at(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestFind(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		jsonld string
		want   *identity.Organization
	}{
		"nothing": {`{"@type":"Product","name":"Pack"}`, nil},
		"own by its url": {
			`{"@graph":[{"@type":"Organization","name":"Other","url":"https://other.example/","logo":"/o.png"},
			 {"@type":["Corporation"],"name":"Acme","legalName":"Acme Ltd","url":"https://blog.acme.example/","logo":["/a.png",{"contentUrl":"/b.png"}]}]}`,
			&identity.Organization{Name: "Acme", LegalName: "Acme Ltd", Logos: []string{"/a.png", "/b.png"}, Own: true},
		},
		"of another site": {`{"@type":"Organization","name":"Other","url":"https://other.example/"}`, nil},
		"without a url":   {`{"@type":"LocalBusiness","name":"Acme","logo":{"@type":"ImageObject","url":"/a.png"}}`, &identity.Organization{Name: "Acme", Logos: []string{"/a.png"}}},
		"by references": {
			`{"@graph":[{"@type":"WebSite","publisher":{"@id":"#org"}},{"@type":"Organization","name":"Else"},
			 {"@type":"Organization","@id":"#org","name":"Acme","url":"/","logo":{"@id":"#logo"}},{"@type":"ImageObject","@id":"#logo","url":"/l.svg"}]}`,
			&identity.Organization{Name: "Acme", Logos: []string{"/l.svg"}, Own: true},
		},
		"the publisher of an article": {
			`{"@type":"Article","publisher":{"@type":"Organization","name":"Acme","logo":{"url":"/l.png"}}}`,
			&identity.Organization{Name: "Acme", Logos: []string{"/l.png"}},
		},
		"parts in two places": {
			`[{"@type":"Organization","url":"https://acme.example","name":"Acme"},{"@type":"Organization","url":"https://acme.example","name":"Acme GmbH","logo":"/l.png"}]`,
			&identity.Organization{Name: "Acme", Logos: []string{"/l.png"}, Own: true},
		},
		"references in a circle": {
			`{"@graph":[{"@type":"WebSite","publisher":{"@id":"#a"}},{"@id":"#a","publisher":{"@id":"#a"},"logo":{"@id":"#a"},"name":"Acme"}]}`,
			&identity.Organization{Name: "Acme"},
		},
		"odd values": {`{"@type":"Organization","name":7,"logo":[null,3,[["x"]],{"url":["/l.png"]}],"url":{"a":1}}`, &identity.Organization{Logos: []string{"/l.png"}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var blocks []json.RawMessage
			if strings.HasPrefix(c.jsonld, "[") {
				if err := json.Unmarshal([]byte(c.jsonld), &blocks); err != nil {
					t.Fatal(err)
				}
			} else {
				blocks = append(blocks, json.RawMessage(c.jsonld))
			}
			got, ok := identity.Find(structured.Objects(blocks), at(t, "https://www.acme.example/page"))
			if ok != (c.want != nil) {
				t.Fatalf("found %t: %+v", ok, got)
			}
			if c.want != nil {
				if diff := cmp.Diff(*c.want, got); diff != "" {
					t.Errorf("Find mismatch (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// What a site states of itself is believed more than what its title or domain suggest.
func TestConfidence(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in          identity.Names
		least, most float64
	}{
		"Marsh Trust":    {identity.Names{Organization: identity.Organization{Name: "Marsh Trust"}}, 0.9, 1},
		"Example Site":   {identity.Names{Site: "Example Site"}, 0.8, 0.9},
		"Example Domain": {identity.Names{Title: "Example Domain"}, 0.01, 0.5},
		"Example":        {identity.Names{}, 0.01, 0.3},
	} {
		if got, confidence := identity.Choose(c.in, at(t, "https://example.com/")); got != name || confidence < c.least || confidence > c.most {
			t.Errorf("got %q by %.2f, want %q by %.2f to %.2f", got, confidence, name, c.least, c.most)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	const host = "https://www.blue-fern.co.uk/x"
	cases := map[string]struct {
		in   identity.Names
		want string
	}{
		"the domain":             {identity.Names{}, "Blue-fern"},
		"structured data first":  {identity.Names{Organization: identity.Organization{Name: "Blue Fern"}, Site: "Other"}, "Blue Fern"},
		"the legal name":         {identity.Names{Organization: identity.Organization{LegalName: "Blue Fern Ltd"}, Site: "Other"}, "Blue Fern Ltd"},
		"site name":              {identity.Names{Site: "Blue  Fern", Application: "App"}, "Blue Fern"},
		"a slogan behind it":     {identity.Names{Site: "Blue Fern | Plants for shade"}, "Blue Fern"},
		"a slogan before it":     {identity.Names{Site: "Plants for shade – Blue Fern"}, "Blue Fern"},
		"nothing like it":        {identity.Names{Site: "Garden Co - Plants"}, "Garden Co"},
		"template names":         {identity.Names{Site: "Home", Application: "React App", Manifest: []string{"Create Next App", "Fern"}}, "Fern"},
		"addresses and markup":   {identity.Names{Site: "https://blue-fern.co.uk", Application: "<b>", Apple: "Fern"}, "Fern"},
		"too long":               {identity.Names{Site: strings.Repeat("very ", 40) + "long", Apple: "Fern"}, "Fern"},
		"no letters":             {identity.Names{Site: "***", Apple: "Fern"}, "Fern"},
		"part of the title":      {identity.Names{Title: "Shade plants | Blue Fern"}, "Blue Fern"},
		"first of the title":     {identity.Names{Title: "Blue Fern: plants for shade"}, "Blue Fern"},
		"initials in the title":  {identity.Names{Title: "Plants · BF"}, "Blue-fern"},
		"a title of other words": {identity.Names{Title: "Plants for shade"}, "Blue-fern"},
		"hyphens within words":   {identity.Names{Site: "Rolls-Royce"}, "Rolls-Royce"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, _ := identity.Choose(c.in, at(t, host)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got, _ := identity.Choose(identity.Names{Title: "News – National Marsh Trust"}, at(t, "https://nmt.example/")); got != "National Marsh Trust" {
		t.Errorf("initials give %q", got)
	}
	if got, _ := identity.Choose(identity.Names{Title: "Quiet Archive: old books to borrow"}, at(t, "https://archive.example/")); got != "Quiet Archive" {
		t.Errorf("one word of two gives %q", got)
	}
	if got, _ := identity.Choose(identity.Names{}, at(t, "http://192.0.2.7/")); got != "192.0.2.7" {
		t.Errorf("an address gives %q", got)
	}
}
