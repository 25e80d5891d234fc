package worker

import (
	"cmp"
	"context"
	"hash/fnv"
	"log/slog"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	leastPause, mostPause = time.Second, time.Minute
	// lateMessage is how late a postponed job's message may come before the sweeper takes it
	// for lost.
	lateMessage = 45 * time.Second
)

// SharePercent is how much of what a function can run at once one organization may, unless the
// installation sets another number: half, so that there is room for another's.
const SharePercent = 50

// Share is how many jobs of one organization a function runs at once: so many in a hundred of
// what it can, rounded up. 0 percent is SharePercent.
func Share(about kind.Function, percent int) int {
	return (about.Concurrency*cmp.Or(percent, SharePercent) + 99) / 100
}

// postpone has a job tried again that would be one too many of its organization. It stays
// queued, as it was never claimed. Its look by the sweeper moves behind the message, so
// that a job that waits its turn is not taken for one whose message was lost.
func (w *Worker) postpone(ctx context.Context, log *slog.Logger, j *job.Job) error {
	if w.Now().Sub(j.CreatedAt) >= job.MaxQueued {
		return w.fail(ctx, log, j, errs.New(errs.JobTimeout,
			"The organization's other jobs of this kind left no room for this one within two hours; the charge was refunded. Try again with fewer at once."), done{})
	}
	crowd, err := w.Jobs.Crowd(ctx, j)
	if err != nil {
		return err
	}
	pause := pauseOf(j.ID, crowd)
	first, err := w.Jobs.Postpone(ctx, j, pause, lateMessage)
	if err != nil || !first {
		return err // another message of it is on its way, or it has ended
	}
	log.DebugContext(ctx, "job postponed", "pause_ms", pause.Milliseconds())
	return w.Queue.SendJob(ctx, j.Worker, queue.Job{OrgID: j.OrgID, JobID: j.ID}, pause)
}

// pauseOf is the time until all of the crowd has run, if it goes on as it did, so that about as
// many come back as places come free. Where nothing moves, pauses grow with that. They are
// spread over half as long again by the ids of jobs: those of a batch must not all come
// back at once.
func pauseOf(id string, c store.Crowd) time.Duration {
	whole := time.Duration(c.Waiting) * min(c.Took, mostPause) / time.Duration(max(1, c.Running))
	pause := min(max(whole, c.Idle/4, leastPause), mostPause)
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(id)) // never fails
	return pause + time.Duration(sum.Sum32()%128)*pause/256
}
