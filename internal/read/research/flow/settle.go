package flow

import (
	"context"
	"fmt"

	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/research/score"
)

// settle makes evidence and claims of the documents. Nothing that it does without a
// model is kept: it is quick, and the same again.
func (t *task) settle(ctx context.Context) error {
	if err := t.failure(); err != nil {
		return err
	}
	markDuplicates(t.Documents)
	passages := score.Cut(&t.Topic, t.Documents)
	if err := t.measure(ctx, passages); err != nil {
		return err
	}
	t.ranked = score.Rank(&t.Topic, t.Documents, passages, *t.Meaning, t.Began, t.Settings.TopK)
	return t.judgeClaims(ctx)
}

// measure compares passages and topic by their meaning.
func (t *task) measure(ctx context.Context, passages []score.Passage) error {
	if t.Meaning != nil && len(t.Meaning.Scores) == len(passages) {
		return nil
	}
	t.Meaning = &score.Meaning{Method: score.LocalMethod}
	if t.model == nil || !t.model.CanEmbed() || len(passages) == 0 {
		t.Meaning.Scores = score.Local(&t.Topic, t.Documents, passages)
		return nil
	}
	within, cancel := context.WithTimeoutCause(ctx, t.limits.Model, errSlow)
	defer cancel()
	meaning, usage, err := score.Embedded(within, t.model, &t.Topic, t.Documents, passages)
	t.Embedding = t.Embedding.Add(usage)
	if err != nil {
		t.note("The embedding model failed, so passages are compared by local vectors: " + lane.Reason(err))
		meaning = score.Meaning{Method: score.LocalMethod, Scores: score.Local(&t.Topic, t.Documents, passages)}
	}
	t.Meaning = &meaning
	return t.keep(ctx)
}

// notes are what the run has noted, and what follows from its outcome.
func (t *task) notes() []string {
	notes := append([]string{}, t.Notes...)
	if len(t.Candidates) == 0 {
		notes = append(notes, "No source was given or found.")
	}
	for _, r := range t.reports() {
		if !lane.Answered(r) {
			notes = append(notes, fmt.Sprintf("The lane %s returned nothing: %s", r.Lane, r.Reason))
		}
	}
	repeated := 0
	for _, d := range t.Documents {
		if d.Duplicate != "" {
			repeated++
		}
	}
	if repeated > 0 {
		notes = append(notes, fmt.Sprintf("Documents that repeat the text of another one and provide no evidence: %d.", repeated))
	}
	return notes
}
