package features

import "github.com/quarryapi/quarry/internal/read/page/segment"

// titled is a block below a heading.
type titled struct {
	v *view
	b *segment.Block // the heading
	h heading
}

// section are of the heading above a block.
var section = []feature[titled]{
	{name: "level", of: func(t titled) float32 { return float32(t.h.level) }, absent: -1},
	{name: "blocks_since", of: func(t titled) float32 { return upTo(small(t.v.i)-t.h.block, manyAlike) }},
	{name: "words_since", of: func(t titled) float32 { return upTo(t.v.offsets[t.v.i]-t.v.offsets[t.h.block], placeWords/2) }},
	{name: "links", of: func(t titled) float32 { return ratio(t.b.Own.LinkWords, t.b.Own.Words) }},
}

func (v *view) section(int) (titled, bool) {
	h := v.headings[v.i]
	if h.block < 0 {
		return titled{}, false
	}
	return titled{v, &v.page.Blocks[h.block], h}, true
}

// headingTopics are how many of the first topics a heading is asked for.
const headingTopics = segment.Topics / 2

func (v *view) headingTopics(to []float32) {
	clear(to)
	if h := v.headings[v.i]; h.block >= 0 {
		for k := range to {
			to[k] = float32(v.page.Blocks[h.block].Topics[k]) // what the heading itself is about
		}
	}
}

// besideReach is how many blocks before and behind one it is described by, saidReach how
// many of them may say something about it.
const (
	besideReach = 4
	saidReach   = 2
)

// neighbour is a block beside another.
type neighbour struct {
	b   *segment.Block
	tag segment.Tag
}

var beside = []feature[neighbour]{
	{name: "words", of: func(n neighbour) float32 { return float32(n.b.Own.Words) }, absent: -1},
	{name: "links", of: func(n neighbour) float32 { return ratio(n.b.Own.LinkWords, n.b.Own.Words) }, absent: -1},
	{name: "tag", of: func(n neighbour) float32 { return float32(n.tag) }, absent: -1},
	{name: "stops", of: func(n neighbour) float32 { return ratio(n.b.Own.Stops, n.b.Own.Words) }, absent: -1},
}

// said are what blocks next to one can say about it: that it is a comment, who wrote it, that
// there is more of it elsewhere, when it was written.
var said = []feature[neighbour]{
	{name: "comments", of: func(n neighbour) float32 { return float32(n.b.Topics[segment.TopicComments]) }},
	{name: "author", of: func(n neighbour) float32 { return float32(n.b.Topics[segment.TopicAuthor]) }},
	{name: "more", of: func(n neighbour) float32 { return float32(n.b.Topics[segment.TopicMore]) }},
	{name: "share", of: func(n neighbour) float32 { return float32(n.b.Topics[segment.TopicShare]) }},
	{name: "years", of: func(n neighbour) float32 { return float32(n.b.Own.Years) }},
}

// label is how many words a block has at most that says what follows it.
const label = 8

func isLabel(b *segment.Block) bool { return b.Own.Words <= label }

// labelTopics are what labels say: comments, related pages, more, a newsletter.
var labelTopics = [...]int{segment.TopicComments, segment.TopicRelated, segment.TopicLatest, segment.TopicSubscribe}

// labels are the last labels above a block by their topics; -1 where there is none.
type labels [len(labelTopics)]int32

func labelNames() []string {
	names := make([]string, len(labelTopics))
	for i, t := range labelTopics {
		names[i] = segment.TopicName(t)
	}
	return names
}

// sinceLabels writes how many blocks ago one said what follows.
func (v *view) sinceLabels(to []float32) {
	for k, at := range v.labels[v.i] {
		if to[k] = far; at >= 0 {
			to[k] = upTo(small(v.i)-at, far)
		}
	}
}
