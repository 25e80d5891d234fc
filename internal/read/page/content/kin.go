package content

import (
	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

const (
	// prose is how many words of paragraphs stand side by side at least where what is between
	// them is part of a text.
	prose = 40
	// family is the part of them that is kept at least.
	family = 0.8
	// linked is what a paragraph must score at least that stands among such, and likeKin the
	// part of what those score that are kept.
	linked  = 0.3
	likeKin = 0.5
	// heading is what a heading must score above one, such as one that is a link to itself.
	heading = 0.15
	// boxed is how many elements may lie between a table or code and the text that it is of.
	boxed = 4
)

// kin keeps code, tables of data, callouts and linked paragraphs that stand among paragraphs which are
// kept: the model judges them by what they look like, and the end of a text looks like
// what follows it on most pages.
func kin(page *segment.Page, scores []float32, kept []bool) {
	all, chosen, sums := paragraphs(page, scores, kept)
	for i := range page.Elements {
		tag := page.Elements[i].Tag
		heads := tag == segment.H2 || tag == segment.H3
		of := heads || tag == segment.P
		if !of && tag != segment.Pre && !isData(page, i) && clean.Callout(page.Elements[i].Node) == "" {
			continue
		}
		in := page.Elements[i].Parent
		if !of {
			in = outside(page, i)
		}
		if in < 0 || all[in] < prose || float64(chosen[in]) < family*float64(all[in]) {
			continue
		}
		from, until := page.Span(i)
		least := float32(0)
		switch {
		case heads && int(until) < len(kept) && kept[until]:
			least = heading
		case heads:
			continue
		case of:
			least = max(linked, likeKin*sums[in]/float32(max(1, chosen[in])))
		}
		keepFrom(scores[from:until], kept[from:until], least)
	}
}

// keepFrom keeps what scores so much or more.
func keepFrom(scores []float32, kept []bool, least float32) {
	for i, s := range scores {
		kept[i] = kept[i] || s >= least
	}
}

// paragraphs counts the words of the paragraphs directly below each element, and those of
// them that are kept, and sums what these score.
func paragraphs(page *segment.Page, scores []float32, kept []bool) (all, chosen []int32, sums []float32) {
	all, chosen, sums = make([]int32, len(page.Elements)), make([]int32, len(page.Elements)), make([]float32, len(page.Elements))
	for i := range page.Blocks {
		at := page.Blocks[i].Element
		for at >= 0 && !page.Elements[at].Tag.Block() {
			at = page.Elements[at].Parent
		}
		if at < 0 || page.Elements[at].Tag != segment.P || page.Elements[at].Parent < 0 {
			continue
		}
		in, words := page.Elements[at].Parent, page.Blocks[i].Own.Words
		all[in] += words
		if kept[i] {
			chosen[in] += words
			sums[in] += scores[i] * float32(words)
		}
	}
	return all, chosen, sums
}

// outside is the element that an element stands in, past boxes that are there for it alone.
func outside(page *segment.Page, element int) int32 {
	in := page.Elements[element].Parent
	for n := 0; n < boxed && in >= 0 && page.Elements[in].Blocks == page.Elements[element].Blocks; n++ {
		in = page.Elements[in].Parent
	}
	return in
}
