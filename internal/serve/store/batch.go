package store

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

const (
	// MaxTransaction is the most actions of one DynamoDB transaction.
	MaxTransaction = 100
	// BesideJobs is how many actions a batch's transaction may have beside its jobs and
	// their events: usage, ledger, key, the three of a new endpoint, the batch, its tally and
	// the events of its begin and its end, and the wallet's rows.
	BesideJobs = 10 + MaxShards
	// maxBatchEntries bounds the entries that one key's row holds, some 70 bytes each:
	// the row is written whole with each batch.
	maxBatchEntries = 1000
)

// BatchKeys is what an idempotency key of a batch has made so far: a job for each
// entry. An entry is named by its URL and by how often the batch had that before.
type BatchKeys struct {
	Jobs    map[string]string // entry → job id
	version int64
}

// BatchAdmission asks for several jobs of one organization and action at once.
type BatchAdmission struct {
	ID     string // of the batch, for the ledger
	OrgID  string
	Jobs   []*job.Job // queued, or succeeded from the cache; Shard is set by AdmitBatch
	Shards int
	// Refused are the entries of the call that made no job.
	Refused []Refusal
	// Endpoint is stored with the jobs, whose webhooks name it; nil when the endpoint is there.
	Endpoint *Endpoint

	Key     string     // idempotency key, empty for none
	Entries []string   // names of the jobs' entries, when there is a key
	Before  *BatchKeys // what the key had made, as read by BatchKeys
}

// ErrBatchChanged says that another request with the same key was there first:
// read the keys again.
var ErrBatchChanged = errors.New("the batch's idempotency key has moved on")

type batchKeyItem struct {
	PK        string            `dynamodbav:"pk"`
	SK        string            `dynamodbav:"sk"`
	Entity    string            `dynamodbav:"entity"`
	Jobs      map[string]string `dynamodbav:"jobs"`
	Version   int64             `dynamodbav:"version"`
	ExpiresAt int64             `dynamodbav:"expiresAt"`
	TTL       int64             `dynamodbav:"ttl"`
}

// BatchKeys reads what an idempotency key of a batch has made.
func (s *Store) BatchKeys(ctx context.Context, org, key string) (*BatchKeys, error) {
	var row batchKeyItem
	_, err := s.get(ctx, batchKeyKey(org, key), &row)
	if err != nil {
		return nil, err
	}
	if !fromMillis(row.ExpiresAt).After(s.now()) {
		return &BatchKeys{version: row.Version}, nil
	}
	return &BatchKeys{Jobs: row.Jobs, version: row.Version}, nil
}

// AdmitBatch writes all jobs, their charge, their places among the unfinished,
// their usage and one ledger row in one transaction, or nothing. Errors:
// insufficient_credits, too_many_in_flight (TooLarge when it can never fit), too_many_endpoints, invalid_idempotency_key when
// the key has made too many entries, ErrBatchChanged, ErrEndpointTaken.
func (s *Store) AdmitBatch(ctx context.Context, b BatchAdmission) error {
	if b.Key != "" && len(b.Entries)+len(b.Before.Jobs) > maxBatchEntries {
		return errs.Newf(errs.InvalidIdempotencyKey,
			"This idempotency key has been used for more than %d different entries of batches; use a key of its own for each batch.", maxBatchEntries)
	}
	n := needOf(b.Jobs...)
	n.room = n.jobs // a batch of cached results is no way around the cap
	err := s.onWallet(ctx, b.OrgID, b.Shards, n, func(at place) error {
		for _, j := range b.Jobs {
			j.Shard, j.Shards, j.BatchID = at.shard, b.Shards, b.ID
		}
		return s.admitBatchAt(ctx, b, n, at)
	})
	for _, j := range b.Jobs {
		if err == nil && s.watch != nil {
			s.watch.Admitted(ctx, j)
		}
	}
	return err
}

// TooLarge says how many jobs an organization may have unfinished where err refuses a call that
// has more than that by itself, and so can never be admitted; false for any other error.
func TooLarge(err error) (most int64, never bool) {
	e := errs.As(err)
	if e == nil || e.Code != errs.TooManyInFlight || !e.Permanent {
		return 0, false
	}
	most, err = strconv.ParseInt(e.Details[len(e.Details)-1].Issue, 10, 64)
	return most, err == nil
}

// admitBatchAt tries one place. Errors: errRefused, errContended, ErrBatchChanged, those of
// takenOrFull.
func (s *Store) admitBatchAt(ctx context.Context, b BatchAdmission, n need, at place) error {
	actions, endpointAt, err := s.batch(b, n, at)
	if err != nil {
		return err
	}
	again, err := s.write(ctx, actions, ident.New(""))
	if again {
		return errContended
	}
	no, ok := errors.AsType[*cancelled](err)
	if !ok {
		return err
	}
	if own, exists := no.failed(0); exists {
		// Our own first job: an earlier try went through and its answer was lost.
		err = nil
		for _, j := range b.Jobs {
			err = errors.Join(err, admittedAs(j, own))
		}
		return err
	}
	if _, changed := no.failed(len(actions) - 1); changed && b.Key != "" {
		return ErrBatchChanged
	}
	if b.Endpoint == nil {
		return errRefused
	}
	return cmp.Or(no.takenOrFull(endpointAt), errRefused)
}

// batch returns the transaction's actions: jobs, wallet, usage, ledger, deliveries
// of those that have ended, the batch with its tally, the endpoint, and last the key.
func (s *Store) batch(b BatchAdmission, n need, at place) (actions []types.TransactWriteItem, endpointAt int, err error) {
	now := b.Jobs[0].CreatedAt
	add := func(row any, condition string, v values) {
		action, e := putAction(s.core, row, condition, v)
		err = errors.Join(err, e)
		actions = append(actions, action)
	}
	for _, j := range b.Jobs {
		add(newJobItem(j), absent, nil)
	}
	actions = append(actions, s.actions(at.wallet)...)
	actions = append(actions, n.book(b.OrgID, at.shard, b.Jobs[0].Quote.Action, now).action(s.core))
	add(batchLedgerItem(b, n, now), absent, nil)
	for _, j := range b.Jobs {
		if j.Status.Terminal() && tells(j) {
			add(jobDelivery(j, now), absent, nil)
		}
	}
	add(b.item(now), absent, nil)
	tally := b.tally(now)
	add(tally, absent, nil)
	first := b.Jobs[0]
	if startedAs(first.Webhook, EventBatchStarted) {
		add(batchDelivery(first, EventBatchStarted, now), absent, nil)
	}
	if event := ended(first.Webhook, EventBatch, endCompleted); tally.Left == 0 && tellsBatch(first, event) { // all are of the cache
		add(batchDelivery(first, event, now), absent, nil)
	}
	endpointAt = len(actions)
	if b.Endpoint != nil {
		registered, e := s.registering(b.Endpoint, now)
		err = errors.Join(err, e)
		actions = append(actions, registered...)
	}
	if b.Key != "" {
		add(b.keyItem(now), absent+" OR #version = :version OR #expiresAt < :now",
			values{":version": b.Before.version, ":now": millis(now)})
	}
	return actions, endpointAt, err
}

// keyItem is the key's row with the batch's entries beside the former ones.
func (b *BatchAdmission) keyItem(now time.Time) batchKeyItem {
	k := batchKeyKey(b.OrgID, b.Key)
	jobs := make(map[string]string, len(b.Jobs)+len(b.Before.Jobs))
	maps.Copy(jobs, b.Before.Jobs)
	for i, j := range b.Jobs {
		jobs[b.Entries[i]] = j.ID
	}
	expires := now.Add(job.Retention)
	return batchKeyItem{
		PK: k.pk, SK: k.sk, Entity: "idempotency", Jobs: jobs, Version: b.Before.version + 1,
		ExpiresAt: millis(expires), TTL: expires.Unix(),
	}
}
