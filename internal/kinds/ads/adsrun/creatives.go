package adsrun

import (
	"context"
	"fmt"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kinds/ads"
)

// pageLoads is how many pages of an archive are loaded at most for one page of creatives:
// an archive that finds ads by words may have others' only on its first ones.
const pageLoads = 6

// creatives gathers a page of ads from all archives side by side. Each archive gives its
// half, or more where the others have less.
func (r *Worker) creatives(ctx, within context.Context, args *ads.Args, t *trip) error {
	failed := make([]error, len(t.Walks))
	each(t, func(i int, w *walk) { failed[i] = r.gather(within, args, t, w) })
	for _, err := range failed {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && within.Err() == nil:
			return err
		}
	}
	for i, n := range t.shares(int(args.Limit)) {
		t.Walks[i].cut(n)
	}
	if args.Options.Details {
		each(t, func(_ int, w *walk) { r.details(within, w) })
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// each does something for all walks side by side.
func each(t *trip, do func(i int, w *walk)) {
	var all sync.WaitGroup
	for i, w := range t.Walks {
		all.Go(func() { do(i, w) })
	}
	all.Wait()
}

func (r *Worker) gather(ctx context.Context, args *ads.Args, t *trip, w *walk) error {
	for w.open() && len(w.Ads) < int(args.Limit) && w.Loads < pageLoads {
		if err := r.step(ctx, w, t.query(args, w.Archive), pageLoads-w.Loads); err != nil {
			return err
		}
	}
	return nil
}

// shares divides a page among the walks: one ad to each in turn.
func (t *trip) shares(limit int) []int {
	n := make([]int, len(t.Walks))
	for given := true; given && limit > 0; {
		given = false
		for i, w := range t.Walks {
			if n[i] < len(w.Ads) && limit > 0 {
				n[i]++
				limit--
				given = true
			}
		}
	}
	return n
}

// details reads the ads' own pages. An ad that is gone keeps what its list had; after any
// other failure the rest do.
func (r *Worker) details(ctx context.Context, w *walk) {
	for i := range w.Ads {
		err := r.libraries[w.Archive].Detail(ctx, &w.Ads[i])
		w.Loads++
		if e := errs.As(err); e != nil && !e.Permanent {
			w.blurry = fmt.Sprintf("Details of %d ads are missing: ", len(w.Ads)-i) + e.Message
			if ctx.Err() != nil {
				w.blurry = fmt.Sprintf("Details of %d ads are missing: there was not enough time for them in the job.", len(w.Ads)-i)
			}
			return
		}
	}
}
