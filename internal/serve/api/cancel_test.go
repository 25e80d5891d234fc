package api_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
)

func (s *service) cancel(t *testing.T, id string) answer {
	t.Helper()
	return s.call(t, http.MethodPost, "/v1/public/jobs/"+id+"/cancel", "")
}

func TestCancel(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id, _ := s.post(t, `{"text":"x","units":4,"block":true,"wait":false,"webhookUrl":"http://hooks.test/"}`).field("data", "jobId").(string)
	a := s.cancel(t, id)
	if a.status != http.StatusOK || a.field("data", "status") != "cancelled" || a.field("data", "creditsRefunded") != 4.0 ||
		a.field("data", "pricingDecision", "reason") != "job_cancelled" || a.header.Get("X-Credits-Remaining") != "100" {
		t.Errorf(`got status %d, body %s; want status 200, data.status "cancelled", data.creditsRefunded 4.0, data.pricingDecision.reason "job_cancelled", header X-Credits-Remaining "100"`, a.status, a.raw)
	}
	if again := s.cancel(t, id); again.status != http.StatusOK || again.field("data", "status") != "cancelled" {
		t.Errorf(`got again.status %d, body %s; want again.status 200, data.status "cancelled"`, again.status, again.raw)
	}
	close(s.release) // what the worker brings now is not heard
	if got := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, ""); got.field("data", "status") != "cancelled" {
		t.Errorf(`got body %s, want data.status "cancelled"`, got.raw)
	}
	if b := s.money(t); b.Refunded != 4 {
		t.Errorf("got books %+v, want Refunded 4", b)
	}
}

func TestCancelOfWhatHasEnded(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, body := range []string{`{"text":"x"}`, `{"text":"x","fail":"target_error"}`} {
		id, _ := s.post(t, body).field("data", "jobId").(string)
		before := s.money(t)
		if a := s.cancel(t, id); a.status != http.StatusConflict || a.code() != "job_not_cancellable" {
			t.Errorf(`got status %d, body %s; want status 409, code "job_not_cancellable"`, a.status, a.raw)
		}
		if diff := cmp.Diff(before, s.money(t)); diff != "" {
			t.Errorf("money mismatch (-want +got):\n%s", diff)
		}
	}
	for _, id := range []string{"x", ident.New(ident.Job)} {
		if a := s.cancel(t, id); a.status != http.StatusNotFound || a.code() != "job_not_found" {
			t.Errorf(`got status %d, body %s; want status 404, code "job_not_found"`, a.status, a.raw)
		}
	}
}

// TestCancelAgainstTheWorker lets both end the same jobs at once: each ends once.
func TestCancelAgainstTheWorker(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var wait sync.WaitGroup
	for range 20 {
		id, _ := s.post(t, `{"text":"x","wait":false}`).field("data", "jobId").(string)
		for range 2 {
			wait.Go(func() {
				if a := s.cancel(t, id); a.status != http.StatusOK && a.status != http.StatusConflict {
					t.Errorf("got status %d, body %s; want (status 200 or status 409)", a.status, a.raw)
				}
			})
		}
	}
	wait.Wait()
	eventually(t, func() (answer, bool) {
		got := s.call(t, http.MethodGet, "/v1/public/balance", "")
		return got, got.field("data", "reserved") == 0.0
	})
	s.money(t)
}
