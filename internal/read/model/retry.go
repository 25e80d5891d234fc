package model

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const (
	retries  = 2
	longest  = 20 * time.Second // that a Retry-After is waited for
	firstGap = time.Second
)

// retry makes a call, and again after failures that pass.
func retry[T any](ctx context.Context, call func() (T, error)) (T, error) {
	var none T
	gap := firstGap
	for attempt := 0; ; attempt++ {
		reply, err := call()
		if err == nil {
			return reply, nil
		}
		if ctx.Err() != nil {
			return none, context.Cause(ctx)
		}
		wait, again := patience(err, gap)
		if !again || attempt == retries {
			return none, refusal(err)
		}
		if err := pause(ctx, wait); err != nil {
			return none, err
		}
		gap *= 4
	}
}

// patience is how long to wait before the next attempt, and whether there is one.
func patience(err error, gap time.Duration) (wait time.Duration, again bool) {
	e := errs.As(err)
	switch e.Code {
	case errs.UpstreamRateLimited:
		return max(e.RetryAfter, gap), e.RetryAfter <= longest
	case errs.ProviderUnavailable:
		return gap, !e.Permanent
	default:
		return 0, false
	}
}

// refusal is a failure as a job reports it: what stands between us and the provider is
// no concern of the caller's.
func refusal(err error) error {
	e := errs.As(err)
	switch e.Code {
	case errs.ProviderNotConfigured, errs.ProviderUnavailable, errs.ParseFailed, errs.InternalError:
		return e
	case errs.UpstreamRateLimited:
		return &errs.Error{
			Code: errs.ProviderUnavailable, RetryAfter: e.RetryAfter, Err: e,
			Message: "The model's provider rate-limits requests; try again later.",
		}
	default:
		return errs.Wrap(e, errs.ProviderUnavailable, "The model's provider could not be reached; try again later.")
	}
}

// pause waits, or returns with the cause of ctx's end.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
