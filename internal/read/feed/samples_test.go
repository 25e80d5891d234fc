package feed_test

import (
	"bytes"
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/read/feed"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// TestSamples reads recorded answers of any folder: what looks like a feed is one, with
// items that have a title, a text or an address, and nothing else breaks the parser.
func TestSamples(t *testing.T) {
	t.Parallel()
	base, err := url.Parse("https://harbour.example/feed")
	if err != nil {
		t.Fatal(err)
	}
	sampletest.Each(t, ".", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		got, err := feed.Parse(body, "text/xml", base)
		if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) || !feed.Is("text/xml", body) || bytes.Contains(body, []byte("arxiv.org/api")) {
			return nil // is no feed, or a search's answer in the form of one
		}
		if err != nil {
			t.Fatalf("%s: got %v, want a feed", name, err)
		}
		for i, item := range got.Items {
			if item.Title == "" && item.URL == "" && item.Summary == "" {
				t.Errorf("%s: got item %d %+v, want one that says something", name, i, item)
			}
		}
		return got
	})
}
