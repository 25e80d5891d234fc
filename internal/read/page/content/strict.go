package content

import (
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// Floors are the scores from which on blocks may be kept, among which a model chooses for each page.
var Floors = [...]float32{0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85}

// gain is how much of F1 another floor must promise to be taken: promises of less are kept as often as not.
const gain = 0.01

// strictness is what it takes to say how strict to be with a page.
type strictness struct {
	summary *features.Summary
	model   *floors
}

// floors is the model of what is gained by another floor, in two parts: what it says of a page, and of the floor that is asked about.
type floors struct{ page, asked *score.Model }

func floorsOf(model *score.Model) *floors {
	page, asked := model.Split(features.SummaryWidth() - features.Asked)
	return &floors{page, asked}
}

// floor is the score from which on blocks of a page are kept. What the scores promise holds where the doubts about
// blocks are independent of each other, which they are not: all teasers of a page are content, or none is. So
// a model that has seen what became of such pages may choose another one.
func (s strictness) floor(page *segment.Page, scores []float32, o features.Outlook) float32 {
	row := s.summary.Row(o)
	floor, best := o.Floor, float32(gain)
	usual := s.model.page.Sum(row)
	for _, asked := range Floors {
		features.Ask(row, o.Floor, asked)
		if g := usual + s.model.asked.Sum(row); g > best && wordsFrom(page, scores, asked) >= least {
			floor, best = asked, g
		}
	}
	return floor
}
