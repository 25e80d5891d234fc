package content

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

const (
	// newsFloor is what a block of a news article must score, unless that would cost half
	// of it. Its text is continuous, and what stands between is not part of it.
	newsFloor = 0.7
	// strictest is what never needs to be exceeded.
	strictest = 0.9
	// least is how many words the content must be expected to have.
	least = 8
	// small is how many words a page has at least that is like those which the model has
	// seen. The rules for what surrounds content serve smaller ones better.
	small = 60
	// brief is how many it has at least when nothing declares it to be an article.
	brief = 200
)

// choose returns for each block whether it is kept, or nil when none is.
func choose(page *segment.Page, scores []float32, head *features.Head, o Options, strict strictness) []bool {
	if len(page.Elements) == 0 {
		return nil
	}
	if words := page.Elements[0].Sum.Words; words < small || words < brief && !head.Article() || isTable(page) {
		return nil
	}
	longTexts(page, scores)
	apart := setApart(page, scores, o.Apart)
	once(page, scores)
	outlook := threshold(page, scores)
	if outlook.Expected < least {
		return nil
	}
	floor := strict.floor(page, scores, outlook)
	switch {
	case o.Enough > 0:
		floor = min(floor, o.Enough)
	case head.News() && 2*wordsFrom(page, scores, newsFloor) >= wordsFrom(page, scores, floor):
		floor = max(floor, newsFloor)
	}
	if wordsFrom(page, scores, floor) == 0 {
		return nil
	}
	kept := make([]bool, len(scores))
	for i, s := range scores {
		kept[i] = s >= floor
	}
	companions(page, scores, kept)
	whole(page, kept)
	together(page, scores, kept)
	kin(page, scores, kept)
	contents(page, kept)
	each(page, apart, func(i int32) { kept[i] = false })
	return kept
}

// thin is how many words of content a page is expected to have at most beside what stands apart
// when that is what it is visited for.
const thin = 60

// setApart takes what is not content out of what is expected to be. It returns the elements,
// or none where little else would be left: then they are the content.
func setApart(page *segment.Page, scores []float32, apart []*html.Node) []*html.Node {
	all, inside := float32(0), float32(0)
	for i := range page.Blocks {
		all += scores[i] * float32(page.Blocks[i].Own.Words)
	}
	each(page, apart, func(i int32) { inside += scores[i] * float32(page.Blocks[i].Own.Words) })
	if all-inside < thin && inside > all-inside {
		return nil
	}
	each(page, apart, func(i int32) { scores[i] = 0 })
	return apart
}

// each calls do with the blocks below elements.
func each(page *segment.Page, elements []*html.Node, do func(block int32)) {
	if len(elements) == 0 {
		return
	}
	wanted := make(map[*html.Node]bool, len(elements))
	for _, n := range elements {
		wanted[n] = true
	}
	for i := range page.Elements {
		if !wanted[page.Elements[i].Node] {
			continue
		}
		from, until := page.Span(i)
		for k := from; k < until; k++ {
			do(k)
		}
	}
}

// wordsFrom is how many words the blocks have that score so much or more.
func wordsFrom(page *segment.Page, scores []float32, floor float32) (words int32) {
	for i, s := range scores {
		if s >= floor {
			words += page.Blocks[i].Own.Words
		}
	}
	return words
}

const (
	// companion is the least score of a heading or a term that is kept for what it stands
	// above.
	companion = 0.4
	// idle is what a heading must score to be kept for itself.
	idle = 0.7
)

// companions keeps headings and terms with what they stand above, and without that drops
// them: "Read more". It keeps code with the text that it stands in.
func companions(page *segment.Page, scores []float32, kept []bool) {
	for i := len(kept) - 2; i >= 0; i-- {
		above := leads(page, kept, i)
		switch {
		case kept[i] && !above && scores[i] < idle && page.Leads(i) && !page.Within(i, segment.H1):
			kept[i] = false
		case kept[i] || !above:
		case page.Leads(i):
			kept[i] = scores[i] >= companion || page.Within(i, segment.Dt)
		case page.Within(i, segment.Pre):
			kept[i] = true
		}
	}
}

// threshold is what scores promise: above all the score from which on the F1 of words that is to
// be expected is greatest, when a score is the part of a block's words that is content:
// with k words kept, of which c are expected to be content, and e of content in all, it
// is 2c/(k+e).
func threshold(page *segment.Page, scores []float32) features.Outlook {
	o := features.Outlook{Floor: 1}
	order := make([]int32, len(scores))
	for i, s := range scores {
		order[i] = int32(i)
		w := float64(page.Blocks[i].Own.Words)
		o.Expected += float64(s) * w
		o.Words += w
		for k, share := range features.Shares {
			if s >= share {
				o.Reach[k] += w
			}
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch x, y := scores[a], scores[b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	content, words := 0.0, 0.0
	for _, i := range order {
		w := float64(page.Blocks[i].Own.Words)
		content += float64(scores[i]) * w
		words += w
		if f1 := 2 * content / (words + o.Expected); f1 > o.F1 {
			o.F1, o.Floor = f1, scores[i]
		}
	}
	o.Floor = min(o.Floor, strictest)
	return o
}
