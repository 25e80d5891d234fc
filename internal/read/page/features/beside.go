package features

import "github.com/quarryapi/quarry/internal/read/page/segment"

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
