package adsrun

import (
	"context"
	"errors"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// answer is whom one archive knows.
type answer struct {
	archive    ads.Archive
	candidates []ads.Candidate
	err        error
}

// resolve asks all archives side by side whom they know.
func (r *Worker) resolve(ctx, within context.Context, args *adskind.Args) (adskind.Result, error) {
	asked := args.Asked()
	answers := make([]answer, len(asked))
	var all sync.WaitGroup
	for i, archive := range asked {
		all.Go(func() {
			candidates, err := r.libraries[archive].Resolve(within, args.Subject(archive))
			if within.Err() != nil {
				err = errs.Wrap(err, errs.UpstreamTimeout, "It did not respond in time; try again later.")
			}
			answers[i] = answer{archive, candidates, err}
		})
	}
	all.Wait()
	result := adskind.Result{Op: args.Op, Status: adskind.NotFound, Advertisers: []ads.Candidate{}, Archives: []adskind.Outcome{}}
	var failures []failed
	for _, a := range answers {
		outcome := adskind.Outcome{Archive: a.archive, Status: adskind.OK}
		switch e, told := errors.AsType[*errs.Error](a.err); {
		case ctx.Err() != nil:
			return adskind.Result{}, context.Cause(ctx)
		case a.err != nil && (!told || e.Code == errs.InternalError):
			return adskind.Result{}, a.err
		case a.err != nil:
			outcome.Status, outcome.Reason = statusOf(e.Code), e.Message
			failures = append(failures, failed{a.archive, failure{Code: e.Code, Message: e.Message, Permanent: e.Permanent, Passing: e.Passing}})
		case len(a.candidates) == 0:
			outcome.Status, outcome.Reason = adskind.NoAdvertiser, "It has no advertiser that matches these arguments."
		}
		result.Archives = append(result.Archives, outcome)
		result.Advertisers = append(result.Advertisers, a.candidates...)
	}
	if len(result.Advertisers) > 0 {
		result.Status = adskind.IsFound
		return result, nil
	}
	return result, join(failures, len(asked))
}
