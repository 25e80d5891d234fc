// Package hnsearchrun performs jobs of kind hn_search: it asks Algolia's search of Hacker
// News. It links the readers of texts, so only a worker may import it.
package hnsearchrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/hnsearch"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// Searcher is the part of hackernews.Client that a Worker needs.
type Searcher interface {
	Relevant(ctx context.Context, q hackernews.Query, position string, n int) (hackernews.Page, error)
	Newest(ctx context.Context, q hackernews.Query, position string, n int) (hackernews.Page, error)
}

// Worker performs jobs of kind hn_search. It is safe for concurrent use.
type Worker struct {
	search  Searcher
	cursors cursor.Sealer
}

// New returns a Worker.
func New(search Searcher, cursors cursor.Sealer) *Worker {
	return &Worker{search: search, cursors: cursors}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[hnsearch.Args]) (Output, error) {
	args := run.Args
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return Output{}, err
	}
	search := r.search.Relevant
	if args.Sort == hnsearch.Date {
		search = r.search.Newest
	}
	query := hackernews.Query{Text: args.Query, Tags: args.TagFilter(), Since: args.Since.Unix(), Until: args.Until.Unix()}
	page, err := search(ctx, query, position, int(args.Limit))
	if err != nil {
		return Output{}, err
	}
	return Output{Result: result(page, r.cursors.Seal(run.OrgID, args.Walk(), page.Next))}, nil
}

func result(page hackernews.Page, next string) hnsearch.Result {
	r := hnsearch.Result{
		Items: page.Items, NextCursor: next, Exhausted: page.Exhausted, Total: page.Total, Source: hackernews.Search,
	}
	if page.Total != nil {
		r.TotalExact = &page.TotalExact
	}
	r.Coverage = social.Covered(page.Reason, next, page.Exhausted)
	return r
}
