package score

import (
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/tools/eval/corpus"
)

// tokenize returns the runs of letters, digits and underscores.
func tokenize(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
}

// words compares texts as bags of lower-case words, as WCXB does.
func words(found string, t corpus.Truth) Sample {
	s := bag(found, t)
	s.Kept, s.LetIn = share(found, t.With), share(found, t.Without)
	return s
}

// bag compares texts as bags of lower-case words.
func bag(found string, t corpus.Truth) Sample {
	return compare(found, t, func(want, got []string) (both float64) {
		left := make(map[string]int, len(want))
		for _, w := range want {
			left[w]++
		}
		for _, w := range got {
			if left[w] > 0 {
				left[w]--
				both++
			}
		}
		return both
	})
}

// compare judges by how many words both texts have, when neither is empty.
func compare(found string, t corpus.Truth, both func(want, got []string) float64) Sample {
	want, got := tokenize(strings.ToLower(t.Text)), tokenize(strings.ToLower(found))
	switch {
	case len(want) == 0 && len(got) == 0:
		return Sample{Precision: 1, Recall: 1, F1: 1}
	case len(want) == 0 || len(got) == 0:
		return Sample{}
	}
	n := both(want, got)
	s := Sample{Precision: n / float64(len(got)), Recall: n / float64(len(want))}
	s.F1 = harmonic(s.Precision, s.Recall)
	return s
}

// share reports how many of the phrases stand in the text, as they are but for case.
// Of none it is all, as WCXB counts.
func share(text string, phrases []string) float64 {
	if len(phrases) == 0 {
		return 1
	}
	text = strings.ToLower(text)
	n := 0
	for _, p := range phrases {
		if strings.Contains(text, strings.ToLower(p)) {
			n++
		}
	}
	return float64(n) / float64(len(phrases))
}

func sumWords(pages []Sample) Figures {
	var f Figures
	for _, s := range pages {
		f.Precision += s.Precision
		f.Recall += s.Recall
		f.F1 += s.F1
		f.Kept += s.Kept
		f.LetIn += s.LetIn
	}
	n := float64(len(pages))
	return Figures{
		F1: ratio(f.F1, n), Precision: ratio(f.Precision, n), Recall: ratio(f.Recall, n),
		Kept: ratio(f.Kept, n), LetIn: ratio(f.LetIn, n),
	}
}
