package store

import (
	"context"
	"errors"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// need is what an admission asks of one wallet shard.
type need struct {
	jobs    int64 // all of them
	charge  int64 // for all of them
	slots   int64 // for those that are yet to run
	reserve int64 // what those may give back
}

func needOf(jobs ...*job.Job) need {
	var n need
	for _, j := range jobs {
		n.jobs++
		n.charge += j.Quote.Credits
		if !j.Status.Terminal() {
			n.slots++
			n.reserve += j.Quote.Credits
		}
	}
	return n
}

// debit takes the charge and the slots from a wallet shard that has them.
func (n need) debit(org string, shard int, now time.Time) change {
	c := change{
		key:       walletKey(org, shard).item(),
		set:       "SET #balance = #balance - :charge, #updatedAt = :now",
		condition: "#balance >= :charge",
		values:    values{":charge": n.charge, ":now": millis(now)},
	}
	if n.slots > 0 {
		c.set += ", #slots = #slots - :slots, #reserved = #reserved + :reserve"
		c.condition += " AND #slots >= :slots"
		c.values[":slots"], c.values[":reserve"] = n.slots, n.reserve
	}
	return c
}

// book counts the debit in the day's usage row.
func (n need) book(org string, shard int, a credit.Action, now time.Time) change {
	return change{
		key: usageKey(org, now, shard).item(), set: "SET #entity = :usage, #org = :org ADD #requests :jobs, #spent :charge",
		names:  map[string]string{"#requests": usageRequests + string(a), "#spent": usageSpent + string(a)},
		values: values{":usage": "usage", ":org": org, ":jobs": n.jobs, ":charge": n.charge},
	}
}

// refusal is one wallet shard's answer to an admission that it cannot carry.
type refusal struct{ balance, slots int64 }

// refusalOf reads the wallet that failed the condition of action i.
func refusalOf(no *cancelled, i int) (*refusal, error) {
	var w walletItem
	if old, failed := no.failed(i); failed {
		if err := decode(old, &w); err != nil {
			return nil, err
		}
	}
	return &refusal{balance: w.Balance, slots: w.Slots}, nil
}

// onShards tries an admission on the wallet's shards, from a random one on, until
// one carries it. When none can but all together could, they lend to one and it is
// tried there once more. Errors: those of try, insufficient_credits,
// too_many_in_flight.
func (s *Store) onShards(ctx context.Context, org string, shards int, n need, try func(shard int) (*refusal, error)) error {
	shards = max(1, shards)
	first := int(s.random(int64(shards)))
	refusals := make(map[int]refusal, shards)
	for i := range shards {
		shard := (first + i) % shards
		no, err := try(shard)
		if err != nil || no == nil {
			return err
		}
		refusals[shard] = *no
	}
	gathered, err := s.gather(ctx, org, n, refusals, first)
	if err != nil {
		return err
	}
	if !gathered {
		return n.refusal(refusals)
	}
	no, err := try(first)
	if err == nil && no != nil {
		refusals[first] = *no
		err = n.refusal(refusals)
	}
	return err
}

// gather moves money and room from the other shards to one that can then carry the
// admission, when all together could. It reports false when they could not.
func (s *Store) gather(ctx context.Context, org string, n need, shards map[int]refusal, into int) (bool, error) {
	var all refusal
	for _, r := range shards {
		all.balance += max(0, r.balance)
		all.slots += max(0, r.slots)
	}
	if len(shards) < 2 || all.balance < n.charge || all.slots < n.slots {
		return false, nil
	}
	now := s.now()
	moves := make([]change, 0, len(shards))
	moved := refusal{}
	for shard, r := range shards {
		take := refusal{max(0, r.balance), max(0, r.slots)}
		if shard == into || take == (refusal{}) {
			continue
		}
		moved = refusal{moved.balance + take.balance, moved.slots + take.slots}
		moves = append(moves, move(org, shard, -take.balance, -take.slots, now))
	}
	err := s.transact(ctx, s.actions(append(moves, move(org, into, moved.balance, moved.slots, now))))
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

// refusal says what the shards together lack.
func (n need) refusal(shards map[int]refusal) error {
	var balance int64
	for _, r := range shards {
		balance += r.balance
	}
	if balance >= n.charge {
		return &errs.Error{
			Code: errs.TooManyInFlight, Message: errs.TooManyInFlight.Text(), RetryAfter: time.Second,
		}
	}
	return &errs.Error{
		Code:    errs.InsufficientCredits,
		Message: "The balance does not cover this; ask your operator for credits.",
		Details: []errs.Detail{
			{Field: "required", Issue: formatInt(n.charge)},
			{Field: "available", Issue: formatInt(balance)},
		},
	}
}
