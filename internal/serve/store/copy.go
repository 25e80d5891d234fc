package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// mostPuts is how many rows BatchWriteItem takes.
const mostPuts = 25

// ErrRowsThere says that a table has rows, where an empty one was asked for.
var ErrRowsThere = errors.New("the table has rows")

// ErrOtherKeys says that rows of one table are not such as the other has.
var ErrOtherKeys = errors.New("the tables have different keys")

// MayCopy finds what keeps the rows of one table from being copied into another, which is to be empty unless again is true. It
// writes nothing, so that of several tables none is copied unless all can be. Errors: ErrRowsThere, ErrOtherKeys.
func MayCopy(ctx context.Context, cfg aws.Config, from, to string, again bool) error {
	db := dynamodb.NewFromConfig(cfg)
	there, err := db.Scan(ctx, &dynamodb.ScanInput{TableName: &to, Limit: new(int32(1))})
	if err != nil {
		return unavailable(err)
	}
	if len(there.Items) > 0 && !again {
		return ErrRowsThere
	}
	return sameKeys(ctx, db, from, to)
}

// CopyTable puts all rows of one table into another that MayCopy has found fit, and returns how many.
// It is for restores and runs with the rights of whoever calls it.
func CopyTable(ctx context.Context, cfg aws.Config, from, to string) (rows int, err error) {
	db := dynamodb.NewFromConfig(cfg)
	pages := dynamodb.NewScanPaginator(db, &dynamodb.ScanInput{TableName: &from, ConsistentRead: new(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return rows, unavailable(err)
		}
		for items := page.Items; len(items) > 0; items = items[min(mostPuts, len(items)):] {
			if err := putAll(ctx, db, to, items[:min(mostPuts, len(items))]); err != nil {
				return rows, unavailable(err)
			}
		}
		rows += len(page.Items)
	}
	return rows, nil
}

// sameKeys compares the names of keys: a table with one key would take in rows of one with two.
func sameKeys(ctx context.Context, db *dynamodb.Client, tables ...string) error {
	var keys []string
	for _, table := range tables {
		told, err := db.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: &table})
		if err != nil {
			return unavailable(err)
		}
		var names []string
		for _, key := range told.Table.KeySchema {
			names = append(names, aws.ToString(key.AttributeName))
		}
		keys = append(keys, strings.Join(names, " "))
	}
	if keys[0] != keys[1] {
		return ErrOtherKeys
	}
	return nil
}

// putAll writes up to mostPuts rows. What the table leaves for later is sent again.
func putAll(ctx context.Context, db *dynamodb.Client, table string, items []item) error {
	var puts []types.WriteRequest
	for _, row := range items {
		puts = append(puts, types.WriteRequest{PutRequest: &types.PutRequest{Item: row}})
	}
	for pending := map[string][]types.WriteRequest{table: puts}; len(pending) > 0; {
		res, err := db.BatchWriteItem(ctx, &dynamodb.BatchWriteItemInput{RequestItems: pending})
		if err != nil {
			return err
		}
		if pending = res.UnprocessedItems; len(pending) > 0 {
			if err := sleep(ctx, 100*time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}
