package sweeper_test

import (
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// oldest sweeps each minute for a while, and returns how long a job has waited at most, as the sweeps say, and when they said first that it
// is for long.
func (b *bundle) oldest(t *testing.T, during time.Duration) (most int, long time.Duration) {
	t.Helper()
	for past := time.Duration(0); past < during; {
		b.Clock.Move(time.Minute)
		past += time.Minute
		r, err := b.sweep.Sweep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if most = max(most, r.Oldest); r.Oldest >= int(job.LongQueued/time.Second) && long == 0 {
			long = past
		}
	}
	return most, long
}

// TestALongWaitIsSaidInMinutes: a job that nobody takes is known for one within a minute after the time from which an operator wants to hear
// of it, however rarely it is looked at later.
func TestALongWaitIsSaidInMinutes(t *testing.T) {
	t.Parallel()
	for _, before := range []time.Duration{0, 10 * time.Second, 30 * time.Second, 50 * time.Second} {
		b := setup(t)
		b.admit(t)
		b.queue.Hold(1)
		b.Clock.Move(before)
		_, long := b.oldest(t, 20*time.Minute)
		if waited := before + long; waited < job.LongQueued || waited > job.LongQueued+2*time.Minute {
			t.Errorf("first sweep after %v: got a long wait said after %v, want it within 2 minutes of %v", before, waited, job.LongQueued)
		}
	}
}

// TestTheOldestIsSaid: of many jobs that wait, which one is the first and how long it has waited, and not all of them together.
func TestTheOldestIsSaid(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := b.admit(t)
	b.Clock.Move(10 * time.Second)
	for range 9 {
		b.admit(t)
	}
	b.queue.Hold(10)
	b.Clock.Move(50 * time.Second)
	r, err := b.sweep.Sweep(t.Context())
	if err != nil || r.Waiting != 10 || r.Oldest != 60 || r.OldestJob != first.ID || r.OldestWorker != first.Worker {
		t.Errorf("got %d jobs of which %s of %q has waited for %d s, error %v; want 10 and 60 s of %s of %q", r.Waiting, r.OldestJob, r.OldestWorker, r.Oldest, err, first.ID, first.Worker)
	}
}

// TestALongWaitIsSaidAgain: the alarm looks at 20 minutes, so that it would be over and ring again were a wait said more rarely.
func TestALongWaitIsSaidAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.admit(t)
	b.queue.Hold(1)
	b.oldest(t, job.LongQueued)
	for silent := 0; silent < 20; silent++ {
		if most, _ := b.oldest(t, time.Minute); most > int((job.MaxQueued-10*time.Minute)/time.Second) {
			return
		} else if most > 0 {
			silent = -1
		}
	}
	t.Error("got 20 minutes without a word of a job that waits, want some")
}

// TestWaitsByDesignAreNotLong: what is put off because its organization runs as many as it may, and what is given back or handed over after it
// has run for long, has waited since a worker could take it.
func TestWaitsByDesignAreNotLong(t *testing.T) {
	t.Parallel()
	claim := func(t *testing.T, b *bundle, j *job.Job) *job.Job {
		t.Helper()
		held, how, err := b.Claim(t.Context(), b.org, j.ID, store.Terms{Lease: 30 * time.Minute})
		if how != store.Claimed || err != nil {
			t.Fatalf("got claim %v, error %v; want it claimed", how, err)
		}
		b.Clock.Move(20 * time.Minute)
		return held
	}
	for name, wait := range map[string]func(*testing.T, *bundle, *job.Job) (bool, error){
		"put off": func(t *testing.T, b *bundle, j *job.Job) (mine bool, err error) {
			t.Helper()
			for range 20 {
				mine, err = b.Postpone(t.Context(), j, time.Minute, 45*time.Second)
				if most, _ := b.oldest(t, time.Minute); most > 0 {
					t.Errorf("got a job that waits its turn said to have waited for %d s, want it left out", most)
				}
			}
			return mine, err
		},
		"given back": func(t *testing.T, b *bundle, j *job.Job) (bool, error) {
			t.Helper()
			return b.Release(t.Context(), claim(t, b, j))
		},
		"handed over": func(t *testing.T, b *bundle, j *job.Job) (bool, error) {
			t.Helper()
			return b.HandOver(t.Context(), claim(t, b, j), "url-screenshot", time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.queue.Hold(1)
			if mine, err := wait(t, b, b.admit(t)); !mine || err != nil {
				t.Fatalf("got %t, error %v; want it done", mine, err)
			}
			if most, long := b.oldest(t, 4*time.Minute); most == 0 || long != 0 {
				t.Errorf("got at most %d s waited, want fewer than %v, and some", most, job.LongQueued)
			}
			if most, _ := b.oldest(t, 5*time.Minute); most < int(job.LongQueued/time.Second) {
				t.Errorf("got at most %d s waited after 9 minutes, want %v and more", most, job.LongQueued)
			}
		})
	}
}
