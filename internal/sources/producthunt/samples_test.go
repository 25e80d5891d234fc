package producthunt_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// TestSamples reads the recorded feed. The recorded schema is for the package that asks
// the API.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "producthunt", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch name {
		case "feed_atom.xml", "feed_atom_2026-09.xml":
			all, err := answering(t, 200, string(body)).Feed(t.Context())
			if err != nil || len(all) != strings.Count(string(body), "<entry>") {
				t.Fatalf("%d launches, %v", len(all), err)
			}
			for _, l := range all {
				if l.ID == "" || l.Name == "" || l.Tagline == "" || l.ProductSlug == "" || l.CreatedAt == "" || (l.PostedBy != nil) != strings.Contains(string(body), "<author>") || !strings.HasSuffix(l.TrackingURL, "/r/p/"+l.ID) {
					t.Errorf("got launch %+v, want an ID, a Name, a Tagline, a ProductSlug, a CreatedAt, PostedBy where there are authors, TrackingURL ending with %q", l, "/r/p/"+l.ID)
				}
			}
			return all
		case "graphql_v2_introspection_schema.json":
		default:
			sampletest.Other(t, name)
		}
		return nil
	})
}
