package commoncrawl_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers, see package sampletest.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "seo", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case !strings.HasPrefix(name, "commoncrawl_"), name == "commoncrawl_ia_0.json":
			return nil // is another upstream's
		case strings.HasPrefix(name, "commoncrawl_cc_"):
			got, err := setup(t, time.Now, webclient.Answer(http.StatusOK, string(body))).Latest(t.Context())
			if err != nil || !bytes.Contains(body, []byte(got.API)) {
				t.Fatalf("%s: got %+v, %v, want the first of the list", name, got, err)
			}
			return got
		case strings.HasPrefix(name, "commoncrawl_slow2_"):
			got, _, err := setup(t, time.Now, webclient.Answer(http.StatusBadRequest, string(body))).Captures(t.Context(), crawl, "harbour.example", 100)
			if !errs.Is(err, errs.TargetError) {
				t.Errorf("%s: got %+v, %v, want %s", name, got, err, errs.TargetError)
			}
			return nil
		}
		got, nameless, err := setup(t, time.Now, webclient.Answer(http.StatusOK, string(body))).Captures(t.Context(), crawl, "harbour.example", 100)
		if want := bytes.Count(body, []byte(`"urlkey"`)); err != nil || len(got) != want || nameless != 0 {
			t.Fatalf("%s: got %d captures, %d without an address, %v; want %d and none", name, len(got), nameless, err, want)
		}
		return got
	})
}
