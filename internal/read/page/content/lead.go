package content

import "github.com/quarryapi/quarry/internal/read/page/segment"

// card is how many words a record has at most that is looked at as one thing, led by one heading. Posts are longer.
const card = 200

// leads reports whether a heading or a term stands above something that is kept: next to it or, in a card,
// anywhere below it, as a button or a badge may come between title and date.
func leads(page *segment.Page, kept []bool, i int) bool {
	if kept[i+1] || !page.Leads(i) {
		return kept[i+1]
	}
	at := page.Blocks[i].Element
	for at >= 0 && !isRecord(&page.Elements[at]) {
		at = page.Elements[at].Parent
	}
	if at < 0 || page.Elements[at].Sum.Words > card {
		return false
	}
	_, until := page.Span(int(at))
	for b := i + 1; b < int(until); b++ {
		if kept[b] && !page.Leads(b) {
			return true
		}
	}
	return false
}
