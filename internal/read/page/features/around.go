package features

import (
	"math/bits"

	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// asked are the tags whose distance above a block is told.
var asked = [tagWidth]segment.Tag{
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

func (d *describer) surroundings(r *row, b *segment.Block) {
	tags, names := r.to[r.n:r.n+tagWidth], r.to[r.n+tagWidth:r.n+tagWidth+nameWidth]
	levels := r.to[r.n+tagWidth+nameWidth : r.n+tagWidth+nameWidth+aroundLevels*aroundEach]
	r.n += tagWidth + nameWidth + aroundLevels*aroundEach
	for i := range tags {
		tags[i] = far
	}
	for i := range names {
		names[i] = far
	}
	var seen segment.Hints
	level, blocks := 0, int32(0)
	distance := 0
	for at := b.Element; at >= 0; at = d.page.Elements[at].Parent {
		e := &d.page.Elements[at]
		if i := askedAt[e.Tag]; i >= 0 && tags[i] == far {
			tags[i] = float32(distance)
		}
		for fresh := e.Hints &^ seen; fresh != 0; fresh &= fresh - 1 {
			names[bits.TrailingZeros32(uint32(fresh))] = float32(distance)
		}
		seen |= e.Hints
		// A level is an element with more blocks than the last one.
		if level < aroundLevels && (e.Blocks > blocks || level == 0) {
			blocks = e.Blocks
			d.level(levels[level*aroundEach:], e)
			level++
		}
		distance++
	}
}

func (d *describer) level(to []float32, e *segment.Element) {
	s := &e.Sum
	to[0] = upTo(s.Words, longPart)
	to[1] = ratio(s.LinkWords, s.Words)
	to[2] = upTo(e.Blocks, someBlocks)
	to[3] = ratio(s.Words, e.Blocks)
	to[4] = ratio(s.Stops, s.Words)
	to[5] = ratio(s.Sentences+s.Commas, s.Words)
	to[6] = ratio(s.Words, d.total.Words)
	to[7] = float32(e.Tag)
}

// repetition tells of the nearest element around a block that its parent has several
// of: a card, a row, a post.
func (d *describer) repetition(r *row, b *segment.Block) {
	const several = 3
	distance := 0
	found := false
	for at := b.Element; at >= 0; at = d.page.Elements[at].Parent {
		e := &d.page.Elements[at]
		if e.Same >= several && e.Blocks >= 2 {
			parent := &d.page.Elements[e.Parent]
			r.add(float32(distance), upTo(e.Same, manyAlike), upTo(e.Nth, manyAlike), upTo(e.Sum.Words, longItem), ratio(e.Sum.LinkWords, e.Sum.Words),
				upTo(e.Blocks, someBlocks), ratio(parent.Sum.Words, e.Same), ratio(parent.Sum.LinkWords, parent.Sum.Words))
			found = true
			break
		}
		distance++
	}
	if !found {
		r.add(far, 0, 0, 0, 0, 0, 0, 0)
	}
	c := d.clusters[b.Form]
	r.add(upTo(c.blocks, manyAlike), upTo(c.words, longItem), ratio(c.links, c.words), ratio(c.stops, c.words), ratio(c.sentences, c.blocks),
		ratio(c.words, c.blocks), ratio(c.words, d.total.Words), upTo(c.last-c.first, someBlocks))
}

// coreOf tells where a block is as seen from the elements with most of the running text:
// how far from what is around both, before or behind, and how many words lie between.
func (d *describer) coreOf(r *row, i int, b *segment.Block) {
	for _, core := range d.core {
		if core < 0 {
			r.add(-1, -1, 0, 0)
			continue
		}
		common := d.page.Common(core, b.Element)
		r.add(float32(d.page.Elements[core].Depth-d.page.Elements[common].Depth), float32(d.page.Elements[b.Element].Depth-d.page.Elements[common].Depth))
		from, until := d.page.Span(int(core))
		switch at := small(i); {
		case at < from:
			r.add(-1, upTo(d.offsets[i]-d.offsets[from], placeWords))
		case at >= until:
			r.add(1, upTo(d.offsets[i]-d.offsets[until], placeWords))
		default:
			r.add(0, 0)
		}
	}
}
