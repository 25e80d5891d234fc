package store

import (
	"cmp"
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// Admission asks for one job. The job's id is chosen before, so that an answer
// lost on the way can be asked for again without a second charge.
type Admission struct {
	Job            *job.Job // queued, or succeeded from the cache; Shard is set by Admit
	Shards         int      // of the organization's wallet
	IdempotencyKey string   // empty for none
	// Endpoint is stored with the job, whose webhook names it; nil when the endpoint is there.
	Endpoint *Endpoint
}

type idempotencyItem struct {
	PK        string `dynamodbav:"pk"`
	SK        string `dynamodbav:"sk"`
	Entity    string `dynamodbav:"entity"`
	Job       string `dynamodbav:"job"`
	ExpiresAt int64  `dynamodbav:"expiresAt"`
	TTL       int64  `dynamodbav:"ttl"`
}

// Admit writes a job, its charge, its place among the unfinished, its usage and
// its ledger row in one transaction, or nothing. When the idempotency key was used
// before it returns that job and true. Errors: insufficient_credits (details
// required and available), too_many_in_flight, too_many_timeouts, too_many_endpoints,
// ErrEndpointTaken.
func (s *Store) Admit(ctx context.Context, a Admission) (*job.Job, bool, error) {
	var original *job.Job
	err := s.onWallet(ctx, a.Job.OrgID, a.Shards, needOf(a.Job), func(at place) (err error) {
		original, err = s.admitAt(ctx, a, at)
		return err
	})
	if err != nil || original != nil {
		return original, original != nil, err
	}
	if s.watch != nil {
		s.watch.Admitted(ctx, a.Job)
	}
	return a.Job, false, nil
}

// admitAt tries one place. It returns the original of a replayed key, or nothing when
// the job was admitted. Errors: errRefused, errContended, those of takenOrFull.
func (s *Store) admitAt(ctx context.Context, a Admission, at place) (*job.Job, error) {
	a.Job.Shard, a.Job.Shards = at.shard, a.Shards
	actions, idem, err := s.admission(a, at)
	if err != nil {
		return nil, err
	}
	endpointAt := len(actions)
	if a.Endpoint != nil {
		registered, err := s.registering(a.Endpoint, a.Job.CreatedAt)
		if err != nil {
			return nil, err
		}
		actions = append(actions, registered...)
	}
	again, err := s.write(ctx, actions, ident.New(""))
	if again {
		return nil, errContended
	}
	no, ok := errors.AsType[*cancelled](err)
	if !ok {
		return nil, err
	}
	jobAt := idem + 1 // the first action is the job when there is no key
	if own, failed := no.failed(jobAt); failed {
		// Our own id exists: an earlier try went through and its answer was lost.
		return nil, admittedAs(a.Job, own)
	}
	if old, failed := no.failed(idem); failed {
		return s.original(ctx, a.Job.OrgID, old)
	}
	return nil, cmp.Or(no.takenOrFull(endpointAt), errRefused)
}

// admission returns the transaction's actions in the order that admitAt reads the
// reasons in: idempotency (its place, or −1), job, then the others, which are refused
// by the wallet alone.
func (s *Store) admission(a Admission, at place) (actions []types.TransactWriteItem, idem int, err error) {
	j, now := a.Job, a.Job.CreatedAt
	idem = -1
	add := func(row any, condition string, v values) {
		action, e := putAction(s.core, row, condition, v)
		err = errors.Join(err, e)
		actions = append(actions, action)
	}
	if a.IdempotencyKey != "" {
		idem = 0
		k := idempotencyKey(j.OrgID, a.IdempotencyKey)
		add(idempotencyItem{
			PK: k.pk, SK: k.sk, Entity: "idempotency", Job: j.ID, ExpiresAt: millis(j.ExpiresAt), TTL: j.ExpiresAt.Unix(),
		}, absent+" OR #expiresAt < :now", values{":now": millis(now)})
	}
	add(newJobItem(j), absent, nil)
	actions = append(actions, s.actions(at.wallet)...)
	actions = append(actions, needOf(j).book(j.OrgID, j.Shard, j.Quote.Action, now).action(s.core))
	add(jobLedgerItem(j, ledgerDebit, -j.Quote.Credits, now), absent, nil)
	if j.Status.Terminal() && tells(j) {
		add(jobDelivery(j, now), absent, nil)
	}
	return actions, idem, err
}

// admittedAs gives a job the wallet row that it was charged to.
func admittedAs(j *job.Job, row item) error {
	var stored jobItem
	err := decode(row, &stored)
	j.Shard, j.Shards = stored.Shard, stored.Shards
	return err
}

// JobOfKey reads the job that an idempotency key made. Errors: job_not_found when it made
// none, or one that is not kept any more.
func (s *Store) JobOfKey(ctx context.Context, org, k string) (*job.Job, error) {
	var row idempotencyItem
	found, err := s.get(ctx, idempotencyKey(org, k), &row)
	if err != nil {
		return nil, err
	}
	if !found || row.ExpiresAt < millis(s.now()) {
		return nil, errs.Of(errs.JobNotFound)
	}
	return s.Job(ctx, org, row.Job)
}

// original reads the job that an idempotency row names.
func (s *Store) original(ctx context.Context, org string, old item) (*job.Job, error) {
	var row idempotencyItem
	if err := decode(old, &row); err != nil {
		return nil, err
	}
	return s.Job(ctx, org, row.Job)
}
