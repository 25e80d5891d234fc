package quarry

import (
	"context"
	"crypto/rand"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

type keyName struct{}

// WithIdempotencyKey returns a context whose calls use this key, for example the id of a record of
// yours: the same key returns the same job, also after a restart. Without it each call has a new one.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyName{}, key)
}

func keyOf(ctx context.Context) string {
	if key, ok := ctx.Value(keyName{}).(string); ok {
		return key
	}
	return rand.Text()
}

// send sends a request until there is an answer that another attempt cannot better.
func (c *Client) send(ctx context.Context, r request) (response, error) {
	for attempt := 1; ; attempt++ {
		got, err := c.once(ctx, r)
		if err == nil && got.status < http.StatusMultipleChoices {
			return got, nil
		}
		if err == nil {
			err = failure(got)
		}
		if attempt >= c.options.Attempts || ctx.Err() != nil || !r.again(got.status) {
			return response{}, err
		}
		if wait := delay(got.header, attempt); sleep(ctx, wait) != nil {
			return response{}, err
		}
	}
}

// again reports whether a request can be sent once more. A status of 0 is an answer that was
// lost: without a key only reading is then safe.
func (r request) again(status int) bool {
	if status == http.StatusTooManyRequests {
		return true
	}
	lost := status == 0 || status >= http.StatusInternalServerError
	return lost && (r.key != "" || r.method == http.MethodGet)
}

// delay is what Retry-After says; without it half a second, twice as long each time, with jitter.
func delay(h http.Header, attempt int) time.Duration {
	if seconds, err := strconv.Atoi(h.Get("Retry-After")); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second
	}
	longest := math.Min(30, math.Pow(2, float64(attempt))/4)
	return time.Duration((0.5 + mathrand.Float64()/2) * longest * float64(time.Second))
}

// sleep waits, or returns an error at once when the context would end before.
func sleep(ctx context.Context, wait time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < wait { //nolint:forbidigo // the context's end is in the same time
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
