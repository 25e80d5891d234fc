package fusion_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/read/retrieval/fusion"
)

func TestRank(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		lists [][]string
		want  []fusion.Scored
	}{
		"agreement beats one first place": {
			[][]string{{"a", "b", "c"}, {"d", "b", "c"}},
			[]fusion.Scored{{ID: "b", Score: 2.0 / 62}, {ID: "c", Score: 2.0 / 63}, {ID: "a", Score: 1.0 / 61}, {ID: "d", Score: 1.0 / 61}},
		},
		"repeats count once": {
			[][]string{{"a", "a", "b"}},
			[]fusion.Scored{{ID: "a", Score: 1.0 / 61}, {ID: "b", Score: 1.0 / 62}},
		},
		"nothing": {nil, []fusion.Scored{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, fusion.Rank(test.lists...), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("Rank mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
