package turn_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// away is a Shared that cannot be reached while it is away.
type away struct {
	*turn.Alone
	gone bool
}

var errAway = errors.New("away")

func (a *away) Standing(ctx context.Context, name string) (turn.Standing, error) {
	if a.gone {
		return turn.Standing{}, errAway
	}
	return a.Alone.Standing(ctx, name)
}

func (a *away) TakeTurn(ctx context.Context, name string, every, patience time.Duration) (turn.Standing, bool, error) {
	if a.gone {
		return turn.Standing{}, false, errAway
	}
	return a.Alone.TakeTurn(ctx, name, every, patience)
}

func (a *away) Slow(ctx context.Context, name string) (turn.Standing, error) {
	if a.gone {
		return turn.Standing{}, errAway
	}
	return a.Alone.Slow(ctx, name)
}

// TestAHostThatAskedForLess: the process that was asked knows at once, another within five
// seconds, and both keep the pace together.
func TestAHostThatAskedForLess(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := turn.NewAlone(time.Now)
		one, other := turn.NewHosts(shared, time.Now), turn.NewHosts(shared, time.Now)
		begin := time.Now()
		enter := func(h *turn.Hosts, want time.Duration) {
			t.Helper()
			if err := h.Enter(t.Context(), "busy.test"); err != nil || time.Since(begin) != want {
				t.Errorf("got in after %s, error %v; want %s, none", time.Since(begin), err, want)
			}
		}
		enter(other, 0)
		one.Asked(t.Context(), "busy.test", time.Second) // too short to be left alone for
		enter(one, 0)
		enter(one, time.Second)
		enter(other, time.Second) // it has not looked again
		time.Sleep(4 * time.Second)
		enter(one, 5*time.Second)
		enter(other, 6*time.Second)
		enter(one, 7*time.Second)
		time.Sleep(10 * time.Minute)
		enter(one, 10*time.Minute+7*time.Second)
		enter(one, 10*time.Minute+7*time.Second)
	})
}

// TestAHostThatIsLeftAlone is for as long as it asked, at most five minutes.
func TestAHostThatIsLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := turn.NewHosts(turn.NewAlone(time.Now), time.Now)
		h.Asked(t.Context(), "busy.test", 24*time.Hour)
		err := h.Enter(t.Context(), "busy.test")
		if e := errs.As(err); !errs.Is(err, errs.UpstreamRateLimited) || e.RetryAfter != 5*time.Minute || !e.Unasked {
			t.Errorf("got error %v, unasked %t; want %s for 5 minutes, true", err, e.Unasked, errs.UpstreamRateLimited)
		}
		time.Sleep(5 * time.Minute)
		if err := h.Enter(t.Context(), "busy.test"); err != nil {
			t.Errorf("got error %v after the rest, want none", err)
		}
	})
}

// TestPolitenessEndsNoJob: what cannot be read or noted stops nobody, and what a process knows by
// itself counts.
func TestPolitenessEndsNoJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := &away{Alone: turn.NewAlone(time.Now), gone: true}
		h := turn.NewHosts(shared, time.Now)
		h.Asked(t.Context(), "busy.test", 0)
		for _, host := range []string{"busy.test", "other.test"} {
			if err := h.Enter(t.Context(), host); err != nil {
				t.Errorf("%s: got error %v, want none", host, err)
			}
		}
		shared.gone = false
		if err := h.Enter(t.Context(), "busy.test"); err != nil {
			t.Errorf("got error %v, want none", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := turn.NewHosts(nil, time.Now).Enter(ctx, "busy.test"); err != nil {
			t.Errorf("got error %v of a process that shares nothing, want none", err)
		}
		h.Asked(t.Context(), "busy.test", 0)
		_ = h.Enter(t.Context(), "busy.test") // the turn that is free
		if err := h.Enter(ctx, "busy.test"); !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v of who left while it waited, want %v", err, context.Canceled)
		}
	})
}

// TestNoTurnWithoutTimeForAnAnswer: who waited until its time was over would be told that the host did not answer.
func TestNoTurnWithoutTimeForAnAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shared := turn.NewAlone(time.Now)
		hosts := turn.NewHosts(shared, time.Now)
		for range 5 {
			hosts.Asked(t.Context(), "busy.test", 0) // to a turn in 16 seconds
			time.Sleep(11 * time.Second)
		}
		for name, c := range map[string]struct {
			left time.Duration
			in   bool
		}{"enough": {21 * time.Second, true}, "too little": {20 * time.Second, false}, "none": {time.Second, false}} {
			if err := hosts.Enter(t.Context(), "busy.test"); err != nil { // the turn that is free
				t.Fatalf("%s: got error %v, want none", name, err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), c.left)
			began := time.Now()
			err := hosts.Enter(ctx, "busy.test")
			cancel()
			if c.in && (err != nil || time.Since(began) != 16*time.Second) || !c.in && (!errs.Is(err, errs.UpstreamRateLimited) || time.Since(began) != 0) {
				t.Errorf("%s: got error %v after %s, want in %t", name, err, time.Since(began), c.in)
			}
			time.Sleep(40 * time.Second)
		}
	})
}
