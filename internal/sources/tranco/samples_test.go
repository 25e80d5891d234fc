package tranco_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/tranco"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "seo", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "tranco_") {
			return nil // is another upstream's
		}
		got, err := tranco.New(webclient.Upstream(t, tranco.Name, "", webclient.Answer(http.StatusOK, string(body)))).Ranks(t.Context(), "harbour.example")
		if err != nil || len(got) == 0 {
			t.Fatalf("%s: got %+v, %v, want ranks", name, got, err)
		}
		return got
	})
}
