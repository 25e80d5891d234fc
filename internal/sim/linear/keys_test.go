package linear_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/quarryapi/quarry/internal/serve/store"
)

var seeds = flag.Int("linear.seeds", 2, "how many histories of each sort are recorded")

// keyed is a call with a key, and made the job that it was told.
type (
	keyed struct{ key string }
	made  struct {
		job      string // "" is unknown
		replayed bool
	}
)

// somebodys is a key's job that was made by a call whose answer nobody has.
const somebodys = "?"

// keysModel: the first call with a key makes its job, and every other gives that one.
func keysModel() porcupine.Model {
	return (&porcupine.NondeterministicModel{
		Partition: func(ops []porcupine.Operation) [][]porcupine.Operation {
			byKey := map[string][]porcupine.Operation{}
			for _, o := range ops {
				k := o.Input.(keyed).key //nolint:errcheck,forcetypeassert // of this model
				byKey[k] = append(byKey[k], o)
			}
			var parts [][]porcupine.Operation
			for _, part := range byKey {
				parts = append(parts, part)
			}
			return parts
		},
		Init:  func() []any { return []any{""} },
		Equal: func(a, b any) bool { return a == b },
		Step: func(state, _, out any) []any {
			has, m := state.(string), out.(made) //nolint:errcheck,forcetypeassert // of this model
			switch {
			case m.job == "" && has == "":
				return []any{"", somebodys}
			case m.job == "":
				return []any{has}
			case has == "" && !m.replayed:
				return []any{m.job}
			case m.replayed && (has == m.job || has == somebodys):
				return []any{m.job}
			}
			return nil
		},
		DescribeOperation: func(input, out any) string { return fmt.Sprintf("%+v → %+v", input, out) },
	}).ToModel()
}

func keysHistory(t *testing.T, seed uint64, spoil func(store.DB) store.DB) []porcupine.Operation {
	t.Helper()
	s := setup(t, setting{credits: 1000, limit: 1000, shards: 2, rate: 100_000, seed: seed, spoil: spoil})
	var (
		mu   sync.Mutex
		ops  []porcupine.Operation
		wait sync.WaitGroup
	)
	for client := range clients {
		dice := rand.New(rand.NewPCG(seed, uint64(1+client)))
		wait.Go(func() {
			for range calls {
				key := fmt.Sprintf("k%d", dice.IntN(6))
				from := s.at()
				a := s.create(t.Context(), "same", 1, key)
				to, out := s.at(), made{a.text("jobId"), a.replayed}
				if a.status != http.StatusAccepted && a.status != http.StatusOK {
					to, out = int64(time.Hour), made{}
				}
				mu.Lock()
				ops = append(ops, porcupine.Operation{ClientId: client, Input: keyed{key}, Call: from, Output: out, Return: to})
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return ops
}

// TestKeys: a key has one job, whoever asks and however often.
func TestKeys(t *testing.T) {
	t.Parallel()
	for seed := range uint64(*seeds) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			inOrder(t, keysModel(), keysHistory(t, seed, nil))
		})
	}
}
