package content

import "github.com/quarryapi/quarry/internal/read/page/segment"

const (
	// varied is the part of the blocks of one place that differ at least where it is filled for each record:
	// a notice is the same in all of them.
	varied = 0.8
	// lesser is how many times as many words a record has at least as were taken out of it. One
	// that consists of what was there before is a copy.
	lesser = 3
)

// again gives records back what was taken out because another record of the same list says the same in the
// same place: a subject, a price. Taken are the scores of the blocks.
func again(page *segment.Page, scores []float32, taken map[int32]float32) {
	if len(taken) == 0 {
		return
	}
	items(page, scores, taken)
	shared := sharing(page, scores, taken)
	if len(shared) == 0 {
		return
	}
	for i := len(page.Elements) - 1; i > 0; i-- {
		if !isRecord(&page.Elements[i]) || page.Elements[i].Sum.Words > card {
			continue
		}
		from, until := page.Span(i)
		out := lost(page, scores, taken, from, until)
		if out == 0 || lesser*out > page.Elements[i].Sum.Words {
			continue
		}
		for b := from; b < until; b++ {
			if shared[b] && scores[b] == 0 {
				scores[b] = taken[b]
			}
		}
	}
}

// lost is how many words were taken out of a range of blocks.
func lost(page *segment.Page, scores []float32, taken map[int32]float32, from, until int32) (words int32) {
	for b := from; b < until; b++ {
		if taken[b] > 0 && scores[b] == 0 {
			words += page.Blocks[b].Own.Words
		}
	}
	return words
}

// sharing are the blocks that were taken out and whose words another record has in the same place, one that
// differs among most records.
func sharing(page *segment.Page, scores []float32, taken map[int32]float32) map[int32]bool {
	shared := map[int32]bool{}
	for _, alike := range places(page) {
		if len(alike) < records {
			continue
		}
		there := make(map[uint32]bool, len(alike)) // by words, whether one of them is still there
		for _, b := range alike {
			hash := page.Blocks[b].Hash
			there[hash] = there[hash] || scores[b] > 0
		}
		differ := float64(len(there)) >= varied*float64(len(alike))
		for _, b := range alike {
			switch {
			case taken[b] == 0:
			case differ && there[page.Blocks[b].Hash]:
				shared[b] = true
			default:
				delete(shared, b)
			}
		}
	}
	return shared
}

// items gives lists back what was taken out of their items because a heading says it, too, where that is the lesser
// part of the list: a table of contents is whole or not at all.
func items(page *segment.Page, scores []float32, taken map[int32]float32) {
	headings := map[uint32]bool{} // by their words
	for i := range page.Blocks {
		if scores[i] > 0 && page.Blocks[i].Own.Words >= repeated && page.Leads(i) {
			headings[page.Blocks[i].Hash] = true
		}
	}
	all, out := map[int32]int32{}, map[int32]int32{} // words, by list
	each := func(do func(list, block, words int32)) {
		for i := range page.Elements {
			e := &page.Elements[i]
			if e.Tag != segment.Li || e.Blocks != 1 || e.Same < records {
				continue
			}
			from, _ := page.Span(i)
			do(e.Parent, from, page.Blocks[from].Own.Words)
		}
	}
	each(func(list, block, words int32) {
		all[list] += words
		if taken[block] > 0 && scores[block] == 0 {
			out[list] += words
		}
	})
	each(func(list, block, _ int32) {
		if scores[block] == 0 && headings[page.Blocks[block].Hash] && lesser*out[list] <= all[list] {
			scores[block] = taken[block]
		}
	})
}
