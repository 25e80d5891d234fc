package fetch

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"syscall"
	"time"
)

// longestWait is the most that a site's Retry-After may delay our one retry.
const longestWait = 2 * time.Second

// RetryAfter is how long the site asks to wait, 0 if it does not say. A date is
// taken relative to the site's own clock.
func (r *Response) RetryAfter() time.Duration {
	value := r.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(r.Header.Get("Date"))
	if err != nil {
		return 0
	}
	return max(0, until.Sub(now))
}

// retryAfter says whether the outcome of an attempt is worth one more, and after
// which pause.
func (x *exchange) retryAfter(s *Stream, err error) (wait time.Duration, again bool) {
	idempotent := x.method == http.MethodGet || x.method == http.MethodHead || x.method == http.MethodOptions
	if x.req.NoRetry || x.retried || !idempotent {
		return 0, false
	}
	wait = 100*time.Millisecond + rand.N(200*time.Millisecond)
	switch {
	case err != nil:
		again = isPassing(err)
	case s.Status == http.StatusBadGateway || s.Status == http.StatusServiceUnavailable || s.Status == http.StatusGatewayTimeout:
		wait = max(wait, s.RetryAfter())
		again = wait <= longestWait
	}
	return wait, again && wait < x.left
}

// isPassing reports whether a connection broke in a way that servers and load
// balancers cause while they restart.
func isPassing(err error) bool {
	for _, passing := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// pause waits, or ends with ctx.
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
