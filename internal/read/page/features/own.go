package features

import "github.com/quarryapi/quarry/internal/read/page/segment"

// own are of a block's own text and element.
var own = []feature[*view]{
	{name: "words", of: func(v *view) float32 { return float32(v.b.Own.Words) }},
	{name: "links", of: func(v *view) float32 { return ratio(v.b.Own.LinkWords, v.b.Own.Words) }},
	{name: "word_length", of: func(v *view) float32 { return ratio(v.b.Own.Chars, v.b.Own.Words) }},
	{name: "sentences", of: func(v *view) float32 { return float32(v.b.Own.Sentences) }},
	{name: "sentence_share", of: func(v *view) float32 { return ratio(v.b.Own.Sentences, v.b.Own.Words) }},
	{name: "commas", of: func(v *view) float32 { return ratio(v.b.Own.Commas, v.b.Own.Words) }},
	{name: "stops", of: func(v *view) float32 { return ratio(v.b.Own.Stops, v.b.Own.Words) }},
	{name: "capitals", of: func(v *view) float32 { return ratio(v.b.Own.Capitals, v.b.Own.Words) }},
	{name: "shouts", of: func(v *view) float32 { return ratio(v.b.Own.Shouts, v.b.Own.Words) }},
	{name: "numbers", of: func(v *view) float32 { return ratio(v.b.Own.Numbers, v.b.Own.Words) }},
	{name: "years", of: func(v *view) float32 { return float32(v.b.Own.Years) }},
	{name: "marks", of: func(v *view) float32 { return float32(v.b.Own.Marks) }},
	{name: "mark_share", of: func(v *view) float32 { return ratio(v.b.Own.Marks, v.b.Own.Words) }},
	{name: "prices", of: func(v *view) float32 { return float32(v.b.Own.Prices) }},
	{name: "hidden", of: func(v *view) float32 { return ratio(v.b.Own.HiddenWords, v.b.Own.Words) }},
	{name: "tag", of: func(v *view) float32 { return float32(v.e.Tag) }},
	{name: "depth", of: func(v *view) float32 { return float32(v.e.Depth) }},
	{name: "heading", of: func(v *view) float32 { return float32(headingLevel(v.page, v.b)) }},
	{name: "breaks", of: func(v *view) float32 { return flag(v.b.Breaks) }},
	{name: "repeats", of: func(v *view) float32 { return float32(v.texts[v.b.Hash]) }},
	{name: "in_title", of: func(v *view) float32 { return overlap(v.b.Words, &v.head.Title) }},
	{name: "in_description", of: func(v *view) float32 { return overlap(v.b.Words, &v.head.Description) }},
	{name: "in_article_body", of: func(v *view) float32 { return pairs(v.b.Words, v.head.Body) }},
	{name: "texts", of: func(v *view) float32 { return float32(v.b.Until - v.b.Text) }},
}

func (v *view) topics(to []float32) {
	for i, n := range v.b.Topics {
		to[i] = float32(n)
	}
}

// nowhere is the distance to a title that no block is like.
const nowhere = -1000

// place is where a block stands on its page.
var place = []feature[*view]{
	{name: "block", of: func(v *view) float32 { return upTo(small(v.i), placeBlocks) }},
	{name: "block_share", of: func(v *view) float32 { return ratio(small(v.i), small(len(v.page.Blocks))) }},
	{name: "words_before", of: func(v *view) float32 { return upTo(v.offsets[v.i], placeWords) }},
	{name: "words_before_share", of: func(v *view) float32 { return ratio(v.offsets[v.i], v.total.Words) }},
	{name: "words_behind", of: func(v *view) float32 { return upTo(v.total.Words-v.offsets[v.i], placeWords) }},
	{name: "blocks_since_title", of: func(v *view) float32 {
		if v.h1 < 0 {
			return nowhere
		}
		return upTo(small(v.i-v.h1), placeBlocks)
	}},
	{name: "words_since_title", of: func(v *view) float32 {
		if v.h1 < 0 {
			return nowhere
		}
		return upTo(v.offsets[v.i]-v.offsets[v.h1], placeWords)
	}},
	// Texts of the same words close by are links to the same, or the same card.
	{name: "nth_of_form", of: func(v *view) float32 { return upTo(v.e.Nth, manyAlike) }},
	{name: "same_form", of: func(v *view) float32 { return upTo(v.e.Same, manyAlike) }},
	{name: "words_of_page", of: func(v *view) float32 { return ratio(v.b.Own.Words, v.total.Words) }},
	{name: "steps_from_last", of: func(v *view) float32 { return v.steps(v.i - 1) }},
	{name: "steps_to_next", of: func(v *view) float32 { return v.steps(v.i) }},
}

// steps is how many elements end between a block and the next; 0 where there is one only. It is asked for
// twice, one block after the other.
func (v *view) steps(i int) float32 {
	if i < 0 || i+1 >= len(v.page.Blocks) {
		return 0
	}
	if v.stepped != i+1 {
		a, b := v.page.Blocks[i].Element, v.page.Blocks[i+1].Element
		common := v.page.Common(a, b)
		v.stepped, v.stepsOf = i+1, float32(v.page.Elements[a].Depth+v.page.Elements[b].Depth-2*v.page.Elements[common].Depth)
	}
	return v.stepsOf
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

func topicNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = segment.TopicName(i)
	}
	return names
}
