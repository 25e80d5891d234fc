package webhook

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// HandleStream makes the first attempt of every delivery that was inserted. The
// stack's filter lets only those through; the check here holds without it.
func (d *Deliverer) HandleStream(ctx context.Context, e events.DynamoDBEvent) (events.DynamoDBEventResponse, error) {
	failed := make([]bool, len(e.Records))
	var wait sync.WaitGroup
	for i, r := range e.Records {
		if !FirstAttempt(r) {
			continue
		}
		image := r.Change.NewImage
		org, id := image["org"].String(), image["id"].String()
		wait.Go(func() {
			failed[i] = d.deliver(ctx, org, id, byStream) != nil
		})
	}
	wait.Wait()
	answer := events.DynamoDBEventResponse{BatchItemFailures: []events.DynamoDBBatchItemFailure{}}
	for i, f := range failed {
		if f { // a stream goes on from the first failure
			answer.BatchItemFailures = append(answer.BatchItemFailures,
				events.DynamoDBBatchItemFailure{ItemIdentifier: e.Records[i].Change.SequenceNumber})
			break
		}
	}
	return answer, nil
}

// FirstAttempt reports whether a stream record is a delivery to be made at once.
func FirstAttempt(r events.DynamoDBEventRecord) bool {
	image := r.Change.NewImage
	return r.EventName == string(events.DynamoDBOperationTypeInsert) &&
		is(image["entity"], events.DataTypeString) && image["entity"].String() == store.EntityDelivery &&
		is(image["attempt"], events.DataTypeNumber) && image["attempt"].Number() == "1"
}

func is(v events.DynamoDBAttributeValue, t events.DynamoDBDataType) bool {
	return v.DataType() == t
}

// HandleQueue makes the attempts that the deliveries queue names.
func (d *Deliverer) HandleQueue(ctx context.Context, batch events.SQSEvent) (events.SQSEventResponse, error) {
	failed := make([]bool, len(batch.Records))
	var wait sync.WaitGroup
	for i, m := range batch.Records {
		wait.Go(func() {
			var name queue.Delivery
			if err := json.Unmarshal([]byte(m.Body), &name); err != nil || name.DeliveryID == "" {
				d.log.ErrorContext(ctx, "message is not a delivery", "message_id", m.MessageId)
				return
			}
			failed[i] = d.Deliver(ctx, name.OrgID, name.DeliveryID) != nil
		})
	}
	wait.Wait()
	answer := events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{}}
	for i, f := range failed {
		if f {
			answer.BatchItemFailures = append(answer.BatchItemFailures,
				events.SQSBatchItemFailure{ItemIdentifier: batch.Records[i].MessageId})
		}
	}
	return answer, nil
}
