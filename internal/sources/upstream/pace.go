package upstream

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// pace keeps calls apart. The zero value of every lets all pass.
type pace struct {
	every time.Duration
	now   func() time.Time

	mu   sync.Mutex
	next time.Time
}

// wait returns when it is the caller's turn, or with the cause of ctx's end.
func (p *pace) wait(ctx context.Context) error {
	if p.every == 0 {
		return nil
	}
	p.mu.Lock()
	now := p.now()
	turn := now
	if p.next.After(now) {
		turn = p.next
	}
	p.next = turn.Add(p.every)
	p.mu.Unlock()
	if turn.Equal(now) {
		return nil
	}
	timer := time.NewTimer(turn.Sub(now))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

const (
	// patience is how many calls in a row may fail before the upstream is left alone.
	patience = 5
	// rest is for how long.
	rest = time.Minute
)

// breaker leaves an upstream alone that is down: every job would wait for it in vain.
type breaker struct {
	now func() time.Time

	mu     sync.Mutex
	failed int
	until  time.Time
}

func (b *breaker) allows() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.now().Before(b.until)
}

// note counts failures of the upstream itself. After the rest one failure is enough
// to let it rest again.
func (b *breaker) note(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !down(err) {
		b.failed = 0
		return
	}
	if b.failed++; b.failed >= patience {
		b.until = b.now().Add(rest)
	}
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
