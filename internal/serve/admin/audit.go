package admin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// Audit is what an audit found: each organization's books, and everything in them
// that does not fit together.
type Audit struct {
	Balanced      bool       `json:"balanced"`
	Organizations []AuditOrg `json:"organizations"`
}

// AuditOrg is one organization's books. Balanced ones have no differences. Undecided are
// the parts whose rows never stood still while they were looked at; the numbers are then
// those of the last look.
type AuditOrg struct {
	OrganizationID string   `json:"organizationId"`
	Balance        int64    `json:"balance"`
	Reserved       int64    `json:"reserved"`
	InFlight       int64    `json:"inFlight"`
	Granted        int64    `json:"granted"`
	Debited        int64    `json:"debited"`
	Refunded       int64    `json:"refunded"`
	Jobs           int64    `json:"jobs"`
	Unfinished     int64    `json:"unfinished"`
	Differences    []string `json:"differences"`
	Undecided      []string `json:"undecided"`
}

// UnbalancedError is the error of an audit that found differences, so that a nightly
// audit raises the function's alarm. The report comes with it.
type UnbalancedError struct{ Report *Audit }

func (u *UnbalancedError) Error() string {
	var lines []string
	for _, o := range u.Report.Organizations {
		for _, d := range o.Differences {
			lines = append(lines, o.OrganizationID+": "+d)
		}
	}
	return "the books do not balance: " + strings.Join(lines, "; ")
}

func (s *Service) audit(ctx context.Context, r Request) (any, error) {
	if r.Org != "" {
		if _, err := s.store.Org(ctx, r.Org); err != nil {
			return nil, err
		}
	}
	books, err := s.store.Books(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	report := &Audit{Balanced: true, Organizations: []AuditOrg{}}
	for _, id := range slices.Sorted(maps.Keys(books)) {
		b := books[id]
		differences := Differences(b)
		report.Balanced = report.Balanced && len(differences) == 0
		report.Organizations = append(report.Organizations, AuditOrg{
			OrganizationID: id, Balance: b.Balance, Reserved: b.Reserved, InFlight: b.InFlight, Granted: b.Granted,
			Debited: b.Debited, Refunded: b.Refunded, Jobs: b.Debits, Unfinished: b.Unfinished,
			Differences: differences, Undecided: append([]string{}, b.Undecided...),
		})
	}
	if !report.Balanced && !r.Report {
		return nil, &UnbalancedError{report}
	}
	return report, nil
}

// findings collects what does not fit together.
type findings []string

func (f *findings) add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

func (f *findings) same(what string, got, want int64) {
	if got != want {
		f.add("%s is %d and should be %d (off by %d)", what, got, want, got-want)
	}
}

func (f *findings) named(what string, jobs []string) {
	if len(jobs) > 0 {
		f.add("%s: %s", what, strings.Join(jobs, ", "))
	}
}

// Differences holds an organization's books against each other: grants and usage are the
// balance, usage is the ledger, each shard's reserved credits and places are those of its
// unfinished jobs, each job has the entries and the event that it should have, and those that
// run are those that count against their organization's share.
func Differences(b *store.Books) []string {
	f := findings{}
	if b.Missing {
		f.add("there are rows of it, but no organization")
		return f
	}
	f.same("balance", b.Balance, b.Expected)
	f.same("the shards' part of the in-flight cap", b.Cap, b.InFlightCap)
	for i := range b.Shards {
		f.shard(&b.Shards[i], b.WalletShards > 1)
	}
	for i := range b.Days {
		f.day(&b.Days[i])
	}
	f.named("unfinished jobs without a due time", b.WithoutDue)
	f.named("jobs whose refund does not fit their status", b.WrongRefund)
	f.named("jobs whose entries in the ledger do not fit them", b.WrongEntry)
	f.named("jobs that run beside their organization's share", b.WithoutPlace)
	f.named("jobs that have ended and count against their organization's share until one that waits for it finds them", b.IdlePlaces)
	return f
}

// shard looks at one wallet shard. The only one of an organization needs no seal: it refuses
// by itself until it has places again.
func (f *findings) shard(s *store.ShardBooks, several bool) {
	of := fmt.Sprintf(" of wallet shard %d", s.Shard)
	if s.Absent {
		f.add("wallet shard %d is absent", s.Shard)
	}
	f.same("reserved"+of, s.Reserved, s.UnfinishedCharge)
	f.same("inFlight"+of, s.InFlight, s.Unfinished)
	if s.Balance < 0 {
		f.add("balance%s is %d, below zero", of, s.Balance)
	}
	if s.Slots < 0 && several && !s.Sealed {
		f.add("wallet shard %d has %d free places, below zero, and is not sealed", s.Shard, s.Slots)
	}
}

func (f *findings) day(d *store.DayBooks) {
	of := " of " + d.Day
	if d.Day == "" {
		of = " of earlier days"
	}
	f.same("usage requests"+of, d.Usage.Requests, d.Ledger.Requests)
	f.same("usage spent"+of, d.Usage.Spent, d.Ledger.Spent)
	f.same("usage refunded"+of, d.Usage.Refunded, d.Ledger.Refunded)
	if !d.Whole {
		return
	}
	f.same("charged jobs"+of, d.Ledger.Requests, d.Jobs)
	f.same("charge"+of, d.Ledger.Spent, d.JobCharge)
	if !d.EntriesFit && d.Ledger.Requests == d.Jobs && d.Ledger.Spent == d.JobCharge {
		f.add("debits%s do not fit the jobs that they are for", of)
	}
	f.same("events"+of, d.Events, d.EventsOwed)
	if !d.EventsFit && d.Events == d.EventsOwed {
		f.add("events%s do not fit the jobs that they are of", of)
	}
	f.named("jobs without an event", d.WithoutEvent)
}
