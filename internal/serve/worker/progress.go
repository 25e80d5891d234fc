package worker

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// Each write of a run's progress costs what its job's row does. Within a stage there is one every 5
// seconds at most, 120 of them in the longest run; a new stage, of which a run has few, waits for a second.
const (
	reportEvery = 5 * time.Second
	stageEvery  = time.Second
)

// reporter keeps how far a claimed job's run has come. Of reports that come too early the
// last one is written when its time has come.
type reporter struct {
	*Worker
	job job.Job // as it was claimed

	mu      sync.Mutex
	last    *job.Progress // what is not written
	written job.Progress
	at      time.Time   // when that was
	held    *time.Timer // writes last; nil when nothing waits for it
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
	p, due := r.due(ctx)
	if !due || ctx.Err() != nil {
		return
	}
	if _, err := r.Jobs.NoteProgress(ctx, &r.job, p); err != nil && ctx.Err() == nil {
		r.log.WarnContext(ctx, "progress not kept", "job_id", r.job.ID, "org_id", r.job.OrgID, "error", err)
	}
}

// due takes the last report if it is time to write it, and else has it written then. Pauses go by
// the process's clock, as what waits for them does.
func (r *reporter) due(ctx context.Context) (p job.Progress, due bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		return p, false
	}
	pause := reportEvery
	if r.last.Stage != r.written.Stage {
		pause = stageEvery
	}
	now := time.Now() //nolint:forbidigo // as timers go
	if wait := pause - now.Sub(r.at); !r.at.IsZero() && wait > 0 {
		if r.held != nil {
			r.held.Stop()
		}
		r.held = time.AfterFunc(wait, func() { r.flush(ctx) })
		return p, false
	}
	r.written, r.last, r.at = *r.last, nil, now
	return r.written, true
}
