package brand_test

import (
	"bytes"
	"net/url"
	"testing"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// TestSamples reads recorded pages, also those within recorded exchanges: each has a name,
// and none breaks the reader.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "brand", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		start := bytes.Index(bytes.ToLower(body), []byte("<html"))
		if start < 0 {
			return nil // is what another program made of a site
		}
		doc, err := html.Parse(bytes.NewReader(body[start:]))
		if err != nil {
			t.Fatalf("%s: got %v, want a page", name, err)
		}
		got := brand.Read(brand.Evidence{URL: &url.URL{Scheme: "https", Host: "harbour.example", Path: "/"}, Doc: doc})
		if got.Name == "" {
			t.Errorf("%s: got %+v, want a name", name, got)
		}
		return got
	})
}
