package worker_test

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/checkpoint"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// TestEveryAnswerLostOnce: a worker whose answers from the database are lost, once each,
// runs every job once and ends it as it would have ended.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		failure error
		hands   bool // over to another function
		dead    bool // no worker took it, and its message lies among the dead letters
	}{
		"succeeds": {}, "fails": {failure: errs.New(errs.TargetError, "The target said no.")},
		"is given back": {failure: errs.Of(errs.ServiceUnavailable)}, "is handed over": {hands: true}, "is a dead letter": {dead: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				t.Helper()
				j := w.Job(w.Org(t, 10, 5), 3)
				j.CacheKey, j.Webhook = "c", &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
				if _, _, err := w.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
					t.Fatal(err)
				}
				body, err := json.Marshal(queue.Job{OrgID: j.OrgID, JobID: j.ID})
				if err != nil {
					t.Fatal(err)
				}
				message := events.SQSEvent{Records: []events.SQSMessage{{MessageId: "m", Body: string(body)}}}
				runs, sent, blobs, log := 0, &storetest.Queue{}, &storetest.Blobs{}, slog.New(slog.DiscardHandler)
				work := worker.New(kind.Function{Name: "url", Ceiling: time.Minute, HandsTo: "far"}, runner(func(ctx context.Context, r input) (output, error) {
					runs++
					return output{Result: encoded("x"), HandOver: c.hands}, cmp.Or(r.Checkpoint.Save(ctx, encoded("half")), c.failure)
				}), worker.Deps{
					Jobs: w.Lossy, Results: result.New(w.Lossy, blobs), Checkpoints: checkpoint.New(w.Lossy, blobs), Queue: sent, Log: log, Now: w.Clock.Now,
				})
				handle := work.Handle
				if c.dead {
					handle = worker.NewDeadLetters(w.Lossy, log).Handle
				}
				return func(ctx context.Context) (any, error) {
					answer, err := handle(ctx, message)
					return []any{answer, runs, len(sent.Jobs())}, err
				}
			})
		})
	}
}
