package worker

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// reportEvery is the least time between two writes of a run's progress, each of which costs
// what its job's row does: 120 of them at most in the longest run.
const reportEvery = 5 * time.Second

// reporter keeps how far a claimed job's run has come. Of reports that come too early the
// last one is written with the next look at the job.
type reporter struct {
	*Worker
	job job.Job // as it was claimed

	mu   sync.Mutex
	last *job.Progress // what is not written
	next time.Time
}

func (w *Worker) reporter(j *job.Job) *reporter { return &reporter{Worker: w, job: *j} }

// report is a kind.Reporter.
func (r *reporter) report(ctx context.Context, p job.Progress) {
	r.mu.Lock()
	r.last = &p
	r.mu.Unlock()
	r.flush(ctx)
}

// flush writes the last report if it is time to. One that cannot be written is dropped: the
// next says more.
func (r *reporter) flush(ctx context.Context) {
	p, due := r.due()
	if !due {
		return
	}
	if _, err := r.Jobs.NoteProgress(ctx, &r.job, p); err != nil && ctx.Err() == nil {
		r.log.WarnContext(ctx, "progress not kept", "job_id", r.job.ID, "org_id", r.job.OrgID, "error", err)
	}
}

func (r *reporter) due() (p job.Progress, due bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.Now()
	if r.last == nil || now.Before(r.next) {
		return p, false
	}
	p, r.last, r.next = *r.last, nil, now.Add(reportEvery)
	return p, true
}
