package content

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/page/segment"
)

const (
	// records is how many siblings of one form make each of them a record: a card, an entry.
	records = 3
	// nearlyAll is the part of the records which keep what stands in one place from which on
	// all do, and nearlyNone the part below which none does.
	nearlyAll  = 0.85
	nearlyNone = 0.15
	// few is for how many blocks of one place there is room at first.
	few = 8
)

// place is what one template puts at one place of its records.
type place struct {
	in           int32 // the element that holds the records
	record, form uint32
}

// together judges what stands in the same place of records of one template together: a date
// that nearly all of them keep, the others keep as well.
func together(page *segment.Page, scores []float32, kept []bool) {
	before := slices.Clone(kept)
	for _, alike := range places(page) {
		agree(alike, scores, before, kept)
	}
}

// places returns the blocks of each place of records. As records lie within records, a block may be of several
// places, and that of the inner records comes last.
func places(page *segment.Page) [][]int32 {
	known := map[place]int{} // indices of blocks
	var blocks [][]int32
	for i := range page.Elements {
		e := &page.Elements[i]
		if !isRecord(e) {
			continue
		}
		from, until := page.Span(i)
		for b := from; b < until; b++ {
			at := place{e.Parent, e.Form, page.Blocks[b].Form}
			k, seen := known[at]
			if !seen {
				k = len(blocks)
				known[at] = k
				blocks = append(blocks, make([]int32, 0, min(e.Same, few)))
			}
			blocks[k] = append(blocks[k], b)
		}
	}
	return blocks
}

// isRecord reports whether an element is one of several alike, each with more than one block.
func isRecord(e *segment.Element) bool {
	switch e.Tag { //nolint:exhaustive // all others can be
	case segment.P, segment.Pre, segment.Tr, segment.Td, segment.Th, segment.H2, segment.H3:
		return false
	}
	return e.Same >= records && e.Blocks > 1 && e.Parent >= 0 && e.Tag.Block()
}

// agree has blocks of one place follow nearly all of them. What has no score at all was taken out
// for another reason.
func agree(blocks []int32, scores []float32, before, kept []bool) {
	if len(blocks) < records {
		return
	}
	chosen := 0
	for _, b := range blocks {
		if before[b] {
			chosen++
		}
	}
	part := float64(chosen) / float64(len(blocks))
	for _, b := range blocks {
		switch {
		case part >= nearlyAll:
			kept[b] = kept[b] || scores[b] > 0
		case part < nearlyNone:
			kept[b] = false
		}
	}
}
