package certspotter_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded pages of issuances, behind each of which is the end.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "certspotter", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		c := setup(t, func(w http.ResponseWriter, r *http.Request) {
			answer := string(body)
			if r.URL.Query().Has("after") {
				answer = "[]"
			}
			webclient.Answer(http.StatusOK, answer)(w, r)
		}, "")
		got, more, err := c.Search(t.Context(), "company.test", time.Minute)
		if want := bytes.Count(body, []byte(`"tbs_sha256"`)); err != nil || more || len(got) != want {
			t.Fatalf("%s: got %d certificates, more %v, error %v; want %d and no more", name, len(got), more, err, want)
		}
		for _, c := range got {
			if len(c.Names) == 0 || c.Issuer == "" || c.Authority == "" || !c.NotBefore.Before(c.NotAfter) {
				t.Errorf("%s: got %+v, want names, an issuer, its authority and dates", name, c)
			}
		}
		return got
	})
}

// A list of other things is no list of issuances, of which each has an id.
func TestOtherLists(t *testing.T) {
	t.Parallel()
	c := setup(t, webclient.Answer(http.StatusOK, `[{"page_id":"1","name":"A page"}]`), "")
	if got, _, err := c.Search(t.Context(), "company.test", time.Minute); len(got) != 0 || !errs.Is(err, errs.ParseFailed) {
		t.Errorf("got %d certificates, error %v; want parse_failed", len(got), err)
	}
}
