package fact

import (
	"cmp"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
)

// shared are Open Graph properties that say something of the thing itself.
var shared = []string{
	"article:published_time", "article:modified_time", "article:author", "article:section", "product:price:amount", "product:price:currency",
	"product:availability", "product:brand", "price:amount", "price:currency", "availability", "book:isbn", "book:release_date",
	"profile:first_name", "profile:last_name", "video:release_date", "video:duration", "music:release_date",
	"business:contact_data:street_address", "business:contact_data:locality", "business:contact_data:country_name",
	"event:start_time", "event:end_time", "event:location", "country-name", "locality", "email", "phone_number",
}

// openGraph needs a title, which is whom the rest is about.
func (b *book) openGraph(d *reader.Document) {
	subject := cmp.Or(d.OpenGraph["title"], d.Title)
	for _, property := range shared {
		if value := d.OpenGraph[property]; value != "" && !address(value) {
			b.add(research.Fact{Kind: research.OpenGraph, Type: d.OpenGraph["type"], Subject: subject, Property: property, Value: value})
		}
	}
}

const (
	maxRows    = 20 // of a table
	maxColumns = 6  // what is wider is data to work with, no list of facts
)

func (b *book) tables(d *reader.Document) {
	for _, t := range d.Tables {
		if len(t.Header) > maxColumns {
			continue
		}
		b.table(d, t)
	}
}

// table reads a row's first cell as what it is about and the column as the property. A
// table of two columns without a header is a list of properties of the page's subject.
func (b *book) table(d *reader.Document, t page.Table) {
	for _, row := range t.Rows[:min(len(t.Rows), maxRows)] {
		if len(row) < 2 || len(row) > maxColumns {
			continue
		}
		if len(t.Header) == 0 {
			if len(row) == 2 {
				b.add(research.Fact{Kind: research.Table, Subject: cmp.Or(t.Caption, d.Title), Property: strings.TrimSuffix(row[0], ":"), Value: row[1]})
			}
			continue
		}
		for i, cell := range row[1:min(len(row), len(t.Header))] {
			b.add(research.Fact{Kind: research.Table, Subject: row[0], Property: cmp.Or(t.Header[i+1], t.Caption), Value: cell})
		}
	}
}
