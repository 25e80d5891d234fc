package worker_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/sweeper"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// crowd is a worker whose share an organization's one running job fills.
func crowd(t *testing.T) (b *bundle, running *job.Job) {
	t.Helper()
	b = setup(t, nil)
	b.worker = worker.New(kind.Function{Name: "url", Ceiling: time.Minute, Concurrency: 2}, runner(func(context.Context, input) (output, error) {
		return output{Result: json.RawMessage(`{}`)}, nil
	}), worker.Deps{
		Jobs: b.Store, Results: b.results, Checkpoints: checkpoint.New(b.Store, nil), Queue: b.queue, Log: slog.New(slog.DiscardHandler), Now: b.Clock.Now,
	})
	running, how, err := b.Claim(t.Context(), b.org, b.admit(t, nil).ID, store.Terms{Lease: 3 * time.Hour})
	if err != nil || how != store.Claimed {
		t.Fatalf("claim: got %v, %v; want it claimed", how, err)
	}
	return b, running
}

// TestOneTooManyIsPostponed: it stays queued, no attempt is counted, another message is held
// back, and the sweeper leaves it alone until that message is overdue.
func TestOneTooManyIsPostponed(t *testing.T) {
	t.Parallel()
	b, running := crowd(t)
	sweep := sweeper.New(b.Store, b.queue, slog.New(slog.DiscardHandler), b.Clock.Now)
	j := b.admit(t, nil)
	for _, age := range []time.Duration{0, 10 * time.Second, 4 * time.Minute} {
		b.Clock.Move(age - b.Clock.Now().Sub(j.CreatedAt))
		after, answer := b.handle(t, j)
		if after.Status != job.Queued || after.Attempts != 0 || len(answer.BatchItemFailures) != 0 {
			t.Errorf("after %s: got %s with %d attempts, %d failures; want it queued, none", age, after.Status, after.Attempts, len(answer.BatchItemFailures))
		}
		if sent := b.queue.Jobs(); len(sent) != 1 || sent[0] != (queue.Job{OrgID: j.OrgID, JobID: j.ID}) {
			t.Errorf("after %s: got messages %v, want one of the job", age, sent)
		}
		if _, again := b.handle(t, j); len(b.queue.Jobs()) != 0 || len(again.BatchItemFailures) != 0 {
			t.Errorf("after %s: got another message for the second of two, want none", age)
		}
		b.Clock.Move(45 * time.Second) // when a queued job that nobody took would be due
		if report, err := sweep.Sweep(t.Context()); err != nil || report != (sweeper.Report{}) {
			t.Errorf("after %s: got report %+v, error %v; want nothing to do for one that waits its turn", age, report, err)
		}
	}
	b.Clock.Move(2 * time.Minute) // its message was lost
	if report, err := sweep.Sweep(t.Context()); err != nil || report.Lost != 1 {
		t.Errorf("got report %+v, error %v; want the lost one sent again", report, err)
	}
	if mine, err := b.Finish(t.Context(), running, store.Outcome{Status: job.Succeeded}); !mine || err != nil {
		t.Fatalf("finish: got %t, %v; want true, no error", mine, err)
	}
	if after, _ := b.handle(t, j); after.Status != job.Succeeded || after.Attempts != 1 {
		t.Errorf("got %s after %d attempts, want it to succeed in its first", after.Status, after.Attempts)
	}
}

// TestPostponedForTooLong: two hours are what any job waits at most.
func TestPostponedForTooLong(t *testing.T) {
	t.Parallel()
	b, _ := crowd(t)
	j := b.admit(t, nil)
	b.Clock.Move(job.MaxQueued)
	after, answer := b.handle(t, j)
	if after.Status != job.Failed || after.Error.Code != errs.JobTimeout || after.Refunded != 3 || len(answer.BatchItemFailures) != 0 {
		t.Errorf("got %+v with error %+v, want it failed as %s and refunded", after, after.Error, errs.JobTimeout)
	}
}

// TestAPostponementThatIsNotSentLeavesTheMessage: the queue gives it again.
func TestAPostponementThatIsNotSentLeavesTheMessage(t *testing.T) {
	t.Parallel()
	b, _ := crowd(t)
	j := b.admit(t, nil)
	b.queue.Fail = func() error { return errs.Of(errs.ServiceUnavailable) }
	if after, answer := b.handle(t, j); after.Status != job.Queued || len(answer.BatchItemFailures) != 1 {
		t.Errorf("got %s, %d failures; want it queued and its message left", after.Status, len(answer.BatchItemFailures))
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ concurrency, percent, want int }{
		{0, 0, 0},
		{1, 0, 1},
		{2, 0, 1},
		{3, 0, 2},
		{5, 0, 3},
		{50, 0, 25},
		{50, 100, 50},
		{50, 1, 1},
		{3, 1, 1},
		{16, 75, 12},
		{5, 75, 4},
	} {
		if got := worker.Share(kind.Function{Concurrency: c.concurrency}, c.percent); got != c.want {
			t.Errorf("got %d of %d at %d percent, want %d", got, c.concurrency, c.percent, c.want)
		}
	}
}
