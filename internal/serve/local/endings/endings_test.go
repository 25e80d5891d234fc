package endings_test

import (
	"context"
	"errors"
	"testing"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/endings"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// table ends jobs as it is told to, and reports whether they have ended for a waiter by
// the time that they are cached.
type table struct {
	worker.Jobs
	mine  bool
	err   error
	ended <-chan struct{}
	early bool
}

func (f *table) Finish(_ context.Context, j *job.Job, o store.Outcome) (bool, error) {
	if f.mine {
		j.Status = o.Status
	}
	return f.mine, f.err
}

func (f *table) PutCache(context.Context, *job.Job) error {
	f.early = closed(f.ended)
	return f.err
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestFinishWakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of    table
		job   job.Job
		to    job.Status
		wakes bool
	}{
		"ended":             {table{mine: true}, job.Job{ID: "a"}, job.Succeeded, true},
		"failed":            {table{mine: true}, job.Job{ID: "a", CacheKey: "k"}, job.Failed, true},
		"another job":       {table{mine: true}, job.Job{ID: "b"}, job.Succeeded, false},
		"not mine":          {table{}, job.Job{ID: "a"}, job.Succeeded, false},
		"an error":          {table{err: errors.New("away")}, job.Job{ID: "a"}, job.Succeeded, false},
		"yet to be cached":  {table{mine: true}, job.Job{ID: "a", CacheKey: "k"}, job.Succeeded, false},
		"another's message": {table{}, job.Job{ID: "a", CacheKey: "k"}, job.Failed, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hub := &endings.Hub{}
			ended, stop := hub.Watch("a")
			second, stopSecond := hub.Watch("a")
			mine, err := hub.Jobs(&c.of).Finish(t.Context(), &c.job, store.Outcome{Status: c.to})
			if mine != c.of.mine || !errors.Is(err, c.of.err) {
				t.Errorf("got mine %t, error %v; want %t, %v as the table has it", mine, err, c.of.mine, c.of.err)
			}
			if closed(ended) != c.wakes || closed(second) != c.wakes {
				t.Errorf("got waiters woken %t and %t, want %t", closed(ended), closed(second), c.wakes)
			}
			stop()
			stopSecond()
			if n := hub.Waiting(); n != 0 {
				t.Errorf("got %d watches left, want 0", n)
			}
		})
	}
}

func TestCachingWakesAfterwards(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{nil, errors.New("away")} {
		hub := &endings.Hub{}
		ended, stop := hub.Watch("a")
		defer stop()
		of := &table{err: failure, ended: ended}
		if err := hub.Jobs(of).PutCache(t.Context(), &job.Job{ID: "a"}); !errors.Is(err, failure) {
			t.Errorf("got error %v, want %v", err, failure)
		}
		if of.early || !closed(ended) {
			t.Errorf("got woken before %t and after %t, want false and true", of.early, closed(ended))
		}
	}
}

func TestStopForgetsOneWatch(t *testing.T) {
	t.Parallel()
	hub := &endings.Hub{}
	_, stop := hub.Watch("a")
	ended, stopOther := hub.Watch("a")
	defer stopOther()
	stop()
	stop() // twice is once
	if n := hub.Waiting(); n != 1 {
		t.Fatalf("got %d watches, want 1", n)
	}
	if _, err := hub.Jobs(&table{mine: true}).Finish(t.Context(), &job.Job{ID: "a"}, store.Outcome{Status: job.Cancelled}); err != nil {
		t.Fatal(err)
	}
	if !closed(ended) {
		t.Error("got the other waiter asleep, want it woken")
	}
}
