package quarry

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	longestWait  = 5 * time.Minute // of a Retry-After that is waited for; what asks for more is an error at once
	shortestPoll = time.Second / 2 // between polls, whatever the service says
	longestPoll  = time.Minute
)

type keyName struct{}

// WithIdempotencyKey returns a context whose calls use this key, for example the id of a record of
// yours: the same key returns the same job, also after a restart. Without it each call has a new one.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyName{}, key)
}

// keyOf returns the key of a call: the caller's own, or a new one.
func keyOf(ctx context.Context) (string, error) {
	key, ok := ctx.Value(keyName{}).(string)
	if !ok {
		return rand.Text(), nil
	}
	if key == "" || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "", errors.New("quarry: an idempotency key is 1 to 255 printable characters of ASCII")
	}
	return key, nil
}

type patientName struct{}

// patient returns a context whose calls go on over a service that is away for a while.
func patient(ctx context.Context) context.Context {
	return context.WithValue(ctx, patientName{}, true)
}

// failures are attempts that failed one after another.
type failures struct {
	attempts, count int
	outage          time.Duration
	since           time.Time
}

func (c *Client) failures(ctx context.Context) failures {
	f := failures{attempts: c.options.Attempts}
	if ctx.Value(patientName{}) != nil {
		f.outage = max(0, c.options.Outage)
	}
	return f
}

// more counts a failure, and reports whether another attempt may follow.
func (f *failures) more() bool {
	now := time.Now() //nolint:forbidigo // an outage is as long as it is
	if f.count == 0 {
		f.since = now
	}
	f.count++
	return f.count < f.attempts || now.Sub(f.since) < f.outage
}

// delay is the time until the next attempt: of an outage the end is to be seen within seconds.
func (f *failures) delay(h http.Header) time.Duration {
	if f.outage > 0 {
		return delay(h, min(f.count, 5))
	}
	return delay(h, f.count)
}

// send sends a request until there is an answer that another attempt cannot better.
func (c *Client) send(ctx context.Context, r request) (response, error) {
	if err := whole(r.path); err != nil {
		return response{}, err
	}
	failed := c.failures(ctx)
	for {
		got, err := c.once(ctx, r)
		switch {
		case err == nil && got.status < http.StatusMultipleChoices:
			return got, nil
		case ctx.Err() != nil:
			return response{}, stopped(ctx)
		case err == nil:
			err = failure(got)
		default:
			got, err = response{}, &NetworkError{Attempts: failed.count + 1, Err: err}
		}
		more := failed.more()
		wait := failed.delay(got.header)
		if !more || !r.again(got.status) || wait > longestWait || !fits(ctx, wait) {
			return response{}, err
		}
		if sleep(ctx, wait) != nil {
			return response{}, stopped(ctx)
		}
	}
}

// again reports whether a request can be sent once more. A status of 0 is an answer that was
// lost: what acts each time cannot, nor what is deleted, since the second answer would be that it
// is not there.
func (r request) again(status int) bool {
	if status == http.StatusTooManyRequests {
		return true
	}
	lost := status == 0 || status >= http.StatusInternalServerError
	twice := r.method == http.MethodGet || r.method == http.MethodPatch ||
		strings.HasSuffix(r.path, "/cancel") || r.path == "/v1/public/webhooks/endpoints" ||
		strings.HasPrefix(r.path, crawlsPath) // a crawl that runs stays as it is
	return lost && (r.key != "" || twice)
}

// retryAfter is the wait that Retry-After asks for: a number of seconds, or a date, by the clock of
// the service.
func retryAfter(h http.Header) (time.Duration, bool) {
	said := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(said, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, 1<<32)) * time.Second, true
	}
	until, err := http.ParseTime(said)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = time.Now() //nolint:forbidigo // against a date of the service
	}
	return max(0, until.Sub(now)), true
}

// delay is what Retry-After says; without it half a second, twice as long each time, with jitter.
func delay(h http.Header, attempt int) time.Duration {
	if said, ok := retryAfter(h); ok {
		return said
	}
	longest := math.Min(30, math.Pow(2, float64(attempt))/4)
	return time.Duration((0.5 + mathrand.Float64()/2) * longest * float64(time.Second))
}

// fits reports whether a wait ends before its context does.
func fits(ctx context.Context, wait time.Duration) bool {
	end, ok := ctx.Deadline()
	return !ok || time.Until(end) > wait //nolint:forbidigo // the context's end is in the same time
}

// sleep waits, or returns an error when the context ends before.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
