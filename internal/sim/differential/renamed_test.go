package differential_test

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// renamed gives calls of core and edge to tables with a suffix: an engine is shared by
// the tests of a binary.
type renamed struct {
	db     *dynamodb.Client
	suffix string
}

func (r renamed) table(name *string) *string {
	if name == nil || strings.HasSuffix(*name, r.suffix) {
		return name
	}
	return new(*name + r.suffix)
}

func (r renamed) GetItem(ctx context.Context, in *dynamodb.GetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	c := *in
	c.TableName = r.table(in.TableName)
	return r.db.GetItem(ctx, &c, o...)
}

func (r renamed) PutItem(ctx context.Context, in *dynamodb.PutItemInput, o ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	c := *in
	c.TableName = r.table(in.TableName)
	return r.db.PutItem(ctx, &c, o...)
}

func (r renamed) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	c := *in
	c.TableName = r.table(in.TableName)
	return r.db.UpdateItem(ctx, &c, o...)
}

func (r renamed) Query(ctx context.Context, in *dynamodb.QueryInput, o ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	c := *in
	c.TableName = r.table(in.TableName)
	return r.db.Query(ctx, &c, o...)
}

func (r renamed) Scan(ctx context.Context, in *dynamodb.ScanInput, o ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	c := *in
	c.TableName = r.table(in.TableName)
	return r.db.Scan(ctx, &c, o...)
}

func (r renamed) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, o ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	c := dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{}}
	for name, keys := range in.RequestItems {
		c.RequestItems[*r.table(&name)] = keys
	}
	out, err := r.db.BatchGetItem(ctx, &c, o...)
	if err != nil {
		return nil, err
	}
	back := map[string][]map[string]types.AttributeValue{}
	for name, rows := range out.Responses {
		back[strings.TrimSuffix(name, r.suffix)] = rows
	}
	out.Responses = back
	return out, nil
}

func (r renamed) TransactGetItems(ctx context.Context, in *dynamodb.TransactGetItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactGetItemsOutput, error) {
	c := dynamodb.TransactGetItemsInput{TransactItems: make([]types.TransactGetItem, len(in.TransactItems))}
	for i, item := range in.TransactItems {
		get := *item.Get
		get.TableName = r.table(get.TableName)
		c.TransactItems[i] = types.TransactGetItem{Get: &get}
	}
	return r.db.TransactGetItems(ctx, &c, o...)
}

func (r renamed) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	c := *in
	c.TransactItems = make([]types.TransactWriteItem, len(in.TransactItems))
	for i, item := range in.TransactItems {
		switch {
		case item.Put != nil:
			put := *item.Put
			put.TableName = r.table(put.TableName)
			item.Put = &put
		case item.Update != nil:
			update := *item.Update
			update.TableName = r.table(update.TableName)
			item.Update = &update
		case item.Delete != nil:
			del := *item.Delete
			del.TableName = r.table(del.TableName)
			item.Delete = &del
		case item.ConditionCheck != nil:
			check := *item.ConditionCheck
			check.TableName = r.table(check.TableName)
			item.ConditionCheck = &check
		}
		c.TransactItems[i] = item
	}
	return r.db.TransactWriteItems(ctx, &c, o...)
}

// shown is a value as text that is the same for the same value.
func shown(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}
