package pagespeed_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/pagespeed"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "seo", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "pagespeed_") {
			return nil // is another upstream's
		}
		got, err := setup(t, "", webclient.Answer(http.StatusOK, string(body))).Run(t.Context(), page, pagespeed.Mobile)
		if err != nil {
			t.Fatalf("%s: got %v, want a report", name, err)
		}
		if got.FinalURL == "" || got.Version == "" || len(got.Scores) == 0 {
			t.Errorf("%s: got %+v, want an address, a version and scores", name, got)
		}
		if strings.HasPrefix(name, "pagespeed_lighthouse_") && (len(got.Metrics) != 7 || len(got.Failed) == 0) {
			t.Errorf("%s: got metrics %v and %d failures, want the seven metrics of a report and failures", name, got.Metrics, len(got.Failed))
		}
		return got
	})
}
