package store

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// RequestQuery asks for a page of an organization's jobs, newest first.
type RequestQuery struct {
	OrgID  string
	Kind   string     // empty for all
	Action string     // empty for all
	Status job.Status // empty for all
	Since  time.Time  // of creation, inclusive; zero for all
	Until  time.Time  // of creation, exclusive; zero for all
	After  string     // the job that the page comes after; empty for the newest
	Limit  int        // 1 to MaxPage
}

// Requests returns a page of jobs and the job to go on after, "" at the end. A
// page that a filter leaves short can still have a next one. Jobs that have expired
// are not among them, though their rows may not be cleaned up yet.
func (s *Store) Requests(ctx context.Context, q RequestQuery) (jobs []*job.Job, next string, err error) {
	after, floor := bounds(ident.Job, q.After, q.Since, q.Until, s.now())
	next, err = s.recent(ctx, recentQuery{org: q.OrgID, list: listJobs, after: after, floor: floor, limit: q.Limit}, func(found item) (bool, error) {
		var row jobItem
		if err := decode(found, &row); err != nil {
			return false, err
		}
		j := row.job()
		if !q.Takes(j) || !j.ExpiresAt.After(s.now()) {
			return false, nil
		}
		jobs = append(jobs, j)
		return true, nil
	})
	return jobs, next, err
}

// bounds are the ids between which what was made between two times is. They are made by other
// clocks than times of creation are, so they leave room.
func bounds(prefix, after string, since, until, now time.Time) (newest, floor string) {
	oldest := now.Add(-job.Retention)
	if since := since.Add(-clockSkew); since.After(oldest) {
		oldest = since
	}
	if !until.IsZero() {
		if newest := ident.Floor(prefix, until.Add(clockSkew)); after == "" || newest < after {
			after = newest
		}
	}
	return after, ident.Floor(prefix, oldest)
}

// Takes reports whether a job passes the filters.
func (q *RequestQuery) Takes(j *job.Job) bool {
	return (q.Kind == "" || j.Kind == q.Kind) && (q.Action == "" || string(j.Quote.Action) == q.Action) &&
		(q.Status == "" || j.Status == q.Status) &&
		!j.CreatedAt.Before(q.Since) && (q.Until.IsZero() || j.CreatedAt.Before(q.Until))
}
