package bm25_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/retrieval/bm25"
)

func TestScores(t *testing.T) {
	t.Parallel()
	x := bm25.New([]string{
		"Tide gauges measure the sea.",
		"A gauge. The gauge of a railway is a distance, and not at all the sea's height or another thing that somebody measures.",
		"Bread is baked early.",
	})
	got := x.Scores("gauges measuring gauge")
	if !(got[0] > got[1] && got[1] > 0 && got[2] == 0) {
		t.Errorf("the short text with both words is first, the one with neither has nothing: %v", got)
	}
	// Worked out by hand: n = 3, df = 2 for both stems, lengths 4, 9 and 3 words.
	idf := math.Log(1 + 1.5/2.5)
	damp := 1.2 * (0.25 + 0.75*4/(16.0/3))
	if want := 2 * idf * 2.2 / (1 + damp); math.Abs(got[0]-want) > 1e-9 {
		t.Errorf("got %v, want %v", got[0], want)
	}
}

func TestCommonWordsCountSomething(t *testing.T) {
	t.Parallel()
	for _, score := range bm25.New([]string{"sea", "sea", "sea wall"}).Scores("sea") {
		if score <= 0 {
			t.Errorf("a word of all texts has %v", score)
		}
	}
}

func TestNormalised(t *testing.T) {
	t.Parallel()
	x := bm25.New([]string{"sea sea", "sea wall", "bread"})
	got := x.Normalised("sea")
	if got[0] != 1 || got[1] <= 0 || got[1] >= 1 || got[2] != 0 {
		t.Errorf("got %v", got)
	}
	if diff := cmp.Diff([]float64{0, 0, 0}, x.Normalised("mountain")); diff != "" {
		t.Errorf("nothing matches (-want +got):\n%s", diff)
	}
}

func TestEmpty(t *testing.T) {
	t.Parallel()
	if got := bm25.New(nil).Normalised("sea"); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	if diff := cmp.Diff([]float64{0, 0}, bm25.New([]string{"", "the"}).Scores("the sea")); diff != "" {
		t.Errorf("Scores mismatch (-want +got):\n%s", diff)
	}
}

func TestSameEveryTime(t *testing.T) {
	t.Parallel()
	texts := documents(5, 2000)
	want := bm25.New(texts).Scores("ba ca da ga fe lo mi")
	for range 5 {
		got := bm25.New(texts).Scores("mi lo fe ga da ca ba")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("the order of a query's words matters (-want +got):\n%s", diff)
		}
	}
}

// documents makes texts of two-syllable words, some of which are frequent.
func documents(n, size int) []string {
	dice := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ba ca da ga fe lo mi nu po ra se ti vo xu ze")
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for b.Len() < size {
			for range 1 + dice.IntN(3) {
				b.WriteString(syllables[int(dice.ExpFloat64()*4)%len(syllables)])
			}
			b.WriteByte(' ')
		}
		texts[i] = b.String()
	}
	return texts
}

// BenchmarkBM25 indexes 15 documents of about 20 kB and asks ten queries.
func BenchmarkBM25(b *testing.B) {
	texts := documents(15, 20<<10)
	b.SetBytes(15 * 20 << 10)
	b.ReportAllocs()
	for b.Loop() {
		x := bm25.New(texts)
		for range 10 {
			x.Scores("bada gafe lomi nupo ra")
		}
	}
}
