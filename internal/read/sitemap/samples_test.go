package sitemap_test

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/quarryapi/quarry/internal/read/sitemap"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// root is the beginning of every format that lists addresses in XML.
var root = regexp.MustCompile(`<(urlset|sitemapindex|rss|feed|rdf:rdf)[\s>]`)

// TestSamples reads recorded answers of any folder: what begins as a sitemap or a feed
// lists addresses, and nothing else breaks the reader.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, ".", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		listed := 0
		report, err := sitemap.Read(bytes.NewReader(body), sitemap.Handler{
			URL:     func(sitemap.Entry) bool { listed++; return true },
			Sitemap: func(sitemap.Child) bool { listed++; return true },
		})
		head := bytes.ToLower(body[:min(len(body), 2048)])
		if !root.Match(head) || bytes.Contains(head, []byte("<html")) || bytes.Contains(head, []byte("arxiv.org/api")) {
			return nil // is no list of addresses, or a search's answer in the form of one
		}
		if err != nil || listed+report.Unusable == 0 {
			t.Errorf("%s: got %d addresses, %+v, error %v; want addresses", name, listed, report, err)
		}
		return report
	})
}
