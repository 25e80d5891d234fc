package store

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// Movement is a row of the ledger.
type Movement struct {
	Type   string    `json:"type"` // debit, refund
	Amount int64     `json:"amount"`
	Jobs   int64     `json:"jobs"` // that a debit is for: more than one of a batch
	At     time.Time `json:"at"`
}

// Movements returns what a job cost and gave back as the ledger has it: its debit, or that of the batch
// that it was charged with, and its refund if there is one.
func (s *Store) Movements(ctx context.Context, j *job.Job) ([]Movement, error) {
	debited := j.ID
	if j.BatchID != "" {
		debited = j.BatchID
	}
	var list []Movement
	for _, k := range []key{ledgerKey(j.OrgID, debited, ledgerDebit), ledgerKey(j.OrgID, j.ID, ledgerRefund)} {
		var row ledgerItem
		found, err := s.get(ctx, k, &row)
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, Movement{Type: row.Type, Amount: row.Amount, Jobs: row.Jobs, At: fromMillis(row.At)})
		}
	}
	return list, nil
}
