package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// walletItem is one row, or shard, of an organization's money and of its room for
// unfinished jobs. cap − slots is how many jobs of this row are unfinished, and the
// caps of all rows together are the organization's; reserved is what those jobs may
// still get back. After the cap was lowered slots can be below zero. Then every row is
// sealed: no row may admit on its own, because another may be over its part.
type walletItem struct {
	PK        string `dynamodbav:"pk"`
	SK        string `dynamodbav:"sk"`
	Entity    string `dynamodbav:"entity"`
	Org       string `dynamodbav:"org"`
	Shard     int    `dynamodbav:"shard"`
	Shards    int    `dynamodbav:"shards"` // how many rows the wallet has
	Balance   int64  `dynamodbav:"balance"`
	Reserved  int64  `dynamodbav:"reserved"`
	Slots     int64  `dynamodbav:"slots"`
	Cap       int64  `dynamodbav:"cap"`
	Sealed    bool   `dynamodbav:"sealed,omitempty"`
	UpdatedAt int64  `dynamodbav:"updatedAt"`

	// Targets in a row that did not respond in time, and when the last of them ended.
	Timeouts   int64 `dynamodbav:"timeouts,omitempty"`
	TimedOutAt int64 `dynamodbav:"timedOutAt,omitempty"`
}

// part is an amount of what a wallet row holds.
type part struct{ credits, slots int64 }

func (p part) plus(o part) part { return part{p.credits + o.credits, p.slots + o.slots} }

func (w walletItem) credits() int64 { return w.Balance }

func (w walletItem) free() int64 { return w.Slots }

// change adds credits to the row.
func (w walletItem) change(credits int64, now time.Time) change {
	return change{
		key:    walletKey(w.Org, w.Shard).item(),
		set:    "SET #balance = #balance + :credits, #updatedAt = :now",
		values: values{":credits": credits, ":now": millis(now)},
	}
}

// lend adds to the row what another gives, or takes what it gives to another, which
// it must still have. The row's part of the cap moves with the slots, so that cap −
// slots stays the number of its unfinished jobs.
func (w walletItem) lend(p part, now time.Time) change {
	c := w.change(p.credits, now)
	c.set += ", #slots = #slots + :slots, #cap = #cap + :slots"
	c.condition = "#balance >= :short"
	c.values[":slots"], c.values[":short"] = p.slots, -p.credits
	if p.slots < 0 { // a sealed row that gives nothing may have fewer than none
		c.condition += " AND #slots >= :free"
		c.values[":free"] = -p.slots
	}
	return c
}

// Balance is an organization's money, summed over its wallet's rows.
type Balance struct {
	Balance   int64
	Reserved  int64
	InFlight  int64
	Cap       int64 // of unfinished jobs
	UpdatedAt time.Time
}

// Balance reads what an organization has, seeing every change that was answered before.
// An exact one is of a single moment. Another is cheaper, and can be off by what one row
// lends to another while it reads.
func (s *Store) Balance(ctx context.Context, org string, shards int, exact bool) (Balance, error) {
	read := s.wallets
	if exact && shards > 1 {
		read = s.quiet
	}
	rows, err := read(ctx, org, max(1, shards))
	if err != nil {
		return Balance{}, err
	}
	return sumWallets(rows), nil
}

// Covers returns nil when a price could be charged, and insufficient_credits otherwise. It holds nothing.
func (b Balance) Covers(price int64) error {
	if b.Balance < price {
		return short(price, b.Balance)
	}
	return nil
}

func sumWallets(rows []walletItem) Balance {
	var b Balance
	for _, w := range rows {
		b.Balance += w.Balance
		b.Reserved += w.Reserved
		b.InFlight += w.Cap - w.Slots
		b.Cap += w.Cap
		if at := fromMillis(w.UpdatedAt); at.After(b.UpdatedAt) {
			b.UpdatedAt = at
		}
	}
	return b
}

// wallets reads an organization's rows one after the other, by their numbers.
func (s *Store) wallets(ctx context.Context, org string, shards int) ([]walletItem, error) {
	return everyRow(shards, func(shards int) ([]item, error) {
		return s.batchGet(ctx, walletKeys(org, shards))
	})
}

// snapshot reads an organization's rows as they are at one moment. It returns
// errContended when one of them is being changed.
func (s *Store) snapshot(ctx context.Context, org string, shards int) ([]walletItem, error) {
	return everyRow(shards, func(shards int) ([]item, error) {
		gets := make([]types.TransactGetItem, 0, shards)
		for _, key := range walletKeys(org, shards) {
			gets = append(gets, types.TransactGetItem{Get: &types.Get{TableName: &s.core, Key: key}})
		}
		res, err := s.db.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: gets})
		if err != nil {
			if again, _ := classify(err); again {
				return nil, errContended
			}
			return nil, unavailable(err)
		}
		rows := make([]item, 0, len(res.Responses))
		for _, r := range res.Responses {
			rows = append(rows, r.Item)
		}
		return rows, nil
	})
}

// quiet takes a snapshot as soon as the rows are left alone for a moment.
func (s *Store) quiet(ctx context.Context, org string, shards int) ([]walletItem, error) {
	for attempt := 1; ; attempt++ {
		rows, err := s.snapshot(ctx, org, shards)
		if !errors.Is(err, errContended) {
			return rows, err
		}
		if attempt == admissionTries {
			return nil, unavailable(err)
		}
		if err := sleep(ctx, s.jitter(4*time.Millisecond<<min(attempt, 6))); err != nil {
			return nil, unavailable(err)
		}
	}
}

func walletKeys(org string, shards int) []item {
	keys := make([]item, shards)
	for i := range keys {
		keys[i] = walletKey(org, i).item()
	}
	return keys
}

// everyRow decodes the wallet's rows. A token that has not heard of a wallet's growth
// names too few; the rows themselves say how many there are.
func everyRow(shards int, read func(shards int) ([]item, error)) ([]walletItem, error) {
	for {
		found, err := read(shards)
		if err != nil {
			return nil, err
		}
		rows := make([]walletItem, 0, len(found))
		for _, row := range found {
			if len(row) == 0 {
				continue
			}
			var w walletItem
			if err := decode(row, &w); err != nil {
				return nil, err
			}
			rows = append(rows, w)
		}
		slices.SortFunc(rows, func(a, b walletItem) int { return a.Shard - b.Shard })
		if len(rows) == 0 || rows[0].Shards <= shards {
			return rows, nil
		}
		shards = rows[0].Shards
	}
}

// batchGet reads rows of the core table, at most 100, in no order, seeing every earlier
// write. What the database leaves unprocessed is asked for again.
func (s *Store) batchGet(ctx context.Context, keys []item) ([]item, error) {
	var rows []item
	for pending := keys; len(pending) > 0; {
		res, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{s.core: {Keys: pending, ConsistentRead: new(true)}},
		})
		if err != nil {
			return nil, unavailable(err)
		}
		rows = append(rows, res.Responses[s.core]...)
		pending = res.UnprocessedKeys[s.core].Keys
		if len(pending) > 0 {
			if err := sleep(ctx, s.jitter(50*time.Millisecond)); err != nil {
				return nil, unavailable(err)
			}
		}
	}
	return rows, nil
}

// runsOn reports whether a job was cancelled under its run, which learns of it later and has its
// place until then.
func runsOn(was, done *job.Job) bool {
	return was.Status == job.Running && done.Status == job.Cancelled
}

// leave has a change of a wallet row give an ended job's place back, if it has one there that is free. It
// returns what comes behind SET.
func leave(c *change, was, done *job.Job) string {
	if runsOn(was, done) {
		return ""
	}
	c.names = workerColumns(was.Worker)
	c.values[":set"] = set(was.ID)
	if was.Status == job.Running {
		c.set += ", #took = :took"
		c.values[":took"] = max(0, done.CompletedAt.Sub(was.StartedAt).Milliseconds())
	}
	return " DELETE #runs :set"
}

// leaving is the end's change of the row that has the place, where that is another than the job's.
func leaving(was, done *job.Job, now time.Time) (c change, changes bool) {
	c = change{
		key: walletKey(was.OrgID, seatOf(was.Shard, was.Seats)).item(),
		set: "SET #updatedAt = :now", values: values{":now": millis(now)},
	}
	c.set += leave(&c, was, done)
	return c, !runsOn(was, done)
}

// settle gives an ended job's slot and place back and, with a refund, so much of its
// charge. It counts the targets in a row that did not respond in time.
func settle(was, done *job.Job, now time.Time) change {
	c := change{
		key:    walletKey(was.OrgID, was.Shard).item(),
		set:    "SET #slots = #slots + :one, #reserved = #reserved - :charge, #updatedAt = :now",
		values: values{":charge": was.Quote.Credits, ":one": int64(1), ":now": millis(now)},
	}
	sections := "" // behind SET
	if seatOf(was.Shard, was.Seats) == was.Shard {
		sections = leave(&c, was, done)
	}
	if done.Refunded > 0 {
		c.set += ", #balance = #balance + :back"
		c.values[":back"] = done.Refunded
	}
	switch {
	case done.Error != nil && done.Error.Code == errs.UpstreamTimeout:
		c.set += ", #timeouts = if_not_exists(#timeouts, :none) + :one, #timedOutAt = :now"
		c.values[":none"] = int64(0)
	case was.Status == job.Running && done.Status != job.Cancelled:
		sections += " REMOVE #timeouts, #timedOutAt"
	}
	c.set += sections
	return c
}

// bookRefund counts a refund in the day's usage row. It is never netted.
func bookRefund(org string, shard int, a credit.Action, charge int64, now time.Time) change {
	return change{
		key: usageKey(org, now, shard).item(), set: "SET #entity = :usage, #org = :org ADD #refunded :charge",
		names:  map[string]string{"#refunded": usageRefunded + string(a)},
		values: values{":usage": "usage", ":org": org, ":charge": charge},
	}
}
