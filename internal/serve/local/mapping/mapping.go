// Package mapping is what AWS calls event source mappings, for one machine: it
// takes messages from a queue or changes from a table's stream and calls the
// handler of a function with them, by Lambda's rules for batches, time-outs,
// partial failures, retries and order. It knows nothing of what the events mean.
package mapping

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"
)

// errorPause is how long a mapping waits after its source did not answer.
const errorPause = time.Second

// errTimedOut is the failure of a handler that outlived its function's time-out.
// Lambda would have ended it before it could answer.
var errTimedOut = errors.New("the function timed out")

// call runs a handler as Lambda does: with a deadline, a request id, and a panic
// turned into an error. A timeout of 0 is none.
func call[E, R any](ctx context.Context, timeout time.Duration, handler func(context.Context, E) (R, error), event E, id string) (answer R, err error) {
	ctx = lambdacontext.NewContext(ctx, &lambdacontext.LambdaContext{AwsRequestID: id})
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, timeout, errTimedOut)
		defer cancel()
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the function panicked: %v\n%s", v, debug.Stack())
		}
	}()
	answer, err = handler(ctx, event)
	if err == nil && errors.Is(context.Cause(ctx), errTimedOut) {
		err = errTimedOut
	}
	return answer, err
}

// pause waits; it returns early when the context ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func orDiscard(log *slog.Logger) *slog.Logger {
	if log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return log
}
