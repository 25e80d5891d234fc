package store

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

// Books is what the tables say of one organization's money, each number summed
// from rows of its own, so that they can be held against each other.
type Books struct {
	OrgID string

	Balance      int64 // wallet shards
	Reserved     int64
	InFlight     int64
	LowestShard  int64 // the smallest balance of a shard; below zero is a fault
	WalletShards int

	Granted  int64 // ledger
	Debited  int64
	Refunded int64
	Debits   int64 // jobs that were charged

	UsageRequests int64 // usage
	UsageSpent    int64
	UsageRefunded int64

	Unfinished        int64 // jobs
	UnfinishedCredits int64
	WithoutDue        []string // unfinished jobs that the sweeper would never see
	WrongRefund       []string // jobs whose refund does not fit their status
}

// maxNamed bounds the faulty jobs that Books names.
const maxNamed = 20

// Books reads every row of the core table once and sums it by organization. An
// organization that changes meanwhile can seem to differ: audit it again when it
// is quiet. An empty org is all of them.
func (s *Store) Books(ctx context.Context, org string) (map[string]*Books, error) {
	books := map[string]*Books{}
	filter, v := "#entity IN (:wallet, :ledger, :usage, :job)", values{
		":wallet": "wallet", ":ledger": "ledger", ":usage": "usage", ":job": "job",
	}
	if org != "" {
		filter += " AND #org = :org"
		v[":org"] = org
	}
	err := s.scan(ctx, filter, v, func(row item) error {
		id := text(row, "org")
		b := books[id]
		if b == nil {
			b = &Books{OrgID: id}
			books[id] = b
		}
		return b.add(row)
	})
	return books, err
}

func (b *Books) add(row item) error {
	switch text(row, "entity") {
	case "wallet":
		return b.addWallet(row)
	case "ledger":
		return b.addLedger(row)
	case "usage":
		sums := map[string]*ActionUsage{}
		addUsage(sums, row)
		for _, u := range sums {
			b.UsageRequests += u.Requests
			b.UsageSpent += u.Spent
			b.UsageRefunded += u.Refunded
		}
		return nil
	default:
		return b.addJob(row)
	}
}

func (b *Books) addWallet(row item) error {
	var w walletItem
	if err := decode(row, &w); err != nil {
		return err
	}
	if b.WalletShards == 0 || w.Balance < b.LowestShard {
		b.LowestShard = w.Balance
	}
	b.WalletShards++
	b.Balance += w.Balance
	b.Reserved += w.Reserved
	b.InFlight += w.Cap - w.Slots
	return nil
}

func (b *Books) addLedger(row item) error {
	var l ledgerItem
	if err := decode(row, &l); err != nil {
		return err
	}
	switch l.Type {
	case ledgerGrant:
		b.Granted += l.Amount
	case ledgerDebit:
		b.Debited -= l.Amount
		b.Debits += l.Jobs
	case ledgerRefund:
		b.Refunded += l.Amount
	}
	return nil
}

func (b *Books) addJob(row item) error {
	var j jobItem
	if err := decode(row, &j); err != nil {
		return err
	}
	status, refund := job.Status(j.Status), int64(0)
	if status.Refunds() {
		refund = j.Credits
	}
	if j.Refunded != refund && len(b.WrongRefund) < maxNamed {
		b.WrongRefund = append(b.WrongRefund, j.ID)
	}
	if status.Terminal() {
		return nil
	}
	b.Unfinished++
	b.UnfinishedCredits += j.Credits
	if j.DueAt == 0 && len(b.WithoutDue) < maxNamed {
		b.WithoutDue = append(b.WithoutDue, j.ID)
	}
	return nil
}

func text(row item, column string) string {
	if v, ok := row[column].(*types.AttributeValueMemberS); ok {
		return strings.Clone(v.Value)
	}
	return ""
}
