package api

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// pauses are the waits between looks at a running job; the last repeats.
var pauses = [...]time.Duration{
	50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond, 500 * time.Millisecond,
}

// await looks at a job until it has ended or the time is over, and returns it as
// it was seen last.
func (s *Server) await(ctx context.Context, j *job.Job, limit time.Duration) (*job.Job, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for look := 0; !j.Status.Terminal(); look++ {
		select {
		case <-ctx.Done():
			return j, nil
		case <-time.After(pauses[min(look, len(pauses)-1)]):
		}
		seen, err := s.Store.Job(ctx, j.OrgID, j.ID)
		if err != nil {
			if ctx.Err() != nil {
				return j, nil // out of time, not out of luck
			}
			return nil, err
		}
		j = seen
	}
	return j, nil
}
