package content

import (
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// Together is for tests.
var Together = together

// Contents is for tests.
var Contents = contents

// FloorOf is the floor that a model chooses for a page without a summary.
func FloorOf(model *score.Model, page *segment.Page, scores []float32, o features.Outlook) float32 {
	return strictness{features.NewSummary(), floorsOf(model)}.floor(page, scores, o)
}
