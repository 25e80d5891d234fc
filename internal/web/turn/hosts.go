package turn

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const (
	// longestRest bounds what a host's Retry-After may ask of everybody, and shortestRest is
	// what each request waits for by itself.
	longestRest, shortestRest = 5 * time.Minute, 2 * time.Second
	// Patience is how long a visit waits for its turn at a host.
	Patience = 20 * time.Second
	// answerTime is what is left of a visit's time for the answer, once its turn has come.
	answerTime = 5 * time.Second
	// believed is how long what is shared of a host is believed without another look.
	believed = 5 * time.Second
	// mostHosts is how many are remembered.
	mostHosts = 4096
	// shareTime bounds a look and a note.
	shareTime = 2 * time.Second
)

// Hosts is how the processes of an installation visit hosts that asked for less: not at all
// while they want to be left alone, and then in turns, at a pace that all keep together. A
// visit of any other host costs a look now and then, and no write. What cannot be read or noted is
// as if no host had asked: politeness ends no job.
type Hosts struct {
	shared Shared
	now    func() time.Time

	mu    sync.Mutex
	known map[string]sight
}

// sight is what was seen of a host, and when.
type sight struct {
	Standing
	at time.Time
}

// Host is the name under which all processes keep what they know of a host.
func Host(host string) string { return "host/" + host }

// NewHosts returns a Hosts; a nil shared shares nothing, and then nobody waits.
func NewHosts(shared Shared, now func() time.Time) *Hosts {
	return &Hosts{shared: shared, now: now}
}

// Enter waits until the host may be visited. Errors: upstream_rate_limited, with RetryAfter and Unasked, while
// it is to be left alone, or when too many wait already; that of ctx.
func (h *Hosts) Enter(ctx context.Context, host string) error {
	if h.shared == nil {
		return nil
	}
	s, now := h.standing(ctx, host), h.now()
	if s.Rests(now) {
		return resting(host, s.RestsUntil.Sub(now))
	}
	pace := s.PaceAt(now)
	if pace == 0 {
		return nil
	}
	s, granted, err := h.shared.TakeTurn(ctx, Host(host), pace, patienceOf(ctx))
	if err != nil {
		return ctx.Err()
	}
	h.remember(host, s)
	switch {
	case granted:
		return wait(ctx, s.Turn.Sub(h.now()))
	case s.Rests(now):
		return resting(host, s.RestsUntil.Sub(now))
	}
	e := errs.Newf(errs.UpstreamRateLimited, "%s asked for fewer requests, and its next turn is further away than this may wait; try again later", host)
	e.RetryAfter, e.Unasked = Patience, true
	return e
}

// patienceOf is how long a visit waits for its turn: not so long that there is no time for an answer.
func patienceOf(ctx context.Context) time.Duration {
	ends, ok := ctx.Deadline()
	if !ok {
		return Patience
	}
	return max(0, min(Patience, time.Until(ends)-answerTime)) //nolint:forbidigo // contexts end by the real clock
}

func resting(host string, long time.Duration) error {
	long = max(time.Second, long.Round(time.Second))
	e := errs.Newf(errs.UpstreamRateLimited, "%s asked by Retry-After to be left alone for %s more; try again later", host, long)
	e.RetryAfter, e.Unasked = long, true
	return e
}

// Asked notes that a host asked for fewer requests, and to be left alone for so long; 0 is
// not at all.
func (h *Hosts) Asked(ctx context.Context, host string, long time.Duration) {
	if h.shared == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shareTime)
	defer cancel()
	now, s := h.now(), h.seen(host).Standing
	if slower, changed := s.Slower(now); changed {
		s = slower // else this process alone knows
		if noted, err := h.shared.Slow(ctx, Host(host)); err == nil {
			s = noted
		}
	}
	if long = min(longestRest, long); long > shortestRest {
		s.RestsUntil = now.Add(long)
		_ = h.shared.Rest(ctx, Host(host), long) // as above
	}
	h.remember(host, s)
}

// standing is what is known of a host, read anew when that is too old.
func (h *Hosts) standing(ctx context.Context, host string) Standing {
	known, now := h.seen(host), h.now()
	if known.Rests(now) || now.Sub(known.at) < believed {
		return known.Standing
	}
	ctx, cancel := context.WithTimeout(ctx, shareTime)
	defer cancel()
	s, err := h.shared.Standing(ctx, Host(host))
	if err != nil {
		return known.Standing
	}
	h.remember(host, s)
	return s
}

func (h *Hosts) seen(host string) sight {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known[host]
}

func (h *Hosts) remember(host string, s Standing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.known == nil || len(h.known) >= mostHosts {
		h.known = map[string]sight{}
	}
	h.known[host] = sight{s, h.now()}
}

func wait(ctx context.Context, long time.Duration) error {
	timer := time.NewTimer(long)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
