package rdap_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/rdap"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "infra", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "rdap_") || !strings.Contains(name, "domain") || strings.HasSuffix(name, ".txt") {
			return nil // is another upstream's, or of objects that are not asked for
		}
		var sample struct {
			Name string `json:"ldhName"`
		}
		if err := json.Unmarshal(body, &sample); err != nil {
			t.Fatalf("%s: got %v, want JSON", name, err)
		}
		got, err := rdap.Parse(body, strings.ToLower(sample.Name))
		if err != nil {
			t.Fatalf("%s: got %v, want a domain", name, err)
		}
		if got.Created.IsZero() || got.Registrar.Name+got.Registrar.Handle == "" {
			t.Errorf("%s: got %+v, want a registrar and dates", name, got)
		}
		return got
	})
}
