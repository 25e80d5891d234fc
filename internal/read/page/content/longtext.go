package content

import "github.com/quarryapi/quarry/internal/read/page/segment"

const (
	// longText is how many paragraphs side by side make a text that is longer than most which
	// the model has seen.
	longText = 30
	// opening is how many of the first say what all of them are.
	opening = 10
	// paragraph is how many words each has at least.
	paragraph = 8
)

// longTexts gives each paragraph of a long text at least the score that its opening has
// on average: the end of a book is no less of it than its beginning.
func longTexts(page *segment.Page, scores []float32) {
	texts := map[int32][]int{} // blocks, by what their paragraphs stand in
	for i := range page.Blocks {
		b := &page.Blocks[i]
		if b.Own.Words < paragraph || 2*b.Own.LinkWords > b.Own.Words {
			continue
		}
		in := b.Element // text may stand between paragraphs
		if page.Elements[in].Tag == segment.P {
			in = page.Elements[in].Parent
		}
		texts[in] = append(texts[in], i)
	}
	for _, blocks := range texts {
		if len(blocks) < longText {
			continue
		}
		score, words := float32(0), float32(0)
		for _, i := range blocks[:opening] {
			w := float32(page.Blocks[i].Own.Words)
			score += scores[i] * w
			words += w
		}
		for _, i := range blocks {
			scores[i] = max(scores[i], score/words)
		}
	}
}
