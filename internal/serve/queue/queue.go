// Package queue sends the messages of Quarry: a job to its worker's queue, a webhook
// delivery to the deliveries queue and a crawl to that of the crawls. It knows SQS and the messages' shapes;
// it must not know what is done with them. Messages only say what to look at: the
// table decides, so a lost or doubled one does no harm.
package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// MaxDelay is the longest that SQS holds a message back.
const MaxDelay = 15 * time.Minute

// Job names a job to run.
type Job struct {
	OrgID string `json:"orgId"`
	JobID string `json:"jobId"`
}

// Delivery names a webhook delivery to make.
type Delivery struct {
	OrgID      string `json:"orgId"`
	DeliveryID string `json:"deliveryId"`
}

// Crawl names a crawl that is to go on.
type Crawl struct {
	OrgID   string `json:"orgId"`
	CrawlID string `json:"crawlId"`
}

// Crawls is the name of the queue of crawls that are to go on.
const Crawls = "crawls"

// Deliveries is the name of the queue of webhook deliveries.
const Deliveries = "deliveries"

// Jobs is the name of a worker's queue.
func Jobs(worker string) string { return "jobs-" + worker }

// Sender puts messages on queues.
type Sender struct {
	sqs    *sqs.Client
	prefix string
}

// NewSender returns a Sender to the queues whose URLs begin with prefix.
func NewSender(client *sqs.Client, prefix string) *Sender {
	return &Sender{sqs: client, prefix: prefix}
}

// SendJob puts a job on its worker's queue, to be seen after the delay.
func (s *Sender) SendJob(ctx context.Context, worker string, m Job, delay time.Duration) error {
	return s.send(ctx, Jobs(worker), m.OrgID, m, delay)
}

// batchSize is the most messages that SQS takes at once.
const batchSize = 10

// SendJobs puts jobs of one worker on its queue, ten at a time. It tries all and
// returns what went wrong with any.
func (s *Sender) SendJobs(ctx context.Context, worker string, jobs []Job) error {
	var problems []error
	for part := range slices.Chunk(jobs, batchSize) {
		problems = append(problems, s.sendPart(ctx, s.prefix+Jobs(worker), part))
	}
	return errors.Join(problems...)
}

func (s *Sender) sendPart(ctx context.Context, url string, part []Job) error {
	entries := make([]types.SendMessageBatchRequestEntry, len(part))
	for i, m := range part {
		body, err := json.Marshal(m)
		if err != nil {
			return fmt.Errorf("queue %s: %w", url, err)
		}
		entries[i] = types.SendMessageBatchRequestEntry{
			Id: new(strconv.Itoa(i)), MessageBody: new(string(body)), MessageGroupId: &m.OrgID,
		}
	}
	res, err := s.sqs.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &url, Entries: entries})
	if err != nil {
		return fmt.Errorf("queue %s: %w", url, err)
	}
	if n := len(res.Failed); n > 0 {
		return fmt.Errorf("queue %s: %d of %d messages were not taken", url, n, len(part))
	}
	return nil
}

// SendDelivery puts a delivery on its queue, to be seen after the delay; delays
// over MaxDelay are cut to it.
func (s *Sender) SendDelivery(ctx context.Context, m Delivery, delay time.Duration) error {
	return s.send(ctx, Deliveries, m.OrgID, m, delay)
}

// SendCrawl has a crawl go on after the delay; delays over MaxDelay are cut to it.
func (s *Sender) SendCrawl(ctx context.Context, m Crawl, delay time.Duration) error {
	return s.send(ctx, Crawls, m.OrgID, m, delay)
}

// send groups messages by organization: on a standard queue that makes SQS serve
// a noisy organization's backlog after the others.
func (s *Sender) send(ctx context.Context, queue, org string, m any, delay time.Duration) error {
	body, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("queue %s: %w", queue, err)
	}
	seconds := int32(min(max(0, delay), MaxDelay).Round(time.Second) / time.Second) //nolint:gosec // at most 900
	_, err = s.sqs.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl: new(s.prefix + queue), MessageBody: new(string(body)), DelaySeconds: seconds, MessageGroupId: &org,
	})
	if err != nil {
		return fmt.Errorf("queue %s: %w", queue, err)
	}
	return nil
}

// Waiting is how many messages of a queue nobody has taken, those aside that are held
// back. SQS counts them approximately: a minute after the last one was sent the number
// is right.
func (s *Sender) Waiting(ctx context.Context, queue string) (int, error) {
	res, err := s.sqs.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{
		QueueUrl:       new(s.prefix + queue),
		AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameApproximateNumberOfMessages},
	})
	if err != nil {
		return 0, fmt.Errorf("queue %s: %w", queue, err)
	}
	n, err := strconv.Atoi(res.Attributes[string(types.QueueAttributeNameApproximateNumberOfMessages)])
	if err != nil {
		return 0, fmt.Errorf("queue %s: %w", queue, err)
	}
	return n, nil
}
