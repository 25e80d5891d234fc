// Package seorun performs jobs of kind seo: it asks all sources at once, waits for
// them as long as the job allows, and says of each how it went. It links the parsers,
// so only a worker may import it.
package seorun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/commoncrawl"
	"github.com/quarryapi/quarry/internal/sources/crux"
	"github.com/quarryapi/quarry/internal/sources/pagespeed"
	"github.com/quarryapi/quarry/internal/sources/tranco"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// budget is how long the signals of one snapshot may take, within the minute that a
// job has.
const budget = 50 * time.Second

// Fetcher is the part of fetch.Client that a Worker needs.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Worker performs jobs of kind seo. It is safe for concurrent use.
type Worker struct {
	web         Fetcher
	pagespeed   *pagespeed.Client
	tranco      *tranco.Client
	wikidata    *wikidata.Client
	commoncrawl *commoncrawl.Client
	crux        *crux.Client
	now         func() time.Time
}

// New returns a Worker. A nil now is time.Now.
func New(web Fetcher, up upstream.Upstreams, now func() time.Time) *Worker {
	if now == nil {
		now = time.Now
	}
	return &Worker{
		web: web, now: now,
		pagespeed:   pagespeed.New(up.Client(pagespeed.Name)),
		tranco:      tranco.New(up.Client(tranco.Name)),
		wikidata:    wikidata.New(up.Client(wikidata.Name)),
		commoncrawl: commoncrawl.New(up.Client(commoncrawl.Name), now),
		crux:        crux.New(up.Client(crux.Name)),
	}
}

// Run implements kind.Worker. It fails when no signal that was asked for
// brought an answer, with the error of the first.
func (r *Worker) Run(ctx context.Context, run kind.Run[seo.Args]) (Output, error) {
	args := run.Args
	s := r.gather(ctx, args)
	if ctx.Err() != nil {
		return Output{}, context.Cause(ctx)
	}
	if err := s.failure(); err != nil {
		return Output{}, err
	}
	return Output{Result: s.result}, nil
}

// Snapshot gathers the signals of prepared arguments for other kinds. It takes at most
// 50 s. A signal that fails says so in the result; the only error is the cause of ctx's
// end.
func (r *Worker) Snapshot(ctx context.Context, args seo.Args) (*seo.Result, error) {
	s := r.gather(ctx, args)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return &s.result, nil
}
