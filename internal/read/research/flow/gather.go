package flow

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/collect"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/research/merge"
	"github.com/quarryapi/quarry/internal/read/research/plan"
)

const (
	// wave is how many sources are read side by side before what is there is kept.
	wave = 5
	// forSecond is the part of sources and results that the second round has: a third.
	forSecond = 3
)

// plan decides what to search for.
func (t *task) plan(ctx context.Context) error {
	if t.Queries != nil {
		return nil
	}
	t.Queries = plan.Make(&t.Topic, t.Settings.Profile)
	if plan.ShareOf(t.Settings.Profile).Proposals == 0 || !t.hasModel() {
		return nil
	}
	within, cancel := context.WithTimeoutCause(ctx, t.limits.Model, errSlow)
	defer cancel()
	queries, usage, err := plan.Propose(within, t.model, &t.Topic, t.Settings.Profile, t.Queries)
	t.Queries = queries
	t.Usage = t.Usage.Add(usage)
	if err != nil {
		t.note("The model proposed no searches: " + lane.Reason(err))
	}
	return t.keep(ctx)
}

// errSlow ends the use of a model.
var errSlow = errs.New(errs.UpstreamTimeout, "It did not respond in time.")

func (t *task) hasModel() bool { return t.model != nil && t.model.Ready() == nil }

// search asks the engines and chooses the sources of the first round.
func (t *task) search(ctx context.Context) error {
	if t.Searched {
		return nil
	}
	lists, reports, err := t.engines.Run(ctx, t.Queries, min(t.limits.Lanes, t.left()))
	if err != nil {
		return err
	}
	share := plan.ShareOf(t.Settings.Profile)
	results, documents := t.Settings.Results, t.Settings.Documents
	if share.FollowUps > 0 {
		results, documents = first(results), first(documents)
	}
	t.Reports = reports
	t.Candidates = merge.Merge(&t.Topic, merge.Named(&t.Topic), lists, results)
	t.Chosen = merge.Choose(t.Candidates, documents, share.PerHost, nil)
	t.Searched = true
	return t.keep(ctx)
}

// first is what the first of two rounds has.
func first(n int) int { return n - n/forSecond }

// collect reads what is chosen and not read yet, in waves.
func (t *task) collect(ctx context.Context) error {
	for len(t.Documents) < len(t.Chosen) {
		left := t.left()
		if left <= 0 {
			t.Spent = true
			t.note(fmt.Sprintf("The time was used up: %d of the selected sources were not read.", len(t.Chosen)-len(t.Documents)))
			return nil
		}
		sources := t.Chosen[len(t.Documents):min(len(t.Documents)+wave, len(t.Chosen))]
		within, cancel := context.WithTimeoutCause(ctx, left, errOver)
		h := t.collector.Collect(within, collect.Job{Org: t.Org, Run: t.ID, Robots: t.Settings.Robots, MaxAge: t.Settings.MaxAge}, sources)
		spent := errors.Is(context.Cause(within), errOver)
		cancel()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		t.Documents = append(t.Documents, h.Documents...)
		if spent {
			t.Spent = true
			t.note("The time was used up while sources were read.")
		}
		t.took(h)
		if err := t.keep(ctx); err != nil {
			return err
		}
	}
	return nil
}

// errOver ends reading.
var errOver = errs.New(errs.UpstreamTimeout, "The time for reading was used up.")

// took notes what a wave reports beside its documents.
func (t *task) took(h collect.Harvest) {
	t.Archive.Looked += h.Looked
	t.Archive.Captures += h.Captures
	if h.ArchiveBy != nil && t.Archive.Reason == "" {
		t.Archive.Outcome, t.Archive.Reason = lane.OutcomeOf(h.ArchiveBy), lane.Reason(h.ArchiveBy)
	}
	if h.CacheBy != nil {
		t.note("Documents of earlier research could not all be looked up or kept, so more was fetched.")
	}
}

// named are the candidates of a lane.
func (t *task) named(l research.Lane) []research.Candidate {
	var list []research.Candidate
	for _, c := range t.Candidates {
		if c.Lane == l {
			list = append(list, c)
		}
	}
	return list
}
