package api

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// Endings knows of jobs that end in this process.
type Endings interface {
	// Watch returns a channel that is closed when the job ends here, and what ends the
	// watch. MUST NOT hold up who ends the job.
	Watch(jobID string) (ended <-chan struct{}, stop func())
}

// watch is Watch where endings are known. Elsewhere its channel is never closed.
func (s *Server) watch(jobID string) (ended <-chan struct{}, stop func()) {
	if s.Endings == nil {
		return nil, func() {}
	}
	return s.Endings.Watch(jobID)
}

// pauses are the waits between looks at a running job; the last repeats.
var pauses = [...]time.Duration{
	50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond, 500 * time.Millisecond,
}

// await looks at a job until it has ended or the time is over, and returns it as
// it was seen last. It looks at once when ended is closed, for a job that ends in this
// process. A look that fails ends the wait: the caller polls.
func (s *Server) await(ctx context.Context, j *job.Job, limit time.Duration, ended <-chan struct{}) *job.Job {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for look := 0; !j.Status.Terminal(); look++ {
		select {
		case <-ctx.Done():
			return j
		case <-ended:
			ended = nil // once is enough
		case <-time.After(pauses[min(look, len(pauses)-1)]):
		}
		seen, err := s.Store.Job(ctx, j.OrgID, j.ID)
		if err != nil {
			if ctx.Err() == nil {
				s.Log.WarnContext(ctx, "job not read", "job_id", j.ID, "org_id", j.OrgID, "error", err)
			}
			return j
		}
		j = seen
	}
	return j
}
