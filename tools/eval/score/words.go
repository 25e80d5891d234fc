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
	want, got := tokenize(strings.ToLower(t.Text)), tokenize(strings.ToLower(found))
	s := Sample{Kept: share(found, t.With), LetIn: share(found, t.Without)}
	switch {
	case len(want) == 0 && len(got) == 0:
		s.Precision, s.Recall, s.F1 = 1, 1, 1
		return s
	case len(want) == 0 || len(got) == 0:
		return s
	}
	left := make(map[string]int, len(want))
	for _, w := range want {
		left[w]++
	}
	both := 0.0
	for _, w := range got {
		if left[w] > 0 {
			left[w]--
			both++
		}
	}
	s.Precision, s.Recall = both/float64(len(got)), both/float64(len(want))
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
