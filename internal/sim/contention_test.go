package sim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// The times of DynamoDB within a region, roughly: a call takes some milliseconds, and a
// transaction holds its items from its first phase to its second.
const (
	reach    = 2 * time.Millisecond // there, and the same back
	holdLow  = 4 * time.Millisecond
	holdHigh = 10 * time.Millisecond
)

// contended is the tables with the conflicts that transactions have in time: a transaction
// holds its items while it lasts, and another that touches one of them meanwhile is cancelled.
type contended struct {
	*tables.DB
	random *rand.Rand
	mu     sync.Mutex
	held   map[string]bool
	// What happened.
	writes, conflicts int
}

func (c *contended) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	keys := make([]string, len(in.TransactItems))
	for i, a := range in.TransactItems {
		switch {
		case a.Put != nil:
			keys[i] = keyOf(a.Put.Item)
		case a.Update != nil:
			keys[i] = keyOf(a.Update.Key)
		case a.Delete != nil:
			keys[i] = keyOf(a.Delete.Key)
		case a.ConditionCheck != nil:
			keys[i] = keyOf(a.ConditionCheck.Key)
		}
	}
	time.Sleep(reach)
	defer time.Sleep(reach)
	if err := c.take(keys); err != nil {
		return nil, err
	}
	defer c.release(keys)
	time.Sleep(holdLow + time.Duration(c.random.Int64N(int64(holdHigh-holdLow))))
	return c.DB.TransactWriteItems(ctx, in)
}

func (c *contended) TransactGetItems(ctx context.Context, in *dynamodb.TransactGetItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactGetItemsOutput, error) {
	keys := make([]string, len(in.TransactItems))
	for i, g := range in.TransactItems {
		keys[i] = keyOf(g.Get.Key)
	}
	time.Sleep(reach)
	defer time.Sleep(reach)
	if err := c.take(keys); err != nil {
		return nil, err
	}
	defer c.release(keys)
	time.Sleep(holdLow)
	return c.DB.TransactGetItems(ctx, in)
}

func (c *contended) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	time.Sleep(reach)
	defer time.Sleep(reach)
	if c.busy(keyOf(in.Key)) {
		return nil, &types.TransactionConflictException{Message: aws.String("Transaction is ongoing for the item")}
	}
	return c.DB.UpdateItem(ctx, in)
}

func (c *contended) GetItem(ctx context.Context, in *dynamodb.GetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	time.Sleep(2 * reach)
	return c.DB.GetItem(ctx, in)
}

func (c *contended) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	time.Sleep(2 * reach)
	return c.DB.BatchGetItem(ctx, in)
}

// take holds all keys, or none when another has one.
func (c *contended) take(keys []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	reasons, busy := make([]types.CancellationReason, len(keys)), false
	for i, k := range keys {
		reasons[i].Code = aws.String("None")
		if c.held[k] {
			reasons[i].Code, busy = aws.String("TransactionConflict"), true
		}
	}
	if busy {
		c.conflicts++
		return &types.TransactionCanceledException{CancellationReasons: reasons}
	}
	for _, k := range keys {
		c.held[k] = true
	}
	return nil
}

// busy reports whether a transaction holds a key. A single write holds none: it is done at once.
func (c *contended) busy(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	if c.held[key] {
		c.conflicts++
	}
	return c.held[key]
}

func (c *contended) release(keys []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range keys {
		delete(c.held, k)
	}
}

func keyOf(item tables.Item) string {
	text := func(name string) string {
		v, _ := item[name].(*types.AttributeValueMemberS)
		if v == nil {
			return ""
		}
		return v.Value
	}
	return text("pk") + "|" + text("sk")
}

// load is what a number of clients of one organization got done.
type load struct {
	done, refused, away int
	writes, conflicts   int
}

// measure has clients admit, claim and finish jobs of one organization for a time.
func measure(t *testing.T, shards, clients int, lasts time.Duration) load {
	t.Helper()
	var got load
	synctest.Test(t, func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, 1)
		random := rand.New(rand.NewPCG(1, 2))
		db := &contended{DB: tables.New(nil, store.Tables("core", "edge")...), random: random, held: map[string]bool{}}
		s := store.New(db, "core", "edge", nil).WithRandom(random.Int64N)
		org := ident.New(ident.Org)
		for _, err := range []error{
			s.CreateOrg(t.Context(), &store.Org{ID: org, Name: "hot", InFlightCap: 2 * clients}),
			s.Grant(t.Context(), org, ident.New(ident.Grant), 1<<30, "load"),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if shards > 1 {
			if _, err := s.SetOrg(t.Context(), org, store.OrgChange{Shards: &shards}); err != nil {
				t.Fatal(err)
			}
		}
		db.writes, db.conflicts = 0, 0
		end := time.Now().Add(lasts)
		var all sync.WaitGroup
		for range clients {
			all.Go(func() {
				for time.Now().Before(end) {
					switch err := oneJob(t, s, org, shards); {
					case err == nil:
						got.done++
					case errs.Is(err, errs.ServiceUnavailable):
						got.away++
					default:
						got.refused++
					}
				}
			})
		}
		all.Wait()
		got.writes, got.conflicts = db.writes, db.conflicts
	})
	return got
}

func oneJob(t *testing.T, s *store.Store, org string, shards int) error {
	t.Helper()
	now := time.Now().UTC()
	j := &job.Job{
		ID: ident.New(ident.Job), OrgID: org, Kind: "task", Worker: "task", Status: job.Queued, Input: []byte(`{}`),
		Quote: credit.Quote{Action: "sim.job", Units: 1, Credits: 1}, CreatedAt: now, ExpiresAt: now.Add(job.Retention),
	}
	if _, _, err := s.Admit(t.Context(), store.Admission{Job: j, Shards: shards}); err != nil {
		return err
	}
	running, claim, err := s.Claim(t.Context(), org, j.ID, store.Terms{Lease: time.Minute})
	for err == nil && claim == store.Crowded { // by the others' writes; it is put off, and its message comes again
		time.Sleep(time.Second)
		running, claim, err = s.Claim(t.Context(), org, j.ID, store.Terms{Lease: time.Minute})
	}
	if err != nil || claim != store.Claimed {
		return fmt.Errorf("claim %d: %w", claim, err)
	}
	for { // a message that could not be handled comes again
		if _, err = s.Finish(t.Context(), running, store.Outcome{Status: job.Succeeded}); !errs.Is(err, errs.ServiceUnavailable) {
			return err
		}
	}
}

// TestShardsMultiplyThroughput: one organization gets at least eight times as many jobs done
// with 16 wallet rows as with one, by as many clients as keep the one row busy.
//
//nolint:paralleltest // the process's randomness is the test's
func TestShardsMultiplyThroughput(t *testing.T) {
	const clients, lasts = 64, 3 * time.Second
	one, many := measure(t, 1, clients, lasts), measure(t, 16, clients, lasts)
	for _, m := range []struct {
		shards int
		load
	}{{1, one}, {16, many}} {
		t.Logf("%2d shards, %d clients: %.1f jobs/s, %d refused, %d unavailable, %.0f %% of %d writes met a transaction",
			m.shards, clients, float64(m.done)/lasts.Seconds(), m.refused, m.away, 100*float64(m.conflicts)/float64(max(1, m.writes)), m.writes)
	}
	if many.done < 8*one.done {
		t.Errorf("got %d jobs with 16 shards and %d with one, want at least eight times as many", many.done, one.done)
	}
	if many.refused > 0 {
		t.Errorf("got %d refusals with 16 shards, want none: there are credits and slots", many.refused)
	}
}
