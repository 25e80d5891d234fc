package store

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

const (
	// DueShards is over how many partitions the due index is spread.
	DueShards = dueShards
	// FarFuture is further away than the next moment of anything.
	FarFuture = 365 * 24 * time.Hour
)

// Due is something whose next moment has come: a job or a delivery.
type Due struct {
	Job      *job.Job
	Delivery *Delivery
}

const dueCondition = "#duePk = :pk AND #dueAt <= :by"

// Due returns up to limit rows of a shard of the due index whose moment has come
// by then, earliest first, as they stand now.
func (s *Store) Due(ctx context.Context, shard int, by time.Time, limit int32) ([]Due, error) {
	res, err := s.db.Query(ctx, &dynamodb.QueryInput{
		TableName: &s.core, IndexName: new(IndexDue),
		KeyConditionExpression:    new(dueCondition),
		ExpressionAttributeNames:  columnNames(nil, dueCondition),
		ExpressionAttributeValues: encodeValues(values{":pk": duePartition(shard), ":by": millis(by)}),
		Limit:                     &limit,
	})
	if err != nil {
		return nil, unavailable(err)
	}
	keys := make([]item, len(res.Items))
	for i, row := range res.Items {
		keys[i] = item{"pk": row["pk"], "sk": row["sk"]}
	}
	rows, err := s.batchGet(ctx, keys)
	if err != nil {
		return nil, err
	}
	due := make([]Due, 0, len(rows))
	for _, row := range rows {
		d, err := dueOf(row, by)
		if err != nil {
			return nil, err
		}
		if d.Job != nil || d.Delivery != nil {
			due = append(due, d)
		}
	}
	return due, nil
}

// dueOf reads a row that the index named; the index lags, so the row decides.
func dueOf(row item, by time.Time) (Due, error) {
	entity, _ := row["entity"].(*types.AttributeValueMemberS)
	if entity == nil {
		return Due{}, nil
	}
	if entity.Value == EntityDelivery {
		var d deliveryItem
		if err := decode(row, &d); err != nil || d.DueAt == 0 || d.DueAt > millis(by) {
			return Due{}, err
		}
		return Due{Delivery: d.delivery()}, nil
	}
	var j jobItem
	if err := decode(row, &j); err != nil || j.DueAt == 0 || j.DueAt > millis(by) {
		return Due{}, err
	}
	return Due{Job: j.job()}, nil
}
