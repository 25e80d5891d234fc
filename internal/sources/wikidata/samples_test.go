package wikidata_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "seo", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "wikidata_") {
			return nil // is another upstream's
		}
		var sample struct {
			Entities map[string]json.RawMessage `json:"entities"`
		}
		if err := json.Unmarshal(body, &sample); err != nil {
			t.Fatalf("%s: got %v, want JSON", name, err)
		}
		found, err := setup(t, webclient.Answer(http.StatusOK, string(body))).Entities(t.Context(), slices.Sorted(maps.Keys(sample.Entities)))
		if err != nil || len(found) != len(sample.Entities) {
			t.Fatalf("%s: got %d of %d entities, %v", name, len(found), len(sample.Entities), err)
		}
		all := map[string]read{}
		for id, e := range found {
			if e.Label() == "" {
				t.Errorf("%s: got no label of %s, want one", name, id)
			}
			r := read{Label: e.Label(), Description: e.Description(), Current: map[string][]value{}}
			for property := range e.Claims {
				r.Current[property] = values(e.Statements(property))
			}
			all[id] = r
		}
		return all
	})
}
