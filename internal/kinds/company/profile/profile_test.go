package profile_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kinds/company"
	"github.com/quarryapi/quarry/internal/kinds/company/profile"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/social"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// objects decodes JSON-LD as a page's reader does.
func objects(blocks ...string) []structured.Object {
	raw := make([]json.RawMessage, len(blocks))
	for i, b := range blocks {
		raw[i] = json.RawMessage(b)
	}
	return structured.Objects(raw)
}

// entity is a Wikidata signal with one entity.
func entity(e seo.Entity) *seo.Result {
	return &seo.Result{Wikidata: &seo.Wikidata{Entity: &e}}
}

const organization = `{"@context":"https://schema.org","@graph":[
 {"@type":"Corporation","@id":"https://tarn.example/#org","name":"Tarn Looms","legalName":"Tarn Looms Ltd","url":"https://www.tarn.example/","slogan":"Slow cloth",
  "description":"Weaves cloth.","foundingDate":"1987-05","telephone":"tel:+44 1539 000000","email":"mailto:post@tarn.example",
  "numberOfEmployees":{"@type":"QuantitativeValue","value":41},"leiCode":"5493001KJTIIGC8Y1R12","vatID":"GB 123",
  "address":{"@type":"PostalAddress","streetAddress":"1 Mill Lane","postalCode":"LA8 0AA","addressLocality":"Kendal","addressCountry":{"@type":"Country","name":"GB"}},
  "founder":[{"@type":"Person","name":"Iris Farr"},"Tom  Oake"],
  "employee":{"@type":"Role","roleName":"Head weaver","employee":{"@type":"Person","name":"Ada Lune","url":"https://tarn.example/ada"}},
  "sameAs":["https://twitter.com/tarnlooms","https://github.com/tarn"]},
 {"@type":"Person","name":"Mo Reed","jobTitle":"Director","worksFor":{"@id":"https://tarn.example/#org"}},
 {"@type":"Person","name":"Guest Author"},
 {"@type":"Organization","name":"Elsewhere plc","url":"https://elsewhere.example/"}]}`

func TestMerge(t *testing.T) {
	t.Parallel()
	perMonth := 2.5
	cases := map[string]profile.Evidence{
		"nothing": {},
		"agreeing": {
			Objects: objects(organization), First: page.Metadata{SiteName: "Tarn Looms", Description: "Cloth from Kendal."},
			Social: []social.Profile{{Network: "x", URL: "https://x.com/tarnlooms"}, {Network: "instagram", URL: "https://www.instagram.com/tarn/"}},
			SEO: func() *seo.Result {
				s := entity(seo.Entity{
					ID: "Q7", Label: "Tarn Looms", Inception: "1987", LEI: "5493001KJTIIGC8Y1R12", ISIN: "GB0000000001",
					Employees: &seo.Count{Value: 40, AsOf: "2025"}, Founders: []seo.Thing{{ID: "Q8", Name: "Iris Farr"}},
					Executives: []seo.Thing{{ID: "Q9", Name: "Mo Reed"}}, Headquarters: []seo.Thing{{ID: "Q1", Name: "Kendal"}},
					Social:   []seo.SocialLink{{Network: "x", Username: "tarnlooms", URL: "https://x.com/tarnlooms"}},
					Listings: []seo.Listing{{Ticker: "TRN"}},
				})
				s.BlogFeed = &seo.BlogFeed{Feed: &seo.Feed{URL: "https://tarn.example/feed", FoundBy: "link", NewestAt: "2026-01-02T00:00:00Z", PostsPerMonth: &perMonth}}
				return s
			}(),
			Registrant: profile.Registrant{Organization: "Tarn Looms Ltd", Country: "United Kingdom"},
		},
		"disagreeing": {
			Objects: objects(`{"@type":"Organization","name":"Tarn","foundingDate":"1990","address":["1 Mill Lane, Kendal"]}`),
			First:   page.Metadata{SiteName: "Tarn | Home"},
			SEO:     entity(seo.Entity{ID: "Q7", Label: "Tarn Looms", Inception: "1987-05-01", Industries: []seo.Thing{{Name: "a"}, {Name: "b"}}}),
		},
		"only the register": {SEO: entity(seo.Entity{ID: "Q7", Label: "Tarn", Employees: &seo.Count{Value: 7}, Parents: []seo.Thing{{Name: "Holding"}}})},
		"several offices": {Objects: objects(`{"@type":"LocalBusiness","name":"Tarn","address":[{"@type":"PostalAddress","addressLocality":"Kendal","addressCountry":"GB"},
			{"@type":"PostalAddress","addressLocality":"Oslo","addressCountry":"NO"},{"@type":"PostalAddress","addressLocality":"OSLO","addressCountry":"NO"}]}`)},
		"odd values": {Objects: objects(`{"@type":["Organization","Brand"],"name":["Tarn",{"name":"Tarn"}],"foundingDate":"long ago","numberOfEmployees":"1,200","url":["::bad"],"founder":[[["deep"]],7,null],"address":7,"contactPoint":[{"telephone":"1"},{"telephone":"2"}]}`)},
	}
	for name, e := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e.Domain, e.URL = "tarn.example", "https://tarn.example/"
			golden.JSON(t, filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".json"), profile.Merge(e))
		})
	}
}

// Confidence is between the bounds, rises with agreement and falls with doubt.
func TestConfidence(t *testing.T) {
	t.Parallel()
	name := func(e profile.Evidence) *company.Fact { return profile.Merge(e).Name }
	alone := name(profile.Evidence{Objects: objects(`{"@type":"Organization","name":"Tarn"}`)})
	agreed := name(profile.Evidence{Objects: objects(`{"@type":"Organization","name":"Tarn"}`), SEO: entity(seo.Entity{Label: "TARN"})})
	doubted := name(profile.Evidence{Objects: objects(`{"@type":"Organization","name":"Tarn"}`), SEO: entity(seo.Entity{Label: "Beck"})})
	if alone.Confidence != 0.9 || agreed.Confidence <= alone.Confidence || agreed.Confidence > 1 || doubted.Confidence >= alone.Confidence || doubted.Value != "Tarn" {
		t.Errorf("alone %+v, agreed %+v, doubted %+v", alone, agreed, doubted)
	}
}
