package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// MaxShards is the most rows that a wallet is split into: 16 rows carry about 16 times
// the 1000 writes a second of one.
const MaxShards = 16

// admissionTries bounds the tries of one admission against other writers of the same
// wallet. With the jitter below the last one comes about 2 s after the first.
const admissionTries = 16

// need is what an admission asks of a wallet.
type need struct {
	jobs    int64 // all of them
	charge  int64 // for all of them
	slots   int64 // for those that are yet to run
	room    int64 // slots that must be free, those included: results from the cache post events
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
		if !j.Status.Terminal() || j.Webhook != nil {
			n.room++
		}
	}
	return n
}

// book counts the debit in the day's usage row.
func (n need) book(org string, shard int, a credit.Action, now time.Time) change {
	return change{
		key: usageKey(org, now, shard).item(), set: "SET #entity = :usage, #org = :org ADD #requests :jobs, #spent :charge",
		names:  map[string]string{"#requests": usageRequests + string(a), "#spent": usageSpent + string(a)},
		values: values{":usage": "usage", ":org": org, ":jobs": n.jobs, ":charge": n.charge},
	}
}

// place is where an admission takes what it needs: a row of the wallet and, when that
// row is short, what others lend it in the same transaction.
type place struct {
	shard  int
	wallet []change
}

// alone is a place whose row must carry the admission without help.
func (n need) alone(org string, shard int, now time.Time) place {
	return place{shard, []change{n.debit(walletItem{Org: org, Shard: shard}, part{}, now)}}
}

// debit takes the charge and the slots from a row that has them, and the room, counting what
// it is lent. A sealed row refuses whatever needs room.
func (n need) debit(w walletItem, lent part, now time.Time) change {
	c := w.change(lent.credits-n.charge, now)
	c.condition = "#balance >= :short"
	c.values[":short"] = n.charge - lent.credits
	if n.room > 0 {
		c.set += ", #slots = #slots + :slots, #cap = #cap + :lent, #reserved = #reserved + :reserve"
		c.condition += " AND #slots >= :free AND attribute_not_exists(#sealed)" + notResting
		c.values[":many"], c.values[":rested"] = int64(manyTimeouts), millis(now.Add(-timeoutRest))
		c.values[":slots"], c.values[":lent"], c.values[":free"] = lent.slots-n.slots, lent.slots, n.room-lent.slots
		c.values[":reserve"] = n.reserve
	}
	return c
}

// errRefused is a wallet row's answer to an admission that it cannot carry, and
// errContended that of a row that another transaction is changing.
var (
	errRefused   = errors.New("the wallet row lacks credits or slots")
	errContended = errors.New("the wallet row is being changed by another transaction")
)

// onWallet finds an admission a place on the wallet and tries it there. A random row
// carries nearly all of them. A row that is short is lent to by others, in the
// transaction of the admission. try returns nil when the admission is done, errRefused
// or errContended to have another place. Errors: those of try; insufficient_credits and
// too_many_in_flight, when the wallet as a whole lacks them at one moment; too_many_timeouts;
// service_unavailable when others were always there first.
func (s *Store) onWallet(ctx context.Context, org string, shards int, n need, try func(place) error) error {
	shards = max(1, shards)
	at := n.alone(org, int(s.random(int64(shards))), s.now())
	for attempt := 1; ; attempt++ {
		err := try(at)
		switch {
		case errors.Is(err, errRefused):
			if at, err = s.replan(ctx, org, shards, n, at.shard); err != nil && !errors.Is(err, errContended) {
				return err
			}
		case errors.Is(err, errContended):
			at = n.alone(org, int(s.random(int64(shards))), s.now())
		default:
			return err
		}
		if attempt == admissionTries {
			return unavailable(errContended)
		}
		if attempt > 1 || errors.Is(err, errContended) {
			if err := sleep(ctx, s.jitter(4*time.Millisecond<<min(attempt, 6))); err != nil {
				return unavailable(err)
			}
		}
	}
}

// replan finds a place for an admission that a row refused, by the wallet as a whole. Errors:
// insufficient_credits, too_many_in_flight, too_many_timeouts, errContended.
func (s *Store) replan(ctx context.Context, org string, shards int, n need, refused int) (place, error) {
	rows, err := s.wallets(ctx, org, shards)
	if err != nil {
		return place{}, err
	}
	if n.lacks(rows) != nil && len(rows) > 1 {
		// Rows that were read one after the other can seem to lack what moved meanwhile.
		if rows, err = s.snapshot(ctx, org, shards); err != nil {
			return n.alone(org, refused, s.now()), err
		}
	}
	if err := n.lacks(rows); err != nil {
		return place{}, err
	}
	if err := n.slowed(rows, refused, s.now()); err != nil {
		return place{}, err
	}
	return n.plan(rows, refused, s.now()), nil
}

// short is the error of a balance that does not cover a charge.
func short(required, available int64) error {
	return &errs.Error{
		Code:    errs.InsufficientCredits,
		Message: "The balance does not cover this; ask your operator for credits.",
		Details: []errs.Detail{
			{Field: "required", Issue: formatInt(required)},
			{Field: "available", Issue: formatInt(available)},
		},
	}
}

// lacks says what the rows together are short of, or nil.
func (n need) lacks(rows []walletItem) error {
	var all part
	for _, w := range rows {
		all = all.plus(part{w.Balance, w.Slots})
	}
	if len(rows) == 0 || all.credits < n.charge {
		return short(n.charge, all.credits)
	}
	if n.room > 0 && all.slots < n.room {
		return n.crowded(rows, all.slots)
	}
	return nil
}

// crowded refuses an admission for which there is no room, now or, above the cap, ever.
func (n need) crowded(rows []walletItem, free int64) *errs.Error {
	var most int64
	for _, w := range rows {
		most += w.Cap
	}
	refusal := &errs.Error{
		Code: errs.TooManyInFlight, Message: errs.TooManyInFlight.Text(), RetryAfter: time.Second,
		Details: []errs.Detail{
			{Field: "required", Issue: formatInt(n.room)},
			{Field: "inFlight", Issue: formatInt(most - free)},
			{Field: "cap", Issue: formatInt(most)},
		},
	}
	if n.room > most {
		refusal.Permanent, refusal.RetryAfter = true, 0
		refusal.Message = "The organization may have " + formatInt(most) + " unfinished jobs, which this call exceeds by itself; send fewer at once, or ask your operator for more."
	}
	return refusal
}

const (
	// manyTimeouts is after how many jobs in a row whose targets did not respond in time a
	// wallet row is slow to admit more. They are refunded, so nothing else bounds them.
	manyTimeouts = 200
	// timeoutRest is how long the row then rests after the last of them.
	timeoutRest = time.Minute
)

// notResting is the condition of a row that does not rest.
const notResting = " AND (attribute_not_exists(#timeouts) OR #timeouts < :many OR #timedOutAt <= :rested)"

// slowed refuses an admission on a row that rests after many time-outs in a row.
func (n need) slowed(rows []walletItem, refused int, now time.Time) error {
	for _, w := range rows {
		rest := fromMillis(w.TimedOutAt).Add(timeoutRest).Sub(now)
		if n.room == 0 || w.Shard != refused || w.Timeouts < manyTimeouts || rest <= 0 {
			continue
		}
		return &errs.Error{
			Code: errs.TooManyTimeouts, RetryAfter: rest,
			Message: "The targets of the last " + formatInt(w.Timeouts) + " jobs did not respond in time; wait for the seconds in Retry-After, and leave out targets that do not respond.",
			Details: []errs.Detail{{Field: "timeouts", Issue: formatInt(w.Timeouts)}},
		}
	}
	return nil
}

// plan has one row carry the admission and others lend it what it is short of. The
// rows together have what it needs.
func (n need) plan(rows []walletItem, into int, now time.Time) place {
	i := max(0, slices.IndexFunc(rows, func(w walletItem) bool { return w.Shard == into }))
	if n.room > 0 && slices.ContainsFunc(rows, func(w walletItem) bool { return w.Sealed }) {
		return n.unseal(rows, i, now)
	}
	credits := loans(rows, i, n.charge-rows[i].Balance, walletItem.credits)
	var slots map[int]int64
	if n.room > 0 { // a row of a sealed wallet can have fewer than none, which is no lack of this job's
		slots = loans(rows, i, n.room-rows[i].Slots, walletItem.free)
	}
	p := place{shard: rows[i].Shard, wallet: []change{n.debit(rows[i], part{total(credits), total(slots)}, now)}}
	for k, w := range rows {
		if given := (part{-credits[k], -slots[k]}); given != (part{}) {
			p.wallet = append(p.wallet, w.lend(given, now))
		}
	}
	return p
}

// loans says how much each row gives to row into, which is short of lack: the richest
// first, and half of what it has unless more is needed, so that the next admission
// there finds something too.
func loans(rows []walletItem, into int, lack int64, has func(walletItem) int64) map[int]int64 {
	richest := make([]int, len(rows))
	for k := range rows {
		richest[k] = k
	}
	slices.SortStableFunc(richest, func(a, b int) int { return cmp.Compare(has(rows[b]), has(rows[a])) })
	given := map[int]int64{}
	for _, k := range richest {
		if lack <= 0 {
			break
		}
		if k == into || has(rows[k]) <= 0 {
			continue
		}
		given[k] = min(has(rows[k]), max(lack, has(rows[k])/2))
		lack -= given[k]
	}
	return given
}

func total(given map[int]int64) (sum int64) {
	for _, amount := range given {
		sum += amount
	}
	return sum
}

// unseal has a wallet whose cap was lowered admit again: it spreads the free slots
// anew, so that no row has fewer than none, and takes the seal off. Every row is a part
// of the transaction, so what is free is known exactly.
func (n need) unseal(rows []walletItem, into int, now time.Time) place {
	var free int64
	for _, w := range rows {
		free += w.Slots
	}
	credits := loans(rows, into, n.charge-rows[into].Balance, walletItem.credits)
	p := place{shard: rows[into].Shard}
	for k, w := range rows {
		more := share(free-n.slots, len(rows), k) - w.Slots
		c := w.lend(part{-credits[k], more}, now)
		if k == into {
			c = n.debit(w, part{total(credits), more + n.slots}, now)
		}
		c.set += " REMOVE #sealed"
		// Instead of either's own condition: it has to leave the row with slots, sealed or not.
		c.condition = "#balance >= :short AND #slots >= :free"
		c.values[":free"] = -more
		if k == into {
			c.condition += notResting
		}
		p.wallet = append(p.wallet, c)
	}
	return p
}

// share is the k-th of n parts of a whole, each a whole number; they differ by one at
// most.
func share(whole int64, n, k int) int64 {
	each, rest := whole/int64(n), whole%int64(n)
	switch {
	case rest > 0 && int64(k) < rest:
		return each + 1
	case rest < 0 && int64(k) < -rest:
		return each - 1
	}
	return each
}
