package store

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// RequestQuery asks for a page of an organization's jobs, newest first.
type RequestQuery struct {
	OrgID  string
	Kind   string     // empty for all
	Status job.Status // empty for all
	After  string     // the job that the page comes after; empty for the newest
	Limit  int        // 1 to MaxPage
}

// Requests returns a page of jobs and the job to go on after, "" at the end. A
// page that a filter leaves short can still have a next one. Jobs that have expired
// are not among them, though their rows may not be cleaned up yet.
func (s *Store) Requests(ctx context.Context, q RequestQuery) (jobs []*job.Job, next string, err error) {
	oldest := s.now().Add(-job.Retention)
	next, err = s.recent(ctx, recentQuery{
		org: q.OrgID, list: listJobs, after: q.After, floor: ident.Floor(ident.Job, oldest), limit: q.Limit,
	}, func(found item) (bool, error) {
		var row jobItem
		if err := decode(found, &row); err != nil {
			return false, err
		}
		if (q.Kind != "" && row.Kind != q.Kind) || (q.Status != "" && row.Status != string(q.Status)) ||
			!fromMillis(row.ExpiresAt).After(s.now()) {
			return false, nil
		}
		jobs = append(jobs, row.job())
		return true, nil
	})
	return jobs, next, err
}
