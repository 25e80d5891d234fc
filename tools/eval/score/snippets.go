package score

import (
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/tools/eval/corpus"
)

// snippets counts which phrases came along, spaces being alike, as trafilatura's
// evaluation does.
func snippets(found string, t corpus.Truth) Sample {
	text := normalize(found)
	var s Sample
	for _, p := range t.With {
		if strings.Contains(text, normalize(p)) {
			s.TP++
		} else {
			s.FN++
		}
	}
	for _, p := range t.Without {
		if strings.Contains(text, normalize(p)) {
			s.FP++
		}
	}
	return s
}

// normalize puts one space for each run of them. Python, whose rules these are, also
// takes the separators U+001C to U+001F for spaces.
func normalize(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
	}), " ")
}

// sumSnippets counts phrases of all pages together.
func sumSnippets(pages []Sample) Figures {
	var all Sample
	for _, s := range pages {
		all.TP += s.TP
		all.FP += s.FP
		all.FN += s.FN
	}
	f := Figures{Precision: ratio(all.TP, all.TP+all.FP), Recall: ratio(all.TP, all.TP+all.FN)}
	f.F1 = harmonic(f.Precision, f.Recall)
	return f
}
