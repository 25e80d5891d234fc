package adsrun

import (
	"context"
	"errors"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/ads"
)

// archive walks through all archives by turns until there is no more, or the loads or the
// time are used up. What it has is kept after every load.
func (r *Worker) archive(ctx, within context.Context, run kind.Run[ads.Args], args *ads.Args, t *trip) (ads.Stop, error) {
	for {
		w, left := t.turn(), args.MaxLoads-t.loads()
		switch {
		case w == nil:
			return t.stopped(), nil
		case left <= 0:
			return ads.ByLoads, nil
		}
		if err := r.step(within, w, t.query(args, w.Archive), left); err != nil {
			return ended(ctx, err)
		}
		if err := w.pack(); err != nil {
			return "", err
		}
		if err := run.Keep(ctx, t); err != nil {
			return "", err
		}
		run.Report(ctx, int(t.loads()), int(args.MaxLoads), "loading")
	}
}

// ended reports the end of the time for loads, after which there is some left to report what
// there is, from the end of the run and from a failure of ours.
func ended(ctx context.Context, err error) (ads.Stop, error) {
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return ads.ByTime, nil
	}
	return "", err
}

// stopped is why a trip ended on which nobody has a turn.
func (t *trip) stopped() ads.Stop {
	for _, w := range t.Walks {
		if w.Failure != nil {
			return ads.ByFailure
		}
	}
	return ""
}
