package job_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

func TestStatuses(t *testing.T) {
	t.Parallel()
	for status, want := range map[job.Status]struct{ terminal, refunds bool }{
		job.Queued: {}, job.Running: {}, job.Succeeded: {terminal: true}, job.Failed: {true, true}, job.Cancelled: {true, true},
	} {
		if status.Terminal() != want.terminal || status.Refunds() != want.refunds {
			t.Errorf("%s: got terminal %t, refunds %t; want %t, %t", status, status.Terminal(), status.Refunds(), want.terminal, want.refunds)
		}
	}
}

// TestResultsOutliveTheirReaders: a job that takes a result from the cache on its last
// day can be read for as long as any other.
func TestResultsOutliveTheirReaders(t *testing.T) {
	t.Parallel()
	if job.ResultRetention <= job.Retention+job.MaxCacheTTL {
		t.Errorf("got %s, want more than the %s and %s of jobs and the cache", job.ResultRetention, job.Retention, job.MaxCacheTTL)
	}
}

func TestTruncated(t *testing.T) {
	t.Parallel()
	for want, ref := range map[bool]*job.ResultRef{true: {Key: "whole", InlineKey: "cut"}, false: {Key: "whole"}} {
		if ref.Truncated() != want {
			t.Errorf("%+v: got truncated %t, want %t", ref, !want, want)
		}
	}
	var none *job.ResultRef
	if none.Truncated() {
		t.Error("got truncated of no result, want false")
	}
}

func TestFailureOf(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want job.Failure
	}{
		"public":    {errs.Wrap(errors.New("secret"), errs.ProviderUnavailable, "It is away."), job.Failure{Code: errs.ProviderUnavailable, Message: "It is away.", Retryable: true}},
		"to wait":   {&errs.Error{Code: errs.UpstreamRateLimited, Message: "Later.", RetryAfter: 24*time.Second + 1}, job.Failure{Code: errs.UpstreamRateLimited, Message: "Later.", Retryable: true, RetryAfter: 25}},
		"in vain":   {&errs.Error{Code: errs.UpstreamRateLimited, Message: "Never.", RetryAfter: time.Second, Permanent: true}, job.Failure{Code: errs.UpstreamRateLimited, Message: "Never."}},
		"permanent": {&errs.Error{Code: errs.ProviderUnavailable, Message: "Never.", Permanent: true}, job.Failure{Code: errs.ProviderUnavailable, Message: "Never."}},
		"internal":  {errors.New("secret"), job.Failure{Code: errs.InternalError, Message: errs.InternalError.Text(), Retryable: errs.InternalError.Retryable()}},
	} {
		if diff := cmp.Diff(&c.want, job.FailureOf(c.err)); diff != "" {
			t.Errorf("%s: failure mismatch (-want +got):\n%s", name, diff)
		}
	}
}

// TestReached: who has the result does not read that half of it is done.
func TestReached(t *testing.T) {
	t.Parallel()
	half := &job.Progress{Done: 1, Total: 4, Stage: "reading"}
	for name, c := range map[string]struct {
		status   job.Status
		progress *job.Progress
		want     *job.Progress
	}{
		"running":             {job.Running, half, half},
		"failed":              {job.Failed, half, half},
		"cancelled":           {job.Cancelled, half, half},
		"succeeded":           {job.Succeeded, half, &job.Progress{Done: 4, Total: 4, Stage: "done"}},
		"of an unknown total": {job.Succeeded, &job.Progress{Done: 7, Stage: "reading"}, &job.Progress{Done: 7, Total: 7, Stage: "done"}},
		"without a report":    {job.Succeeded, nil, nil},
	} {
		j := job.Job{Status: c.status, Progress: c.progress}
		if diff := cmp.Diff(c.want, j.Reached()); diff != "" {
			t.Errorf("%s: progress mismatch (-want +got):\n%s", name, diff)
		}
	}
}
