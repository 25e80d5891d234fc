package metrics_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/local/metrics"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// TestHourForgets: what is older than an hour is not counted, also where its minute comes again.
func TestHourForgets(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	h := metrics.NewHour(func() time.Time { return now })
	call := func(name string, err error) { h.Called(t.Context(), upstream.Called{Name: name, Err: err}) }
	call("crux", nil)
	now = now.Add(30 * time.Minute)
	call("crux", nil)
	call("crux", errs.Of(errs.UpstreamTimeout))
	call("brave", errs.Of(errs.UpstreamBlocked))
	both := map[string]*metrics.Tally{
		"crux":  {Calls: 3, Failed: map[errs.Code]int64{errs.UpstreamTimeout: 1}},
		"brave": {Calls: 1, Failed: map[errs.Code]int64{errs.UpstreamBlocked: 1}},
	}
	for _, c := range []struct {
		later time.Duration
		want  map[string]*metrics.Tally
	}{
		{29 * time.Minute, both},
		{time.Minute, map[string]*metrics.Tally{"crux": {Calls: 2, Failed: both["crux"].Failed}, "brave": both["brave"]}},
		{30 * time.Minute, map[string]*metrics.Tally{}},
	} {
		now = now.Add(c.later)
		if diff := cmp.Diff(c.want, h.Report()); diff != "" {
			t.Errorf("at %s: tallies mismatch (-want +got):\n%s", now.Format(time.TimeOnly), diff)
		}
	}
	call("crux", nil)
	if got := h.Report()["crux"].Calls; got != 1 {
		t.Errorf("the same minute an hour later: got %d calls, want 1", got)
	}
}
