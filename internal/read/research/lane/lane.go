// Package lane runs the searches of a plan: each lane with its own engines, one search
// after the other as their pace allows, and all lanes side by side. A lane that fails
// says so and holds up no other. It must not know what is done with what is found.
package lane

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/websearch"
)

// Searcher is the part of websearch.Searcher that is needed.
type Searcher interface {
	Search(ctx context.Context, q websearch.Query) (websearch.Answer, error)
}

// Engines are who is asked, by the lane.
type Engines map[research.Lane]Searcher

// List is what one search found, the best first.
type List struct {
	Query research.Query
	Found []research.Candidate
}

// Run makes the searches, within a limit for all of them. The lists are in the order of
// the queries, without those that were not answered; the reports in the order of lanes.
// The error is the cause of ctx's end.
func (e Engines) Run(ctx context.Context, queries []research.Query, limit time.Duration) ([]List, []research.Report, error) {
	within, cancel := context.WithTimeoutCause(ctx, limit,
		errs.Newf(errs.UpstreamTimeout, "The searches took longer than %s, their maximum duration.", limit.Round(time.Second)))
	defer cancel()
	var walks []*walk
	var group sync.WaitGroup
	for _, lane := range research.Lanes() {
		w := &walk{engine: e[lane], report: research.Report{Lane: lane}, lists: make([]*List, len(queries))}
		if w.take(queries) {
			walks = append(walks, w)
			group.Go(func() { w.run(within) })
		}
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	var lists []List
	var reports []research.Report
	for i := range queries {
		for _, w := range walks {
			if w.lists[i] != nil {
				lists = append(lists, *w.lists[i])
			}
		}
	}
	for _, w := range walks {
		reports = append(reports, w.report)
	}
	return lists, reports, nil
}
