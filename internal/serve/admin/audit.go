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

// AuditOrg is one organization's books.
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
			Debited: b.Debited, Refunded: b.Refunded, Jobs: b.Debits, Unfinished: b.Unfinished, Differences: differences,
		})
	}
	if !report.Balanced && !r.Report {
		return nil, &UnbalancedError{report}
	}
	return report, nil
}

// Differences holds an organization's books against each other: grants − debits +
// refunds is the balance, usage is the ledger, what is reserved and in flight is
// what the unfinished jobs say.
func Differences(b *store.Books) []string {
	found := []string{}
	same := func(what string, got, want int64) {
		if got != want {
			found = append(found, fmt.Sprintf("%s is %d and should be %d (off by %d)", what, got, want, got-want))
		}
	}
	same("balance", b.Balance, b.Granted-b.Debited+b.Refunded)
	same("reserved", b.Reserved, b.UnfinishedCredits)
	same("inFlight", b.InFlight, b.Unfinished)
	same("usage requests", b.UsageRequests, b.Debits)
	same("usage spent", b.UsageSpent, b.Debited)
	same("usage refunded", b.UsageRefunded, b.Refunded)
	if b.LowestShard < 0 {
		found = append(found, fmt.Sprintf("a wallet shard stands at %d, below zero", b.LowestShard))
	}
	if len(b.WithoutDue) > 0 {
		found = append(found, "unfinished jobs without a due time: "+strings.Join(b.WithoutDue, ", "))
	}
	if len(b.WrongRefund) > 0 {
		found = append(found, "jobs whose refund does not fit their status: "+strings.Join(b.WrongRefund, ", "))
	}
	return found
}
