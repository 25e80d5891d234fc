package features_test

import (
	"slices"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/features"
)

// TestSummarized: what a summary has the mean of is known when a block is added, and nothing is asked for twice.
func TestSummarized(t *testing.T) {
	t.Parallel()
	at := func(name string) int { return slices.Index(features.Names(), name) }
	sure, doubted, other := at("item.same"), at("named.footer"), at("own.commas")
	asked := [][]bool{make([]bool, features.Width()), make([]bool, features.Width()), make([]bool, features.Width())}
	asked[1][sure], asked[0][doubted], asked[1][other] = true, true, true
	got := features.Summarized(asked)
	for name, c := range map[string]struct{ feature, round int }{
		"of blocks that are sure, asked for too late": {sure, 0},
		"of blocks in doubt, asked for before":        {doubted, 0},
		"of blocks in doubt, not asked for":           {at("above.footer"), 2},
		"of neither":                                  {other, 1},
	} {
		for round := range got {
			if is, want := got[round][c.feature], round == c.round; is != want {
				t.Errorf("%s: got asked %v in round %d, want %v", name, is, round, want)
			}
		}
	}
	if !asked[1][sure] {
		t.Error("got the model's own rounds changed, want a copy")
	}
}
