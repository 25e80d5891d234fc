package store

import (
	"context"
	"errors"
	"maps"
	"slices"
)

// Books is what the tables say of one organization's money and jobs, each number from
// rows of its own, so that they can be held against each other.
type Books struct {
	OrgID   string
	Missing bool // there are rows, but no organization

	Balance  int64 // of all shards
	Expected int64 // what it should be: what was granted, without what was used

	Shards []ShardBooks // those that were decided
	Days   []DayBooks   // those that were decided

	WithoutDue  []string // unfinished jobs that the sweeper would never see
	WrongRefund []string // jobs whose refund does not fit their status
	WrongEntry  []string // jobs whose own entries in the ledger are not those of their charge and status

	WithoutPlace []string // jobs that run beside those that count against their organization's share
	IdlePlaces   []string // jobs that have ended, and still count against it

	// Undecided are the parts whose rows never stood still.
	Undecided []string

	// Exact, whatever moves: the organization's cap, and what its shards' parts add up to.
	InFlightCap, Cap int64

	// Of the last look, and of one moment only when nothing moved.
	WalletShards                       int
	LowestShard                        int64 // the smallest balance of a shard
	Reserved, InFlight, Unfinished     int64
	Granted, Debits, Debited, Refunded int64 // by the ledger; Debits are jobs
}

// ShardBooks is one wallet shard, and the jobs that are charged to it.
type ShardBooks struct {
	Shard                        int
	Absent, Sealed               bool
	Balance, Reserved            int64
	Slots, InFlight              int64
	Unfinished, UnfinishedCharge int64 // as the jobs say
}

// DayBooks are the movements of one day, by UTC; those of all days whose jobs may have
// expired are one.
type DayBooks struct {
	Day    string // 2026-03-01, or "" for all that are too old
	Usage  Movements
	Ledger Movements

	Whole           bool // all its jobs and events are there; the rest is only of such days
	Jobs, JobCharge int64
	EntriesFit      bool // each debit is that of its job, or of its batch's jobs
	EventsOwed      int64
	Events          int64
	EventsFit       bool // each job that owes an event has one
	WithoutEvent    []string
}

// Movements are what moved, as one kind of rows has it.
type Movements struct{ Requests, Spent, Refunded int64 }

func (m Movements) plus(o Movements) Movements {
	return Movements{m.Requests + o.Requests, m.Spent + o.Spent, m.Refunded + o.Refunded}
}

const (
	// maxNamed bounds the faulty jobs that Books names.
	maxNamed = 20
	// maxLooks is how often rows are looked at that do not stand still.
	maxLooks = 6
)

// Books audits an organization, or all of them when org is empty, on tables that move
// (ADR 0024). It scans the rows, takes what counts them (wallet, usage, organization) in
// one transaction and scans again: rows that are the same before and after are those of
// the transaction's moment. What moved is looked at again, and named as undecided when it
// never stood still. It keeps some 5 KB an organization and nothing a job.
func (s *Store) Books(ctx context.Context, org string) (map[string]*Books, error) {
	a := audit{Store: s, start: s.now(), books: map[string]*Books{}, decided: map[string]bool{}, last: map[string]*rows{}}
	before, err := a.look(ctx, org, nil)
	if err != nil {
		return nil, err
	}
	open := slices.Collect(maps.Keys(before))
	for look := 1; look <= maxLooks && len(open) > 0; look++ {
		moments := map[string]*moment{}
		for _, id := range open {
			if moments[id], err = a.moment(ctx, id, before[id]); err != nil {
				return nil, err
			}
		}
		after, err := a.look(ctx, org, open)
		if err != nil {
			return nil, err
		}
		var still []string
		for _, id := range open {
			if !a.compare(id, before[id], moments[id], after[id], look == maxLooks) {
				still = append(still, id)
			}
		}
		before, open = after, still
	}
	return a.books, errors.Join(a.nameEvents(ctx), a.namePlaces(ctx))
}
