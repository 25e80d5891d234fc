// Package turn is whose turn it is: what the processes of an installation agree on about the
// services and hosts that they ask. It is light enough for a function that must start
// fast. It must not know where that is kept, nor what is asked.
package turn

import (
	"context"
	"sync"
	"time"
)

// Standing is what is known of a service or a host.
type Standing struct {
	Turn       time.Time // the moment that a turn was granted for, or would have been for more patience; of a look, when the next is free
	Failed     int       // failures in a row
	RestsUntil time.Time // it is left alone until then
	// Pace is the time between calls that it made necessary by asking for less, until PacedUntil.
	Pace       time.Duration
	PacedUntil time.Time
}

const (
	// leastPace is the first pace of a host that asks for less, and mostPace the longest.
	leastPace, mostPace = time.Second, 16 * time.Second
	// paceLife is for how long a pace is kept that no host asks to be longer.
	paceLife = 10 * time.Minute
	// paceGrain is the time within which many who are asked for less make it slower once.
	paceGrain = 10 * time.Second
)

// PaceAt is the pace at a moment, 0 for none.
func (s Standing) PaceAt(now time.Time) time.Duration {
	if left := s.PacedUntil.Sub(now); left <= 0 || left > paceLife+clockError {
		return 0
	}
	return s.Pace
}

// clockError is how far clocks may differ.
const clockError = time.Minute

// Slower is the standing when it asks for less: half as many calls as before. It reports
// false when that was just done.
func (s Standing) Slower(now time.Time) (Standing, bool) {
	pace := s.PaceAt(now)
	if pace > 0 && s.PacedUntil.Sub(now) > paceLife-paceGrain {
		return s, false
	}
	s.Pace, s.PacedUntil = min(max(leastPace, 2*pace), mostPace), now.Add(paceLife)
	return s, true
}

// Rests reports whether it is left alone at a moment.
func (s Standing) Rests(now time.Time) bool { return s.RestsUntil.After(now) }

// Shared is what all processes of an installation keep together about the services and hosts
// that they ask, so that twenty ask no more often than one. Names are the caller's. Its
// errors are those of where it is kept.
type Shared interface {
	// TakeTurn takes the next turn of a name: no two are closer than every, whoever took them. It
	// MUST NOT take one while the name rests, nor one that would be further than patience
	// away; granted is false then.
	TakeTurn(ctx context.Context, name string, every, patience time.Duration) (s Standing, granted bool, err error)
	// Standing reads what is known; the zero Standing when nothing is.
	Standing(ctx context.Context, name string) (Standing, error)
	// Failed counts a failure.
	Failed(ctx context.Context, name string) (Standing, error)
	// Worked forgets the failures.
	Worked(ctx context.Context, name string) error
	// Rest has the name left alone for a while.
	Rest(ctx context.Context, name string, long time.Duration) error
	// Slow has a name be called at a pace for a while, or at half of the one that it has; many
	// who ask for that at the same time do so once.
	Slow(ctx context.Context, name string) (Standing, error)
	// Page returns what was kept under a name and is not too old.
	Page(ctx context.Context, name string) (body []byte, found bool, err error)
	// KeepPage keeps a page for a while. What is too large to be shared is not kept.
	KeepPage(ctx context.Context, name string, body []byte, long time.Duration) error
}

// Alone is a Shared of one process. The zero Alone is not usable.
type Alone struct {
	now func() time.Time

	mu    sync.Mutex
	names map[string]*standing
}

type standing struct {
	Standing
	next  time.Time // turn that is free
	page  []byte
	until time.Time // of the page
}

// NewAlone returns an Alone that knows nothing.
func NewAlone(now func() time.Time) *Alone {
	return &Alone{now: now, names: map[string]*standing{}}
}

// with calls f with what is known of a name.
func (a *Alone) with(name string, f func(*standing)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.names[name]
	if s == nil {
		s = &standing{}
		a.names[name] = s
	}
	f(s)
}

// TakeTurn implements Shared.
func (a *Alone) TakeTurn(_ context.Context, name string, every, patience time.Duration) (got Standing, granted bool, err error) {
	a.with(name, func(s *standing) {
		now := a.now()
		turn := now
		if s.next.After(now) {
			turn = s.next
		}
		if granted = !s.Rests(now) && turn.Sub(now) <= patience; granted {
			s.next = turn.Add(every)
		}
		s.Turn = turn
		got = s.Standing
	})
	return got, granted, nil
}

// Standing implements Shared.
func (a *Alone) Standing(_ context.Context, name string) (got Standing, err error) {
	a.with(name, func(s *standing) {
		got = s.Standing
		got.Turn = s.next
	})
	return got, nil
}

// Failed implements Shared.
func (a *Alone) Failed(_ context.Context, name string) (got Standing, err error) {
	a.with(name, func(s *standing) {
		s.Failed++
		got = s.Standing
	})
	return got, nil
}

// Worked implements Shared.
func (a *Alone) Worked(_ context.Context, name string) error {
	a.with(name, func(s *standing) { s.Failed = 0 })
	return nil
}

// Rest implements Shared.
func (a *Alone) Rest(_ context.Context, name string, long time.Duration) error {
	a.with(name, func(s *standing) { s.RestsUntil = a.now().Add(long) })
	return nil
}

// Slow implements Shared.
func (a *Alone) Slow(_ context.Context, name string) (got Standing, err error) {
	a.with(name, func(s *standing) {
		s.Standing, _ = s.Slower(a.now())
		got = s.Standing
	})
	return got, nil
}

// Page implements Shared.
func (a *Alone) Page(_ context.Context, name string) (body []byte, found bool, err error) {
	a.with(name, func(s *standing) { body, found = s.page, s.until.After(a.now()) })
	return body, found, nil
}

// KeepPage implements Shared.
func (a *Alone) KeepPage(_ context.Context, name string, body []byte, long time.Duration) error {
	a.with(name, func(s *standing) { s.page, s.until = body, a.now().Add(long) })
	return nil
}
