package api

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// A write that failed may have been made all the same: its answer was lost, and so were
// those to the SDK's retries. What it makes has an id that was chosen before, so a read
// decides. These bound that read, within the 4 s that a function has after the longest
// wait.
const (
	lookTime  = 3 * time.Second
	lookTries = 3
	lookPause = 50 * time.Millisecond
)

// look reads what a failed write may have made, or makes the write again where that comes
// to the same. It tries again while the database is away; any other error is an answer.
func look[T any](ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	for try := 1; ; try++ {
		found, err := read(ctx)
		if !errs.Is(err, errs.ServiceUnavailable) || try == lookTries {
			return found, err
		}
		select {
		case <-ctx.Done():
			return found, err
		case <-time.After(lookPause << try):
		}
	}
}

// unknown is the error of a write of which nobody can say whether it was made, when
// sending the call again could make it twice. Details name what the caller can look at.
func unknown(cause error, advice string, details ...errs.Detail) error {
	return &errs.Error{Code: errs.OutcomeUnknown, Message: advice, Details: details, Err: cause}
}
