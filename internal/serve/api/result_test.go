package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

func (s *service) resultOf(t *testing.T, id string) answer {
	t.Helper()
	return s.call(t, http.MethodGet, "/v1/public/jobs/"+id+"/result", "")
}

func TestWholeResult(t *testing.T) {
	t.Parallel()
	s := setup(t)
	// Text that does not pack, so that it lies in a blob.
	var text strings.Builder
	for text.Len() < 40<<10 {
		text.WriteString(ident.New(""))
	}
	small, _ := s.post(t, `{"text":"x"}`).field("data", "jobId").(string)
	made := s.post(t, `{"text":"`+text.String()+`"}`)
	large, _ := made.field("data", "jobId").(string)
	if made.status != http.StatusOK {
		t.Fatalf("got status %d, body %.300s; want status 200", made.status, made.raw)
	}
	s.Clock.Move(job.Retention - time.Second)
	if a := s.resultOf(t, small); a.status != http.StatusOK || a.field("text") != "x" {
		t.Errorf(`got status %d, body %s; want status 200, text "x"`, a.status, a.raw)
	}
	a := s.resultOf(t, large)
	if at := a.header.Get("Location"); a.status != http.StatusFound || !strings.HasPrefix(at, "http://blobs.test/results/"+s.org) ||
		a.header.Get("Cache-Control") != "no-store" || a.raw != "" {
		t.Errorf("got status %d, Location %q, header %v, body %s; want status 302, Location of the blob, no-store, no body", a.status, at, a.header, a.raw)
	}
	s.Clock.Move(time.Second)
	for _, id := range []string{small, large} {
		if a := s.resultOf(t, id); a.status != http.StatusNotFound || a.code() != "job_not_found" {
			t.Errorf(`got status %d, body %s; want status 404, code "job_not_found"`, a.status, a.raw)
		}
	}
}

func TestNoResult(t *testing.T) {
	t.Parallel()
	s, other := setup(t), setup(t)
	defer close(s.release)
	waiting, _ := s.post(t, `{"text":"x","block":true,"wait":false}`).field("data", "jobId").(string)
	failed, _ := s.post(t, `{"text":"x","fail":"target_error"}`).field("data", "jobId").(string)
	foreign, _ := other.post(t, `{"text":"x"}`).field("data", "jobId").(string)
	for id, want := range map[string]struct {
		status    int
		code      string
		retryable bool
	}{
		waiting:              {http.StatusConflict, "job_not_finished", true},
		failed:               {http.StatusNotFound, "not_found", false},
		foreign:              {http.StatusNotFound, "job_not_found", false},
		ident.New(ident.Job): {http.StatusNotFound, "job_not_found", false},
		"x":                  {http.StatusNotFound, "job_not_found", false},
	} {
		if a := s.resultOf(t, id); a.status != want.status || a.code() != want.code || a.field("error", "retryable") != want.retryable {
			t.Errorf("%s: got status %d, body %s; want status %d, code %q, retryable %t", id, a.status, a.raw, want.status, want.code, want.retryable)
		}
	}
}
