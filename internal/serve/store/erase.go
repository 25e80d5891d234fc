package store

import (
	"context"
	"errors"
	"maps"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Erasure is what one pass over an organization's rows did, and what it had to leave.
type Erasure struct {
	Cancelled int // unfinished jobs that were cancelled and refunded
	Removed   int // rows
	Emptied   int // rows of jobs that lost their contents; the rest expires with them
	Running   int // cancelled jobs whose workers have not noticed yet, so that their rows stay until another pass
}

// Nothing reports whether the pass found nothing to do.
func (e Erasure) Nothing() bool { return e == Erasure{} }

// isBook reports whether rows outlive their organization: what the audit adds up. They have ids, actions,
// amounts and times, and the operator's reasons of grants.
func isBook(entity string) bool {
	switch entity {
	case "org", "wallet", "usage", "ledger":
		return true
	}
	return false
}

// CloseOrg ends an organization: it has no name, no room for jobs and no tokens from then on, and gets none.
// Closing twice is closing once, and removes tokens that a call in between has made. Errors: not_found.
func (s *Store) CloseOrg(ctx context.Context, id string) (*Org, error) {
	var o *Org
	err := s.persist(ctx, func() (_ []types.TransactWriteItem, err error) {
		if o, err = s.Org(ctx, id); err != nil || !o.ClosedAt.IsZero() {
			return nil, err
		}
		was := *o
		o.Name, o.InFlightCap, o.EndpointCap, o.ClosedAt = "", 0, 0, fromMillis(millis(s.now()))
		resized, err := s.resize(ctx, &was, o)
		row := orgRow(&was, o)
		row.set += ", #closedAt = :closed"
		row.values[":closed"] = millis(o.ClosedAt)
		return append(resized, row.action(s.core)), err
	})
	if err != nil {
		return nil, err
	}
	tokens, err := s.Tokens(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		err := s.transact(ctx, []types.TransactWriteItem{
			{Delete: &types.Delete{TableName: &s.edge, Key: tokenKey(t.Hash)}},
			deleteAction(s.core, tokenRowKey(id, t.ID), "", nil),
		})
		if err != nil {
			return nil, err
		}
	}
	return o, nil
}

// EraseOrg goes over the rows of a closed organization once: it cancels its unfinished jobs, whose charges go
// back to its wallet and whose ends are nobody's event, takes the contents of its jobs and removes every other row
// but those of its books. It can end anywhere and be repeated; the pass that finds Nothing was the last.
func (s *Store) EraseOrg(ctx context.Context, id string) (Erasure, error) {
	var e Erasure
	runs, err := s.endAll(ctx, id, &e)
	if err != nil {
		return e, err
	}
	var doomed []types.TransactWriteItem
	flush := func() error {
		if len(doomed) == 0 {
			return nil
		}
		err := s.transact(ctx, doomed)
		if err == nil {
			e.Removed += len(doomed)
		}
		doomed = nil
		return err
	}
	err = s.ownRows(ctx, id, func(row item) error {
		entity := text(row, "entity")
		if isBook(entity) {
			return nil
		}
		if entity == "job" {
			return s.empty(ctx, row, runs, &e)
		}
		doomed = append(doomed, deleteAction(s.core, key{text(row, "pk"), text(row, "sk")}, "", nil))
		if len(doomed) == MaxTransaction {
			return flush()
		}
		return nil
	})
	if err != nil {
		return e, err
	}
	return e, flush()
}

// ownRows calls each for every row of an organization. It reads the whole table, for operators only.
func (s *Store) ownRows(ctx context.Context, id string, each func(item) error) error {
	own := orgKey(id).pk
	return s.scan(ctx, "#pk = :own OR begins_with(#pk, :below)", values{":own": own, ":below": own + "#"}, each)
}

// endAll cancels the unfinished jobs of an organization. It returns the places that its jobs had when it looked.
func (s *Store) endAll(ctx context.Context, id string, e *Erasure) (*seats, error) {
	runs := newSeats()
	var open []*job.Job
	err := s.ownRows(ctx, id, func(row item) error {
		switch text(row, "entity") {
		case "wallet":
			var w walletItem
			err := decode(row, &w)
			runs.wallet(w.Shard, row)
			return err
		case "job":
			var r jobItem
			err := decode(row, &r)
			if !job.Status(r.Status).Terminal() {
				open = append(open, r.job())
			}
			return err
		}
		return nil
	})
	for _, j := range open {
		if err != nil {
			return nil, err
		}
		j.Webhook = nil // whose receiver goes with the organization
		var ended int
		ended, err = s.end(ctx, j, errs.Cancelled.Text())
		e.Cancelled += ended
	}
	return runs, err
}

// end cancels a job unless it has ended, and returns how many that were. A job without a webhook stays without an event.
func (s *Store) end(ctx context.Context, j *job.Job, why string) (ended int, err error) {
	unheard := j.Webhook == nil
	for range registryTries {
		mine, err := s.Finish(ctx, j, Outcome{Status: job.Cancelled, Error: &job.Failure{Code: errs.Cancelled, Message: why}})
		switch {
		case err != nil:
			return 0, err
		case mine:
			return 1, nil
		}
		j, err = s.Job(ctx, j.OrgID, j.ID)
		if errs.Is(err, errs.JobNotFound) || err == nil && j.Status.Terminal() {
			return 0, nil
		}
		if err != nil {
			return 0, err
		}
		if unheard {
			j.Webhook = nil
		}
	}
	return 0, errs.Of(errs.ServiceUnavailable)
}

// empty takes what a job was about out of its row. What stays is what the audit holds the ledger against, until
// the row expires; nobody finds it by its id, and no list has it.
func (s *Store) empty(ctx context.Context, row item, runs *seats, e *Erasure) error {
	var r jobItem
	if err := decode(row, &r); err != nil || r.ExpiresAt == 0 {
		return err // emptied before
	}
	_, has := runs.taken[r.ID]
	if has && r.leased(s.now()) || !job.Status(r.Status).Terminal() {
		e.Running++
		return nil
	}
	if has { // whose worker died: nobody else will look for it
		if err := s.clearPlace(ctx, r.job()); err != nil {
			return err
		}
	}
	action, err := putAction(s.core, jobItem{
		PK: r.PK, SK: r.SK, Entity: r.Entity, ID: r.ID, Org: r.Org, Kind: r.Kind, Worker: r.Worker, Status: r.Status,
		Action: r.Action, Units: r.Units, Credits: r.Credits, Refunded: r.Refunded, Unneeded: r.Unneeded,
		Shard: r.Shard, Shards: r.Shards, Seats: r.Seats, Batch: r.Batch, Attempts: r.Attempts, Fence: r.Fence,
		CreatedAt: r.CreatedAt, StartedAt: r.StartedAt, CompletedAt: r.CompletedAt, TTL: r.TTL,
	}, "#status = :status AND #fence = :fence", values{":status": r.Status, ":fence": r.Fence})
	if err != nil {
		return err
	}
	err = s.transact(ctx, []types.TransactWriteItem{action})
	if _, changed := errors.AsType[*cancelled](err); changed {
		e.Running++
		return nil
	}
	if err == nil {
		e.Emptied++
	}
	return err
}

// isPrivate reports whether no export has a column: keys of the tables and of indexes, and what callers and
// receivers are known by.
func isPrivate(column string) bool {
	switch column {
	case "pk", "sk", "duePk", "dueAt", "recentPk", "recentId", "ttl", "claim", "putOff", "hash", "secret", "previousSecret", "sealed", "inputMac":
		return true
	}
	return false
}

// OrgRows reads some of an organization's rows, as columns and values, and the place to go on after, "" at the
// end. A page can be empty and not be the last. Bytes are as they are stored, packed.
func (s *Store) OrgRows(ctx context.Context, id, after string) (rows []map[string]any, next string, err error) {
	found, next, err := s.scanOnce(ctx, id, after)
	if err != nil {
		return nil, "", err
	}
	rows = make([]map[string]any, len(found))
	for i, row := range found {
		if err := attributevalue.UnmarshalMap(row, &rows[i]); err != nil {
			return nil, "", errs.Internal(err)
		}
		maps.DeleteFunc(rows[i], func(column string, _ any) bool { return isPrivate(column) })
	}
	return rows, next, nil
}
