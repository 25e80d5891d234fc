package worker

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/aws/aws-lambda-go/events"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Ending is the part of the store that ends jobs.
type Ending interface {
	Job(ctx context.Context, org, id string) (*job.Job, error)
	Finish(ctx context.Context, j *job.Job, o store.Outcome) (bool, error)
}

// DeadLetters fails and refunds the jobs whose messages no worker could take.
type DeadLetters struct {
	jobs Ending
	log  *slog.Logger
}

// NewDeadLetters returns a handler of the kinds' dead letters.
func NewDeadLetters(jobs Ending, log *slog.Logger) *DeadLetters {
	return &DeadLetters{jobs: jobs, log: log}
}

// Handle ends every unfinished job of the batch.
func (d *DeadLetters) Handle(ctx context.Context, batch events.SQSEvent) (events.SQSEventResponse, error) {
	answer := events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{}}
	for _, m := range batch.Records {
		if err := d.message(ctx, m); err != nil {
			d.log.ErrorContext(ctx, "dead letter left for another try", "message_id", m.MessageId, "error", err)
			answer.BatchItemFailures = append(answer.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
	}
	return answer, nil
}

func (d *DeadLetters) message(ctx context.Context, m events.SQSMessage) error {
	var name queue.Job
	if err := json.Unmarshal([]byte(m.Body), &name); err != nil || name.JobID == "" {
		d.log.ErrorContext(ctx, "dead letter is not a job", "message_id", m.MessageId)
		return nil //nolint:nilerr // acknowledged on purpose
	}
	j, err := d.jobs.Job(ctx, name.OrgID, name.JobID)
	if errs.Is(err, errs.JobNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if j.Status.Terminal() {
		return nil
	}
	mine, err := d.jobs.Finish(ctx, j, store.Outcome{
		Status: job.Failed,
		Error:  &job.Failure{Code: errs.InternalError, Message: "No worker could process the job; the charge was refunded. Try again.", Retryable: true},
	})
	if err == nil {
		d.log.With(meter.About(j)...).WarnContext(ctx, "dead letter ended", "job_id", j.ID, "org_id", j.OrgID, "mine", mine)
	}
	return err
}
