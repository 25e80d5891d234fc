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

// A look costs as much as 37 ms of waiting. On AWS nothing ends before the first, and
// pauses that grow by a quarter cost least, see docs/figures.md.
const (
	firstPause = 50 * time.Millisecond
	mostPause  = 500 * time.Millisecond
)

// await looks at a job until it has ended or the time is over, and returns it as
// it was seen last. It looks at once when ended is closed, for a job that ends in this
// process. A look that fails ends the wait: the caller polls.
func (s *Server) await(ctx context.Context, j *job.Job, limit time.Duration, ended <-chan struct{}) *job.Job {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for pause := firstPause; !j.Status.Terminal(); pause = min(pause+pause/4, mostPause) {
		select {
		case <-ctx.Done():
			return j
		case <-ended:
			ended = nil // once is enough
		case <-time.After(pause):
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
