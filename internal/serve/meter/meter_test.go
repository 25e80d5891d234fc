package meter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/serve/meter"
)

// logger logs as a function does.
func logger(to *bytes.Buffer, namespace string) *slog.Logger {
	return slog.New(meter.Log(seal.Log(slog.NewJSONHandler(to, &slog.HandlerOptions{ReplaceAttr: lambdacontext.ReplaceAttr})), namespace))
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// ended is a job that ran for 250 ms and cost 2.
func ended(change func(*job.Job)) *job.Job {
	j := &job.Job{
		ID: "job_1", OrgID: "org_1", Kind: "url", Worker: "url-screenshot", Status: job.Succeeded, Target: "https://a.test:8443/x?token=secret", Attempts: 1,
		Quote: credit.Quote{Action: "url.page", Credits: 2}, CreatedAt: noon.Add(-time.Second), StartedAt: noon.Add(-250 * time.Millisecond), CompletedAt: noon,
	}
	change(j)
	return j
}

func failing(code errs.Code) func(*job.Job) {
	return func(j *job.Job) { j.Status, j.Refunded, j.Error = job.Failed, 2, &job.Failure{Code: code} }
}

// TestEnds: what CloudWatch makes of a job's end.
func TestEnds(t *testing.T) {
	t.Parallel()
	money := func(refunded string) []string {
		return []string{"quarry{} charged Count 2", "quarry{} refunded Count " + refunded}
	}
	ran := []string{"quarry{kind=url} run_ms Milliseconds 250", "quarry{} run_ms Milliseconds 250"}
	failed := func(as string) []string {
		return []string{"quarry{kind=url} failed Count " + as, "quarry{} failed Count " + as}
	}
	of := func(code string) []string {
		return []string{"quarry{worker=url-screenshot,kind=url,code=" + code + "} unsuccessful Count 1"}
	}
	for name, c := range map[string]struct {
		change func(*job.Job)
		want   [][]string
	}{
		"succeeded":           {func(*job.Job) {}, [][]string{money("0"), ran, failed("0")}},
		"of an upstream":      {failing(errs.ProviderUnavailable), [][]string{money("2"), ran, failed("1"), of("provider_unavailable")}},
		"of ours":             {failing(errs.InternalError), [][]string{money("2"), ran, failed("1"), of("internal_error")}},
		"of its target":       {failing(errs.DNSFailed), [][]string{money("2"), ran, failed("0"), of("dns_failed")}},
		"cached":              {func(j *job.Job) { j.Cached, j.StartedAt = true, time.Time{} }, [][]string{money("0")}},
		"cancelled unstarted": {func(j *job.Job) { j.Status, j.Refunded, j.StartedAt = job.Cancelled, 2, time.Time{} }, [][]string{money("2")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			meter.NewJobs(logger(&log, "quarry")).Ended(t.Context(), ended(c.change))
			want := map[string]bool{}
			for _, part := range c.want {
				for _, line := range part {
					want[line] = true
				}
			}
			got := map[string]bool{}
			for _, line := range extract(t, log.Bytes()) {
				got[line] = true
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("metrics mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLinesName: a line says what the job is, by its host alone of what it is about.
func TestLinesName(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	m := meter.NewJobs(logger(&log, ""))
	m.Admitted(t.Context(), ended(func(j *job.Job) { j.Status = job.Queued }))
	m.Attempted(t.Context(), "failed")
	if log.Len() > 0 {
		t.Errorf("got %s of a job that has not ended and of a delivery, want nothing", &log)
	}
	m.Admitted(t.Context(), ended(func(j *job.Job) { j.Cached = true }))
	var line map[string]any
	if err := json.Unmarshal(log.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"message": meter.EndedLine, "job_id": "job_1", "org_id": "org_1", "worker": "url-screenshot", "kind": "url", "action": "url.page", "host": "a.test",
		"status": "succeeded", "total_ms": 1000.0, "cached": true, "_aws": nil,
	} {
		if diff := cmp.Diff(want, line[name]); diff != "" {
			t.Errorf("%s mismatch (-want +got):\n%s", name, diff)
		}
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("got %s, want nothing of the target but its host", &log)
	}
}

// TestCalls: what CloudWatch makes of calls of upstreams.
func TestCalls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		call meter.Call
		want []string
	}{
		"answered": {meter.Call{Status: 200}, []string{"upstream_blocked Count 0", "upstream_failed Count 0", "upstream_ms Milliseconds 90"}},
		"blocked":  {meter.Call{Status: 403, Err: errs.Of(errs.UpstreamBlocked)}, []string{"upstream_blocked Count 1", "upstream_failed Count 1", "upstream_ms Milliseconds 90"}},
		"down":     {meter.Call{Err: errs.Of(errs.UpstreamTimeout)}, []string{"upstream_blocked Count 0", "upstream_failed Count 1", "upstream_ms Milliseconds 90"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			c.call.Upstream, c.call.Host, c.call.Took = "reddit", "www.reddit.test", 90*time.Millisecond
			// The line is one of the job's, whose log has the kind.
			ctx := meter.With(t.Context(), logger(&log, "q2").With("job_id", "job_1", "kind", "reddit"))
			meter.Called(ctx, meter.Of(ctx, slog.New(slog.DiscardHandler)), c.call)
			var want []string
			for _, part := range c.want {
				want = append(want, "q2{upstream=reddit} "+part)
			}
			if diff := cmp.Diff(want, extract(t, log.Bytes())); diff != "" {
				t.Errorf("metrics mismatch (-want +got):\n%s", diff)
			}
			for _, part := range []string{`"job_id":"job_1"`, `"kind":"reddit"`, `"upstream_host":"www.reddit.test"`} {
				if !strings.Contains(log.String(), part) {
					t.Errorf("got %s, want %s in it", &log, part)
				}
			}
		})
	}
}

// TestAbandonedCalls: a call that we ended says nothing of the upstream.
func TestAbandonedCalls(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	own := logger(&log, "quarry")
	meter.Called(t.Context(), meter.Of(context.Background(), own), meter.Call{Upstream: "reddit", Err: context.Canceled, Abandoned: true})
	if strings.Contains(log.String(), "_aws") || !strings.Contains(log.String(), `"abandoned":true`) {
		t.Errorf("got %s, want a line without metrics that says so", &log)
	}
}

func TestFault(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	meter.Fault(t.Context(), logger(&log, "quarry").With("worker", "url"), errors.New("broken"))
	if diff := cmp.Diff([]string{"quarry{} faults Count 1"}, extract(t, log.Bytes())); diff != "" {
		t.Errorf("metrics mismatch (-want +got):\n%s", diff)
	}
	if !strings.Contains(log.String(), meter.FaultLine) || !strings.Contains(log.String(), "broken") {
		t.Errorf("got %s, want the line of faults with the cause", &log)
	}
}
