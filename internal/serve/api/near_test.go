package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestPathsThatAreNone: a path with nothing at it is answered with the call that is nearly there.
func TestPathsThatAreNone(t *testing.T) {
	t.Parallel()
	s := specify(t, storetest.New(t))
	job := ident.New(ident.Job)
	for path, want := range map[string]string{
		"/v1/public/scrap":                        "Did you mean POST /v1/public/scrape?",
		"/v1/public/balance/":                     "Did you mean GET /v1/public/balance?",
		"/v1/scrape":                              "Did you mean POST /v1/public/scrape?",
		"/scrape":                                 "Did you mean POST /v1/public/scrape?",
		"/v1/public/scrape/compny":                "Did you mean POST /v1/public/scrape/company?",
		"/v1/public/webhook/endpoints":            "Did you mean GET or POST /v1/public/webhooks/endpoints?",
		"/v1/public/job/" + job:                   "Did you mean GET /v1/public/jobs/" + job + "?",
		"/v1/public/jobs/" + job + "/results":     "Did you mean GET /v1/public/jobs/" + job + "/result?",
		"/v1/public/utterly-other":                "",
		"/v1/public/":                             "",
		"/v1":                                     "",
		"/wp-login.php":                           "",
		"/v1/public/" + strings.Repeat("job", 40): "",
	} {
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		if got := w.Body.String(); w.Code != http.StatusNotFound || !strings.Contains(got, `"not_found"`) || !strings.Contains(got, want) || want == "" && strings.Contains(got, "mean") {
			t.Errorf("%s: got status %d, body %s; want 404 not_found with %q", path, w.Code, got, want)
		}
	}
}

// TestIDsOfOtherThings: an id that is another sort's is answered with where it is read.
func TestIDsOfOtherThings(t *testing.T) {
	t.Parallel()
	s := setup(t)
	crawl, batch, job := ident.New(ident.Crawl), ident.New(ident.Batch), ident.New(ident.Job)
	for path, want := range map[string]string{
		"/jobs/" + crawl:                "It is the id of a crawl: GET /v1/public/crawl/" + crawl,
		"/jobs/" + batch:                "It is the id of a batch: GET /v1/public/batches/" + batch,
		"/jobs/" + batch + "/result":    "It is the id of a batch: GET /v1/public/batches/" + batch,
		"/jobs/" + crawl + "/events":    "It is the id of a crawl: GET /v1/public/crawl/" + crawl,
		"/batches/" + job:               "It is the id of a job: GET /v1/public/jobs/" + job,
		"/webhooks/deliveries/" + job:   "It is the id of a job: GET /v1/public/jobs/" + job,
		"/webhooks/endpoints/" + job:    "It is the id of a job: GET /v1/public/jobs/" + job,
		"/jobs/crl_other":               "The job was not found.\"",
		"/jobs/" + ident.New(ident.Job): "The job was not found.\"",
	} {
		if a := s.call(t, http.MethodGet, "/v1/public"+path, ""); a.status != http.StatusNotFound || !strings.Contains(a.raw, want) {
			t.Errorf("%s: got status %d, body %s; want 404 with %q", path, a.status, a.raw, want)
		}
	}
}
