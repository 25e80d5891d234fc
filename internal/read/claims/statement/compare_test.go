package statement_test

import (
	"os"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

// labels of the set: what a careful reader says of the second sentence.
var labels = map[string]statement.Relation{
	"supports": statement.Supports, "contradicts": statement.Contradicts, "unrelated": statement.Unrelated,
}

// tally counts answers for one relation.
type tally struct{ right, given, wanted int }

func (c tally) precision() float64 { return float64(c.right) / float64(max(1, c.given)) }
func (c tally) recall() float64    { return float64(c.right) / float64(max(1, c.wanted)) }

// measure compares the pairs of a file: claim, sentence and the title above the sentence.
func measure(t *testing.T, path string) map[statement.Relation]tally {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tallies := map[statement.Relation]tally{}
	for line := range strings.Lines(string(data)) {
		part := strings.Split(strings.TrimRight(line, "\n"), "\t")
		want, ok := labels[part[0]]
		if !ok || len(part) != 4 {
			t.Fatalf("%s: got line %q, want ok true, 4 in part", path, line)
		}
		got, share := statement.Compare(statement.Read(part[1]), statement.Read(part[2]), statement.Context{Title: statement.Read(part[3])})
		if got != want {
			t.Logf("%s, got %d with %.2f: %s | %s", part[0], got, share, part[1], part[2])
		}
		count := func(r statement.Relation, right, given, wanted int) {
			c := tallies[r]
			tallies[r] = tally{c.right + right, c.given + given, c.wanted + wanted}
		}
		if got == want {
			count(got, 1, 1, 1)
		} else {
			count(got, 0, 1, 0)
			count(want, 0, 0, 1)
		}
	}
	return tallies
}

// TestLabelled holds the figures that are reached on sets of our own making. Rules were
// written with pairs before the eyes, and mended after a first look at held (precision 1.00
// of both stances then) and at reports (1.00 of support, 0.75 of contradiction); fresh was
// measured once, when all rules stood. What they lack is paraphrase: recall falls where a
// report says it in words of its own.
func TestLabelled(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ precision, recall float64 }{
		"testdata/pairs.tsv":   {1, 1},
		"testdata/held.tsv":    {1, 0.8},
		"testdata/reports.tsv": {1, 0.8},
		"testdata/fresh.tsv":   {1, 1},
	}
	for path, least := range tests {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			got := measure(t, path)
			for name, r := range labels {
				t.Logf("%s: precision %.2f, recall %.2f (%d of %d, %d wanted)", name, got[r].precision(), got[r].recall(), got[r].right, got[r].given, got[r].wanted)
				if r != statement.Unrelated && (got[r].precision() < least.precision || got[r].recall() < least.recall) {
					t.Errorf("%s: precision %.2f, recall %.2f", name, got[r].precision(), got[r].recall())
				}
			}
		})
	}
}
