package doh_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/miekg/dns"

	"github.com/quarryapi/quarry/internal/sources/doh"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "infra", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "doh_") {
			return nil // is another upstream's
		}
		var sample struct {
			Question []struct {
				Name string `json:"name"`
			} `json:"Question"`
		}
		if err := json.Unmarshal(body, &sample); err != nil {
			t.Fatalf("%s: got %v, want JSON", name, err)
		}
		got, err := doh.Parse(body, sample.Question[0].Name, dns.TypeA)
		if err != nil || len(got.Records) == 0 {
			t.Fatalf("%s: got %+v, %v, want records", name, got, err)
		}
		return viewOf(got)
	})
}
