package asked_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form/formtest"
)

// TestRelay: charges of several answers add up, and of all else the last holds.
func TestRelay(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	for _, a := range []map[string]string{{"X-Credits-Charged": "2", "X-Credits-Remaining": "8"}, {}, {"X-Credits-Charged": "3", "X-Credits-Remaining": "5"}} {
		answer := &asked.Answer{Header: http.Header{}}
		for name, text := range a {
			answer.Header.Set(name, text)
		}
		asked.Relay(w, answer)
	}
	if charged, left := w.Header().Get("X-Credits-Charged"), w.Header().Get("X-Credits-Remaining"); charged != "5" || left != "5" {
		t.Errorf("got %s credits charged and %s left, want 5 and 5", charged, left)
	}
}

// TestCallers: the API sees whose call it is: by the token, and by the address, by which it counts those that guess tokens.
func TestCallers(t *testing.T) {
	t.Parallel()
	var got []string
	api := asked.New(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got = []string{r.RemoteAddr, r.Host, r.Header.Get("Authorization"), r.Header.Get("X-Other")}
	}))
	from := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/", http.NoBody)
	from.RemoteAddr = "192.0.2.7:5"
	from.Header.Set("Authorization", "Bearer satk_x")
	from.Header.Set("X-Other", "1")
	if _, err := api.Do(from, asked.Call{Method: http.MethodGet, Path: "/balance"}, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"192.0.2.7:5", "quarry.test", "Bearer satk_x", ""}, got); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
}

// TestCancelledUnseen: a job that was cancelled is refunded, also where it cannot be looked at again.
func TestCancelledUnseen(t *testing.T) {
	t.Parallel()
	a := &formtest.API{Answers: map[string][]string{
		"POST /scrape": {`202 {"data":{"jobId":"job_1","status":"running","creditsCharged":4}}`}, "POST /jobs/job_1/cancel": {`200 {"data":{}}`},
	}}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/", http.NoBody)
	r.Header.Set("Authorization", "Bearer satk_x")
	j, _, err := asked.New(a).Finish(r, asked.Call{Method: http.MethodPost, Path: "/scrape"}, 0)
	failed, ok := errors.AsType[*asked.FailedError](err)
	if !ok || failed.Failure().Code != errs.JobTimeout || j.Status != job.Cancelled || j.CreditsRefunded != 4 || j.Spent() != 0 {
		t.Errorf("got job %+v with error %v, want it cancelled and 4 credits refunded", j, err)
	}
}

// TestFailureNames: what a failure says of options has the names that callers of faces know.
func TestFailureNames(t *testing.T) {
	t.Parallel()
	why := &job.Failure{Message: "options.actions[0] (click) failed; increase options.timeoutMs."}
	failed := &asked.FailedError{Job: &asked.Job{Error: why}}
	if got, want := failed.Failure().Message, "actions[0] (click) failed; increase timeout."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := "options.actions[0] (click) failed; increase options.timeoutMs."; why.Message != want {
		t.Errorf("got the job's own %q, want %q", why.Message, want)
	}
}
