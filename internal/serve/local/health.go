package local

import (
	"context"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// healthTime is how long the parts of a healthy service may take to answer.
const healthTime = 2 * time.Second

// check writes a row and asks the queues, which is what everything here needs: without
// the one nothing is admitted, and without the other no worker gets a job. Errors:
// service_unavailable, with what is wrong.
func (e *engines) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	_, err := e.db.PutItem(ctx, &dynamodb.PutItemInput{TableName: aws.String(edgeTable), Item: map[string]types.AttributeValue{
		"pk": &types.AttributeValueMemberS{Value: "LOCAL#HEALTH"},
		"at": &types.AttributeValueMemberS{Value: time.Now().UTC().Format(time.RFC3339)}, //nolint:forbidigo // for people
	}}, func(o *dynamodb.Options) { o.RetryMaxAttempts = 1 })
	switch {
	case err != nil && diskFull(err):
		return errs.Wrap(err, errs.ServiceUnavailable, "The disk of the data folder is full: reads work, and nothing can be written. Free some space.")
	case err != nil:
		return errs.Wrap(err, errs.ServiceUnavailable, "The tables cannot be written; the log of the service says why.")
	}
	_, err = e.messages.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{QueueUrl: aws.String(e.sqsURL + queue.Deliveries)})
	if err != nil {
		return errs.Wrap(err, errs.ServiceUnavailable, "The queues do not answer, so no worker gets a job.")
	}
	return nil
}

// diskFull reports whether the engine could not write for want of space.
func diskFull(err error) bool {
	return strings.Contains(err.Error(), "disk is full") || strings.Contains(err.Error(), "disk I/O error")
}

// readable is the database for those who read. Each read of the API counts against a limit
// first, which is a write; on a full disk it cannot be made, and then the row counts as it
// stands, because the engine looks at the condition before it writes.
type readable struct{ store.DB }

// UpdateItem makes an update, or answers with the row when only space is wanting and the
// update would have counted a read of a token.
func (r readable) UpdateItem(
	ctx context.Context, in *dynamodb.UpdateItemInput, opts ...func(*dynamodb.Options),
) (*dynamodb.UpdateItemOutput, error) {
	out, err := r.DB.UpdateItem(ctx, in, opts...)
	if err == nil || aws.ToString(in.TableName) != edgeTable || !diskFull(err) {
		return out, err
	}
	row, readErr := r.GetItem(ctx, &dynamodb.GetItemInput{TableName: in.TableName, Key: in.Key, ConsistentRead: aws.Bool(true)}, opts...)
	if readErr != nil || len(row.Item) == 0 {
		return nil, err
	}
	return &dynamodb.UpdateItemOutput{Attributes: row.Item}, nil
}
