// Package features describes each block of a page in numbers, for a model to judge. The
// same code describes pages for training. It must not judge itself.
//
// The numbers stand in tables of names and functions (own.go, around.go, beside.go, whole.go),
// which table.go puts together; how many there are follows from that. A model is of use only
// with the features that it was trained with: Hash names them, and the model carries it.
package features

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/page/segment"
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

// roomOfRow is the capacity of a row, with which score reads it where it is.
const roomOfRow = 512

// Rows describes blocks one after the other. It is for one goroutine.
type Rows struct {
	view  view
	table *table
	plan  *Plan
	row   []float32
}

// Of prepares to describe the blocks of a page.
func Of(p *segment.Page, h *Head) *Rows {
	r := &Rows{view: view{describer: newDescriber(p, h)}, table: all()}
	r.row = make([]float32, len(r.table.names), max(roomOfRow, len(r.table.names)))
	fill(&r.view, r.table.page, r.row[r.table.ofBlock:])
	return r
}

// Row is the vector of a block, valid until the next is asked for.
func (r *Rows) Row(i int) []float32 {
	r.view.at(i)
	fill(&r.view, r.table.block, r.row[:r.table.ofBlock])
	return r.row
}

// view is a block as its features see it.
type view struct {
	*describer
	i     int
	b     *segment.Block
	e     *segment.Element // the innermost around it
	above above
	alike *form

	described [aroundLevels]*segment.Element // those whose numbers the row holds

	stepped int // 1 + the block of which stepsOf are steps
	stepsOf float32
}

func (v *view) at(i int) {
	v.i, v.b = i, &v.page.Blocks[i]
	v.e = &v.page.Elements[v.b.Element]
	v.above.look(v.page, v.b.Element)
	v.alike = &v.clusters[v.clusterOf[i]]
}

// describer holds what is the same for all blocks of a page.
type describer struct {
	page *segment.Page
	head *Head

	total     segment.Stats
	whole     whole
	clusters  []form
	clusterOf []int32 // of each block
	texts     map[uint32]int32
	headings  []heading                // in force at each block
	labels    []labels                 // in force at each block
	h1        int                      // the block that is most like the title; -1 when there is none
	core      [len(coreShares)]int32   // the innermost elements with so much of the running text
	shared    [len(coreShares)][]int32 // the depth of what is around both each element and one of core
	offsets   []int32                  // words before each block
	besides   []float32                // rows of beside for each block
	saids     []float32                // rows of said for each block
	votes     *votes
}

// form is what the blocks of one form have in common.
type form struct {
	blocks, words, links, stops, sentences int32
	first, last                            int32
}

// heading is the last heading above a block.
type heading struct {
	block int32 // -1 when there is none
	level uint8
}

func newDescriber(p *segment.Page, h *Head) *describer {
	d := &describer{page: p, head: h, clusterOf: make([]int32, len(p.Blocks)), texts: make(map[uint32]int32, len(p.Blocks)), h1: -1}
	d.headings = make([]heading, len(p.Blocks))
	d.offsets = make([]int32, len(p.Blocks)+1)
	d.labels = make([]labels, len(p.Blocks))
	forms := make(map[uint32]int32, len(p.Blocks)/3+1)
	above := labels{-1, -1, -1, -1}
	last := heading{block: -1}
	best := float32(0)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		d.texts[b.Hash]++
		k, known := forms[b.Form]
		if !known {
			k = small(len(d.clusters))
			forms[b.Form] = k
			d.clusters = append(d.clusters, form{first: small(i)})
		}
		d.clusterOf[i] = k
		c := &d.clusters[k]
		c.blocks++
		c.words += b.Own.Words
		c.links += b.Own.LinkWords
		c.stops += b.Own.Stops
		c.sentences += b.Own.Sentences
		c.last = small(i)
		level := headingLevel(p, b)
		d.headings[i] = last
		d.labels[i] = above
		if isLabel(b) {
			for k, t := range labelTopics {
				if b.Topics[t] > 0 {
					above[k] = small(i)
				}
			}
		}
		if level > 0 {
			last = heading{small(i), level}
			if like := overlap(b.Words, &h.Title); like > best && like > 0.5 {
				best, d.h1 = like, i
			}
		}
		d.offsets[i+1] = d.offsets[i] + b.Own.Words
	}
	if len(p.Elements) > 0 {
		d.total = p.Elements[0].Sum
	}
	d.findCore()
	d.count()
	d.besides = neighboursOf(p, beside, func(*segment.Block) bool { return true })
	d.saids = neighboursOf(p, said, isLabel)
	d.votes = newVotes(p)
	return d
}

func headingLevel(p *segment.Page, b *segment.Block) uint8 {
	for at, n := b.Element, 0; at >= 0 && n < 4; at, n = p.Elements[at].Parent, n+1 {
		switch p.Elements[at].Tag { //nolint:exhaustive // no other is a heading
		case segment.H1:
			return 1
		case segment.H2:
			return 2
		case segment.H3:
			return 3
		case segment.H4:
			return 4
		}
		if p.Elements[at].Tag.Block() && n > 0 {
			return 0
		}
	}
	return 0
}

// running is how much of a text is prose: words outside of links, in sentences.
func running(b *segment.Block) int32 {
	if b.Own.Words < 8 || b.Own.LinkWords*2 > b.Own.Words || b.Own.Sentences+b.Own.Commas == 0 || b.Own.HiddenWords > 0 {
		return 0
	}
	return b.Own.Words - b.Own.LinkWords
}

var coreShares = [...]int32{50, 75, 92} // percent

// findCore finds the innermost elements that hold most of the running text.
func (d *describer) findCore() {
	p := d.page
	sums := make([]int32, len(p.Elements))
	for i := range p.Blocks {
		sums[p.Blocks[i].Element] += running(&p.Blocks[i])
	}
	for i := len(p.Elements) - 1; i > 0; i-- {
		sums[p.Elements[i].Parent] += sums[i]
	}
	for k := range d.core {
		d.core[k] = -1
	}
	if len(sums) == 0 || sums[0] == 0 {
		return
	}
	for k, share := range coreShares {
		for i := range slices.Backward(sums) {
			if int64(sums[i])*100 >= int64(share)*int64(sums[0]) && (d.core[k] < 0 || p.Elements[i].Depth > p.Elements[d.core[k]].Depth) {
				d.core[k] = small(i)
			}
		}
		d.shared[k] = sharedWith(p, d.core[k])
	}
}

// sharedWith is, for each element, the depth of the innermost one around both it and another.
func sharedWith(p *segment.Page, other int32) []int32 {
	depths := make([]int32, len(p.Elements))
	above := other
	for i := range slices.Backward(p.Elements) { // of those around the other, the innermost comes first
		if small(i) == above {
			depths[i] = p.Elements[i].Depth + 1 // to tell it from those that follow
			above = p.Elements[i].Parent
		}
	}
	for i := range p.Elements {
		if depths[i] > 0 {
			depths[i]--
		} else {
			depths[i] = depths[p.Elements[i].Parent]
		}
	}
	return depths
}

// small is a number of blocks or elements of a page.
func small(n int) int32 { return int32(n) } //nolint:gosec // far below 2^31

func ratio(a, b int32) float32 {
	if b == 0 {
		return 0
	}
	return float32(a) / float32(b)
}
