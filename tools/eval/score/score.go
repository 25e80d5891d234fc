// Package score judges found text as the authors of each set do, in our own words,
// and says how far chance may have moved a figure. It must not know where the text
// comes from.
package score

import "github.com/quarryapi/quarry/tools/eval/corpus"

// Sample is what one page adds to the figures. Which fields count is the measure's.
type Sample struct {
	TP, FP, FN            float64 // shares of shingles, or numbers of snippets
	Precision, Recall, F1 float64 // of words
	Kept, LetIn           float64 // shares of the snippets that belong there, and that do not
}

// Figures of a set of pages, each from 0 to 1.
type Figures struct {
	F1        float64 `json:"f1"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	Kept      float64 `json:"kept,omitzero"`  // share of phrases of the content that were found; WCXB
	LetIn     float64 `json:"letIn,omitzero"` // share of phrases of the rest that came along; WCXB
}

// Measure judges a page, and sums pages up.
type Measure struct {
	Page func(found string, t corpus.Truth) Sample
	Sum  func(pages []Sample) Figures
}

// Of returns the measure of that name.
func Of(m corpus.Measure) Measure {
	switch m {
	case corpus.Shingles:
		return Measure{Page: shingles, Sum: sumShingles}
	case corpus.Snippets:
		return Measure{Page: snippets, Sum: sumSnippets}
	case corpus.Bag:
		return Measure{Page: bag, Sum: sumWords}
	case corpus.Sequence:
		return Measure{Page: sequence, Sum: sumWords}
	case corpus.Words:
	}
	return Measure{Page: words, Sum: sumWords}
}

// ratio is zero of nothing.
func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

func harmonic(a, b float64) float64 { return ratio(2*a*b, a+b) }
