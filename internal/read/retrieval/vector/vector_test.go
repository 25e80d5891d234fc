package vector_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/retrieval/vector"
)

func TestScores(t *testing.T) {
	t.Parallel()
	texts := []string{
		"Photovoltaics in the northern harbours",
		"A photovoltaic roof for every harbour",
		"Bread is baked early",
		"",
	}
	s := vector.New(texts)
	got := s.Scores("photovoltaics harbour")
	if !(got[0] > 0.3 && got[1] > 0.3 && got[2] < 0.1 && got[3] == 0) {
		t.Errorf("got %v", got)
	}
	if same := s.Scores(texts[2])[2]; math.Abs(same-1) > 1e-9 {
		t.Errorf("a text has %v with itself", same)
	}
	if part := s.Scores("photovoltaically")[0]; part <= 0 {
		t.Error("parts of words count")
	}
	if a, b := s.Scores("bread")[2], s.Scores("bread zeppelin mountain")[2]; b >= a {
		t.Errorf("unknown words take nothing away: %v, %v", a, b)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	s := vector.New([]string{"a sea", "sea sea sea", "价格上涨", strings.Repeat("gauge ", 5000)})
	for _, query := range []string{"", "the", "sea", "gauge gauge gauge", "价格", "\xff\x00"} {
		for i, score := range s.Scores(query) {
			if !(score >= 0 && score <= 1) {
				t.Errorf("%q, text %d: %v", query, i, score)
			}
		}
	}
	if got := vector.New(nil).Scores("sea"); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestSameEveryTime(t *testing.T) {
	t.Parallel()
	texts := []string{
		"Tide gauges measure the height of the sea at a place, since 1831 without a break.",
		"The gauge of a railway is the distance between its rails: 1,435 mm in most countries.",
		"Heights are measured from a zero that differs from harbour to harbour.",
	}
	want := vector.New(texts).Scores("height of the sea in a harbour")
	for range 20 {
		if diff := cmp.Diff(want, vector.New(texts).Scores("height of the sea in a harbour")); diff != "" {
			t.Fatalf("Scores mismatch (-want +got):\n%s", diff)
		}
	}
}

func TestCosine(t *testing.T) {
	t.Parallel()
	nan := float32(math.NaN())
	tests := map[string]struct {
		a, b []float32
		want float64
	}{
		"same":             {[]float32{1, 2, 2}, []float32{2, 4, 4}, 1},
		"opposite":         {[]float32{1, 0}, []float32{-3, 0}, -1},
		"nothing common":   {[]float32{1, 0}, []float32{0, 1}, 0},
		"between":          {[]float32{1, 0}, []float32{1, 1}, 1 / math.Sqrt2},
		"other dimensions": {[]float32{1, 0}, []float32{1}, 0},
		"zero":             {[]float32{0, 0}, []float32{1, 1}, 0},
		"no number":        {[]float32{nan, 1}, []float32{1, 1}, 0},
		"none":             {nil, nil, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := vector.Cosine(test.a, test.b); math.Abs(got-test.want) > 1e-9 {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// BenchmarkSpace makes a space of 200 passages and asks one query.
func BenchmarkSpace(b *testing.B) {
	text := strings.Repeat("Tide gauges measure the height of the sea at a place without a break. ", 12)
	texts := make([]string, 200)
	for i := range texts {
		texts[i] = text[i:]
	}
	b.ReportAllocs()
	for b.Loop() {
		vector.New(texts).Scores("height of the sea in a harbour")
	}
}
