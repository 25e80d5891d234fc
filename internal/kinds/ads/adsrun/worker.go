// Package adsrun performs jobs of kind ads: it asks the archives side by side, walks
// through them page by page and reports how each went. It links their clients, so only a
// worker may import it. It knows no archive's format.
package adsrun

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/kind"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary"
	"github.com/quarryapi/quarry/internal/sources/adstransparency"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Libraries are the archives.
type Libraries map[ads.Archive]ads.Library

// From returns the libraries of a process's upstreams.
func From(up upstream.Upstreams) Libraries {
	return Libraries{
		ads.Meta:   adlibrary.New(up.Client(adlibrary.Page), up.Client(adlibrary.API)),
		ads.Google: adstransparency.New(up.Client(adstransparency.Name)),
	}
}

// Worker performs jobs of kind ads. It is safe for concurrent use.
type Worker struct {
	libraries Libraries
	cursors   cursor.Sealer
	now       func() time.Time
}

// New returns a Worker. The libraries MUST have every archive.
func New(libraries Libraries, cursors cursor.Sealer, now func() time.Time) *Worker {
	return &Worker{libraries: libraries, cursors: cursors, now: now}
}

// reserve is what a run keeps of its time to report what it has.
const reserve = 20 * time.Second

// Run implements kind.Worker. It fails when no archive gave anything and one of them could
// not be read: only archives that say so themselves make an empty list.
func (r *Worker) Run(ctx context.Context, run kind.Run[adskind.Args]) (Output, error) {
	args := run.Args
	within, cancel := timeForLoads(ctx)
	defer cancel()
	result, err := r.perform(ctx, within, run, &args)
	if err != nil {
		return Output{}, err
	}
	return Output{Result: result, Incomplete: slices.ContainsFunc(result.Archives, lacking)}, nil
}

// lacking reports whether a later call may get more from an archive.
func lacking(o adskind.Outcome) bool {
	return o.Status == adskind.Blocked || o.Status == adskind.Failed
}

func timeForLoads(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, end.Add(-reserve))
	}
	return context.WithTimeout(ctx, adskind.Ceiling-reserve)
}

// perform does what is asked within the time for loads; ctx is the run's own.
func (r *Worker) perform(ctx, within context.Context, run kind.Run[adskind.Args], args *adskind.Args) (adskind.Result, error) {
	if args.Op == adskind.Resolve {
		return r.resolve(ctx, within, args)
	}
	trip, err := r.begin(ctx, run, args)
	if err != nil {
		return adskind.Result{}, err
	}
	var stop adskind.Stop
	if args.Op == adskind.Archive {
		stop, err = r.archive(ctx, within, run, args, trip)
	} else {
		err = r.creatives(ctx, within, args, trip)
	}
	if err != nil {
		return adskind.Result{}, err
	}
	return r.result(run, args, trip, stop)
}
