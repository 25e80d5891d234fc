package upstream

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/turn"
)

const (
	// patience is how many calls in a row may fail before the upstream is left alone.
	patience = 5
	// rest is for how long.
	rest = time.Minute
	// longestRest bounds what an upstream's Retry-After may ask for.
	longestRest = 15 * time.Minute
	// longestWait is the most that a call waits for its turn when its context has no end.
	longestWait = 15 * time.Minute
	// noteTime bounds the writes about a call that has ended.
	noteTime = 5 * time.Second
)

// manners are how an upstream is asked: in its pace, and not at all while it rests. What all
// processes know of it is in shared; the process's own memory of that saves reads.
type manners struct {
	name   string
	every  time.Duration // 0 lets all calls pass, without a word to shared
	shared turn.Shared
	now    func() time.Time

	mu    sync.Mutex
	known turn.Standing
	asked time.Time // until when the upstream asked this process for a rest
}

func (m *manners) standing() turn.Standing {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known
}

func (m *manners) learn(s turn.Standing) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known = s
}

// wait returns when it is the caller's turn, or with the cause of ctx's end. Errors:
// provider_unavailable, upstream_rate_limited.
func (m *manners) wait(ctx context.Context) error {
	if s := m.standing(); s.Rests(m.now()) {
		return m.resting(s)
	}
	if m.every == 0 {
		return nil
	}
	s, granted, err := m.shared.TakeTurn(ctx, m.name, m.every, m.patience(ctx))
	if err != nil {
		return err
	}
	m.learn(s)
	switch now := m.now(); {
	case granted:
		return sleep(ctx, s.Turn.Sub(now))
	case s.Rests(now):
		return m.resting(s)
	default:
		return m.far(s.Turn.Sub(now))
	}
}

// far refuses a call whose turn comes behind its end: to wait for it would be in vain.
func (m *manners) far(wait time.Duration) error {
	wait = max(time.Second, (wait + time.Second - 1).Truncate(time.Second))
	e := errs.Newf(errs.UpstreamRateLimited,
		"%s is called once in %s at most, and the next call that is free is in %s; try again then.", m.name, m.every, wait)
	e.RetryAfter = wait
	return e
}

// patience is how long a call may wait: until its context ends.
func (m *manners) patience(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return longestWait
	}
	return min(longestWait, end.Sub(m.now()))
}

// resting refuses a call. Where the upstream's limit was met here the code says so, as the
// answer that met it did: of a job's calls the first meets the limit and the next the rest.
func (m *manners) resting(s turn.Standing) error {
	wait := s.RestsUntil.Sub(m.now()).Round(time.Second)
	code := errs.ProviderUnavailable
	if m.limited() {
		code = errs.UpstreamRateLimited
	}
	e := errs.Newf(code,
		"%s failed several times in a row, or asked to be left alone, and is not called for %s; try again later.", m.name, wait)
	e.RetryAfter = wait
	return e
}

func (m *manners) limited() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now().Before(m.asked)
}

func (m *manners) limit(until time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = until
}

// note counts failures of the upstream itself. After the rest one failure is enough
// to let it rest again. What cannot be noted is only known to this process.
func (m *manners) note(ctx context.Context, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTime)
	defer cancel()
	s := m.standing()
	if !down(err) {
		if s.Failed > 0 {
			s.Failed = 0
			m.learn(s)
			_ = m.shared.Worked(ctx, m.name) // else the next failure counts too many
		}
		return
	}
	s.Failed++
	if all, err := m.shared.Failed(ctx, m.name); err == nil {
		s = all
	}
	long := min(longestRest, errs.As(err).RetryAfter)
	if s.Failed >= patience {
		long = max(long, rest)
	}
	if until := m.now().Add(long); long > 0 && until.After(s.RestsUntil) {
		s.RestsUntil = until
		if errs.Is(err, errs.UpstreamRateLimited) {
			m.limit(until)
		}
		_ = m.shared.Rest(ctx, m.name, long) // else each process learns it alone
	}
	m.learn(s)
}

// down matches failures that the next call would meet, too.
func down(err error) bool {
	for _, code := range []errs.Code{
		errs.ProviderUnavailable, errs.UpstreamTimeout, errs.UpstreamRateLimited, errs.DNSFailed, errs.TLSFailed,
	} {
		if errs.Is(err, code) {
			return true
		}
	}
	return false
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
