package sim_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sim"
)

// TestSchedulesHandOver: without a job that goes to another function, its invariants hold nothing.
//
//nolint:paralleltest // the process's randomness is the schedule's
func TestSchedulesHandOver(t *testing.T) {
	handed := 0
	for seed := range uint64(30) {
		handed += sim.Run(t, seed+1, sim.Options{}).HandedOver
	}
	if handed < 10 {
		t.Errorf("got %d jobs that were handed over by 30 schedules, want 10 or more", handed)
	}
}
