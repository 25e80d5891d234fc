package worker_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// of is the bundle's worker of another function.
func (b *bundle) of(about kind.Function, run runner) *worker.Worker {
	return worker.New(about, run, worker.Deps{
		Jobs: b.Store, Results: b.results, Checkpoints: checkpoint.New(b.Store, &storetest.Blobs{}), Queue: b.queue, Log: slog.New(slog.DiscardHandler),
	})
}

// TestHandOver: what one function cannot do another does, under the same id and for the same
// charge, and the first one's messages do nothing from then on.
func TestHandOver(t *testing.T) {
	t.Parallel()
	b, looks := setup(t, nil), 0
	near := b.of(kind.Function{Name: "url", Ceiling: time.Minute, HandsTo: "far"}, func(_ context.Context, r input) (output, error) {
		looks++
		if r.HandedOver {
			t.Error("got a first run that was handed over")
		}
		return output{HandOver: true}, nil
	})
	far := b.of(kind.Function{Name: "far", Ceiling: time.Minute}, func(_ context.Context, r input) (output, error) {
		if !r.HandedOver || r.Spent < 0 {
			t.Errorf("got handed over %t after %s, want true", r.HandedOver, r.Spent)
		}
		return output{Result: encoded("rendered")}, nil
	})
	j := b.admit(t, nil)
	b.worker = near
	after, answer := b.handle(t, j)
	if after.Status != job.Queued || after.Worker != "far" || after.HandedOver != "url" || len(answer.BatchItemFailures) != 0 {
		t.Fatalf("got %+v, failures %v; want it queued for far", after, answer.BatchItemFailures)
	}
	if sent := b.queue.Jobs(); len(sent) != 1 || sent[0].JobID != j.ID {
		t.Fatalf("got messages %v, want one of %s", sent, j.ID)
	}
	if after, _ = b.handle(t, j); after.Status != job.Queued || looks != 1 {
		t.Fatalf("got %s after %d runs, want a second message of the first queue to do nothing", after.Status, looks)
	}
	b.worker = far
	if after, _ = b.handle(t, j); after.Status != job.Succeeded || after.Attempts != 1 {
		t.Errorf("got %s in attempt %d, want succeeded, 1", after.Status, after.Attempts)
	}
	if got := b.balance(t); got != 7 {
		t.Errorf("got balance %d, want 7: one charge", got)
	}
}

// TestHandOverToNobody is a defect of ours: the job fails and is refunded.
func TestHandOverToNobody(t *testing.T) {
	t.Parallel()
	b := setup(t, func(context.Context, input) (output, error) { return output{HandOver: true}, nil })
	after, _ := b.handle(t, b.admit(t, nil))
	if after.Status != job.Failed || after.Error.Code != errs.InternalError || b.balance(t) != 10 {
		t.Errorf("got %+v, want it failed with internal_error and refunded", after)
	}
}

// TestHandOverWhoseMessageIsLost: the row says where the job is to be sent again.
func TestHandOverWhoseMessageIsLost(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	b.queue.Fail = func() error { return errors.New("the queue is away") }
	b.worker = b.of(kind.Function{Name: "url", Ceiling: time.Minute, HandsTo: "far"}, func(context.Context, input) (output, error) {
		return output{HandOver: true}, nil
	})
	after, answer := b.handle(t, b.admit(t, nil))
	if after.Status != job.Queued || after.Worker != "far" || len(answer.BatchItemFailures) != 0 {
		t.Errorf("got %+v, failures %v; want it queued for far and the message acknowledged", after, answer.BatchItemFailures)
	}
}
