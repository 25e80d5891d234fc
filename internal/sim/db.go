package sim

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

const (
	core = "core"
	edge = "edge"
	// sdkTries is how often the SDK makes a call.
	sdkTries = 3
)

// database is the tables as the SDK reaches them: over a network.
type database struct{ *world }

// call makes a call as the SDK does: again when it is throttled and when no answer comes.
func call[T any](ctx context.Context, db database, op string, write bool, do func() (T, error)) (T, error) {
	a := actorOf(ctx)
	if a == nil { // nothing goes wrong before the schedule begins
		res, err := do()
		db.books.check()
		return res, err
	}
	var none T
	done := false // by a try whose answer was lost
	fails := func(err error) (T, error) {
		a.unknown = a.unknown || write && done
		return none, err
	}
	for try := 1; ; try++ {
		if err := ctx.Err(); err != nil {
			return fails(err) // not even sent
		}
		a.step()
		if err := ctx.Err(); err != nil {
			return fails(err)
		}
		a.dies(faultBefore)
		switch {
		case a.befalls(faultAway):
			return fails(away)
		case a.befalls(faultThrottle):
			if try == sdkTries {
				return fails(throttled)
			}
			continue
		}
		a.current = a
		res, err := do()
		a.current = nil
		a.trace(a, "%s -> %v", op, short(err))
		db.books.check()
		a.dies(faultAfter)
		if write && a.befalls(faultSilent) {
			done = true
			return fails(away)
		}
		if try < sdkTries && a.befalls(faultLost) {
			done = true
			continue
		}
		return res, err
	}
}

var (
	away      = &smithy.OperationError{ServiceID: "DynamoDB", OperationName: "call", Err: context.DeadlineExceeded}
	throttled = &types.ProvisionedThroughputExceededException{Message: aws.String("throttled")}
)

func short(err error) string {
	if err == nil {
		return "ok"
	}
	if c, ok := errors.AsType[*types.TransactionCanceledException](err); ok {
		var codes []string
		for _, r := range c.CancellationReasons {
			codes = append(codes, aws.ToString(r.Code))
		}
		slices.Sort(codes)
		return "cancelled: " + strings.Join(codes, " ")
	}
	text := err.Error()
	return text[:min(len(text), 160)]
}

func (d database) GetItem(ctx context.Context, in *dynamodb.GetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	d.held(ctx, in.TableName, in.Key)
	return call(ctx, d, d.name("get", in.Key), false, func() (*dynamodb.GetItemOutput, error) { return d.db.GetItem(ctx, in) })
}

func (d database) PutItem(ctx context.Context, in *dynamodb.PutItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	d.held(ctx, in.TableName, in.Item)
	return call(ctx, d, d.name("put", in.Item), true, func() (*dynamodb.PutItemOutput, error) { return d.db.PutItem(ctx, in) })
}

func (d database) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	d.held(ctx, in.TableName, in.Key)
	return call(ctx, d, d.name("update", in.Key), true, func() (*dynamodb.UpdateItemOutput, error) { return d.db.UpdateItem(ctx, in) })
}

func (d database) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	for table, asked := range in.RequestItems {
		d.held(ctx, &table, asked.Keys...)
	}
	return call(ctx, d, "batch get", false, func() (*dynamodb.BatchGetItemOutput, error) { return d.db.BatchGetItem(ctx, in) })
}

func (d database) TransactGetItems(ctx context.Context, in *dynamodb.TransactGetItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactGetItemsOutput, error) {
	for _, g := range in.TransactItems {
		d.held(ctx, g.Get.TableName, g.Get.Key)
	}
	return call(ctx, d, "transact get", false, func() (*dynamodb.TransactGetItemsOutput, error) {
		if a := actorOf(ctx); a != nil && a.befalls(faultConflict) {
			names := make([]string, len(in.TransactItems))
			for i := range names {
				names[i] = keyText(in.TransactItems[i].Get.Key)
			}
			return nil, conflicts(a, make([]types.CancellationReason, len(names)), names)
		}
		return d.db.TransactGetItems(ctx, in)
	})
}

func (d database) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, _ ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	sent := *in
	a := actorOf(ctx)
	if a != nil && sent.ClientRequestToken == nil { // as the SDK does
		sent.ClientRequestToken = aws.String(a.name + "." + strconv.FormatUint(a.calls, 10))
	}
	for _, action := range in.TransactItems {
		d.held(ctx, tableOf(action), keyOf(action))
	}
	op := ""
	if d.Trace {
		op = strings.Join(slices.Sorted(slices.Values(actionNames(in.TransactItems))), " ")
	}
	return call(ctx, d, "transact "+op, true, func() (*dynamodb.TransactWriteItemsOutput, error) {
		if a != nil && a.befalls(faultConflict) {
			return nil, conflicts(a, d.reasons(ctx, in), actionNames(in.TransactItems))
		}
		return d.db.TransactWriteItems(ctx, &sent)
	})
}

// reasons are those that the transaction would be cancelled for, without making it: a last
// condition that never holds cancels it in any case.
func (d database) reasons(ctx context.Context, in *dynamodb.TransactWriteItemsInput) []types.CancellationReason {
	n := len(in.TransactItems)
	never := types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: aws.String(core), Key: tables.Item{"pk": &types.AttributeValueMemberS{Value: "never"}, "sk": &types.AttributeValueMemberS{Value: "never"}},
		ConditionExpression: aws.String("attribute_exists(pk)"),
	}}
	actions := slices.Concat(in.TransactItems, []types.TransactWriteItem{never})
	_, err := d.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: actions})
	if c, ok := err.(*types.TransactionCanceledException); ok { //nolint:errorlint // straight from the tables
		return c.CancellationReasons[:n]
	}
	return make([]types.CancellationReason, n)
}

// conflicts makes some of the reasons conflicts, at least one. Which ones depends on the
// actions' names and not on their order, which is that of a map in places.
func conflicts(a *actor, reasons []types.CancellationReason, names []string) error {
	draw := func(i int) uint64 { return mix(a.hash ^ a.calls ^ textHash(names[i])) }
	least := draw(0)
	for i := range names {
		least = min(least, draw(i))
	}
	for i := range reasons {
		if x := draw(i); x == least || unit(x) < 0.3 {
			reasons[i] = types.CancellationReason{Code: aws.String("TransactionConflict"), Message: aws.String("Transaction is ongoing for the item")}
		} else if reasons[i].Code == nil {
			reasons[i].Code = aws.String("None")
		}
	}
	return &types.TransactionCanceledException{Message: aws.String("Transaction cancelled by a conflict"), CancellationReasons: reasons}
}

// actionNames are what a trace calls the actions of a transaction.
func actionNames(actions []types.TransactWriteItem) []string {
	names := make([]string, len(actions))
	for i, action := range actions {
		switch {
		case action.Put != nil:
			names[i] = "+" + keyText(action.Put.Item)
		case action.Update != nil:
			names[i] = "~" + keyText(action.Update.Key)
		case action.Delete != nil:
			names[i] = "-" + keyText(action.Delete.Key)
		case action.ConditionCheck != nil:
			names[i] = "?" + keyText(action.ConditionCheck.Key)
		}
	}
	return names
}

// Query can miss rows of an index: it lags. What is not due is not looked for over the network,
// which is most of what the sweeper does.
func (d database) Query(ctx context.Context, in *dynamodb.QueryInput, _ ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	if in.IndexName != nil {
		if res, err := d.db.Query(ctx, in); err == nil && res.Count == 0 {
			if a := actorOf(ctx); a != nil {
				a.alive()
				time.Sleep(time.Millisecond) // however cheap, it takes its time
			}
			return res, nil
		}
	}
	return call(ctx, d, "query", false, func() (*dynamodb.QueryOutput, error) {
		res, err := d.db.Query(ctx, in)
		if a := actorOf(ctx); err == nil && in.IndexName != nil && len(res.Items) > 0 && a != nil && a.befalls(faultStale) {
			res.Items = res.Items[:int(a.draw(120)*float64(len(res.Items)))]
			res.Count = int32(len(res.Items)) //nolint:gosec // at most a page
		}
		return res, err
	})
}

func (d database) Scan(ctx context.Context, in *dynamodb.ScanInput, _ ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	return call(ctx, d, "scan", false, func() (*dynamodb.ScanOutput, error) { return d.db.Scan(ctx, in) })
}

// name is what a trace calls an operation.
func (d database) name(op string, key tables.Item) string {
	if !d.Trace {
		return op
	}
	return op + " " + keyText(key)
}

func keyText(key tables.Item) string { return tail(text(key, "pk")) + "|" + tail(text(key, "sk")) }

// tail leaves of ids, which begin alike, what tells them apart.
func tail(s string) string {
	if len(s) > 24 {
		return "…" + s[len(s)-24:]
	}
	return s
}
