package content

import "github.com/quarryapi/quarry/internal/read/page/segment"

const (
	// mostOf is the part of a table's words that, once kept, keeps the whole of it.
	mostOf = 0.6
	// littleOf is the part below which nothing of it is kept.
	littleOf = 0.2
	// cell is how many words a cell of data has at most, on average.
	cell = 20
)

// isData reports whether an element is a table of data, and does not only lay out.
func isData(page *segment.Page, i int) bool {
	e := &page.Elements[i]
	return e.Tag == segment.Table && e.Blocks >= 4 && e.Sum.Words <= cell*e.Blocks && !page.Nests(i)
}

// isTable reports whether a page is little else than one table of data. There is nothing to
// choose from then, and what stands beside the table is short and belongs to it.
func isTable(page *segment.Page) bool {
	all := page.Elements[0].Sum.Words
	for i := range page.Elements {
		if 10*page.Elements[i].Sum.Words >= 9*all && isData(page, i) {
			return true
		}
	}
	return false
}

// whole keeps tables of data together: a table without some of its cells says something
// else.
func whole(page *segment.Page, kept []bool) {
	for i := range page.Elements {
		e := &page.Elements[i]
		if !isData(page, i) {
			continue
		}
		from, until := page.Span(i)
		words := int32(0)
		for k := from; k < until; k++ {
			if kept[k] {
				words += page.Blocks[k].Own.Words
			}
		}
		part := float64(words) / float64(max(1, e.Sum.Words))
		if part >= mostOf || part < littleOf {
			for k := from; k < until; k++ {
				kept[k] = part >= mostOf
			}
		}
	}
}
