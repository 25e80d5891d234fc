package model_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/sim/model"
)

// leastStates is below what all scopes have together; a scope that shrinks by accident
// would prove less than it seems to.
const leastStates = 2_000_000

// TestProtocol: in no state that can be reached is anything wrong, and from each the end
// of all work can be reached.
func TestProtocol(t *testing.T) {
	t.Parallel()
	states, seen := 0, map[model.Action]bool{}
	for _, c := range model.Scopes() {
		found := model.Search(c, model.Whole)
		t.Logf("%s: %d states, %d steps, depth %d", c.Name, found.States, found.Steps, found.Depth)
		if found.Bad != model.Right {
			t.Errorf("%s: got %s by %q, want nothing wrong", c.Name, found.Bad, found.Trace)
		}
		states += found.States
		for action, times := range found.Done {
			seen[action] = seen[action] || times > 0
		}
	}
	if states < leastStates {
		t.Errorf("got %d states, want %d or more", states, leastStates)
	}
	for _, action := range model.Actions() {
		if !seen[action] {
			t.Errorf("got no step %q in any scope, want each action somewhere", action)
		}
	}
}

func scope(t *testing.T, name string) model.Scope {
	t.Helper()
	for _, c := range model.Scopes() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("got no scope %q, want one", name)
	return model.Scope{}
}

// TestBreaks: the search finds what comes of each condition that is left out, by the
// shortest way. A way that grows longer says that the model has lost a step.
func TestBreaks(t *testing.T) {
	t.Parallel()
	cases := map[model.Break]struct {
		scope string
		bad   model.Bad
		steps int
	}{
		model.BalanceUnchecked:       {"caps", model.MoneyLost, 2},
		model.SlotsUnchecked:         {"caps", model.SealWrong, 6},
		model.SealUnchecked:          {"caps", model.OverCap, 4},
		model.LoweredWithoutSeal:     {"caps", model.SealWrong, 2},
		model.GiverUnchecked:         {"caps", model.SealWrong, 6},
		model.RefusedByRows:          {"caps", model.UntrueRefusal, 9},
		model.RefusedByLostRace:      {"caps", model.UntrueRefusal, 6},
		model.DebitedAgain:           {"caps", model.MoneyLost, 3},
		model.KeyApart:               {"keys", model.TwoJobsOfAKey, 6},
		model.CachedWithoutEvent:     {"attempts", model.EventWrong, 2},
		model.JobLeaseUnchecked:      {"ends", model.TwoRuns, 10},
		model.JobClaimWithoutID:      {"workers", model.RunOfNobody, 8},
		model.RunsUnbounded:          {"workers", model.TooManyRuns, 13},
		model.ShareUnchecked:         {"share", model.OverShare, 14},
		model.PlaceKeptAtEnd:         {"share", model.PlacesWrong, 9},
		model.PlaceKeptLate:          {"ends", model.PlacesWrong, 9},
		model.ReleasedWithoutFence:   {"workers", model.StaleRelease, 11},
		model.FinishedWithoutFence:   {"ends", model.StaleEnd, 12},
		model.FinishedWithoutStatus:  {"ends", model.StaleEnd, 7},
		model.AnyEndTaken:            {"ends", model.OthersEnd, 7},
		model.SlotKept:               {"ends", model.RowWrong, 4},
		model.RefundForgotten:        {"ends", model.RefundedWrong, 4},
		model.EventForgotten:         {"whole", model.EventWrong, 9},
		model.QueuedNotSwept:         {"workers", model.NeverDrained, 3},
		model.DeadNotSwept:           {"workers", model.NeverDrained, 10},
		model.DeliveryLeaseUnchecked: {"attempts", model.TwoPosts, 7},
		model.DeliveryClaimWithoutID: {"attempts", model.PostOfNobody, 5},
		model.ClosedTwice:            {"late", model.TwoNext, 15},
		model.NextForgotten:          {"attempts", model.EventGivenUp, 7},
		model.DisabledByRead:         {"endpoint", model.EventGivenUp, 8},
		model.InactiveByRead:         {"endpoint", model.EventGivenUp, 8},
		model.DeliveriesNotSwept:     {"attempts", model.NeverDrained, 8},
	}
	for _, broken := range model.Breaks() {
		t.Run(broken.String(), func(t *testing.T) {
			t.Parallel()
			want, ok := cases[broken]
			if !ok {
				t.Fatalf("got no case of the break %q, want one", broken)
			}
			found := model.Search(scope(t, want.scope), broken)
			if found.Bad != want.bad || len(found.Trace) != want.steps {
				t.Errorf("got %q after %d steps %q, want %q after %d", found.Bad, len(found.Trace), found.Trace, want.bad, want.steps)
			}
		})
	}
}
