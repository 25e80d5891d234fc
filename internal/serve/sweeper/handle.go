package sweeper

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

func (r *round) handle(ctx context.Context, d store.Due) (Report, error) {
	switch {
	case d.Delivery != nil:
		return r.delivery(ctx, d)
	case d.Crawl != nil:
		return Report{Crawls: 1}, r.crawl(ctx, d.Crawl)
	case d.Job.Status == job.Running:
		return r.deadWorker(ctx, d.Job)
	default:
		waited := r.now().Sub(d.Ready)
		done, err := r.queued(ctx, d.Job, waited)
		if !r.dead && done != (Report{}) { // it was still queued
			done.Oldest, done.OldestJob, done.OldestWorker = int(waited/time.Second), d.Job.ID, d.Job.Worker
		}
		return done, err
	}
}

// crawl wakes a crawl that has made no step for a while. One that has nothing to do says so by a step, or waits for the message
// that it has sent for later, which was lost where the process with the queues died.
func (r *round) crawl(ctx context.Context, c *store.CrawlRef) error {
	m := queue.Crawl{OrgID: c.OrgID, CrawlID: c.ID}
	err := r.queue.SendCrawl(ctx, m, 0)
	if later := c.WakeAt.Sub(r.now()); err == nil && r.dead && later > 0 {
		err = r.queue.SendCrawl(ctx, m, later)
	}
	return err
}

// verdict is what the sweeper thinks of something that nobody has taken.
type verdict int

const (
	lost    verdict = iota // its queue is empty: it has no message
	late                   // it waits for too long, whatever its queue says
	waiting                // its message may be among those of its queue
)

// judge decides whether something that waits for so long has lost its message.
func (r *round) judge(ctx context.Context, name string, age time.Duration) (verdict, error) {
	if r.dead {
		return lost, nil
	}
	n, err := r.depth(ctx, name)
	switch {
	case err != nil:
		return waiting, err
	case n == 0:
		return lost, nil
	case age >= overdue:
		return late, nil
	default:
		return waiting, nil
	}
}

// depth reads how long a queue is, once a round.
func (r *round) depth(ctx context.Context, name string) (int, error) {
	r.mu.Lock()
	d := r.depths[name]
	if d == nil {
		d = &depth{}
		r.depths[name] = d
	}
	r.mu.Unlock()
	d.once.Do(func() { d.messages, d.err = r.queue.Waiting(ctx, name) })
	return d.messages, d.err
}

// nextLook is the wait until something that has waited for so long is looked at again:
// as long again, so that a backlog costs each row a look whenever its age doubles, and a
// message that is lost in it is missed for no longer than it was before. One look is when operators are to hear of it.
func nextLook(age time.Duration) time.Duration {
	wait := min(max(age, firstLook), lastLook)
	if left := job.LongQueued - age; left > 0 {
		wait = min(wait, max(left, firstLook))
	}
	return wait
}

// queued looks at a job that no worker has taken for a while, since one could.
func (r *round) queued(ctx context.Context, j *job.Job, waited time.Duration) (Report, error) {
	age := r.now().Sub(j.CreatedAt)
	if age > job.MaxQueued {
		return r.fail(ctx, j, errs.New(errs.JobTimeout, "No worker started the job within two hours; the charge was refunded. Try again."))
	}
	v, err := r.judge(ctx, queue.Jobs(j.Worker), age)
	if err != nil {
		return Report{}, err // the row stays due
	}
	// The last look is when the job is to be failed.
	mine, err := r.store.Touch(ctx, j, min(nextLook(waited), job.MaxQueued-age+time.Second))
	if err != nil || !mine {
		return Report{}, err
	}
	switch v {
	case lost:
		return Report{Lost: 1}, r.send(ctx, j)
	case late:
		return Report{Overdue: 1}, r.send(ctx, j)
	default:
		return Report{Waiting: 1}, nil
	}
}

// delivery sends a pending attempt, when it is to be made within the time that a queue
// can hold it, unless a message of it may be waiting there already.
func (r *round) delivery(ctx context.Context, d store.Due) (Report, error) {
	age, v := r.now().Sub(d.Delivery.NextAttemptAt), lost
	if sent(d) {
		var err error
		if v, err = r.judge(ctx, queue.Deliveries, age); err != nil {
			return Report{}, err // the row stays due
		}
	}
	wait := max(0, -age)
	pending, err := r.store.TouchDelivery(ctx, d.Delivery, max(time.Minute, nextLook(age)), r.dead)
	if err != nil || !pending || wait > queue.MaxDelay || v == waiting {
		return Report{}, err
	}
	return Report{Deliveries: 1}, r.queue.SendDelivery(ctx, queue.Delivery{OrgID: d.Delivery.OrgID, DeliveryID: d.Delivery.ID}, wait)
}

// sent reports whether a message of the attempt was put on the queue: when it was looked
// at before, put off, or planned for so soon that a queue could hold it. Others are
// sent here, when their time has come, or come from the table's stream. Whoever died
// with an attempt had taken its message.
func sent(d store.Due) bool {
	soon := d.Delivery.Waits != "" || d.Delivery.Attempt > 1 && d.Delivery.NextAttemptAt.Sub(d.Delivery.CreatedAt) <= queue.MaxDelay
	return !d.Died && (d.Touched || soon)
}

// deadWorker gives back a job whose lease has run out, or ends it after its last
// try. A job that was claimed anew meanwhile is left alone: its fence has grown.
func (r *round) deadWorker(ctx context.Context, j *job.Job) (Report, error) {
	if !r.dead && !j.LeaseUntil.Before(r.now()) {
		return Report{}, nil
	}
	if j.Attempts >= job.MaxAttempts {
		failed, err := r.fail(ctx, j, errs.Of(errs.JobInterrupted))
		failed.Died = failed.Failed
		return failed, err
	}
	mine, err := r.store.Release(ctx, j)
	if err != nil || !mine {
		return Report{}, err
	}
	return Report{Died: 1, Released: 1}, r.send(ctx, j)
}

func (r *round) send(ctx context.Context, j *job.Job) error {
	return r.queue.SendJob(ctx, j.Worker, queue.Job{OrgID: j.OrgID, JobID: j.ID}, 0)
}

func (r *round) fail(ctx context.Context, j *job.Job, cause error) (Report, error) {
	r.log.With(meter.About(j)...).WarnContext(ctx, "job ended by the sweeper", "job_id", j.ID, "org_id", j.OrgID, "error", cause)
	mine, err := r.store.Finish(ctx, j, store.Outcome{Status: job.Failed, Error: job.FailureOf(cause)})
	if err != nil || !mine {
		return Report{}, err
	}
	return Report{Failed: 1}, nil
}
