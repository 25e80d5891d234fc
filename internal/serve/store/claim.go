package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Claim is a worker's attempt to become the one that runs a job.
type Claim int

// The outcomes of a claim. Only Claimed gives the right to run and finish the
// job; the others say why there is nothing to do now.
const (
	Claimed   Claim = iota
	Ended           // the job is terminal
	Leased          // another worker holds it
	Exhausted       // it was tried job.MaxAttempts times; it is to be failed
	Missing         // there is no such job
	Crowded         // its organization runs as many jobs as it may; it is queued as before
	Elsewhere       // it was handed over to another function, which has a message of its own
)

// Terms are those of a claim.
type Terms struct {
	// Worker is whose queue the message came by; empty is any. A job that was handed over
	// may have messages left in the queue of the function that it came from.
	Worker string
	Lease  time.Duration
	// Most is how many jobs of an organization the worker runs at once; 0 is any number.
	Most int
}

// claimTries bounds the claims of one message: another look is needed only when somebody
// has changed the job since the last.
const claimTries = 3

// Claim takes a queued job, or a running one whose lease has run out, for as long
// as the lease. The fence of the returned job grows with each claim, and only the
// newest may finish. The claim of a queued job takes one of its organization's places
// first, so that it never runs more than Most.
func (s *Store) Claim(ctx context.Context, org, id string, t Terms) (*job.Job, Claim, error) {
	var row jobItem
	found, err := s.get(ctx, jobKey(org, id), &row)
	if err != nil || !found {
		return nil, Missing, err
	}
	claim := ident.New("")
	for range claimTries {
		now := s.now()
		if row.Status == string(job.Queued) || row.Seats == 0 {
			row.Seats = seatsOf(t.Most, row.Shards)
		}
		if why, refused := row.refuses(now, t.Worker); refused {
			return row.job(), why, s.clearLate(ctx, &row, why, t, row.Claim != claim && row.leased(now))
		}
		taken := row.claimed(claim, now, t.Lease)
		met, err := s.seize(ctx, &row, &taken, t.Most)
		switch {
		case errors.Is(err, errRefused), errors.Is(err, errContended):
			return row.job(), Crowded, nil
		case err != nil:
			return nil, Missing, err
		case met == nil:
			return taken.job(), Claimed, nil
		}
		row = *met
		if row.Claim == claim && row.Status == string(job.Running) {
			return row.job(), Claimed, nil // by a try whose answer was lost
		}
	}
	return nil, Missing, unavailable(errContended)
}

// clearLate gives back the place that a claim may have left which came too late; not that of a run that is
// busy with a job which was cancelled.
func (s *Store) clearLate(ctx context.Context, row *jobItem, why Claim, t Terms, busy bool) error {
	late := row.job()
	switch {
	case why == Ended && !busy:
	case why == Elsewhere:
		late.Worker, late.Seats = t.Worker, seatsOf(t.Most, row.Shards)
	default:
		return nil
	}
	return s.clearPlace(ctx, late)
}

// refuses says why a job cannot be claimed as it is, if so.
func (r *jobItem) refuses(now time.Time, worker string) (Claim, bool) {
	running := job.Status(r.Status) == job.Running
	switch {
	case job.Status(r.Status).Terminal():
		return Ended, true
	case worker != "" && worker != r.Worker:
		return Elsewhere, true
	case running && r.LeaseUntil >= millis(now):
		return Leased, true
	case r.Attempts >= job.MaxAttempts:
		return Exhausted, true
	}
	return Claimed, false
}

// claimed is the row as a claim leaves it.
func (r *jobItem) claimed(claim string, now time.Time, lease time.Duration) jobItem {
	c := *r
	c.Status, c.Claim, c.LeaseUntil = string(job.Running), claim, millis(now.Add(lease))
	c.Fence++
	c.Attempts++
	if c.StartedAt == 0 {
		c.StartedAt = millis(now)
	}
	return c
}

// seize takes a place for a queued job, and then the job. It returns the row that it met when
// the job is not as it was read. Errors: errRefused when the organization runs as many as it may;
// errContended.
func (s *Store) seize(ctx context.Context, was, taken *jobItem, most int) (met *jobItem, err error) {
	if was.Status == string(job.Queued) {
		if err := s.takePlace(ctx, was, most); err != nil {
			return nil, err
		}
	}
	row, ok, err := s.update(ctx, s.core, claimRow(was, taken))
	if err != nil || ok {
		return nil, err
	}
	met = new(jobItem)
	return met, decode(row, met)
}

func claimRow(was, taken *jobItem) change {
	return change{
		key: jobKey(was.Org, was.ID).item(),
		set: "SET #status = :running, #fence = :fence, #attempts = :attempts, #claim = :claim, " +
			"#leaseUntil = :until, #duePk = :lane, #dueAt = :until, #startedAt = :started, #seats = :seats",
		condition: "#status = :was AND #fence = :seen",
		values: values{
			":running": taken.Status, ":was": was.Status, ":fence": taken.Fence, ":seen": was.Fence, ":attempts": int64(taken.Attempts),
			":claim": taken.Claim, ":until": taken.LeaseUntil, ":started": taken.StartedAt, ":lane": dueShard(LaneRunning, was.ID),
			":seats": int64(taken.Seats),
		},
	}
}

// Release gives a claimed job back to the queue, to be claimed again. It reports
// false when the claim was no longer the newest.
func (s *Store) Release(ctx context.Context, j *job.Job) (bool, error) {
	row := change{
		key:       jobKey(j.OrgID, j.ID).item(),
		set:       "SET #status = :queued, #duePk = :lane, #dueAt = :due, #queuedAt = :now REMOVE #leaseUntil",
		condition: "#status = :running AND #fence = :fence",
		values: values{
			":queued": string(job.Queued), ":running": string(job.Running), ":fence": j.Fence,
			":lane": dueShard(LaneQueued, j.ID), ":due": millis(s.now().Add(sendGrace)), ":now": millis(s.now()),
		},
	}
	err := s.transact(ctx, []types.TransactWriteItem{row.action(s.core), givePlace(j).action(s.core)})
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		return err == nil, err
	}
	// Queued with our fence: released before, by a try whose answer was lost.
	met, _ := no.failed(0)
	var now jobItem
	err = decode(met, &now)
	return now.Status == string(job.Queued) && now.Fence == j.Fence, err
}
