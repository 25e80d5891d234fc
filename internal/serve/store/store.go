// Package store keeps everything durable in two DynamoDB tables. It is the only
// package that knows their keys, items, indexes and transactions, and it holds the
// money protocol: each change of money is one transaction with what caused it.
// It must not know HTTP, queues or how jobs are performed.
//
// Every method returns *errs.Error: service_unavailable when the database is away,
// and otherwise the codes that its comment names.
package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
)

// DB is what a Store asks of DynamoDB. *dynamodb.Client is one.
type DB interface {
	dynamodb.QueryAPIClient
	dynamodb.ScanAPIClient
	GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error)
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
	UpdateItem(context.Context, *dynamodb.UpdateItemInput, ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error)
	BatchGetItem(context.Context, *dynamodb.BatchGetItemInput, ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error)
	TransactGetItems(context.Context, *dynamodb.TransactGetItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactGetItemsOutput, error)
	TransactWriteItems(context.Context, *dynamodb.TransactWriteItemsInput, ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error)
}

// Store reads and writes the tables. It is safe for concurrent use.
type Store struct {
	db     DB
	core   string
	edge   string
	now    func() time.Time
	random func(n int64) int64
	gate   *gate
	hints  *hints
	// watch sees what was written; nil for nobody.
	watch Observer
}

// Observer sees what was written, for counts and logs: each job when it is admitted and when it ends, and each
// attempt of a delivery when it is closed. It MUST return at once and keep nothing that it is given. What a lost answer
// hides it may miss or see twice.
type Observer interface {
	Admitted(ctx context.Context, j *job.Job)
	Ended(ctx context.Context, j *job.Job)
	Attempted(ctx context.Context, status string)
}

// Observing returns the Store with an Observer.
func (s *Store) Observing(o Observer) *Store {
	other := *s
	other.watch = o
	return &other
}

// New returns a Store over the tables named core and edge. A nil now is time.Now.
func New(db DB, core, edge string, now func() time.Time) *Store {
	if now == nil {
		now = time.Now
	}
	return &Store{db: db, core: core, edge: edge, now: now, random: rand.Int64N, gate: newGate(), hints: &hints{}}
}

// WithRandom returns the Store with another source of the numbers from 0 to n − 1 by
// which it picks shards and waits, so that a run can be repeated.
func (s *Store) WithRandom(random func(n int64) int64) *Store {
	other := *s
	other.random = random
	return &other
}

// jitter is a random time below most.
func (s *Store) jitter(most time.Duration) time.Duration { return time.Duration(s.random(int64(most))) }

// item is a row as DynamoDB has it; values are the parameters of an expression.
type (
	item   = map[string]types.AttributeValue
	values = map[string]any
)

// transactAttempts bounds the tries against other writers of the same rows. With
// the jitter below the last try comes about 2 s after the first.
const transactAttempts = 9

// transact writes all or nothing. A conflict with another transaction is tried again
// here, because the SDK does not. A failed condition comes back as *cancelled.
func (s *Store) transact(ctx context.Context, actions []types.TransactWriteItem) error {
	token := ident.New("")
	for attempt := 1; ; attempt++ {
		again, err := s.write(ctx, actions, token)
		switch {
		case !again:
			return err
		case attempt == transactAttempts:
			return unavailable(errors.Join(errContended, err))
		}
		if err := sleep(ctx, s.jitter(8*time.Millisecond<<min(attempt, 6))); err != nil {
			return unavailable(err)
		}
	}
}

// write tries a transaction once; again reports that another transaction was in its
// way. The token is the same in all tries of the same actions, so that one whose answer
// was lost is not done twice, nor taken for another's.
func (s *Store) write(ctx context.Context, actions []types.TransactWriteItem, token string) (again bool, err error) {
	_, err = s.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: actions, ClientRequestToken: &token})
	if err == nil {
		return false, nil
	}
	return classify(err)
}

// cancelled says which conditions of a transaction failed, by its action's place.
type cancelled struct {
	reasons []types.CancellationReason
}

func (c *cancelled) Error() string { return "transaction cancelled by a condition" }

// failed reports whether the condition of action i failed, and the row it met.
func (c *cancelled) failed(i int) (item, bool) {
	if i < 0 || i >= len(c.reasons) || aws.ToString(c.reasons[i].Code) != "ConditionalCheckFailed" {
		return nil, false
	}
	return c.reasons[i].Item, true
}

// classify distinguishes a transaction that is worth another try from one that is not.
// A condition beside a conflict decides nothing: what the conflict hides may be the
// reason that counts, such as an idempotency key that another call has just used.
func classify(err error) (again bool, final error) {
	if tc, ok := errors.AsType[*types.TransactionCanceledException](err); ok {
		refused := false
		for _, r := range tc.CancellationReasons {
			switch aws.ToString(r.Code) {
			case "ConditionalCheckFailed":
				refused = true
			case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded":
				again = true
			}
		}
		if refused && !again {
			return false, &cancelled{reasons: tc.CancellationReasons}
		}
		return again, unavailable(err)
	}
	if _, ok := errors.AsType[*types.TransactionInProgressException](err); ok {
		return true, unavailable(err)
	}
	return false, unavailable(err)
}

// unavailable wraps a failed call. What the database refuses as malformed is our
// own mistake and not a matter of trying again.
func unavailable(err error) error {
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		switch api.ErrorCode() {
		case "ValidationException", "ResourceNotFoundException", "AccessDeniedException":
			return errs.Internal(err)
		}
	}
	return errs.Wrap(err, errs.ServiceUnavailable, errs.ServiceUnavailable.Text())
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// get reads one row of the core table into out, seeing every earlier write; found
// is false when there is none.
func (s *Store) get(ctx context.Context, k key, out any) (found bool, err error) {
	res, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{
		TableName: &s.core, Key: k.item(), ConsistentRead: new(true),
	})
	if err != nil {
		return false, unavailable(err)
	}
	if len(res.Item) == 0 {
		return false, nil
	}
	return true, decode(res.Item, out)
}

// decode fills a row's struct. A row that does not fit is our own mistake.
func decode(from item, out any) error {
	if err := attributevalue.UnmarshalMap(from, out); err != nil {
		return errs.Internal(err)
	}
	return nil
}

func encode(row any) (item, error) {
	m, err := attributevalue.MarshalMap(row)
	if err != nil {
		return nil, errs.Internal(err)
	}
	return m, nil
}

// encodeValues turns the parameters of an expression into attribute values. It
// takes the types that this package uses: strings, int64, bool, []string and sets.
func encodeValues(v values) item {
	if len(v) == 0 {
		return nil
	}
	out := make(item, len(v))
	for name, value := range v {
		if set, ok := value.(types.AttributeValue); ok {
			out[name] = set
			continue
		}
		av, err := attributevalue.Marshal(value)
		if err != nil {
			panic(err) // a type that this package does not use
		}
		out[name] = av
	}
	return out
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
