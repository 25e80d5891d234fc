package flow

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/read/claims"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/score"
)

// format is of a kept state; that of another one is not understood and begun anew.
const format = 1

// state is what a run has so far. Its largest part are the texts of at most 15
// documents, 40,000 characters each.
type state struct {
	Format     int                  `json:"format"`
	Began      time.Time            `json:"began"`
	Queries    []research.Query     `json:"queries,omitempty"` // nil until planned
	Searched   bool                 `json:"searched,omitempty"`
	Candidates []research.Candidate `json:"candidates,omitempty"`
	Reports    []research.Report    `json:"reports,omitempty"`
	Chosen     []research.Candidate `json:"chosen,omitempty"`
	Documents  []research.Document  `json:"documents,omitempty"` // of the first of Chosen
	Archive    archive              `json:"archive,omitzero"`
	Again      bool                 `json:"again,omitempty"` // the second round has chosen
	Meaning    *score.Meaning       `json:"meaning,omitempty"`
	Claims     *[]claims.Claim      `json:"claims,omitempty"`
	Reviewed   int                  `json:"reviewed,omitempty"` // claims that a model has judged
	Judged     string               `json:"judged,omitempty"`
	Notes      []string             `json:"notes,omitempty"`
	Spent      bool                 `json:"spent,omitempty"`
	Usage      model.Usage          `json:"usage,omitzero"`
	Embedding  model.Usage          `json:"embedding,omitzero"`
}

// archive is how asking for captures went.
type archive struct {
	Looked   int              `json:"looked"`
	Captures int              `json:"captures"`
	Outcome  research.Outcome `json:"outcome,omitempty"` // of the first failure
	Reason   string           `json:"reason,omitempty"`
}

// resume takes over what an earlier worker has kept.
func (t *task) resume(ctx context.Context) error {
	var kept state
	found, err := t.Keeper.Resume(ctx, &kept)
	if err != nil {
		return err
	}
	if found && kept.Format == format {
		t.state = kept
	}
	t.Format = format
	return nil
}

// keep is called after each stage that took time or money.
func (t *task) keep(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return t.Keeper.Keep(ctx, t.state)
}

// note adds a note for readers of the result, once.
func (t *task) note(text string) {
	if !slices.Contains(t.Notes, text) {
		t.Notes = append(t.Notes, text)
	}
}
