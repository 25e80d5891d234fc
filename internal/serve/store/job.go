package store

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
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
)

// Claim takes a queued job, or a running one whose lease has run out, for as long
// as the lease. The fence of the returned job grows with each claim, and only the
// newest may finish.
func (s *Store) Claim(ctx context.Context, org, id string, lease time.Duration) (*job.Job, Claim, error) {
	now, claim := s.now(), ident.New("")
	found, ok, err := s.update(ctx, s.core, change{
		key: jobKey(org, id).item(),
		set: "SET #status = :running, #fence = #fence + :one, #attempts = #attempts + :one, #claim = :claim, " +
			"#leaseUntil = :until, #duePk = :lane, #dueAt = :until, #startedAt = if_not_exists(#startedAt, :now)",
		condition: "#attempts < :most AND (#status = :queued OR (#status = :running AND #leaseUntil < :now))",
		values: values{
			":running": string(job.Running), ":queued": string(job.Queued), ":one": int64(1), ":claim": claim,
			":until": millis(now.Add(lease)), ":now": millis(now), ":most": int64(job.MaxAttempts),
			":lane": dueShard(LaneRunning, id),
		},
	})
	if err != nil || len(found) == 0 {
		return nil, Missing, err
	}
	var row jobItem
	if err := decode(found, &row); err != nil {
		return nil, Missing, err
	}
	// A refusal by our own claim: the SDK sent it again because its answer was lost.
	if !ok && (row.Claim != claim || row.Status != string(job.Running)) {
		return row.job(), refused(&row, now), nil
	}
	return row.job(), Claimed, nil
}

func refused(row *jobItem, now time.Time) Claim {
	switch {
	case job.Status(row.Status).Terminal():
		return Ended
	case job.Status(row.Status) == job.Running && row.LeaseUntil >= millis(now):
		return Leased
	default:
		return Exhausted
	}
}

// Release gives a claimed job back to the queue, to be claimed again. It reports
// false when the claim was no longer the newest.
func (s *Store) Release(ctx context.Context, j *job.Job) (bool, error) {
	found, ok, err := s.update(ctx, s.core, change{
		key:       jobKey(j.OrgID, j.ID).item(),
		set:       "SET #status = :queued, #duePk = :lane, #dueAt = :due REMOVE #leaseUntil",
		condition: "#status = :running AND #fence = :fence",
		values: values{
			":queued": string(job.Queued), ":running": string(job.Running), ":fence": j.Fence,
			":lane": dueShard(LaneQueued, j.ID), ":due": millis(s.now().Add(sendGrace)),
		},
	})
	if err != nil || ok || len(found) == 0 {
		return ok, err
	}
	// Queued with our fence: released before, by a try whose answer was lost.
	var row jobItem
	err = decode(found, &row)
	return row.Status == string(job.Queued) && row.Fence == j.Fence, err
}

// Outcome is how a job ends.
type Outcome struct {
	Status job.Status // terminal
	Result *job.ResultRef
	Error  *job.Failure
	Meta   []byte // a JSON object or nil
}

// Finish ends a job as it was read or claimed: its status, its slot, the refund
// when it failed or was cancelled, and its event are one transaction. It reports
// false when the job has changed since, and then nothing was written. On true, j
// has become the job as it is stored.
func (s *Store) Finish(ctx context.Context, j *job.Job, o Outcome) (bool, error) {
	if j.Status.Terminal() {
		return false, nil
	}
	now := s.now()
	done := *j
	done.Sealed = nil
	done.Status, done.Result, done.Error, done.Meta, done.CompletedAt = o.Status, o.Result, o.Error, o.Meta, now
	if o.Status.Refunds() {
		done.Refunded = j.Quote.Credits
	}
	actions, err := s.ending(j, &done, now)
	if err != nil {
		return false, err
	}
	err = s.transact(ctx, actions)
	if _, changed := errors.AsType[*cancelled](err); changed {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	*j = done
	return true, nil
}

// ending returns the actions that end a job: row, wallet and, as they apply,
// refund, its usage and the event's first delivery.
func (s *Store) ending(was, done *job.Job, now time.Time) ([]types.TransactWriteItem, error) {
	refund := done.Status.Refunds()
	actions := []types.TransactWriteItem{
		endRow(was, done).action(s.core),
		settle(was.OrgID, was.Shard, was.Quote.Credits, refund, now).action(s.core),
	}
	var problems error
	add := func(row any) {
		action, err := putAction(s.core, row, absent, nil)
		problems = errors.Join(problems, err)
		actions = append(actions, action)
	}
	if refund {
		actions = append(actions,
			bookRefund(was.OrgID, was.Shard, was.Quote.Action, was.Quote.Credits, now).action(s.core))
		add(jobLedgerItem(was, ledgerRefund, was.Quote.Credits, now))
	}
	if done.Webhook != nil {
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
	if done.Error != nil {
		c.set += ", #error = :error"
		c.values[":error"] = failure{string(done.Error.Code), done.Error.Message, done.Error.Retryable}
	}
	if len(done.Meta) > 0 {
		c.set += ", #meta = :meta"
		c.values[":meta"] = string(done.Meta)
	}
	c.set += " REMOVE #leaseUntil, #duePk, #dueAt, #sealed" // nobody needs the secrets any more
	return c
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
