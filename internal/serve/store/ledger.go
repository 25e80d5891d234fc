package store

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// The rows of the ledger. A row is written once, in the transaction that moves
// the money, and never changes and never expires.
const (
	ledgerDebit  = "debit"
	ledgerRefund = "refund"
	ledgerGrant  = "grant"
)

// ledgerItem is one movement of money. Amount is what the organization's balance
// changed by: negative for a debit.
type ledgerItem struct {
	PK     string `dynamodbav:"pk"`
	SK     string `dynamodbav:"sk"`
	Entity string `dynamodbav:"entity"`
	Type   string `dynamodbav:"type"`
	Org    string `dynamodbav:"org"`
	Job    string `dynamodbav:"job,omitempty"`
	Jobs   int64  `dynamodbav:"jobs"` // how many jobs a debit is for
	Action string `dynamodbav:"action,omitempty"`
	Amount int64  `dynamodbav:"amount"`
	Reason string `dynamodbav:"reason,omitempty"`
	At     int64  `dynamodbav:"at"`
}

func jobLedgerItem(j *job.Job, what string, amount int64, now time.Time) ledgerItem {
	k := ledgerKey(j.OrgID, j.ID, what)
	return ledgerItem{
		PK: k.pk, SK: k.sk, Entity: "ledger", Type: what, Org: j.OrgID, Job: j.ID,
		Jobs: 1, Action: string(j.Quote.Action), Amount: amount, At: millis(now),
	}
}

// batchLedgerItem is the one debit of all jobs of a batch. Refunds are each job's
// own.
func batchLedgerItem(b BatchAdmission, n need, now time.Time) ledgerItem {
	k := ledgerKey(b.OrgID, b.ID, ledgerDebit)
	return ledgerItem{
		PK: k.pk, SK: k.sk, Entity: "ledger", Type: ledgerDebit, Org: b.OrgID, Job: b.ID, Jobs: n.jobs,
		Action: string(b.Jobs[0].Quote.Action), Amount: -n.charge, At: millis(now),
	}
}
