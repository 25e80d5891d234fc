package features

import (
	"github.com/quarryapi/quarry/internal/read/page/segment"
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
