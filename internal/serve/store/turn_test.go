package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// eachShared runs a test on a process's own memory and on the table.
func eachShared(t *testing.T, test func(t *testing.T, clock *storetest.Clock, s turn.Shared)) {
	t.Helper()
	t.Run("alone", func(t *testing.T) {
		t.Parallel()
		clock := storetest.New(t).Clock
		test(t, clock, turn.NewAlone(clock.Now))
	})
	t.Run("table", func(t *testing.T) {
		t.Parallel()
		f := storetest.New(t)
		test(t, f.Clock, f.Store)
	})
}

func TestTurns(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, clock *storetest.Clock, s turn.Shared) {
		t.Helper()
		begin := clock.Now()
		take := func(patience time.Duration) (time.Duration, bool) {
			t.Helper()
			got, granted, err := s.TakeTurn(t.Context(), "slow", 7*time.Second, patience)
			if err != nil {
				t.Fatalf("turn: got error %v, want none", err)
			}
			return got.Turn.Sub(begin), granted
		}
		for i, want := range []time.Duration{0, 7 * time.Second, 14 * time.Second} {
			if got, granted := take(time.Minute); got != want || !granted {
				t.Errorf("turn %d: got %s, granted %t; want %s", i, got, granted, want)
			}
		}
		if got, granted := take(20 * time.Second); granted || got != 21*time.Second {
			t.Errorf("got a turn at %s, granted %t; want none for who waits 20 s, and to hear of 21 s", got, granted)
		}
		if got, _, err := s.TakeTurn(t.Context(), "other", time.Second, 0); err != nil || got.Turn.Sub(begin) != 0 {
			t.Errorf("got %+v, error %v; want another name's turn at once", got, err)
		}
		clock.Move(22 * time.Second)
		if got, granted := take(0); got != 22*time.Second || !granted {
			t.Errorf("got %s, granted %t; want a turn at once when none is ahead", got, granted)
		}
	})
}

func TestRests(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, clock *storetest.Clock, s turn.Shared) {
		t.Helper()
		ctx := t.Context()
		for want := 1; want <= 3; want++ {
			if got, err := s.Failed(ctx, "n"); err != nil || got.Failed != want {
				t.Errorf("got %d failures, error %v; want %d", got.Failed, err, want)
			}
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("got error %v, want none", err)
			}
		}
		must(s.Rest(ctx, "n", time.Minute))
		until := clock.Now().Add(time.Minute)
		got, granted, err := s.TakeTurn(ctx, "n", time.Second, time.Hour)
		if err != nil || granted || got.Failed != 3 || !got.RestsUntil.Equal(until) {
			t.Errorf("got %+v, granted %t, error %v; want it to rest until %s after 3 failures", got, granted, err, until)
		}
		if got, err := s.Standing(ctx, "n"); err != nil || !got.Rests(clock.Now()) || got.Failed != 3 {
			t.Errorf("got standing %+v, error %v; want the same", got, err)
		}
		clock.Move(time.Minute)
		if got, granted, err := s.TakeTurn(ctx, "n", time.Second, time.Hour); err != nil || !granted || got.Failed != 3 {
			t.Errorf("got %+v, granted %t, error %v; want a turn after the rest, with what failed", got, granted, err)
		}
		must(s.Worked(ctx, "n"))
		if got, err := s.Standing(ctx, "n"); err != nil || got.Failed != 0 {
			t.Errorf("got standing %+v, error %v; want no failures", got, err)
		}
		if got, err := s.Standing(ctx, "unknown"); err != nil || !cmp.Equal(got, turn.Standing{}) {
			t.Errorf("got %+v, error %v of an unknown name; want nothing", got, err)
		}
	})
}

// TestPaces: a name that asks for less is called half as often each time, but once for all who
// are asked at the same moment, and as before when it has not asked for ten minutes.
func TestPaces(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, clock *storetest.Clock, s turn.Shared) {
		t.Helper()
		ctx := t.Context()
		for i, c := range []struct {
			later, pace time.Duration
		}{
			{0, time.Second},
			{time.Second, time.Second}, // many at once are one
			{10 * time.Second, 2 * time.Second},
			{20 * time.Second, 4 * time.Second},
			{20 * time.Second, 8 * time.Second},
			{20 * time.Second, 16 * time.Second},
			{20 * time.Second, 16 * time.Second}, // no slower
			{10 * time.Minute, time.Second},      // forgotten
		} {
			clock.Move(c.later)
			got, err := s.Slow(ctx, "n")
			if err != nil || got.PaceAt(clock.Now()) != c.pace {
				t.Errorf("%d: got %+v, error %v; want a pace of %s", i, got, err, c.pace)
			}
			if read, err := s.Standing(ctx, "n"); err != nil || read.PaceAt(clock.Now()) != c.pace {
				t.Errorf("%d: got standing %+v, error %v; want a pace of %s", i, read, err, c.pace)
			}
		}
		got, granted, err := s.TakeTurn(ctx, "n", time.Second, time.Minute)
		if err != nil || !granted || got.Pace != time.Second {
			t.Errorf("got turn %+v, granted %t, error %v; want the pace with it", got, granted, err)
		}
		if got, err := s.Standing(ctx, "other"); err != nil || got.PaceAt(clock.Now()) != 0 {
			t.Errorf("got %+v, error %v of another name; want no pace", got, err)
		}
		clock.Move(10 * time.Minute)
		if got, err := s.Standing(ctx, "n"); err != nil || got.PaceAt(clock.Now()) != 0 {
			t.Errorf("got %+v, error %v after ten minutes; want no pace", got, err)
		}
		clock.Move(-time.Hour)
		if got, err := s.Standing(ctx, "n"); err != nil || got.PaceAt(clock.Now()) != 0 {
			t.Errorf("got %+v, error %v by a clock that was set back; want no pace", got, err)
		}
	})
}

func TestSharedPages(t *testing.T) {
	t.Parallel()
	eachShared(t, func(t *testing.T, clock *storetest.Clock, s turn.Shared) {
		t.Helper()
		ctx := t.Context()
		if _, found, err := s.Page(ctx, "p"); found || err != nil {
			t.Errorf("got found %t, error %v before it was kept; want false, none", found, err)
		}
		if err := s.KeepPage(ctx, "p", []byte("rules"), time.Hour); err != nil {
			t.Fatalf("got error %v, want none", err)
		}
		if body, found, err := s.Page(ctx, "p"); !found || err != nil || string(body) != "rules" {
			t.Errorf("got %q, found %t, error %v; want the page", body, found, err)
		}
		clock.Move(time.Hour)
		if _, found, _ := s.Page(ctx, "p"); found {
			t.Error("got a page that is too old, want none")
		}
	})
}

// TestATurnOfAClockThatWasAhead: what a clock wrote that has been set back since stops nobody.
func TestATurnOfAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	late := store.New(f.DB, f.Core, f.Edge, func() time.Time { return f.Clock.Now().Add(3 * time.Hour) })
	for range 2 {
		if _, granted, err := late.TakeTurn(t.Context(), "n", time.Second, time.Minute); err != nil || !granted {
			t.Fatalf("got granted %t, error %v; want a turn", granted, err)
		}
	}
	got, granted, err := f.TakeTurn(t.Context(), "n", time.Second, time.Minute)
	if err != nil || !granted || !got.Turn.Equal(f.Clock.Now()) {
		t.Errorf("got %+v, granted %t, error %v; want a turn at once", got, granted, err)
	}
}
