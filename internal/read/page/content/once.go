package content

import "github.com/quarryapi/quarry/internal/read/page/segment"

// repeated is how many words a block has at least that is kept once only: menus of a page
// for narrow screens, notices in every card.
const repeated = 4

// once takes all but the best of blocks with the same words out of the choice. Those
// that stand beside each other are meant to be there: the chorus of a song. So are refrains between other parts of a text, lines of
// code, cells of data and quotations, which repeat what they are about, and what records of one list
// have in common.
func once(page *segment.Page, scores []float32) {
	best, taken := make(map[uint32]int, len(scores)), map[int32]float32{}
	take := func(i int) {
		taken[int32(i)] = scores[i] //nolint:gosec // far below 2^31
		scores[i] = 0
	}
	for i := range page.Blocks {
		b := &page.Blocks[i]
		if b.Own.Words < repeated {
			continue
		}
		j, seen := best[b.Hash]
		switch {
		case !seen && !repeats(page, i), seen && siblings(page, i, j), seen && isRefrain(page, scores, j, i):
			best[b.Hash] = i
		case !seen || repeats(page, i):
		case scores[i] > scores[j]:
			take(j)
			best[b.Hash] = i
		default:
			take(i)
		}
	}
	again(page, scores, taken)
}

// repeats reports whether a block is of a kind that says things again.
func repeats(page *segment.Page, i int) bool {
	for at := page.Blocks[i].Element; at >= 0; at = page.Elements[at].Parent {
		switch page.Elements[at].Tag { //nolint:exhaustive // no other repeats
		case segment.Pre, segment.Blockquote:
			return true
		case segment.Table:
			if isData(page, int(at)) {
				return true
			}
		}
	}
	return false
}

const (
	// sung is how many words a refrain has at least, and surely what it and its like score: both
	// are content, whatever is said of copies.
	sung   = 5
	surely = 0.6
)

// isRefrain reports whether a block says in the text what an earlier one has said, as the chorus of a song does between
// verses. What stands before and behind the copy of a whole part is that of its original, and
// what a template repeats in each card is hardly as sure, or is a link.
func isRefrain(page *segment.Page, scores []float32, first, again int) bool {
	a, b := &page.Blocks[first], &page.Blocks[again]
	if b.Own.Words < sung || b.Own.LinkWords > 0 || b.Own.Stops == 0 || a.Form != b.Form || scores[first] < surely || scores[again] < surely {
		return false
	}
	for _, by := range [...]int{-1, 1} {
		if i, j := first+by, again+by; i < 0 || j >= len(page.Blocks) || page.Blocks[i].Hash == page.Blocks[j].Hash {
			return false
		}
	}
	return true
}

// siblings reports whether two blocks have the same parent.
func siblings(page *segment.Page, i, j int) bool {
	a, b := page.Blocks[i].Element, page.Blocks[j].Element
	return a == b || page.Elements[a].Parent == page.Elements[b].Parent
}
