package score

import (
	"strings"

	"github.com/quarryapi/quarry/tools/eval/corpus"
)

// shingle is how many words in a row are compared, as the
// article-extraction-benchmark does.
const shingle = 4

// shingles compares runs of words. What a page adds is a share, so that long pages
// do not count for more.
func shingles(found string, t corpus.Truth) Sample {
	want, got := countShingles(t.Text), countShingles(found)
	var s Sample
	for key, n := range want {
		s.TP += float64(min(n, got[key]))
		s.FN += float64(max(0, n-got[key]))
	}
	for key, n := range got {
		s.FP += float64(max(0, n-want[key]))
	}
	if all := s.TP + s.FP + s.FN; all > 0 {
		s.TP, s.FP, s.FN = s.TP/all, s.FP/all, s.FN/all
	}
	return s
}

// countShingles counts runs of words; a text of fewer words is one run.
func countShingles(text string) map[string]int {
	tokens := tokenize(text)
	counts := make(map[string]int, len(tokens))
	if len(tokens) == 0 {
		return counts
	}
	for i := range max(1, len(tokens)-shingle+1) {
		counts[strings.Join(tokens[i:min(len(tokens), i+shingle)], " ")]++
	}
	return counts
}

// sumShingles takes precision of pages for which something was found, and recall of
// those that have something to find.
func sumShingles(pages []Sample) Figures {
	var precision, recall, found, full float64
	for _, s := range pages {
		if s.TP+s.FP > 0 {
			precision += s.TP / (s.TP + s.FP)
			found++
		}
		if s.TP+s.FN > 0 {
			recall += s.TP / (s.TP + s.FN)
			full++
		}
	}
	f := Figures{Precision: ratio(precision, found), Recall: ratio(recall, full)}
	f.F1 = harmonic(f.Precision, f.Recall)
	return f
}
