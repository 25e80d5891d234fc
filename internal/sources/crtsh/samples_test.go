package crtsh_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/crtsh"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "infra", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "crtsh_") {
			return nil // is another upstream's
		}
		got, err := crtsh.Parse(body)
		if want := bytes.Count(body, []byte(`"issuer_ca_id"`)); err != nil || len(got) != want {
			t.Fatalf("%s: got %d certificates, %v, want %d", name, len(got), err, want)
		}
		for _, c := range got {
			if len(c.Names) == 0 || c.Issuer == "" || c.Serial == "" || !c.NotBefore.Before(c.NotAfter) {
				t.Errorf("%s: got %+v, want names, an issuer, a number and dates", name, c)
			}
		}
		return got
	})
}
