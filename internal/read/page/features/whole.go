package features

import "github.com/quarryapi/quarry/internal/read/page/segment"

func (d *describer) wholePage() {
	r := &row{to: d.pageRow[:]}
	t := &d.total
	var counts [segment.Tags]int32
	largest, links := int32(0), int32(0)
	for i := range d.page.Elements {
		counts[d.page.Elements[i].Tag]++
	}
	for _, c := range d.clusters {
		largest = max(largest, c.words)
		if c.links*2 > c.words {
			links += c.words
		}
	}
	prose := int32(0)
	for i := range d.page.Blocks {
		prose += running(&d.page.Blocks[i])
	}
	n := small(len(d.page.Blocks))
	r.add(upTo(t.Words, longPage), upTo(n, manyBlocks), ratio(t.LinkWords, t.Words), ratio(t.Stops, t.Words), ratio(t.Sentences, t.Words), ratio(prose, t.Words), upTo(prose, longPart),
		ratio(largest, t.Words), ratio(links, t.Words), upTo(counts[segment.H1], manyTags), upTo(counts[segment.Article], manyTags), upTo(counts[segment.Main], manyTags), upTo(counts[segment.P], manyTags),
		upTo(counts[segment.Table], manyTags), upTo(counts[segment.Pre], manyTags), upTo(t.Prices, manyTags), d.head.OGType)
	for _, told := range d.head.LD {
		r.flag(told)
	}
	if r.n != pageWidth {
		panic("features: a page of another width")
	}
}
