package dynamo

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// Direct is the engine for callers of this process that need no client of the SDK: it has the client's methods, and takes and returns
// the SDK's values without its protocol. What it fails with is not tried again.
type Direct struct{ db *tables.DB }

// Direct returns the engine without its protocol.
func (e *Engine) Direct() Direct { return Direct{e.db} }

// direct makes a call, unless its caller is gone.
func direct[I, O any](ctx context.Context, in *I, do func(context.Context, *I, ...func(*dynamodb.Options)) (*O, error)) (*O, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return do(ctx, in)
}

// GetItem reads a row.
func (d Direct) GetItem(ctx context.Context, in *dynamodb.GetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return direct(ctx, in, d.db.GetItem)
}

// BatchGetItem reads rows.
func (d Direct) BatchGetItem(ctx context.Context, in *dynamodb.BatchGetItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.BatchGetItemOutput, error) {
	return direct(ctx, in, d.db.BatchGetItem)
}

// TransactGetItems reads rows at one moment.
func (d Direct) TransactGetItems(
	ctx context.Context, in *dynamodb.TransactGetItemsInput, _ ...func(*dynamodb.Options),
) (*dynamodb.TransactGetItemsOutput, error) {
	return direct(ctx, in, d.db.TransactGetItems)
}

// Query reads the rows of a partition.
func (d Direct) Query(ctx context.Context, in *dynamodb.QueryInput, _ ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return direct(ctx, in, d.db.Query)
}

// Scan reads all rows.
func (d Direct) Scan(ctx context.Context, in *dynamodb.ScanInput, _ ...func(*dynamodb.Options)) (*dynamodb.ScanOutput, error) {
	return direct(ctx, in, d.db.Scan)
}

// PutItem writes a row.
func (d Direct) PutItem(ctx context.Context, in *dynamodb.PutItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error) {
	return direct(ctx, in, d.db.PutItem)
}

// UpdateItem changes a row.
func (d Direct) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, _ ...func(*dynamodb.Options)) (*dynamodb.UpdateItemOutput, error) {
	return direct(ctx, in, d.db.UpdateItem)
}

// TransactWriteItems changes rows together, or none.
func (d Direct) TransactWriteItems(
	ctx context.Context, in *dynamodb.TransactWriteItemsInput, _ ...func(*dynamodb.Options),
) (*dynamodb.TransactWriteItemsOutput, error) {
	return direct(ctx, in, d.db.TransactWriteItems)
}
