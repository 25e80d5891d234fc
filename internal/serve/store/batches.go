package store

import (
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// BatchStatus is where a batch stands.
type BatchStatus string

// The statuses of a batch.
const (
	BatchQueued   BatchStatus = "queued"   // no job has begun
	BatchRunning  BatchStatus = "running"  // some have
	BatchFinished BatchStatus = "finished" // all have ended
)

// Status is where a batch stands, as far as Running says how many jobs run.
func (b *Batch) Status() BatchStatus {
	switch {
	case b.Left == 0:
		return BatchFinished
	case b.Left < len(b.Jobs) || b.Running > 0:
		return BatchRunning
	}
	return BatchQueued
}

// BatchQuery asks for a page of an organization's batches, newest first. Empty filters take
// everything.
type BatchQuery struct {
	OrgID  string
	Kind   string
	Action string
	Status BatchStatus
	Since  time.Time // of creation, inclusive
	Until  time.Time // of creation, exclusive
	After  string    // the batch that the page comes after; empty for the newest
	Limit  int       // 1 to MaxPage
}

// Batches returns a page of batches and the batch to go on after, "" at the end. Running is
// counted, for which the jobs of unfinished batches are read: there are at most as many of
// these as an organization may have unfinished jobs. A page that a filter leaves short can
// still have a next one.
func (s *Store) Batches(ctx context.Context, q BatchQuery) (list []*Batch, next string, err error) {
	after, floor := bounds(ident.Batch, q.After, q.Since, q.Until, s.now())
	var page []tallyItem
	next, err = s.recent(ctx, recentQuery{org: q.OrgID, list: listBatches, after: after, floor: floor, limit: q.Limit}, func(found item) (bool, error) {
		var tally tallyItem
		if err := decode(found, &tally); err != nil {
			return false, err
		}
		if !q.takes(&tally) || !fromMillis(tally.ExpiresAt).After(s.now()) {
			return false, nil
		}
		if q.Status == "" || q.Status == BatchFinished {
			page = append(page, tally)
			return true, nil
		}
		whole, err := s.ofTallies(ctx, []tallyItem{tally})
		if err != nil || len(whole) == 0 || whole[0].Status() != q.Status {
			return false, err
		}
		list = append(list, whole[0])
		return true, nil
	})
	if err != nil || len(page) == 0 {
		return list, next, err
	}
	list, err = s.ofTallies(ctx, page)
	return list, next, err
}

// ofTallies are the batches of up to MaxPage tallies, in their order, with the number of their jobs
// that run. One whose row is gone is left out.
func (s *Store) ofTallies(ctx context.Context, tallies []tallyItem) (list []*Batch, err error) {
	keys := make([]item, len(tallies))
	for i, t := range tallies {
		keys[i] = batchKey(t.Org, t.ID).item()
	}
	rows, err := s.batchGet(ctx, keys)
	if err != nil {
		return nil, err
	}
	found := map[string]*batchItem{}
	for _, raw := range rows {
		var row batchItem
		if err := decode(raw, &row); err != nil {
			return nil, err
		}
		found[row.ID] = &row
	}
	for _, t := range tallies {
		if row := found[t.ID]; row != nil {
			b := row.batch(&t)
			if err := s.countUnfinished(ctx, b); err != nil {
				return nil, err
			}
			list = append(list, b)
		}
	}
	return list, nil
}

// countUnfinished reads the jobs of a batch that has not ended.
func (s *Store) countUnfinished(ctx context.Context, b *Batch) error {
	if b.Left == 0 {
		return nil
	}
	jobs, err := s.JobsOf(ctx, b.OrgID, b.Jobs)
	b.Count(jobs)
	return err
}

// takes reports whether a batch passes the filters, as far as its tally says.
func (q *BatchQuery) takes(t *tallyItem) bool {
	made := fromMillis(t.CreatedAt)
	return (q.Kind == "" || t.Kind == q.Kind) && (q.Action == "" || t.Action == q.Action) &&
		(q.Status == "" || (q.Status == BatchFinished) == (t.Left == 0)) &&
		!made.Before(q.Since) && (q.Until.IsZero() || made.Before(q.Until))
}

// Count counts a batch by all of its jobs, as they were read. A job that ends has its place
// in the count at once, so jobs that were read later than the count may be ahead of it.
func (b *Batch) Count(jobs []*job.Job) {
	if len(jobs) == 0 {
		return
	}
	b.Left, b.Running, b.Counts, b.Refunded, b.CompletedAt = 0, 0, Endings{}, 0, time.Time{}
	for _, j := range jobs {
		b.Refunded += j.Refunded
		if j.CompletedAt.After(b.CompletedAt) {
			b.CompletedAt = j.CompletedAt
		}
		switch j.Status {
		case job.Succeeded:
			b.Counts.Succeeded++
		case job.Failed:
			b.Counts.Failed++
		case job.Cancelled:
			b.Counts.Cancelled++
		case job.Running:
			b.Running++
			b.Left++
		case job.Queued:
			b.Left++
		}
	}
	if b.Left > 0 {
		b.CompletedAt = time.Time{}
	}
}

// Entries calls visit for each entry of the call that made the batch, in its order: with a job,
// or with a refusal, and with its place. Jobs that are not among those given are left out.
func (b *Batch) Entries(jobs []*job.Job, visit func(at int, j *job.Job, r *Refusal)) {
	ids, refused := b.Jobs, b.Refused
	for at := 0; len(ids)+len(refused) > 0; at++ {
		if len(refused) > 0 && (refused[0].At == at || len(ids) == 0) {
			visit(at, nil, &refused[0])
			refused = refused[1:]
			continue
		}
		if i := slices.IndexFunc(jobs, func(j *job.Job) bool { return j.ID == ids[0] }); i >= 0 {
			visit(at, jobs[i], nil)
		}
		ids = ids[1:]
	}
}
