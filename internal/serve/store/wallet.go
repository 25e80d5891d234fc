package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/credit"
)

// walletItem is one shard of an organization's money and of its room for
// unfinished jobs. cap − slots is how many jobs of this shard are unfinished;
// reserved is what they may still get back.
type walletItem struct {
	PK        string `dynamodbav:"pk"`
	SK        string `dynamodbav:"sk"`
	Entity    string `dynamodbav:"entity"`
	Org       string `dynamodbav:"org"`
	Shard     int    `dynamodbav:"shard"`
	Balance   int64  `dynamodbav:"balance"`
	Reserved  int64  `dynamodbav:"reserved"`
	Slots     int64  `dynamodbav:"slots"`
	Cap       int64  `dynamodbav:"cap"`
	UpdatedAt int64  `dynamodbav:"updatedAt"`
}

// Balance is an organization's money, summed over its wallet's shards.
type Balance struct {
	Balance   int64
	Reserved  int64
	InFlight  int64
	UpdatedAt time.Time
}

// Balance reads what an organization has. A consistent read sees every change
// that was answered before.
func (s *Store) Balance(ctx context.Context, org string, shards int, consistent bool) (Balance, error) {
	wallets, err := s.wallets(ctx, org, shards, consistent)
	if err != nil {
		return Balance{}, err
	}
	return sumWallets(wallets), nil
}

func sumWallets(wallets []walletItem) Balance {
	var b Balance
	for _, w := range wallets {
		b.Balance += w.Balance
		b.Reserved += w.Reserved
		b.InFlight += w.Cap - w.Slots
		if at := fromMillis(w.UpdatedAt); at.After(b.UpdatedAt) {
			b.UpdatedAt = at
		}
	}
	return b
}

func (s *Store) wallets(ctx context.Context, org string, shards int, consistent bool) ([]walletItem, error) {
	keys := make([]item, max(1, shards))
	for i := range keys {
		keys[i] = walletKey(org, i).item()
	}
	rows, err := s.batchGet(ctx, keys, consistent)
	if err != nil {
		return nil, err
	}
	wallets := make([]walletItem, len(rows))
	for i, row := range rows {
		if err := decode(row, &wallets[i]); err != nil {
			return nil, err
		}
	}
	return wallets, nil
}

// batchGet reads rows of the core table, at most 100, in no order. What the
// database leaves unprocessed is asked for again.
func (s *Store) batchGet(ctx context.Context, keys []item, consistent bool) ([]item, error) {
	var rows []item
	for pending := keys; len(pending) > 0; {
		res, err := s.db.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
			RequestItems: map[string]types.KeysAndAttributes{s.core: {Keys: pending, ConsistentRead: &consistent}},
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

// settle gives the slot back and, with a refund, the charge.
func settle(org string, shard int, charge int64, refund bool, now time.Time) change {
	c := change{
		key:    walletKey(org, shard).item(),
		set:    "SET #slots = #slots + :one, #reserved = #reserved - :charge, #updatedAt = :now",
		values: values{":charge": charge, ":one": int64(1), ":now": millis(now)},
	}
	if refund {
		c.set += ", #balance = #balance + :charge"
	}
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
