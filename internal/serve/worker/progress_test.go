package worker_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
)

// report is what a run says of itself, and how long it then goes on.
type report struct {
	done  int64
	stage string
	lasts time.Duration
}

// TestProgressIsKept: a poll sees each stage that lasts, at most a second late, and within a stage
// what was reported last, at most 5 seconds late.
func TestProgressIsKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reports []report
		want    []job.Progress
	}{
		"stages that last": {
			[]report{{0, "planning", 1500 * time.Millisecond}, {1, "searching", 3 * time.Second}, {2, "reading", 1200 * time.Millisecond}},
			[]job.Progress{{Stage: "planning", Total: 9}, {Done: 1, Stage: "searching", Total: 9}, {Done: 2, Stage: "reading", Total: 9}},
		},
		"stages in haste": {
			[]report{{0, "planning", 100 * time.Millisecond}, {1, "searching", 100 * time.Millisecond}, {2, "reading", 20 * time.Second}},
			[]job.Progress{{Stage: "planning", Total: 9}, {Done: 2, Stage: "reading", Total: 9}},
		},
		"steps of a stage": {
			[]report{{0, "reading", time.Second}, {1, "reading", time.Second}, {2, "reading", time.Second}, {3, "reading", 9 * time.Second}},
			[]job.Progress{{Stage: "reading", Total: 9}, {Done: 3, Stage: "reading", Total: 9}},
		},
		"the end before its time": {
			[]report{{0, "reading", time.Second}, {1, "reading", time.Second}},
			[]job.Progress{{Stage: "reading", Total: 9}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &table{job: job.Job{ID: "job_1", OrgID: "org_1"}}
				perform(t, s, func(ctx context.Context, in input) (output, error) {
					for _, r := range c.reports {
						in.Report(ctx, int(r.done), 9, r.stage)
						time.Sleep(r.lasts)
					}
					return output{Result: json.RawMessage(`{}`)}, nil
				})
				time.Sleep(time.Minute)
				if diff := cmp.Diff(c.want, s.noted); diff != "" {
					t.Errorf("what was kept mismatch (-want +got):\n%s", diff)
				}
			})
		})
	}
}
