package sim_test

import (
	"flag"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/sim"
)

var (
	seed      = flag.Uint64("seed", 0, "the one schedule to run, with its trace")
	first     = flag.Uint64("first", 1, "the first seed")
	schedules = flag.Int("schedules", 300, "how many schedules to run")
	all       = flag.Bool("all", false, "go on after a broken schedule, and count them by invariant")
	noshrink  = flag.Bool("noshrink", false, "report a broken schedule as it is")
	within    = flag.Duration("within", 0, "the most time to take; 0 is any")
	crawls    = flag.Int("crawls", 300, "how many schedules of crawls to run")
)

// TestMain gives the process one thread of Go, as schedules have, and lets it spend memory
// for speed: a schedule is garbage once it is over.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(800)
	m.Run()
}

// TestSchedules runs schedules by their seeds until one breaks an invariant.
//
//nolint:paralleltest // the process's randomness is the schedule's
func TestSchedules(t *testing.T) { run(t, *schedules, sim.Options{}) }

// TestCrawls runs schedules of crawls: each URL is fetched and charged once, the counts are those of the rows,
// and every crawl ends.
//
//nolint:paralleltest // the process's randomness is the schedule's
func TestCrawls(t *testing.T) { run(t, *crawls, sim.Options{Crawls: true}) }

// run makes so many schedules, within the time that the command line leaves.
func run(t *testing.T, most int, o sim.Options) {
	t.Helper()
	if *seed != 0 {
		o.Trace = true
		report(t, sim.Run(t, *seed, o))
		return
	}
	began, calls, n, broken := time.Now(), 0, 0, map[string][]uint64{}
	for ; n < most && (*within == 0 || time.Since(began) < *within); n++ {
		if n > 0 && n%1000 == 0 {
			t.Logf("%d schedules, in %s", n, time.Since(began).Round(time.Second))
		}
		out := sim.Run(t, *first+uint64(n), o)
		calls += out.Calls
		switch {
		case out.Broken == "":
		case *all:
			broken[out.Broken] = append(broken[out.Broken], out.Seed)
		case *noshrink:
			report(t, out)
			return
		default:
			report(t, sim.Shrink(t, out, o))
			return
		}
	}
	for invariant, seeds := range broken {
		t.Errorf("got %d schedules that break %q, want none; the first are %v", len(seeds), invariant, seeds[:min(len(seeds), 8)])
	}
	t.Logf("%d schedules, seeds %d to %d, %d calls, in %s", n, *first, *first+uint64(n)-1, calls, time.Since(began).Round(time.Millisecond))
}

// TestASeedRepeatsItsSchedule: what a trace shows happens again with the seed, but where a busy machine took the processor
// away between two actors of one moment: rarely, and not again.
//
//nolint:paralleltest // the process's randomness is the schedule's
func TestASeedRepeatsItsSchedule(t *testing.T) {
	again := 2 // of all seeds together
	for seed := uint64(1); seed <= 100; seed++ {
		want := sim.Run(t, seed, sim.Options{Trace: true})
		got := sim.Run(t, seed, sim.Options{Trace: true})
		diff := cmp.Diff(want, got)
		switch {
		case diff == "":
		case again > 0:
			again--
			seed--
		default:
			t.Fatalf("seed %d: outcome mismatch (-first +second):\n%s", seed, diff)
		}
	}
}

// TestRegressions runs the schedules that have found something, each by what it found.
//
//nolint:paralleltest // the process's randomness is the schedule's
func TestRegressions(t *testing.T) {
	for name, seed := range map[string]uint64{
		"a look at a job that was paid for fails, and the call answered 503":             2,
		"410 of an endpoint ends its event before the endpoint is disabled":              3,
		"the answer to a delivery's claim is lost, and its sender took it for another's": 111,
		"a postponed delivery is no claim that is left behind":                           25,
	} {
		if out := sim.Run(t, seed, sim.Options{}); out.Broken != "" {
			t.Errorf("%s: seed %d: got %s, want: %s", name, seed, out.Detail, out.Broken)
		}
	}
}

// report fails with a broken schedule's trace.
func report(t *testing.T, out sim.Outcome) {
	t.Helper()
	t.Logf("%s", strings.Join(out.Trace, "\n"))
	if out.Broken != "" {
		t.Errorf("seed %d: got %s, want: %s (faults %v, operations %v)", out.Seed, out.Detail, out.Broken, out.Faults, out.Acts)
	}
}
