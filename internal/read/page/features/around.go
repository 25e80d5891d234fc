package features

import (
	"fmt"
	"math/bits"

	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// asked are the tags whose distance above a block is told.
var asked = [...]segment.Tag{
	segment.P, segment.Li, segment.List, segment.Td, segment.Table, segment.Dl, segment.Pre, segment.Blockquote, segment.Figure, segment.A,
	segment.Article, segment.Main, segment.Section, segment.Aside, segment.Nav, segment.Header, segment.Footer, segment.Form,
	segment.Details, segment.Button, segment.Label, segment.Time,
}

// far stands for what is not above a block.
const far = 99

var askedAt = func() (at [segment.Tags]int8) {
	for i := range at {
		at[i] = -1
	}
	for i, t := range asked {
		at[t] = int8(i)
	}
	return at
}()

func askedNames() []string {
	names := make([]string, len(asked))
	for i, t := range asked {
		names[i] = t.String()
	}
	return names
}

func hintNames() []string {
	names := make([]string, segment.Names)
	for i := range names {
		names[i] = segment.Hints(1 << i).Name()
	}
	return names
}

// aroundLevels is how many elements around a block are described of which each has more
// blocks than the last one.
const aroundLevels = 5

// above is what stands above a block, found in one walk.
type above struct {
	tags   [len(asked)]float32 // distances
	names  [segment.Names]float32
	levels [aroundLevels]*segment.Element
	item   int // distance of the nearest element that its parent has several of
	alike  *segment.Element
}

// manyItems is how many elements of one form make each of them an item.
const manyItems = 3

func (a *above) look(p *segment.Page, from int32) {
	for i := range a.tags {
		a.tags[i] = far
	}
	for i := range a.names {
		a.names[i] = far
	}
	clear(a.levels[:])
	a.alike = nil
	var seen segment.Hints
	level, blocks, distance := 0, int32(0), 0
	for at := from; at >= 0; at = p.Elements[at].Parent {
		e := &p.Elements[at]
		if i := askedAt[e.Tag]; i >= 0 && a.tags[i] == far {
			a.tags[i] = float32(distance)
		}
		for fresh := e.Hints &^ seen; fresh != 0; fresh &= fresh - 1 {
			a.names[bits.TrailingZeros32(uint32(fresh))] = float32(distance)
		}
		seen |= e.Hints
		if level < aroundLevels && (e.Blocks > blocks || level == 0) {
			blocks = e.Blocks
			a.levels[level] = e
			level++
		}
		if a.alike == nil && e.Same >= manyItems && e.Blocks >= 2 {
			a.alike, a.item = e, distance
		}
		distance++
	}
}

func (v *view) tagsAbove(to []float32)  { copy(to, v.above.tags[:]) }
func (v *view) namesAbove(to []float32) { copy(to, v.above.names[:]) }

// placed is an element on its page.
type placed struct {
	e        *segment.Element
	page     *describer
	distance int // above the block
}

// level are of an element around a block.
var level = []feature[placed]{
	{name: "words", of: func(p placed) float32 { return upTo(p.e.Sum.Words, longPart) }},
	{name: "links", of: func(p placed) float32 { return ratio(p.e.Sum.LinkWords, p.e.Sum.Words) }},
	{name: "blocks", of: func(p placed) float32 { return upTo(p.e.Blocks, someBlocks) }},
	{name: "words_a_block", of: func(p placed) float32 { return ratio(p.e.Sum.Words, p.e.Blocks) }},
	{name: "stops", of: func(p placed) float32 { return ratio(p.e.Sum.Stops, p.e.Sum.Words) }},
	{name: "signs", of: func(p placed) float32 { return ratio(p.e.Sum.Sentences+p.e.Sum.Commas, p.e.Sum.Words) }},
	{name: "words_of_page", of: func(p placed) float32 { return ratio(p.e.Sum.Words, p.page.total.Words) }},
	{name: "tag", of: func(p placed) float32 { return float32(p.e.Tag) }},
}

// surroundings are the elements around a block. Most blocks share them with the block before,
// whose numbers the row still holds then.
func surroundings() family {
	things := make([]string, aroundLevels)
	for i := range things {
		things[i] = fmt.Sprintf("around%d", i)
	}
	f, n := several[placed](things, level, nil), len(level)
	f.part = nil // of one of another block, the row would hold what that was asked for
	f.fill = func(v *view, to []float32) {
		for k, e := range v.above.levels {
			if e != v.described[k] {
				describe(level, placed{e: e, page: v.describer}, e != nil, to[k*n:(k+1)*n])
				v.described[k] = e
			}
		}
	}
	return f
}

// item are of the nearest element around a block that its parent has several of: a card, a
// row, a post.
var item = []feature[placed]{
	{name: "distance", of: func(p placed) float32 { return float32(p.distance) }, absent: far},
	{name: "same", of: func(p placed) float32 { return upTo(p.e.Same, manyAlike) }},
	{name: "nth", of: func(p placed) float32 { return upTo(p.e.Nth, manyAlike) }},
	{name: "words", of: func(p placed) float32 { return upTo(p.e.Sum.Words, longItem) }},
	{name: "links", of: func(p placed) float32 { return ratio(p.e.Sum.LinkWords, p.e.Sum.Words) }},
	{name: "blocks", of: func(p placed) float32 { return upTo(p.e.Blocks, someBlocks) }},
	{name: "words_of_parent", of: func(p placed) float32 { return ratio(p.parent().Sum.Words, p.e.Same) }},
	{name: "links_of_parent", of: func(p placed) float32 { return ratio(p.parent().Sum.LinkWords, p.parent().Sum.Words) }},
}

func (p placed) parent() *segment.Element { return &p.page.page.Elements[p.e.Parent] }

func (v *view) item(int) (placed, bool) {
	return placed{e: v.above.alike, page: v.describer, distance: v.above.item}, v.above.alike != nil
}

// cluster are of all blocks of the same form.
var cluster = []feature[*view]{
	{name: "blocks", of: func(v *view) float32 { return upTo(v.alike.blocks, manyAlike) }},
	{name: "words", of: func(v *view) float32 { return upTo(v.alike.words, longItem) }},
	{name: "links", of: func(v *view) float32 { return ratio(v.alike.links, v.alike.words) }},
	{name: "stops", of: func(v *view) float32 { return ratio(v.alike.stops, v.alike.words) }},
	{name: "sentences", of: func(v *view) float32 { return ratio(v.alike.sentences, v.alike.blocks) }},
	{name: "words_a_block", of: func(v *view) float32 { return ratio(v.alike.words, v.alike.blocks) }},
	{name: "words_of_page", of: func(v *view) float32 { return ratio(v.alike.words, v.total.Words) }},
	{name: "reach", of: func(v *view) float32 { return upTo(v.alike.last-v.alike.first, someBlocks) }},
}

// core are of one of the elements with most of the running text, as seen from a block: how
// far both are from what is around them, whether the block stands before or behind, and how
// many words lie between.
var core = []feature[placement]{
	{name: "from_core", of: func(p placement) float32 { return p.fromCore }, absent: -1},
	{name: "from_block", of: func(p placement) float32 { return p.fromBlock }, absent: -1},
	{name: "side", of: func(p placement) float32 { return p.side }},
	{name: "words_between", of: func(p placement) float32 { return p.words }},
}

type placement struct{ fromCore, fromBlock, side, words float32 }

func coreNames() []string {
	names := make([]string, len(coreShares))
	for i, share := range coreShares {
		names[i] = fmt.Sprintf("core%d", share)
	}
	return names
}

func (v *view) coreOf(k int) (placement, bool) {
	core := v.core[k]
	if core < 0 {
		return placement{}, false
	}
	common := v.shared[k][v.b.Element]
	p := placement{fromCore: float32(v.page.Elements[core].Depth - common), fromBlock: float32(v.e.Depth - common)}
	from, until := v.page.Span(int(core))
	switch at := small(v.i); {
	case at < from:
		p.side, p.words = -1, upTo(v.offsets[at]-v.offsets[from], placeWords)
	case at >= until:
		p.side, p.words = 1, upTo(v.offsets[at]-v.offsets[until], placeWords)
	}
	return p, true
}
