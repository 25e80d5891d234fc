package features

import "github.com/quarryapi/quarry/internal/read/page/segment"

// whole counts what a page consists of.
type whole struct {
	tags           [segment.Tags]int32
	largest, links int32 // words of the largest cluster, of clusters of links
	prose          int32
}

func (d *describer) count() {
	for i := range d.page.Elements {
		d.whole.tags[d.page.Elements[i].Tag]++
	}
	for i := range d.clusters {
		c := &d.clusters[i]
		d.whole.largest = max(d.whole.largest, c.words)
		if c.links*2 > c.words {
			d.whole.links += c.words
		}
	}
	for i := range d.page.Blocks {
		d.whole.prose += running(&d.page.Blocks[i])
	}
}

// wholePage are the same for all blocks of a page.
var wholePage = []feature[*view]{
	{name: "words", of: func(v *view) float32 { return upTo(v.total.Words, longPage) }},
	{name: "blocks", of: func(v *view) float32 { return upTo(small(len(v.page.Blocks)), manyBlocks) }},
	{name: "links", of: func(v *view) float32 { return ratio(v.total.LinkWords, v.total.Words) }},
	{name: "stops", of: func(v *view) float32 { return ratio(v.total.Stops, v.total.Words) }},
	{name: "sentences", of: func(v *view) float32 { return ratio(v.total.Sentences, v.total.Words) }},
	{name: "prose_share", of: func(v *view) float32 { return ratio(v.whole.prose, v.total.Words) }},
	{name: "prose", of: func(v *view) float32 { return upTo(v.whole.prose, longPart) }},
	{name: "largest_cluster", of: func(v *view) float32 { return ratio(v.whole.largest, v.total.Words) }},
	{name: "clusters_of_links", of: func(v *view) float32 { return ratio(v.whole.links, v.total.Words) }},
	{name: "h1", of: func(v *view) float32 { return upTo(v.whole.tags[segment.H1], manyTags) }},
	{name: "article", of: func(v *view) float32 { return upTo(v.whole.tags[segment.Article], manyTags) }},
	{name: "main", of: func(v *view) float32 { return upTo(v.whole.tags[segment.Main], manyTags) }},
	{name: "p", of: func(v *view) float32 { return upTo(v.whole.tags[segment.P], manyTags) }},
	{name: "table", of: func(v *view) float32 { return upTo(v.whole.tags[segment.Table], manyTags) }},
	{name: "pre", of: func(v *view) float32 { return upTo(v.whole.tags[segment.Pre], manyTags) }},
	{name: "prices", of: func(v *view) float32 { return upTo(v.total.Prices, manyTags) }},
	{name: "og_type", of: func(v *view) float32 { return v.head.OGType }},
}

// declared writes which types the page's data name.
func (v *view) declared(to []float32) {
	for i, is := range v.head.LD {
		to[i] = flag(is)
	}
}
