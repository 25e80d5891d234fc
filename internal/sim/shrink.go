package sim

import (
	"maps"
	"slices"
	"testing"
)

// Shrink finds the least of a broken schedule's faults and operations with which the same
// invariant breaks, and runs it with a trace.
func Shrink(t *testing.T, out Outcome, o Options) Outcome {
	t.Helper()
	without, broken := map[string]bool{}, out.Broken
	try := func(names []string) bool {
		fewer := maps.Clone(without)
		for _, name := range names {
			fewer[name] = true
		}
		got := Run(t, out.Seed, Options{Without: fewer, Crawls: o.Crawls})
		if got.Broken != broken {
			return false
		}
		without, out = fewer, got
		return true
	}
	for before := -1; before != len(without); {
		before = len(without)
		for _, list := range [](func() []string){func() []string { return out.Acts }, func() []string { return out.Faults }} {
			drop(list, try)
		}
	}
	return Run(t, out.Seed, Options{Without: without, Trace: true, Crawls: o.Crawls})
}

// drop tries to leave out ever smaller parts of a list.
func drop(list func() []string, try func([]string) bool) {
	for size := len(list()); size > 0; size /= 2 {
		for part := range slices.Chunk(slices.Clone(list()), size) {
			try(part)
		}
	}
}
