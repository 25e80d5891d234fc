package store

import (
	"context"
	"errors"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Job reads a job of the organization, seeing every earlier write. Errors:
// job_not_found, for a job of another organization too.
func (s *Store) Job(ctx context.Context, org, id string) (*job.Job, error) {
	var row jobItem
	found, err := s.get(ctx, jobKey(org, id), &row)
	if err != nil {
		return nil, err
	}
	if !found || !fromMillis(row.ExpiresAt).After(s.now()) {
		return nil, errs.Of(errs.JobNotFound)
	}
	return row.job(), nil
}

// Outcome is how a job ends.
type Outcome struct {
	Status job.Status // terminal
	Result *job.ResultRef
	Error  *job.Failure
	Meta   []byte // a JSON object or nil
	// Refund are the credits that a job which succeeds gives back, at most its charge. One
	// that failed or was cancelled gives all of it back.
	Refund int64
	// Unneeded are more of them, charged for what the job did not need.
	Unneeded int64
	// Found is what a crawl goes on with after its page, packed.
	Found []byte
}

// Finish ends a job as it was read or claimed: its status, its slot, the refund
// when it failed, was cancelled or did not deliver all, and its event are one transaction. It reports
// false when the job has changed since, and then nothing was written. On true, j
// has become the job as it is stored.
func (s *Store) Finish(ctx context.Context, j *job.Job, o Outcome) (bool, error) {
	if j.Status.Terminal() {
		return false, nil
	}
	now := s.now()
	done := *j
	done.Sealed, done.Found = nil, o.Found
	done.Status, done.Result, done.Error, done.Meta, done.CompletedAt = o.Status, o.Result, o.Error, o.Meta, now
	done.Unneeded = min(max(o.Unneeded, 0), j.Quote.Credits)
	done.Refunded = min(max(o.Refund, 0)+done.Unneeded, j.Quote.Credits)
	if o.Status.Refunds() {
		done.Refunded, done.Unneeded = j.Quote.Credits, 0
	}
	ended, others, err := s.finish(ctx, j, &done, nil)
	if others != nil {
		ended, _, err = s.finish(ctx, j, &done, others)
	}
	if ended {
		*j = done
		if s.watch != nil {
			s.watch.Ended(ctx, j)
		}
	}
	return ended, err
}

// finish writes an end, of the last job of its batch, with how the others ended, or of another. It returns the others of
// a job that is its batch's last and was taken for another; nothing was written then.
func (s *Store) finish(ctx context.Context, was, done *job.Job, others *Endings) (ended bool, of *Endings, err error) {
	actions, err := s.ending(was, done)
	if err != nil {
		return false, nil, err
	}
	tally := len(actions)
	if was.BatchID != "" {
		counted, err := s.counting(done, others)
		if err != nil {
			return false, nil, err
		}
		actions = append(actions, counted...)
	}
	err = s.transact(ctx, actions)
	no, refused := errors.AsType[*cancelled](err)
	if !refused {
		return err == nil, nil, err
	}
	_, changed := no.failed(0)
	row, isLast := no.failed(tally)
	if !isLast || changed || others != nil {
		return false, nil, nil
	}
	var counted tallyItem
	if err := decode(row, &counted); err != nil {
		return false, nil, err
	}
	return false, &Endings{counted.Succeeded, counted.Failed, counted.Cancelled}, nil
}

// ending returns the actions that end a job: row, wallet and, as they apply,
// refund, its usage and the event's first delivery.
func (s *Store) ending(was, done *job.Job) ([]types.TransactWriteItem, error) {
	now := done.CompletedAt
	actions := []types.TransactWriteItem{
		endRow(was, done).action(s.core),
		settle(was, done, now).action(s.core),
	}
	if seatOf(was.Shard, was.Seats) != was.Shard {
		if leave, changes := leaving(was, done, now); changes {
			actions = append(actions, leave.action(s.core))
		}
	}
	var problems error
	add := func(row any) {
		action, err := putAction(s.core, row, absent, nil)
		problems = errors.Join(problems, err)
		actions = append(actions, action)
	}
	if done.Refunded > 0 {
		actions = append(actions,
			bookRefund(was.OrgID, was.Shard, was.Quote.Action, done.Refunded, now).action(s.core))
		add(jobLedgerItem(was, ledgerRefund, done.Refunded, now))
	}
	if tells(done) {
		add(jobDelivery(done, now))
	}
	return actions, problems
}

func endRow(was, done *job.Job) change {
	c := change{
		key:       jobKey(was.OrgID, was.ID).item(),
		set:       "SET #status = :status, #completedAt = :at, #refunded = :refunded",
		condition: "#status = :was AND #fence = :fence",
		values: values{
			":status": string(done.Status), ":was": string(was.Status), ":fence": was.Fence,
			":at": millis(done.CompletedAt), ":refunded": done.Refunded,
		},
	}
	if done.Result != nil {
		c.set += ", #result = :result"
		c.values[":result"] = newResultRef(done.Result)
	}
	if done.Unneeded > 0 {
		c.set += ", #unneeded = :unneeded"
		c.values[":unneeded"] = done.Unneeded
	}
	if done.Error != nil {
		c.set += ", #error = :error"
		c.values[":error"] = failure{string(done.Error.Code), done.Error.Message, done.Error.Retryable, done.Error.RetryAfter}
	}
	if len(done.Meta) > 0 {
		c.set += ", #meta = :meta"
		c.values[":meta"] = string(done.Meta)
	}
	if len(done.Found) > 0 {
		c.set += ", #found = :found"
		c.values[":found"] = done.Found
	}
	c.set += " REMOVE #duePk, #dueAt, #sealed" // nobody needs the secrets any more
	if !runsOn(was, done) {
		c.set += ", #leaseUntil"
	}
	return c
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
