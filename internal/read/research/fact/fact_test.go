package fact_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/fact"
)

// lines writes facts as "kind type|subject|property|value".
func lines(facts []research.Fact) []string {
	list := []string{}
	for _, f := range facts {
		list = append(list, strings.Join([]string{string(f.Kind) + " " + f.Type, f.Subject, f.Property, f.Value}, "|"))
	}
	return list
}

func TestOf(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		d    reader.Document
		want []string
	}{
		"an organization": {
			reader.Document{JSONLD: blocks(`{"@type":"Organization","name":"Marrow\u200bfen","foundingDate":"2014-03","url":"https://a.example/","sameAs":["https://b.example/"],
				"numberOfEmployees":{"@type":"QuantitativeValue","value":48},"founder":[{"@type":"Person","name":"Hester Quill","jobTitle":"x"},{"@type":"Person","name":"Tobias Rennick"}],
				"address":{"@type":"PostalAddress","addressLocality":"Carrow","geo":{"latitude":1}},"description":"Prose."}`)},
			[]string{
				"json_ld Organization|Marrowfen|address.addressLocality|Carrow", "json_ld Organization|Marrowfen|founder|Hester Quill", "json_ld Organization|Marrowfen|founder|Tobias Rennick",
				"json_ld Organization|Marrowfen|foundingDate|2014-03", "json_ld Organization|Marrowfen|numberOfEmployees.value|48",
			},
		},
		"a product": {
			reader.Document{JSONLD: blocks(`{"@graph":[{"@type":"WebSite","name":"Shop"},{"@type":["Product"],"name":"Gauge","offers":{"@type":"Offer","price":540,"priceCurrency":"GBP","availability":"https://schema.org/InStock","url":"https://a.example/"},"isFamilyFriendly":true}]}`)},
			[]string{"json_ld Product|Gauge|isFamilyFriendly|true", "json_ld Product|Gauge|offers.availability|InStock", "json_ld Product|Gauge|offers.price|540", "json_ld Product|Gauge|offers.priceCurrency|GBP"},
		},
		"nothing to say": {
			reader.Document{JSONLD: blocks(`{"@type":"Organization","foundingDate":"2014"}`, `{"name":"No type","x":"y"}`, `{"@type":"BreadcrumbList","name":"B","x":"y"}`, `not json`, `[1,[2]]`)},
			[]string{},
		},
		"open graph": {
			reader.Document{Title: "Page", OpenGraph: map[string]string{"title": "Gauge", "type": "product", "product:price:amount": "540", "product:price:currency": "GBP", "image": "https://a.example/i.png", "email": "https://a.example/"}},
			[]string{"open_graph product|Gauge|product:price:amount|540", "open_graph product|Gauge|product:price:currency|GBP"},
		},
		"tables": {
			reader.Document{Title: "Facts", Tables: []page.Table{
				{Header: []string{"Gauge", "Price", ""}, Rows: [][]string{{"M1", "£340", "x"}, {"M2", "£540"}, {"alone"}, {"", "y", "z"}}},
				{Rows: [][]string{{"Opened:", "14 March 2026"}, {"a", "b", "c"}}},
				{Caption: "Funding", Rows: [][]string{{"County", "120"}}},
				{Header: []string{"1", "2", "3", "4", "5", "6", "7"}, Rows: [][]string{{"1", "2", "3", "4", "5", "6", "7"}}},
			}},
			[]string{"table |M1|Price|£340", "table |M2|Price|£540", "table |Facts|Opened|14 March 2026", "table |Funding|County|120"},
		},
		"twice the same": {
			reader.Document{JSONLD: blocks(`{"@type":"Event","name":"E","startDate":"2026-03-14"}`, `{"@type":"Event","name":"E","startDate":"2026-03-14"}`)},
			[]string{"json_ld Event|E|startDate|2026-03-14"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, lines(fact.Of(&c.d))); diff != "" {
				t.Errorf("lines mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func blocks(list ...string) []json.RawMessage {
	var all []json.RawMessage
	for _, b := range list {
		all = append(all, json.RawMessage(b))
	}
	return all
}

// A page can declare without end; what is kept of it has one.
func TestBounds(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"@type":"Thing","a":`, 5000) + `"x"` + strings.Repeat("}", 5000)
	many := []string{`{"@type":"Thing","name":"deep","p":` + deep + `}`}
	for i := range 500 {
		many = append(many, fmt.Sprintf(`{"@type":"Thing","name":"n%d","long":%q,"control":"a\u0000\u202e\tb","list":[1,2,3,4,5,6,7,[8]]}`, i, strings.Repeat("prose ", 100)))
	}
	facts := fact.Of(&reader.Document{JSONLD: blocks(many...), Tables: []page.Table{{Rows: make([][]string, 1000)}}})
	if len(facts) != fact.Most {
		t.Errorf("%d facts", len(facts))
	}
	for _, f := range facts {
		if f.Property == "long" || len(f.Value) > 800 || strings.ContainsAny(f.Value, "\x00\t\u202e") {
			t.Errorf("got fact %+v, want Property other than \"long\", Value length at most 800, strings.ContainsAny(f.Value, \"\\x00\\t\\u202e\") false", f)
		}
	}
	if got := fact.Of(&reader.Document{}); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
