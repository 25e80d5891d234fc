package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// DeleteExpired removes the rows of a table whose time is over, for local runs: in AWS
// the tables do it themselves. It reads the whole table and returns how many it removed.
func DeleteExpired(ctx context.Context, db *dynamodb.Client, table string, now time.Time) (int, error) {
	const expired = "#ttl BETWEEN :one AND :now"
	v := encodeValues(values{":one": int64(1), ":now": now.Unix()})
	pages := dynamodb.NewScanPaginator(db, &dynamodb.ScanInput{
		TableName: &table, FilterExpression: new(expired),
		ExpressionAttributeNames: columnNames(nil, expired), ExpressionAttributeValues: v,
	})
	removed := 0
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return removed, unavailable(err)
		}
		for _, row := range page.Items {
			k := item{"pk": row["pk"]}
			if row["sk"] != nil {
				k["sk"] = row["sk"]
			}
			_, err := db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
				TableName: &table, Key: k, ConditionExpression: new(expired),
				ExpressionAttributeNames: columnNames(nil, expired), ExpressionAttributeValues: v,
			})
			if _, renewed := errors.AsType[*types.ConditionalCheckFailedException](err); renewed {
				continue
			}
			if err != nil {
				return removed, unavailable(err)
			}
			removed++
		}
	}
	return removed, nil
}
