package linear_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// asked is a call at a moment of the service's clock, which stands still while calls are
// under way.
type asked struct{ now time.Time }

type let struct {
	granted, unknown bool
}

// again is how often the SDK makes one call at most. One whose answer was lost takes from
// the limit once more when another call came between: the row remembers the last alone.
const again = 4

// limitModel is GCRA: a call is granted when the limit allows it, and denied only when it
// does not.
func limitModel(limit int) porcupine.Model {
	interval := ratelimit.Interval(limit)
	return (&porcupine.NondeterministicModel{
		Init:  func() []any { return []any{time.Time{}} },
		Equal: func(a, b any) bool { return a == b },
		Step: func(state, input, out any) []any {
			tat, now, l := state.(time.Time), input.(asked).now, out.(let) //nolint:errcheck,forcetypeassert // of this model
			var taken []any
			for at := tat; len(taken) < again && !at.After(ratelimit.Latest(now, interval)); {
				if at.Before(now) {
					at = now
				}
				at = at.Add(interval)
				taken = append(taken, at)
			}
			switch {
			case l.unknown:
				return append(taken, tat)
			case l.granted:
				return taken
			case len(taken) < again: // lost answers can have taken what was left
				if len(taken) == 0 {
					return []any{tat}
				}
				return taken[len(taken)-1:]
			}
			return nil
		},
		DescribeOperation: func(input, out any) string { return fmt.Sprintf("%+v → %+v", input, out) },
	}).ToModel()
}

func limitHistory(t *testing.T, limit int, seed uint64, spoil func(store.DB) store.DB) []porcupine.Operation {
	t.Helper()
	s := setup(t, setting{credits: 1000, limit: 1000, shards: 1, rate: limit, seed: seed, spoil: spoil})
	var (
		mu  sync.Mutex
		ops []porcupine.Operation
	)
	for range 4 {
		var wait sync.WaitGroup
		for client := range clients {
			wait.Go(func() {
				for range 4 {
					from := s.at()
					a := s.create(t.Context(), "x", 1, "")
					to, out := s.at(), let{granted: a.status == http.StatusAccepted, unknown: a.unknown()}
					if out.unknown {
						to = int64(time.Hour)
					}
					mu.Lock()
					ops = append(ops, porcupine.Operation{ClientId: client, Input: asked{s.clock.Now()}, Call: from, Output: out, Return: to})
					mu.Unlock()
				}
			})
		}
		wait.Wait()
		s.clock.Move(2 * ratelimit.Interval(limit))
	}
	return ops
}

// TestLimits: no more calls than the limit are granted, and none is denied that it allows.
func TestLimits(t *testing.T) {
	t.Parallel()
	for seed := range uint64(*seeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			const limit = 6
			inOrder(t, limitModel(limit), limitHistory(t, limit, seed, nil))
		})
	}
}
