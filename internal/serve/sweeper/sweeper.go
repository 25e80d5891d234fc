// Package sweeper makes up for what got lost: messages that were never sent,
// workers and deliveries that died, jobs that nobody takes. It looks only at what
// is due, and whatever it does twice does no harm.
package sweeper

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// pageSize is how many due rows are read at once from a shard.
	pageSize = 100
	// maxPages bounds one sweep of a shard; the next sweep goes on.
	maxPages = 20
	// maxQueued is how long a job may wait for a worker before it is failed.
	maxQueued = 2 * time.Hour
)

// Store is the part of the store that a sweep needs.
type Store interface {
	Due(ctx context.Context, shard int, by time.Time, limit int32) ([]store.Due, error)
	Touch(ctx context.Context, j *job.Job) (bool, error)
	TouchDelivery(ctx context.Context, d *store.Delivery, release bool) (bool, error)
	Release(ctx context.Context, j *job.Job) (bool, error)
	Finish(ctx context.Context, j *job.Job, o store.Outcome) (bool, error)
}

// Queue sends what was lost again.
type Queue interface {
	SendJob(ctx context.Context, worker string, m queue.Job, delay time.Duration) error
	SendDelivery(ctx context.Context, m queue.Delivery, delay time.Duration) error
}

// Sweeper looks after due jobs and deliveries.
type Sweeper struct {
	store Store
	queue Queue
	log   *slog.Logger
	now   func() time.Time
}

// New returns a Sweeper. A nil now is time.Now.
func New(s Store, q Queue, log *slog.Logger, now func() time.Time) *Sweeper {
	if now == nil {
		now = time.Now
	}
	return &Sweeper{store: s, queue: q, log: log, now: now}
}

// Report counts what a sweep did.
type Report struct {
	Sent       int `json:"sent"`       // queued jobs whose message was sent again
	Released   int `json:"released"`   // dead workers' jobs that may be tried again
	Failed     int `json:"failed"`     // jobs ended and refunded
	Deliveries int `json:"deliveries"` // deliveries sent again
}

// Sweep handles everything that is due now. One row's trouble does not keep the
// others; all troubles come back joined.
func (s *Sweeper) Sweep(ctx context.Context) (Report, error) {
	return s.sweep(ctx, s.now(), false)
}

// Recover handles everything unfinished as if its time had come. It is for a start
// of a service whose workers all died with the process before.
func (s *Sweeper) Recover(ctx context.Context) (Report, error) {
	return s.sweep(ctx, s.now().Add(store.FarFuture), true)
}

func (s *Sweeper) sweep(ctx context.Context, by time.Time, dead bool) (Report, error) {
	var (
		mu       sync.Mutex
		total    Report
		problems []error
		wait     sync.WaitGroup
	)
	for shard := range store.DueShards {
		wait.Go(func() {
			r, err := s.shard(ctx, shard, by, dead)
			mu.Lock()
			defer mu.Unlock()
			total = total.plus(r)
			problems = append(problems, err)
		})
	}
	wait.Wait()
	if total != (Report{}) {
		s.log.Log(ctx, total.level(), "swept", "sent", total.Sent, "released", total.Released, "failed", total.Failed,
			"deliveries", total.Deliveries)
	}
	return total, errors.Join(problems...)
}

// level is that of a warning when jobs were late or lost: the stack counts those
// lines, and alarms. Later attempts of deliveries are everyday work.
func (r Report) level() slog.Level {
	if r.Sent+r.Released+r.Failed > 0 {
		return slog.LevelWarn
	}
	return slog.LevelInfo
}

func (r Report) plus(o Report) Report {
	return Report{r.Sent + o.Sent, r.Released + o.Released, r.Failed + o.Failed, r.Deliveries + o.Deliveries}
}

// shard sweeps one partition of the index, page by page, as long as the pages make
// progress: what was handled is due later and does not come again.
func (s *Sweeper) shard(ctx context.Context, shard int, by time.Time, dead bool) (Report, error) {
	var (
		total    Report
		problems []error
		seen     = map[string]bool{}
	)
	for range maxPages {
		due, err := s.store.Due(ctx, shard, by, pageSize)
		if err != nil {
			return total, errors.Join(append(problems, err)...)
		}
		fresh := false
		for _, d := range due {
			if seen[idOf(d)] {
				continue
			}
			seen[idOf(d)], fresh = true, true
			r, err := s.handle(ctx, d, dead)
			total = total.plus(r)
			problems = append(problems, err)
		}
		if !fresh || len(due) < pageSize {
			break
		}
	}
	return total, errors.Join(problems...)
}

func idOf(d store.Due) string {
	if d.Job != nil {
		return d.Job.ID
	}
	return d.Delivery.ID
}

func (s *Sweeper) handle(ctx context.Context, d store.Due, dead bool) (Report, error) {
	if d.Delivery != nil {
		return s.delivery(ctx, d.Delivery, dead)
	}
	j := d.Job
	if j.Status == job.Running {
		return s.deadWorker(ctx, j, dead)
	}
	if s.now().Sub(j.CreatedAt) > maxQueued {
		return s.fail(ctx, j, errs.New(errs.JobTimeout, "No worker started the job within two hours; the charge was refunded. Try again."))
	}
	mine, err := s.store.Touch(ctx, j)
	if err != nil || !mine {
		return Report{}, err
	}
	return Report{Sent: 1}, s.send(ctx, j)
}

// delivery sends a pending attempt again, when it is to be made within the time
// that a queue can hold it.
func (s *Sweeper) delivery(ctx context.Context, d *store.Delivery, dead bool) (Report, error) {
	pending, err := s.store.TouchDelivery(ctx, d, dead)
	wait := d.NextAttemptAt.Sub(s.now())
	if err != nil || !pending || wait > queue.MaxDelay {
		return Report{}, err
	}
	return Report{Deliveries: 1}, s.queue.SendDelivery(ctx, queue.Delivery{OrgID: d.OrgID, DeliveryID: d.ID}, wait)
}

// deadWorker gives back a job whose lease has run out, or ends it after its last
// try. A job that was claimed anew meanwhile is left alone: its fence has grown.
func (s *Sweeper) deadWorker(ctx context.Context, j *job.Job, dead bool) (Report, error) {
	if !dead && !j.LeaseUntil.Before(s.now()) {
		return Report{}, nil
	}
	if j.Attempts >= job.MaxAttempts {
		return s.fail(ctx, j, errs.New(errs.InternalError, "The job's worker died twice; the charge was refunded. Try again."))
	}
	mine, err := s.store.Release(ctx, j)
	if err != nil || !mine {
		return Report{}, err
	}
	return Report{Released: 1}, s.send(ctx, j)
}

func (s *Sweeper) send(ctx context.Context, j *job.Job) error {
	return s.queue.SendJob(ctx, j.Worker, queue.Job{OrgID: j.OrgID, JobID: j.ID}, 0)
}

func (s *Sweeper) fail(ctx context.Context, j *job.Job, cause error) (Report, error) {
	s.log.WarnContext(ctx, "job ended by the sweeper", "job_id", j.ID, "org_id", j.OrgID, "kind", j.Kind, "error", cause)
	mine, err := s.store.Finish(ctx, j, store.Outcome{Status: job.Failed, Error: job.FailureOf(cause)})
	if err != nil || !mine {
		return Report{}, err
	}
	return Report{Failed: 1}, nil
}
