package features_test

import (
	"slices"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
)

// TestFloorModelFits is TestModelFits for the model that is asked about summaries.
func TestFloorModelFits(t *testing.T) {
	t.Parallel()
	m := score.Floor()
	if got, want := m.Width(), features.SummaryWidth(); got != want {
		t.Errorf("got a model of %d numbers, want one of the %d that a summary has: train it anew (make train)", got, want)
	}
	if got, want := m.Features, features.SummaryHash(); got != want {
		t.Errorf("floor.bin was trained with the summaries %s, and these are %s: undo the change, or train the models anew (make train)", got, want)
	}
}

// TestSummary: blocks count by their words, those that are sure apart from those in doubt, and hopeless ones not.
func TestSummary(t *testing.T) {
	t.Parallel()
	names := features.Names()
	words := slices.Index(names, "own.words")
	block := func(n float32) []float32 {
		row := make([]float32, len(names))
		row[words] = n
		return row
	}
	s := features.NewSummary()
	s.Add(block(10), 10, 0.9)
	s.Add(block(30), 30, 0.7)
	s.Add(block(5), 5, 0.5)
	s.Add(block(99), 99, 0.05)
	row := s.Row(features.Outlook{Floor: 0.4, F1: 0.8, Expected: 40, Words: 160, Reach: [7]float64{60, 40, 20, 10, 5, 2, 1}})
	features.Ask(row, 0.4, 0.65)
	if got, want := row[:13], []float32{1.5, 1, 0.5, 0.25, 0.125, 0.05, 0.025, 0.4, 0.8, 40, 0.25, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v of the scores, want %v", got, want)
	}
	means := row[len(row)-2-7-16:]
	if got, want := [2]float32{means[0], means[7]}, [2]float32{25, 5}; got != want {
		t.Errorf("got blocks of %v words, sure and in doubt, want %v", got, want)
	}
	if got, want := row[len(row)-2:], []float32{0.65, 0.65 - float32(0.4)}; !slices.Equal(got, want) {
		t.Errorf("got %v asked, want %v", got, want)
	}
	if none := features.NewSummary().Row(features.Outlook{}); none[len(none)-3] != -2 {
		t.Errorf("got %v for the mean of no blocks, want -2", none[len(none)-3])
	}
}
