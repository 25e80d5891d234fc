package crux_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/crux"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "seo", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		if !strings.HasPrefix(name, "crux_") {
			return nil // is another upstream's
		}
		status, want := http.StatusOK, errs.Code("")
		switch {
		case strings.Contains(name, "_400_"):
			status, want = http.StatusBadRequest, errs.TargetError
		case strings.Contains(name, "_429_"):
			status, want = http.StatusTooManyRequests, errs.UpstreamRateLimited
		}
		got, err := setup(t, "k", webclient.Answer(status, string(body))).Record(t.Context(), crux.Key{Origin: "https://harbour.example"})
		if want != "" {
			if !errs.Is(err, want) {
				t.Errorf("%s: got %+v, %v, want %s", name, got, err, want)
			}
			return nil
		}
		if err != nil {
			t.Fatalf("%s: got %v, want a record", name, err)
		}
		return got
	})
}
