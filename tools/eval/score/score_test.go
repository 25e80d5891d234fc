package score_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/score"
)

var near = cmpopts.EquateApprox(0, 1e-9)

// page is a text that was found on a page, and what should have been.
type page struct {
	found string
	truth corpus.Truth
}

func sum(m corpus.Measure, pages ...page) score.Figures {
	measure := score.Of(m)
	var samples []score.Sample
	for _, p := range pages {
		samples = append(samples, measure.Page(p.found, p.truth))
	}
	return measure.Sum(samples)
}

// The figures of each set are those that its authors' own programs give.
func TestFigures(t *testing.T) {
	t.Parallel()
	text := func(found, want string) page { return page{found, corpus.Truth{Text: want}} }
	phrases := page{"The tide\u00a0 rose\nat noon. Menu", corpus.Truth{With: []string{"The tide rose", "at dawn"}, Without: []string{"Menu", "menu"}}}
	cases := map[string]struct {
		measure corpus.Measure
		pages   []page
		want    score.Figures
	}{
		"shingles of the same words":    {corpus.Shingles, []page{text("a b, c d e.", "a b c d e")}, score.Figures{F1: 1, Precision: 1, Recall: 1}},
		"shingles, one word more":       {corpus.Shingles, []page{text("a b c d e", "a b c d")}, score.Figures{F1: 2. / 3, Precision: 1. / 2, Recall: 1}},
		"shingles mind case":            {corpus.Shingles, []page{text("A b c d", "a b c d")}, score.Figures{}},
		"shingles of short texts":       {corpus.Shingles, []page{text("a b", "a b")}, score.Figures{F1: 1, Precision: 1, Recall: 1}},
		"shingles, nothing found once":  {corpus.Shingles, []page{text("", "a b c d"), text("a b c d", "a b c d")}, score.Figures{F1: 2. / 3, Precision: 1, Recall: 1. / 2}},
		"shingles, nothing to be found": {corpus.Shingles, []page{text("a", ""), text("a b c d", "a b c d")}, score.Figures{F1: 2. / 3, Precision: 1. / 2, Recall: 1}},
		"shingles that come twice":      {corpus.Shingles, []page{text("a a a a", "a a a a a")}, score.Figures{F1: 2. / 3, Precision: 1, Recall: 1. / 2}},
		"words without case":            {corpus.Words, []page{text("B a", "A b")}, score.Figures{F1: 1, Precision: 1, Recall: 1, Kept: 1, LetIn: 1}},
		"words that come twice":         {corpus.Words, []page{text("a b b b", "a b")}, score.Figures{F1: 2. / 3, Precision: 1. / 2, Recall: 1, Kept: 1, LetIn: 1}},
		"words of nothing":              {corpus.Words, []page{text("", "")}, score.Figures{F1: 1, Precision: 1, Recall: 1, Kept: 1, LetIn: 1}},
		"words where there are none":    {corpus.Words, []page{text("a", ""), text("", "a")}, score.Figures{Kept: 1, LetIn: 1}},
		"words, each page alike":        {corpus.Words, []page{text("a", "a"), text("x", strings.Repeat("y ", 99))}, score.Figures{F1: .5, Precision: .5, Recall: .5, Kept: 1, LetIn: 1}},
		"words in other scripts":        {corpus.Words, []page{text("Ёлка 灯台 x_1 ½", "ёлка·灯台—x_1 ½")}, score.Figures{F1: 1, Precision: 1, Recall: 1, Kept: 1, LetIn: 1}},
		"a bag, with its parts moved":   {corpus.Bag, []page{text("c d a b", "a b c d")}, score.Figures{F1: 1, Precision: 1, Recall: 1}},
		"a sequence, its parts moved":   {corpus.Sequence, []page{text("c d A b", "a b c d")}, score.Figures{F1: .5, Precision: .5, Recall: .5}},
		"a sequence with gaps":          {corpus.Sequence, []page{text("a x b y c", "a b z c")}, score.Figures{F1: 2. / 3, Precision: 3. / 5, Recall: 3. / 4}},
		"a sequence of nothing":         {corpus.Sequence, []page{text("", ""), text("a", "")}, score.Figures{F1: .5, Precision: .5, Recall: .5}},
		"phrases as they stand":         {corpus.Words, []page{{"The TIDE rose", corpus.Truth{Text: "the tide", With: []string{"the tide", "at noon"}, Without: []string{"Menu"}}}}, score.Figures{F1: .8, Precision: 2. / 3, Recall: 1, Kept: .5}},
		"snippets":                      {corpus.Snippets, []page{phrases}, score.Figures{F1: .5, Precision: .5, Recall: .5}},
		"snippets, nothing found":       {corpus.Snippets, []page{{"", phrases.truth}}, score.Figures{}},
		"snippets of pages together":    {corpus.Snippets, []page{phrases, {"a b", corpus.Truth{With: []string{"a", "b"}}}}, score.Figures{F1: .75, Precision: .75, Recall: .75}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, sum(c.measure, c.pages...), near); diff != "" {
				t.Errorf("sum mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	texts := rapid.StringOfN(rapid.RuneFrom([]rune("abc äЖ_1.\n")), 0, 40, -1)
	rapid.Check(t, func(t *rapid.T) {
		found, want := texts.Draw(t, "found"), texts.Draw(t, "want")
		truth := corpus.Truth{Text: want, With: []string{want + "a"}, Without: []string{"b"}}
		for _, m := range []corpus.Measure{corpus.Shingles, corpus.Words, corpus.Snippets} {
			f := sum(m, page{found, truth})
			for _, v := range []float64{f.F1, f.Precision, f.Recall, f.Kept, f.LetIn} {
				if math.IsNaN(v) || v < 0 || v > 1+1e-9 {
					t.Fatalf("%s: %+v", m, f)
				}
			}
			same := sum(m, page{want + "a", truth})
			if same.Recall < f.Recall-1e-9 && m == corpus.Snippets {
				t.Fatalf("%s: the truth has recall %v, another text %v", m, same.Recall, f.Recall)
			}
		}
	})
}

func TestIntervals(t *testing.T) {
	t.Parallel()
	m := score.Of(corpus.Words)
	var mixed, worse, same []score.Sample
	for i := range 100 {
		f1 := float64(i%2) * .8
		mixed, worse, same = append(mixed, score.Sample{F1: f1 + .1}), append(worse, score.Sample{F1: f1}), append(same, score.Sample{F1: .7})
	}
	spread := score.Spread(mixed, m)
	// The mean of 100 pages at 0.1 or 0.9 has a standard error of 0.04.
	if spread.Low < .40 || spread.Low > .44 || spread.High < .56 || spread.High > .60 {
		t.Errorf("the interval around 0.5 is %+v", spread)
	}
	if again := score.Spread(mixed, m); again != spread {
		t.Errorf("the same pages give %+v and %+v", spread, again)
	}
	// Pages that are hard for both do not hide a lead that is the same everywhere.
	if diff := cmp.Diff(score.Interval{Low: .1, High: .1}, score.Lead(mixed, worse, m), near); diff != "" {
		t.Errorf("Lead mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(score.Interval{Low: .7, High: .7}, score.Spread(same, m), near); diff != "" {
		t.Errorf("Spread mismatch (-want +got):\n%s", diff)
	}
	if got := score.Spread(nil, m); got != (score.Interval{}) {
		t.Errorf("no page has the interval %+v", got)
	}
}

// TestSequencesOfAnyLength holds the count of 64 words at a time to the plain table of lengths.
func TestSequencesOfAnyLength(t *testing.T) {
	t.Parallel()
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 1, 200)
	rapid.Check(t, func(t *rapid.T) {
		a, b := words.Draw(t, "a"), words.Draw(t, "b")
		table := make([][]int, len(a)+1)
		table[0] = make([]int, len(b)+1)
		for i := range a {
			table[i+1] = make([]int, len(b)+1)
			for k := range b {
				table[i+1][k+1] = max(table[i][k+1], table[i+1][k])
				if a[i] == b[k] {
					table[i+1][k+1] = table[i][k] + 1
				}
			}
		}
		got := sum(corpus.Sequence, page{strings.Join(b, " "), corpus.Truth{Text: strings.Join(a, " ")}})
		if want := float64(table[len(a)][len(b)]) / float64(len(a)); math.Abs(got.Recall-want) > 1e-9 {
			t.Fatalf("got recall %v of %v in %v, want %v", got.Recall, a, b, want)
		}
	})
}
