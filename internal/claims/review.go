package claims

import (
	"context"

	"github.com/quarryapi/quarry/internal/model"
)

// Judge decides what sources say of a claim; package judge beside this one asks a
// language model.
type Judge interface {
	// Judge returns at most one Finding a source. Findings are not believed as they are:
	// a quote that does not occur in its source is dropped.
	Judge(ctx context.Context, claim string, excerpts []Excerpt) ([]Finding, model.Usage, error)
}

// Excerpt is what a Judge is shown of a source.
type Excerpt struct {
	Source Source
	Text   string // markdown, parts of the source's Text
}

// Finding is what a Judge says.
type Finding struct {
	Excerpt int // index into the excerpts
	Stance  Stance
	Quote   string // literally from the excerpt
}
