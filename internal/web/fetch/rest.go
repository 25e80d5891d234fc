package fetch

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/turn"
)

const (
	// longestRest bounds what a host's Retry-After may ask of everybody.
	longestRest = 5 * time.Minute
	// restAge is how long what is shared of a host is believed without another look.
	restAge = 5 * time.Second
	// restHosts is how many are remembered.
	restHosts = 4096
	// restTime bounds a look and a note.
	restTime = 2 * time.Second
)

// rests are the hosts that asked to be left alone by Retry-After, in whichever process. What
// cannot be read or noted is as if no host had asked: politeness ends no job.
type rests struct {
	shared turn.Shared // nil shares nothing, and then no host rests
	now    func() time.Time

	mu    sync.Mutex
	known map[string]rest
}

type rest struct{ until, seen time.Time }

// check refuses a host that rests.
func (r *rests) check(ctx context.Context, host string) error {
	if r.shared == nil {
		return nil
	}
	now := r.now()
	known, fresh := r.of(host, now)
	if !fresh {
		look, cancel := context.WithTimeout(ctx, restTime)
		defer cancel()
		if s, err := r.shared.Standing(look, "host/"+host); err == nil {
			known = rest{s.RestsUntil, now}
			r.remember(host, known)
		}
	}
	wait := known.until.Sub(now).Round(time.Second)
	if wait <= 0 {
		return nil
	}
	e := errs.Newf(errs.UpstreamRateLimited, "%s asked by Retry-After to be left alone for %s more; try again later", host, wait)
	e.RetryAfter = wait
	return e
}

func (r *rests) of(host string, now time.Time) (known rest, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, ok := r.known[host]
	return known, ok && (known.until.After(now) || now.Sub(known.seen) < restAge)
}

func (r *rests) remember(host string, known rest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil || len(r.known) >= restHosts {
		r.known = map[string]rest{}
	}
	r.known[host] = known
}

// note has the host of an answer left alone that asks for it. A wait that our own retry
// keeps is none.
func (r *rests) note(ctx context.Context, host string, resp *Response) {
	long := min(longestRest, resp.RetryAfter())
	if r.shared == nil || long <= longestWait || resp.Status != http.StatusTooManyRequests && resp.Status != http.StatusServiceUnavailable {
		return
	}
	now := r.now()
	r.remember(host, rest{now.Add(long), now})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), restTime)
	defer cancel()
	_ = r.shared.Rest(ctx, "host/"+host, long) // else this process alone knows
}
