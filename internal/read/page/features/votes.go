package features

import (
	"slices"

	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// Names by which well-known extractors leave an element out, keep it in spite of that, and weigh it.
const (
	unlikely = segment.NamedComment | segment.NamedNavigation | segment.NamedSidebar | segment.NamedFooter | segment.NamedShare |
		segment.NamedRelated | segment.NamedAdvert | segment.NamedCookie | segment.NamedPopup
	likely  = segment.NamedContent | segment.NamedArticle
	against = unlikely | segment.NamedCaption | segment.NamedTags | segment.NamedWidget | segment.NamedMeta | segment.NamedHidden
)

const (
	// candidateChars is how many characters a text has at least that speaks for what it stands in.
	candidateChars = 25
	// candidateLevels is for how many elements around it it speaks.
	candidateLevels = 5
	// nameWeight is what a name counts for or against an element.
	nameWeight = 25
	// bodyWords is how much running text the body of an article has at least.
	bodyWords = 50
	// strong is how many words a paragraph has at least that can be no teaser.
	strong = 20
)

// votes are judgements on a page as a whole, each of them one that other extractors go by: the element with
// the most points of its paragraphs, the element that is named like the body of an article, the comments, and
// the form that most of the running text has.
type votes struct {
	points     []float32 // of each element, or of the one around it that has most
	candidate  int32     // the element with the most points; -1 when there is none
	most       float32
	body       int32 // -1 when there is none
	rank       float32
	comments   []int32 // the outermost element of comments around each element; -1 where there is none
	form       uint32  // of most of the running text
	outside    int32   // running words outside of comments
	commented  int32   // words of comments
	proseUntil []int32 // running words outside of comments before each block
	strongs    []int32 // strong paragraphs before each block
	ofForm     []int32 // blocks of the form before each block
	lastStrong []int32 // the last strong paragraph before each block; -1
	nextStrong []int32 // the first behind it; the number of blocks where there is none
}

func newVotes(p *segment.Page) *votes {
	v := &votes{candidate: -1, body: -1}
	v.points, v.comments = make([]float32, len(p.Elements)), make([]int32, len(p.Elements))
	left := make([]bool, len(p.Elements))
	v.inherit(p, left)
	v.judge(p, left)
	v.findBody(p)
	v.order(p, left)
	return v
}

// inherit marks what lies in comments, and what is left out by a name of its own or of an element around it.
func (v *votes) inherit(p *segment.Page, left []bool) {
	for i := range p.Elements {
		e := &p.Elements[i]
		v.comments[i] = -1
		if e.Parent < 0 {
			continue
		}
		left[i] = left[e.Parent] || e.Hints&unlikely != 0 && e.Hints&likely == 0 || e.Tag == segment.Nav || e.Tag == segment.Aside || e.Tag == segment.Footer || e.Hidden
		v.comments[i] = v.comments[e.Parent]
		if v.comments[i] < 0 && e.Hints&segment.NamedComment != 0 && e.Blocks > 1 {
			v.comments[i] = small(i)
		}
	}
}

// judge gives points for paragraphs to the elements around them, as Readability does: by commas and length,
// the full number to the nearest one and less to each further, less for links.
func (v *votes) judge(p *segment.Page, left []bool) {
	touched := make([]bool, len(p.Elements))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		length := b.Own.Chars + b.Own.Words
		if length < candidateChars || left[b.Element] {
			continue
		}
		points := 1 + float32(b.Own.Commas) + min(float32(length)/100, 3)
		at := holder(p, b.Element)
		for level := float32(0); level < candidateLevels && at >= 0; level++ {
			if !touched[at] {
				touched[at] = true
				v.points[at] += startOf(&p.Elements[at])
			}
			v.points[at] += points / divisor(level)
			at = p.Elements[at].Parent
		}
	}
	for i := range p.Elements {
		e := &p.Elements[i]
		v.points[i] *= 1 - ratio(e.Sum.LinkWords, e.Sum.Words)
		if touched[i] && v.points[i] > v.most {
			v.most, v.candidate = v.points[i], small(i)
		}
	}
	for i := 1; i < len(p.Elements); i++ {
		v.points[i] = max(v.points[i], v.points[p.Elements[i].Parent])
	}
}

// holder is what a paragraph's first points go to: the element around it.
func holder(p *segment.Page, at int32) int32 {
	for !p.Elements[at].Tag.Block() && p.Elements[at].Parent >= 0 {
		at = p.Elements[at].Parent
	}
	if p.Elements[at].Blocks == 1 {
		return p.Elements[at].Parent
	}
	return at
}

func divisor(level float32) float32 {
	switch level {
	case 0:
		return 1
	case 1:
		return 2
	}
	return 3 * level
}

// startOf is what an element has before any paragraph counts.
func startOf(e *segment.Element) float32 {
	points := float32(0)
	switch e.Tag { //nolint:exhaustive // all others have none
	case segment.Other, segment.Article, segment.Main:
		points = 5
	case segment.Pre, segment.Td, segment.Blockquote:
		points = 3
	case segment.List, segment.Li, segment.Dl, segment.Dd, segment.Dt, segment.Form:
		points = -3
	case segment.H1, segment.H2, segment.H3, segment.H4, segment.Th:
		points = -5
	}
	if e.Hints&against != 0 {
		points -= nameWeight
	}
	if e.Hints&likely != 0 {
		points += nameWeight
	}
	return points
}

// ranks of what can be the body of an article, the surest one last.
const (
	namedContent = 1 + iota
	taggedMain
	namedArticle
	taggedArticle
	namedBody // by both words: entry-content, articleBody, post-text
)

func rankOf(e *segment.Element) float32 {
	switch {
	case e.Hints&likely == likely:
		return namedBody
	case e.Tag == segment.Article:
		return taggedArticle
	case e.Hints&segment.NamedArticle != 0:
		return namedArticle
	case e.Tag == segment.Main:
		return taggedMain
	case e.Hints&segment.NamedContent != 0:
		return namedContent
	}
	return 0
}

// findBody finds the element of the surest name that has enough text that is no link, and of several the one
// that has most.
func (v *votes) findBody(p *segment.Page) {
	most := int32(0)
	for i := 1; i < len(p.Elements); i++ {
		e := &p.Elements[i]
		rank, words := rankOf(e), e.Sum.Words-2*e.Sum.LinkWords
		if rank == 0 || words < bodyWords || v.comments[i] >= 0 {
			continue
		}
		if rank > v.rank || rank == v.rank && words > most {
			v.body, v.rank, most = small(i), rank, words
		}
	}
}

// order counts what stands before and behind each block.
func (v *votes) order(p *segment.Page, left []bool) {
	n := len(p.Blocks)
	v.proseUntil, v.strongs, v.ofForm = make([]int32, n+1), make([]int32, n+1), make([]int32, n+1)
	v.lastStrong, v.nextStrong = make([]int32, n), make([]int32, n)
	forms, most := make(map[uint32]int32, 16), int32(0)
	isStrong := make([]bool, n)
	last := int32(-1)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		prose := running(b)
		v.lastStrong[i], v.proseUntil[i+1], v.strongs[i+1] = last, v.proseUntil[i], v.strongs[i]
		if v.comments[b.Element] >= 0 {
			v.commented += b.Own.Words
			continue
		}
		v.proseUntil[i+1] += prose
		if prose == 0 || left[b.Element] {
			continue
		}
		forms[b.Form] += prose
		if sum := forms[b.Form]; sum > most {
			most, v.form = sum, b.Form
		}
		if prose >= strong {
			isStrong[i] = true
			v.strongs[i+1]++
			last = small(i)
		}
	}
	v.outside = v.proseUntil[n]
	next := small(n)
	for i, is := range slices.Backward(isStrong) {
		v.nextStrong[i] = next
		if is {
			next = small(i)
		}
	}
	for i := range p.Blocks {
		v.ofForm[i+1] = v.ofForm[i]
		if most > 0 && p.Blocks[i].Form == v.form {
			v.ofForm[i+1]++
		}
	}
}

// elected is an element that a vote is for, as seen from a block.
type elected struct {
	v  *view
	at int32
}

// side is -1 before the element, 1 behind it and 0 within.
func (e elected) side() float32 {
	from, until := e.v.page.Span(int(e.at))
	switch at := small(e.v.i); {
	case at < from:
		return -1
	case at >= until:
		return 1
	}
	return 0
}

// levels is how far the element is above a block within it.
func (e elected) levels() float32 {
	if e.side() != 0 {
		return far
	}
	return upTo(e.v.e.Depth-e.v.page.Elements[e.at].Depth, far)
}

// candidate are of the element with the most points.
var candidate = []feature[elected]{
	{name: "levels", of: elected.levels, absent: far},
	{name: "points", of: func(e elected) float32 { return e.v.votes.points[e.v.b.Element] / e.v.votes.most }},
}

func (v *view) candidate(int) (elected, bool) {
	return elected{v, v.votes.candidate}, v.votes.candidate >= 0
}

// body are of the element that is named like the body of an article.
var body = []feature[elected]{
	{name: "levels", of: elected.levels, absent: far},
	{name: "side", of: elected.side},
	{name: "blocks_left", of: func(e elected) float32 {
		_, until := e.v.page.Span(int(e.at))
		return upTo(until-small(e.v.i), someBlocks)
	}},
}

func (v *view) body(int) (elected, bool) { return elected{v, v.votes.body}, v.votes.body >= 0 }

// flow are of the text that runs on: where a block stands in it, and whether it goes on behind.
var flow = []feature[*view]{
	{name: "main_form", of: func(v *view) float32 { return flag(v.votes.ofForm[v.i+1] > v.votes.ofForm[v.i]) }},
	{name: "main_form_behind", of: func(v *view) float32 {
		return upTo(v.votes.ofForm[len(v.page.Blocks)]-v.votes.ofForm[v.i+1], manyAlike)
	}},
	{name: "blocks_since_strong", of: func(v *view) float32 {
		if v.votes.lastStrong[v.i] < 0 {
			return far
		}
		return upTo(small(v.i)-v.votes.lastStrong[v.i], manyAlike)
	}},
	{name: "blocks_to_strong", of: func(v *view) float32 {
		if int(v.votes.nextStrong[v.i]) == len(v.page.Blocks) {
			return far
		}
		return upTo(v.votes.nextStrong[v.i]-small(v.i), manyAlike)
	}},
	{name: "words_to_strong", of: func(v *view) float32 {
		if int(v.votes.nextStrong[v.i]) == len(v.page.Blocks) {
			return -1
		}
		return upTo(v.offsets[v.votes.nextStrong[v.i]]-v.offsets[v.i+1], placeWords)
	}},
	{name: "strongs_before", of: func(v *view) float32 { return upTo(v.votes.strongs[v.i], manyAlike) }},
}

// commented are of a block among comments and the text that they are on.
var commented = []feature[*view]{
	{name: "within", of: func(v *view) float32 { return flag(v.votes.comments[v.b.Element] >= 0) }},
	{name: "prose_before", of: func(v *view) float32 { return upTo(v.votes.proseUntil[v.i], placeWords) }},
	{name: "prose_behind", of: func(v *view) float32 { return upTo(v.votes.outside-v.votes.proseUntil[v.i+1], placeWords) }},
}

// elections are what the votes say of a page.
var elections = []feature[*view]{
	{name: "candidate_words", of: func(v *view) float32 { return v.partOf(v.votes.candidate) }},
	{name: "body_words", of: func(v *view) float32 { return v.partOf(v.votes.body) }},
	{name: "body_rank", of: func(v *view) float32 { return v.votes.rank }},
	{name: "comment_words", of: func(v *view) float32 { return ratio(v.votes.commented, v.total.Words) }},
	{name: "prose_outside_comments", of: func(v *view) float32 { return upTo(v.votes.outside, longPart) }},
}

// partOf is the part of the page's words that an element has; none of no element.
func (v *view) partOf(at int32) float32 {
	if at < 0 {
		return 0
	}
	return ratio(v.page.Elements[at].Sum.Words, v.total.Words)
}
