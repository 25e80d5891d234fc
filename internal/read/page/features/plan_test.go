package features_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// TestPlan: whatever is asked for in whatever round is what a whole row has, and blocks may stop after
// any round.
func TestPlan(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("../extract/testdata/forum.html")
	if err != nil {
		t.Fatal(err)
	}
	doc := dom.Parse(body)
	cut, head := segment.Cut(dom.Body(doc)), features.HeadOf(doc)
	random := rand.New(rand.NewPCG(16, 12))
	for range 20 {
		const rounds = 3
		asked, known := make([][]bool, rounds), make([][]bool, rounds) // until a round
		for r := range asked {
			asked[r], known[r] = make([]bool, features.Width()), make([]bool, features.Width())
		}
		for at := range features.Width() {
			first := random.IntN(2 * rounds)
			for r := first; r < rounds; r++ {
				asked[r][at], known[r][at] = r == first, true
			}
		}
		whole, some := features.Of(cut, head), features.Of(cut, head)
		some.Follow(features.PlanOf(asked))
		for i := range cut.Blocks {
			want := whole.Row(i)
			for r := range 1 + random.IntN(rounds) {
				for at, got := range some.Round(i, r) {
					if known[r][at] && got != want[at] {
						t.Fatalf("block %d, round %d: got %v of %s, want %v", i, r, got, features.Names()[at], want[at])
					}
				}
			}
		}
	}
}
