package linear_test

import (
	"context"
	"maps"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// writes changes the actions of transactions on their way.
type writes struct {
	store.DB

	change func(context.Context, store.DB, *types.TransactWriteItem)
}

// TransactWriteItems implements store.DB.
func (w writes) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	c := *in
	c.TransactItems = make([]types.TransactWriteItem, len(in.TransactItems))
	for i, item := range in.TransactItems {
		w.change(ctx, w.DB, &item)
		c.TransactItems[i] = item
	}
	c.ClientRequestToken = nil
	return w.DB.TransactWriteItems(ctx, &c, o...)
}

// debit is an admission's update of a wallet row, or nil.
func debit(a *types.TransactWriteItem) *types.Update {
	if a.Update == nil || !strings.Contains(aws.ToString(a.Update.ConditionExpression), "#balance >=") {
		return nil
	}
	u := *a.Update
	return &u
}

// unchecked writes debits whose conditions do not hold.
func unchecked(_ context.Context, _ store.DB, a *types.TransactWriteItem) {
	if u := debit(a); u != nil {
		u.ConditionExpression = new("(" + *u.ConditionExpression + ") OR attribute_exists(pk)")
		a.Update = u
	}
}

// inTwoSteps reads a balance and writes what is left of it, later.
func inTwoSteps(ctx context.Context, db store.DB, a *types.TransactWriteItem) {
	u := debit(a)
	if u == nil {
		return
	}
	out, err := db.GetItem(ctx, &dynamodb.GetItemInput{TableName: u.TableName, Key: u.Key, ConsistentRead: new(true)})
	if err != nil || out.Item["balance"] == nil {
		return
	}
	runtime.Gosched()
	set, credits, found := strings.Cut(*u.UpdateExpression, "#balance = #balance + ")
	name, rest, _ := strings.Cut(credits, ",")
	change, ok := u.ExpressionAttributeValues[name].(*types.AttributeValueMemberN)
	if !found || !ok {
		return
	}
	had, _ := strconv.ParseInt(out.Item["balance"].(*types.AttributeValueMemberN).Value, 10, 64) //nolint:errcheck,forcetypeassert // a number
	by, _ := strconv.ParseInt(change.Value, 10, 64)
	u.ExpressionAttributeValues = maps.Clone(u.ExpressionAttributeValues)
	u.ExpressionAttributeValues[name] = &types.AttributeValueMemberN{Value: strconv.FormatInt(had+by, 10)}
	u.UpdateExpression = new(set + "#balance = " + name + "," + rest)
	a.Update = u
}

// keyless writes keys that are there already.
func keyless(_ context.Context, _ store.DB, a *types.TransactWriteItem) {
	if a.Put == nil {
		return
	}
	if entity, ok := a.Put.Item["entity"].(*types.AttributeValueMemberS); ok && entity.Value == "idempotency" {
		put := *a.Put
		put.ConditionExpression, put.ExpressionAttributeNames, put.ExpressionAttributeValues = nil, nil, nil
		a.Put = &put
	}
}

// late gives the rows of several as they were when they were read before.
type late struct {
	store.DB

	mu     *sync.Mutex
	before *dynamodb.TransactGetItemsOutput
}

// TransactGetItems implements store.DB.
func (l *late) TransactGetItems(ctx context.Context, in *dynamodb.TransactGetItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactGetItemsOutput, error) {
	now, err := l.DB.TransactGetItems(ctx, in, o...)
	l.mu.Lock()
	defer l.mu.Unlock()
	if before := l.before; err == nil && before != nil {
		l.before = now
		return before, nil
	}
	l.before = now
	return now, err
}

// limitless takes from a limit that is used up.
type limitless struct{ store.DB }

// UpdateItem implements store.DB.
func (l limitless) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	if strings.HasPrefix(*in.TableName, "edge") && strings.Contains(aws.ToString(in.ConditionExpression), ":latest") {
		c := *in
		c.ConditionExpression = new("(" + *in.ConditionExpression + ") OR attribute_exists(pk)")
		in = &c
	}
	return l.DB.UpdateItem(ctx, in, o...)
}

// plantedSeeds is in how many histories a planted bug has to show.
const plantedSeeds = 8

// TestPlanted: a service with a bug has histories that come in no order.
func TestPlanted(t *testing.T) {
	t.Parallel()
	change := func(fn func(context.Context, store.DB, *types.TransactWriteItem)) func(store.DB) store.DB {
		return func(db store.DB) store.DB { return writes{db, fn} }
	}
	wallet := func(shards int) func(*testing.T, uint64, func(store.DB) store.DB) (porcupine.Model, []porcupine.Operation) {
		return func(t *testing.T, seed uint64, spoil func(store.DB) store.DB) (porcupine.Model, []porcupine.Operation) {
			t.Helper()
			return walletHistory(t, setting{shards: shards, seed: seed, spoil: spoil})
		}
	}
	for name, c := range map[string]struct {
		record func(*testing.T, uint64, func(store.DB) store.DB) (porcupine.Model, []porcupine.Operation)
		spoil  func(store.DB) store.DB
	}{
		"a debit without condition": {wallet(1), change(unchecked)},
		"a debit in two steps":      {wallet(1), change(inTwoSteps)},
		"a late read": {wallet(4), func(db store.DB) store.DB {
			return &late{DB: db, mu: &sync.Mutex{}}
		}},
		"a key without condition": {func(t *testing.T, seed uint64, spoil func(store.DB) store.DB) (porcupine.Model, []porcupine.Operation) {
			t.Helper()
			return keysModel(), keysHistory(t, seed, spoil)
		}, change(keyless)},
		"a limit without condition": {func(t *testing.T, seed uint64, spoil func(store.DB) store.DB) (porcupine.Model, []porcupine.Operation) {
			t.Helper()
			return limitModel(6), limitHistory(t, 6, seed, spoil)
		}, func(db store.DB) store.DB { return limitless{db} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(plantedSeeds) {
				model, ops := c.record(t, seed, c.spoil)
				if porcupine.CheckOperationsTimeout(model, ops, checkTime) == porcupine.Illegal {
					t.Logf("found in history %d", seed)
					return
				}
			}
			t.Errorf("got an order of each of %d histories, want one that has none", plantedSeeds)
		})
	}
}
