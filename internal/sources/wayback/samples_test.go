package wayback_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers of the availability API. Recorded captures are pages
// of others, and read by nobody here.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "wayback", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "available_") {
			sampletest.Other(t, name)
			return nil
		}
		sample := webclient.Start(t, webclient.Instead("wayback", webclient.Answer(http.StatusOK, string(body))))
		got, found, err := wayback.From(sample.Upstreams(t, nil)).Latest(t.Context(), "http://company.test/a")
		if err != nil || !found || got.At.IsZero() || !strings.Contains(string(body), got.At.Format("20060102150405")) {
			t.Errorf("%s: got %+v, found %v, error %v; want the capture of its timestamp", name, got, found, err)
		}
		return got
	})
}
