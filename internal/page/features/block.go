package features

import (
	"github.com/quarryapi/quarry/internal/page/segment"
)

const (
	ownWidth      = 24
	topicWidth    = segment.Topics
	placeWidth    = 12
	tagWidth      = 22
	nameWidth     = segment.Names
	aroundLevels  = 5
	aroundEach    = 8
	repeatWidth   = 8
	clusterWidth  = 8
	headingWidth  = 4 + segment.Topics/2
	neighbours    = 4
	neighbourEach = 4
	besideLevels  = 2
	coreWidth     = 3 * 4
	markWidth     = marks
	pageWidth     = 17 + ldTypes

	// Width is how many numbers describe a block.
	Width = ownWidth + topicWidth + placeWidth + tagWidth + nameWidth + aroundLevels*aroundEach +
		repeatWidth + clusterWidth + headingWidth + 2*neighbours*neighbourEach + 2*besideLevels*besideEach + coreWidth + markWidth + pageWidth
)

// What is counted is told up to these numbers: pages that are longer than those which the
// model was trained on are as long as the longest of them. Of place, they are smaller: after
// so many words, only other features can tell a book's chapter from the comments below it.
const (
	placeBlocks = 150
	placeWords  = 1500
	manyAlike   = 50
	longItem    = 2000
	someBlocks  = 300
	longPart    = 3000
	longPage    = 4000
	manyBlocks  = 500
	manyTags    = 100
)

// upTo is a number as far as it is told.
func upTo(n, most int32) float32 { return float32(max(-most, min(n, most))) }

// row is a vector that is being filled.
type row struct {
	to []float32
	n  int
}

func (r *row) add(values ...float32) { r.n += copy(r.to[r.n:], values) }

func (r *row) flag(b bool) {
	if b {
		r.to[r.n] = 1
	}
	r.n++
}

func (d *describer) block(i int, to []float32) {
	r := &row{to: to}
	b := &d.page.Blocks[i]
	d.own(r, b)
	d.place(r, i, b)
	d.surroundings(r, b)
	d.repetition(r, b)
	d.section(r, i)
	d.beside(r, i)
	d.saidBeside(r, i)
	d.coreOf(r, i, b)
	d.marked(r, i)
	r.n += copy(r.to[r.n:], d.pageRow[:])
	if r.n != Width {
		panic("features: a vector of another width")
	}
}

func (d *describer) own(r *row, b *segment.Block) {
	o := &b.Own
	w := o.Words
	r.add(float32(w), ratio(o.LinkWords, w), ratio(o.Chars, w), float32(o.Sentences), ratio(o.Sentences, w), ratio(o.Commas, w),
		ratio(o.Stops, w), ratio(o.Capitals, w), ratio(o.Shouts, w), ratio(o.Numbers, w), float32(o.Years), float32(o.Marks), ratio(o.Marks, w),
		float32(o.Prices), ratio(o.HiddenWords, w))
	e := &d.page.Elements[b.Element]
	r.add(float32(e.Tag), float32(e.Depth), float32(headingLevel(d.page, b)))
	r.flag(b.Breaks)
	r.add(float32(d.texts[b.Hash]), overlap(b.Words, d.head.Title), overlap(b.Words, d.head.Description), pairs(b.Words, d.head.Body))
	r.add(float32(b.Until - b.Text))
	for _, n := range b.Topics {
		r.add(float32(n))
	}
}

func (d *describer) place(r *row, i int, b *segment.Block) {
	n, words := small(len(d.page.Blocks)), d.total.Words
	at := d.offsets[i]
	r.add(upTo(small(i), placeBlocks), ratio(small(i), n), upTo(at, placeWords), ratio(at, words), upTo(words-at, placeWords))
	if d.h1 >= 0 {
		r.add(upTo(small(i-d.h1), placeBlocks), upTo(at-d.offsets[d.h1], placeWords))
	} else {
		r.add(-1000, -1000)
	}
	// Texts of the same words close by are links to the same, or the same card.
	e := &d.page.Elements[b.Element]
	r.add(upTo(e.Nth, manyAlike), upTo(e.Same, manyAlike), ratio(b.Own.Words, words))
	prev, next := int32(0), int32(0)
	if i > 0 {
		prev = d.steps(i-1, i)
	}
	if i+1 < len(d.page.Blocks) {
		next = d.steps(i, i+1)
	}
	r.add(float32(prev), float32(next))
}

// steps is how many elements end between two blocks.
func (d *describer) steps(i, j int) int32 {
	a, b := d.page.Blocks[i].Element, d.page.Blocks[j].Element
	common := d.page.Common(a, b)
	return d.page.Elements[a].Depth + d.page.Elements[b].Depth - 2*d.page.Elements[common].Depth
}

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
			names[trailing(uint32(fresh))] = float32(distance)
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

// section tells of the heading above a block.
func (d *describer) section(r *row, i int) {
	h := d.headings[i]
	if h.block < 0 {
		r.n += headingWidth
		r.to[r.n-headingWidth] = -1
		return
	}
	b := &d.page.Blocks[h.block]
	r.add(float32(h.level), upTo(small(i)-h.block, manyAlike), upTo(d.offsets[i]-d.offsets[h.block], placeWords/2), ratio(b.Own.LinkWords, b.Own.Words))
	for k := range segment.Topics / 2 {
		r.add(float32(b.Topics[k])) // what the heading itself is about
	}
}

func (d *describer) beside(r *row, i int) {
	for k := 1; k <= neighbours; k++ {
		for _, j := range [2]int{i - k, i + k} {
			if j < 0 || j >= len(d.page.Blocks) {
				r.add(-1, -1, -1, -1)
				continue
			}
			b := &d.page.Blocks[j]
			r.add(float32(b.Own.Words), ratio(b.Own.LinkWords, b.Own.Words), float32(d.page.Elements[b.Element].Tag), ratio(b.Own.Stops, b.Own.Words))
		}
	}
}

// besideTopics are what blocks next to one can say about it: that it is a comment, who wrote
// it, that there is more of it elsewhere.
var besideTopics = [...]int{segment.TopicComments, segment.TopicAuthor, segment.TopicMore, segment.TopicShare}

const besideEach = len(besideTopics) + 1

func (d *describer) saidBeside(r *row, i int) {
	for k := 1; k <= besideLevels; k++ {
		for _, j := range [2]int{i - k, i + k} {
			if j < 0 || j >= len(d.page.Blocks) {
				r.n += besideEach
				continue
			}
			b := &d.page.Blocks[j]
			if b.Own.Words > label {
				r.n += besideEach
				continue
			}
			for _, t := range besideTopics {
				r.add(float32(b.Topics[t]))
			}
			r.add(float32(b.Own.Years))
		}
	}
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

// label is how many words a block has at most that says what follows it.
const label = 8

// marked tells how many blocks ago one said what follows: comments, related pages, more,
// a newsletter.
func (d *describer) marked(r *row, i int) {
	for _, at := range d.labels[i] {
		if at < 0 {
			r.add(far)
			continue
		}
		r.add(upTo(small(i)-at, far))
	}
}

// marks are the topics of labels.
const marks = 4

var labelTopics = [marks]int{segment.TopicComments, segment.TopicRelated, segment.TopicLatest, segment.TopicSubscribe}

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
