package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
)

// TestDocument holds docs/cost.md to what is measured and to the prices, and a page of a crawl to what the document says
// is the most.
func TestDocument(t *testing.T) {
	t.Parallel()
	measured, err := measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("kept: %.0f bytes of a scrape, %.0f of one from the cache, %.0f of a webhook", measured.waited.kept, measured.cached.kept, measured.webhook.kept)
	page := document(measured)
	t.Logf("a page of a crawl takes %.2f rows, and %.1f write and %.1f read units more than a scrape", measured.crawl.rows/measured.crawl.pages, measured.crawl.writes, measured.crawl.reads)
	if c := measured.crawl; c.pages != crawlPages || c.rows > mostCrawlRows*c.pages+crawlRows || c.rows < c.pages || c.writes > mostCrawlWrites || c.reads > mostCrawlReads {
		t.Errorf("got %+v for a page of a crawl, want at most %d rows a page and %d for the crawl, and %d write and %d read units more than a scrape", c, mostCrawlRows, crawlRows, mostCrawlWrites, mostCrawlReads)
	}
	golden.Document(t, "../../../docs/cost.md", page)
	for row, most := range map[string]float64{"| **sum** |": 30, "| the same from the cache |": 10} {
		if got := cell(t, page, row); got > most {
			t.Errorf("%s got %.1f $ a million, want at most %.0f", row, got, most)
		}
	}
}

// cell is the column of a page of 1 s of the sum, and the last of other rows.
func cell(t *testing.T, document, row string) float64 {
	t.Helper()
	for line := range strings.Lines(document) {
		if !strings.HasPrefix(line, row) {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| \n"), "|")
		at := len(cells) - 1
		if len(cells) == 4 {
			at = 2
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(cells[at]), 64)
		if err != nil {
			t.Fatalf("%s: got error %v, want a number", line, err)
		}
		return value
	}
	t.Fatalf("got no row %s, want one", row)
	return 0
}
