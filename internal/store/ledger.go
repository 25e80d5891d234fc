package store

import (
	"time"

	"github.com/quarryapi/quarry/internal/job"
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
	Action string `dynamodbav:"action,omitempty"`
	Amount int64  `dynamodbav:"amount"`
	Reason string `dynamodbav:"reason,omitempty"`
	At     int64  `dynamodbav:"at"`
}

func jobLedgerItem(j *job.Job, what string, amount int64, now time.Time) ledgerItem {
	k := ledgerKey(j.OrgID, j.ID, what)
	return ledgerItem{
		PK: k.pk, SK: k.sk, Entity: "ledger", Type: what, Org: j.OrgID, Job: j.ID,
		Action: string(j.Quote.Action), Amount: amount, At: millis(now),
	}
}
