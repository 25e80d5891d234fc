package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/job"
)

// Admission asks for one job. The job's id is chosen before, so that an answer
// lost on the way can be asked for again without a second charge.
type Admission struct {
	Job            *job.Job // queued, or succeeded from the cache; Shard is set by Admit
	Shards         int      // of the organization's wallet
	IdempotencyKey string   // empty for none
}

type idempotencyItem struct {
	PK        string `dynamodbav:"pk"`
	SK        string `dynamodbav:"sk"`
	Entity    string `dynamodbav:"entity"`
	Job       string `dynamodbav:"job"`
	ExpiresAt int64  `dynamodbav:"expiresAt"`
	TTL       int64  `dynamodbav:"ttl"`
}

// refusal is one wallet shard's answer to an admission that it cannot carry.
type refusal struct{ balance, slots int64 }

// Admit writes a job, its charge, its place among the unfinished, its usage and
// its ledger row in one transaction, or nothing. When the idempotency key was used
// before it returns that job and true. Errors: insufficient_credits (details
// required and available), too_many_in_flight.
func (s *Store) Admit(ctx context.Context, a Admission) (*job.Job, bool, error) {
	shards := max(1, a.Shards)
	first := rand.IntN(shards)
	refusals := make(map[int]refusal, shards)
	for i := range shards {
		original, no, err := s.admitOn(ctx, a, (first+i)%shards)
		if err != nil || original != nil {
			return original, original != nil, err
		}
		if no == nil {
			return a.Job, false, nil
		}
		refusals[(first+i)%shards] = *no
	}
	gathered, err := s.gather(ctx, a.Job, refusals, first)
	if err != nil {
		return nil, false, err
	}
	if !gathered {
		return nil, false, refusalError(a.Job, refusals)
	}
	original, no, err := s.admitOn(ctx, a, first)
	if err != nil || original != nil {
		return original, original != nil, err
	}
	if no != nil {
		refusals[first] = *no
		return nil, false, refusalError(a.Job, refusals)
	}
	return a.Job, false, nil
}

// admitOn tries one shard. It returns the original of a replayed key, or why the
// shard refused, or neither when the job was admitted.
func (s *Store) admitOn(ctx context.Context, a Admission, shard int) (*job.Job, *refusal, error) {
	a.Job.Shard = shard
	actions, idem, err := s.admission(a)
	if err != nil {
		return nil, nil, err
	}
	err = s.transact(ctx, actions)
	no, ok := errors.AsType[*cancelled](err)
	if !ok {
		return nil, nil, err
	}
	jobAt := idem + 1 // the first action is the job when there is no key
	if _, failed := no.failed(jobAt); failed {
		// Our own id exists: an earlier try went through and its answer was lost.
		return nil, nil, nil
	}
	if old, failed := no.failed(idem); failed {
		original, err := s.original(ctx, a.Job.OrgID, old)
		return original, nil, err
	}
	var w walletItem
	if old, failed := no.failed(jobAt + 1); failed {
		if err := decode(old, &w); err != nil {
			return nil, nil, err
		}
	}
	return nil, &refusal{balance: w.Balance, slots: w.Slots}, nil
}

// admission returns the transaction's actions in the order that admitOn reads the
// reasons in: idempotency (its place, or −1), job, wallet, usage, ledger.
func (s *Store) admission(a Admission) (actions []types.TransactWriteItem, idem int, err error) {
	j, now := a.Job, a.Job.CreatedAt
	idem = -1
	add := func(row any, condition string, v values) {
		action, e := putAction(s.core, row, condition, v)
		err = errors.Join(err, e)
		actions = append(actions, action)
	}
	if a.IdempotencyKey != "" {
		idem = 0
		k := idempotencyKey(j.OrgID, a.IdempotencyKey)
		add(idempotencyItem{
			PK: k.pk, SK: k.sk, Entity: "idempotency", Job: j.ID, ExpiresAt: millis(j.ExpiresAt), TTL: j.ExpiresAt.Unix(),
		}, absent+" OR #expiresAt < :now", values{":now": millis(now)})
	}
	runs := !j.Status.Terminal()
	add(newJobItem(j), absent, nil)
	actions = append(actions,
		debit(j.OrgID, j.Shard, j.Quote.Credits, runs, now).action(s.core),
		bookDebit(j.OrgID, j.Shard, j.Quote.Action, j.Quote.Credits, now).action(s.core))
	add(jobLedgerItem(j, ledgerDebit, -j.Quote.Credits, now), absent, nil)
	if !runs && j.Webhook != nil {
		add(jobDelivery(j, now), absent, nil)
	}
	return actions, idem, err
}

// original reads the job that an idempotency row names.
func (s *Store) original(ctx context.Context, org string, old item) (*job.Job, error) {
	var row idempotencyItem
	if err := decode(old, &row); err != nil {
		return nil, err
	}
	return s.Job(ctx, org, row.Job)
}

// gather moves money and room from the other shards to one that can then carry
// the job, when all together could. It reports false when they could not.
func (s *Store) gather(ctx context.Context, j *job.Job, shards map[int]refusal, into int) (bool, error) {
	var balance, slots int64
	for _, r := range shards {
		balance += max(0, r.balance)
		slots += max(0, r.slots)
	}
	runs := !j.Status.Terminal()
	if len(shards) < 2 || balance < j.Quote.Credits || (runs && slots < 1) {
		return false, nil
	}
	now := s.now()
	var actions []types.TransactWriteItem
	moved := refusal{}
	for shard, r := range shards {
		if shard == into || (r.balance <= 0 && r.slots <= 0) {
			continue
		}
		take := refusal{max(0, r.balance), max(0, r.slots)}
		moved = refusal{moved.balance + take.balance, moved.slots + take.slots}
		actions = append(actions, move(j.OrgID, shard, -take.balance, -take.slots, now).action(s.core))
	}
	actions = append(actions, move(j.OrgID, into, moved.balance, moved.slots, now).action(s.core))
	err := s.transact(ctx, actions)
	if _, ok := errors.AsType[*cancelled](err); ok {
		return false, nil // another admission was there first: the refusal stands
	}
	return err == nil, err
}

// move changes a shard's balance and room by what another gives or takes. The
// shard's part of the cap moves with the room, so that cap − slots stays the number
// of its unfinished jobs.
func move(org string, shard int, credits, slots int64, now time.Time) change {
	return change{
		key: walletKey(org, shard).item(),
		set: "SET #balance = #balance + :credits, #slots = #slots + :slots, #cap = #cap + :slots, #updatedAt = :now",
		// A shard that gives must still have it.
		condition: "#balance >= :need AND (:free <= :zero OR #slots >= :free)",
		values: values{
			":credits": credits, ":slots": slots, ":now": millis(now),
			":need": max(0, -credits), ":free": max(0, -slots), ":zero": int64(0),
		},
	}
}

func refusalError(j *job.Job, shards map[int]refusal) error {
	var balance int64
	for _, r := range shards {
		balance += r.balance
	}
	if balance >= j.Quote.Credits {
		return &errs.Error{
			Code: errs.TooManyInFlight, Message: errs.TooManyInFlight.Text(), RetryAfter: time.Second,
		}
	}
	return &errs.Error{
		Code:    errs.InsufficientCredits,
		Message: "The balance does not cover this job; ask your operator for credits.",
		Details: []errs.Detail{
			{Field: "required", Issue: formatInt(j.Quote.Credits)},
			{Field: "available", Issue: formatInt(balance)},
		},
	}
}
