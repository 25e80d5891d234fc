package sim_test

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/sim"
)

var (
	seed      = flag.Uint64("seed", 0, "the one schedule to run, with its trace")
	first     = flag.Uint64("first", 1, "the first seed")
	schedules = flag.Int("schedules", 300, "how many schedules to run")
	within    = flag.Duration("within", 0, "the most time to take; 0 is any")
)

// TestSchedules runs schedules by their seeds until one breaks an invariant.
func TestSchedules(t *testing.T) {
	if *seed != 0 {
		report(t, sim.Run(t, *seed, sim.Options{Trace: true}))
		return
	}
	began, calls, n := time.Now(), 0, 0
	for ; n < *schedules && (*within == 0 || time.Since(began) < *within); n++ {
		out := sim.Run(t, *first+uint64(n), sim.Options{})
		calls += out.Calls
		if out.Broken != "" {
			report(t, sim.Shrink(t, out))
			break
		}
	}
	t.Logf("%d schedules, seeds %d to %d, %d calls, in %s", n, *first, *first+uint64(n)-1, calls, time.Since(began).Round(time.Millisecond))
}

// report fails with a broken schedule's trace.
func report(t *testing.T, out sim.Outcome) {
	t.Helper()
	t.Logf("%s", strings.Join(out.Trace, "\n"))
	if out.Broken != "" {
		t.Errorf("seed %d: got %s, want: %s (faults %v, operations %v)", out.Seed, out.Detail, out.Broken, out.Faults, out.Acts)
	}
}
