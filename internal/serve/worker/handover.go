package worker

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/queue"
)

// errElsewhere is a run that found that its job needs another function.
var errElsewhere = errors.New("the job needs another function")

// handOver gives a job that this worker runs to the function that its own hands to. The job
// has not ended: whoever waits for it goes on waiting.
func (w *Worker) handOver(ctx context.Context, log *slog.Logger, j *job.Job, spent time.Duration) error {
	to := w.about.HandsTo
	mine, err := w.Jobs.HandOver(ctx, j, to, spent)
	if err != nil {
		return err
	}
	if !mine {
		return w.leave(ctx, log, j)
	}
	log.InfoContext(ctx, "job handed over", "to", to, "run_ms", spent.Milliseconds())
	// A send that fails is made up for by the sweeper.
	if err := w.Queue.SendJob(ctx, to, queue.Job{OrgID: j.OrgID, JobID: j.ID}, 0); err != nil {
		log.WarnContext(ctx, "handed over job not sent", "error", err)
	}
	return nil
}
