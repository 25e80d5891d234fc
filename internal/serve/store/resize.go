package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
)

// resize returns what a wider wallet or another cap change of the wallet's rows.
func (s *Store) resize(ctx context.Context, was, o *Org) ([]types.TransactWriteItem, error) {
	if o.Shards == was.Shards && o.InFlightCap == was.InFlightCap {
		return nil, nil
	}
	rows, err := s.wallets(ctx, o.ID, was.Shards)
	if err != nil {
		return nil, err
	}
	now, moves := s.now(), widen(rows, o.Shards)
	seal := o.Shards > 1 && (o.InFlightCap < was.InFlightCap || lowest(rows) < 0 || rows[0].Sealed)
	var actions []types.TransactWriteItem
	for k := range o.Shards {
		more := share(int64(o.InFlightCap-was.InFlightCap), o.Shards, k)
		if k < len(rows) {
			actions = append(actions, rows[k].resized(moves[k], more, o.Shards, seal, now).action(s.core))
			continue
		}
		w := walletKey(o.ID, k)
		action, err := putAction(s.core, walletItem{
			PK: w.pk, SK: w.sk, Entity: "wallet", Org: o.ID, Shard: k, Shards: o.Shards, Balance: moves[k].credits,
			Slots: moves[k].slots + more, Cap: moves[k].slots + more, Sealed: seal, UpdatedAt: millis(now),
		}, absent, nil)
		if err != nil {
			return nil, err
		}
		actions = append(actions, action)
	}
	return actions, nil
}

// lowest is the fewest slots of a row.
func lowest(rows []walletItem) int64 {
	low := rows[0].Slots
	for _, w := range rows {
		low = min(low, w.Slots)
	}
	return low
}

// widen says what each of n rows gets when there are to be more of them: the money
// evenly, and the room too unless a row has less than none.
func widen(rows []walletItem, n int) []part {
	moves := make([]part, n)
	if n == len(rows) {
		return moves
	}
	var all part
	for _, w := range rows {
		all = all.plus(part{w.Balance, w.Slots})
	}
	for k := range n {
		moves[k].credits = share(all.credits, n, k)
		if lowest(rows) >= 0 {
			moves[k].slots = share(all.slots, n, k)
		}
		if k < len(rows) {
			moves[k].credits -= rows[k].Balance
			if lowest(rows) >= 0 {
				moves[k].slots -= rows[k].Slots
			}
		}
	}
	return moves
}

// resized is the change of a row that gets or gives what widen said and whose part of
// the cap changes by more. That may leave it with fewer slots than none, as a cap may be
// lowered below the number of unfinished jobs; a sealed wallet waits until they fit.
func (w walletItem) resized(p part, more int64, shards int, seal bool, now time.Time) change {
	c := w.lend(p, now)
	c.set += ", #shards = :shards"
	c.values[":slots"], c.values[":shards"] = p.slots+more, int64(shards)
	if seal {
		c.set += ", #sealed = :sealed"
		c.values[":sealed"] = true
	}
	return c
}

// MaxCredits bounds a grant, and the balance that it leads to. Readers of JSON that keep
// numbers as float64 read integers exactly up to 2^53-1, 9 007 199 254 740 991; what is left
// up to there is for refunds, which add to the balance after a grant.
const MaxCredits = 9_000_000_000_000_000

// Grant adds credits to an organization and books why; fewer than none takes them back,
// but never more than there are. A grant that is there already is not booked again, and
// refused when it was of another amount or for another reason.
// Errors: not_found, invalid_request.
func (s *Store) Grant(ctx context.Context, org, id string, amount int64, reason string) error {
	if amount > MaxCredits || amount < -MaxCredits {
		return errs.Field(errs.InvalidRequest, "amount", fmt.Sprintf("must be between %d and %d", int64(-MaxCredits), int64(MaxCredits)))
	}
	k := grantKey(org, id)
	return s.persist(ctx, func() ([]types.TransactWriteItem, error) {
		now := s.now()
		var booked ledgerItem
		switch found, err := s.get(ctx, k, &booked); {
		case err != nil:
			return nil, err
		case found && booked.Amount != amount:
			return nil, errs.Field(errs.InvalidRequest, "id", fmt.Sprintf("is that of a grant of %s, which is booked", credit.Words(booked.Amount)))
		case found && booked.Reason != reason:
			return nil, errs.Field(errs.InvalidRequest, "id", fmt.Sprintf("is that of a grant for another reason, %q, which is booked", booked.Reason))
		case found:
			return nil, nil
		}
		rows, err := s.wallets(ctx, org, 1)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			return nil, errs.Newf(errs.NotFound, "There is no organization %s; `org list` shows what there is.", org)
		}
		parts, most, err := s.granted(ctx, rows, amount)
		if err != nil {
			return nil, err
		}
		row, err := putAction(s.core, ledgerItem{
			PK: k.pk, SK: k.sk, Entity: "ledger", Type: ledgerGrant, Org: org, Amount: amount, Reason: reason, At: millis(now),
		}, absent, nil)
		actions := []types.TransactWriteItem{row}
		for shard, credits := range parts {
			c := walletItem{Org: org, Shard: shard}.change(credits, now)
			c.condition = "#balance BETWEEN :short AND :most"
			c.values[":short"], c.values[":most"] = max(0, -credits), most[shard]
			actions = append(actions, c.action(s.core))
		}
		return actions, err
	})
}

// granted says what each row gets of a grant: as much as the others, or, when credits
// are taken back, less by what it has more of. It also says how much each may have then, so
// that all together stay below the bound, whoever else grants to them meanwhile.
func (s *Store) granted(ctx context.Context, rows []walletItem, amount int64) (parts, most map[int]int64, err error) {
	parts, most = map[int]int64{}, map[int]int64{}
	if amount >= 0 {
		room := MaxCredits - amount - sumWallets(rows).Balance
		if room < 0 {
			return nil, nil, errs.Field(errs.InvalidRequest, "amount", fmt.Sprintf("would take the balance above %d", int64(MaxCredits)))
		}
		for k := range rows {
			parts[k] = share(amount, len(rows), k)
			most[k] = rows[k].Balance + share(room, len(rows), k)
		}
		return parts, most, nil
	}
	if sumWallets(rows).Balance < -amount {
		if rows, err = s.quiet(ctx, rows[0].Org, len(rows)); err != nil {
			return nil, nil, err
		}
		if sumWallets(rows).Balance < -amount {
			return nil, nil, errs.Field(errs.InvalidRequest, "amount", "is more than the organization has left")
		}
	}
	richest := slices.SortedStableFunc(slices.Values(rows), func(a, b walletItem) int { return cmp.Compare(b.Balance, a.Balance) })
	for _, w := range richest {
		if take := min(-amount, w.Balance); take > 0 {
			parts[w.Shard], most[w.Shard] = -take, math.MaxInt64
			amount += take
		}
	}
	return parts, most, nil
}
