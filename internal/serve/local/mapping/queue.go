package mapping

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

const (
	// maxReceive is the most messages that SQS gives at once.
	maxReceive = 10
	longPoll   = 20 // seconds
	// deleteGrace is how long deleting handled messages may take once the mapping ends.
	deleteGrace = time.Second
)

// QueueAPI is what Queue needs of the SQS client.
type QueueAPI interface {
	ReceiveMessage(context.Context, *sqs.ReceiveMessageInput, ...func(*sqs.Options)) (*sqs.ReceiveMessageOutput, error)
	DeleteMessageBatch(context.Context, *sqs.DeleteMessageBatchInput, ...func(*sqs.Options)) (*sqs.DeleteMessageBatchOutput, error)
}

// QueueHandler is a function that takes messages and reports those that failed.
type QueueHandler func(context.Context, events.SQSEvent) (events.SQSEventResponse, error)

// QueueOptions are the settings of a mapping; they mean what they mean in AWS.
type QueueOptions struct {
	BatchSize   int           // most messages a call, 1 to 10; 0 is 10
	Concurrency int           // most calls at once; 0 is 1
	Timeout     time.Duration // of the function; 0 is none
	Log         *slog.Logger  // nil drops it
}

// Queue calls the handler with the queue's messages until the context ends, and
// returns when the last call has ended. Handlers get a context that ends with it.
//
// Handled messages are deleted. Those that the handler reports as failed stay and
// are seen again after the queue's visibility timeout; an error, a panic, a
// time-out or an unknown id in the report leaves the whole batch.
func Queue(ctx context.Context, client QueueAPI, url string, opts QueueOptions, handler QueueHandler) {
	opts.BatchSize = min(cmp.Or(max(0, opts.BatchSize), maxReceive), maxReceive)
	opts.Concurrency = max(1, opts.Concurrency)
	q := &queue{client: client, url: url, arn: arnOf(url), opts: opts, handler: handler, log: orDiscard(opts.Log).With(slog.String("queue", url))}
	free := make(chan struct{}, opts.Concurrency)
	for range opts.Concurrency {
		free <- struct{}{}
	}
	var calls sync.WaitGroup
	defer calls.Wait()
	for {
		// One poll for all free calls: an idle queue costs one open request.
		n := take(ctx, free, (maxReceive+opts.BatchSize-1)/opts.BatchSize)
		if n == 0 {
			return
		}
		for batch := range slices.Chunk(q.receive(ctx, min(n*opts.BatchSize, maxReceive)), opts.BatchSize) {
			n--
			calls.Go(func() {
				q.handle(ctx, batch)
				free <- struct{}{}
			})
		}
		for range n {
			free <- struct{}{}
		}
	}
}

// take waits for a free call and takes up to most of them; 0 when the context ends.
func take(ctx context.Context, free <-chan struct{}, most int) int {
	if ctx.Err() != nil {
		return 0
	}
	select {
	case <-ctx.Done():
		return 0
	case <-free:
	}
	for n := 1; n < most; n++ {
		select {
		case <-free:
		default:
			return n
		}
	}
	return most
}

type queue struct {
	client  QueueAPI
	url     string
	arn     string
	opts    QueueOptions
	handler QueueHandler
	log     *slog.Logger
}

func (q *queue) receive(ctx context.Context, most int) []types.Message {
	out, err := q.client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
		QueueUrl: &q.url, MaxNumberOfMessages: int32(most), WaitTimeSeconds: longPoll, //nolint:gosec // at most 10
		MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameAll},
		MessageAttributeNames:       []string{"All"},
	})
	if err == nil {
		return out.Messages
	}
	if ctx.Err() == nil {
		q.log.ErrorContext(ctx, "queue does not answer", "error", err)
		pause(ctx, errorPause)
	}
	return nil
}

// handle calls the function with one batch and deletes what it handled.
func (q *queue) handle(ctx context.Context, batch []types.Message) {
	var event events.SQSEvent
	for _, m := range batch {
		event.Records = append(event.Records, q.record(m))
	}
	answer, err := call(ctx, q.opts.Timeout, q.handler, event, event.Records[0].MessageId)
	if err != nil {
		q.log.ErrorContext(ctx, "function failed, its messages come again", "messages", len(batch), "error", err)
		return
	}
	q.delete(ctx, succeeded(batch, answer.BatchItemFailures))
}

// succeeded returns the messages that are not reported. A report that names
// something else than a message of the batch leaves none, as in Lambda.
func succeeded(batch []types.Message, failures []events.SQSBatchItemFailure) []types.Message {
	failed := map[string]bool{}
	for _, f := range failures {
		failed[f.ItemIdentifier] = true
	}
	good := slices.DeleteFunc(slices.Clone(batch), func(m types.Message) bool { return failed[aws.ToString(m.MessageId)] })
	if len(good)+len(failed) != len(batch) {
		return nil
	}
	return good
}

func (q *queue) delete(ctx context.Context, messages []types.Message) {
	if len(messages) == 0 {
		return
	}
	var entries []types.DeleteMessageBatchRequestEntry
	for i, m := range messages {
		entries = append(entries, types.DeleteMessageBatchRequestEntry{Id: aws.String(strconv.Itoa(i)), ReceiptHandle: m.ReceiptHandle})
	}
	// What was handled is deleted even when the mapping ends meanwhile.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deleteGrace)
	defer cancel()
	out, err := q.client.DeleteMessageBatch(ctx, &sqs.DeleteMessageBatchInput{QueueUrl: &q.url, Entries: entries})
	if err != nil {
		q.log.ErrorContext(ctx, "handled messages are not deleted and come again", "error", err)
		return
	}
	for _, f := range out.Failed {
		q.log.ErrorContext(ctx, "handled message is not deleted and comes again", "code", aws.ToString(f.Code))
	}
}

func (q *queue) record(m types.Message) events.SQSMessage {
	record := events.SQSMessage{
		MessageId: aws.ToString(m.MessageId), ReceiptHandle: aws.ToString(m.ReceiptHandle), Body: aws.ToString(m.Body),
		Md5OfBody: aws.ToString(m.MD5OfBody), Md5OfMessageAttributes: aws.ToString(m.MD5OfMessageAttributes),
		Attributes: m.Attributes, MessageAttributes: map[string]events.SQSMessageAttribute{},
		EventSource: "aws:sqs", EventSourceARN: q.arn, AWSRegion: regionOf(q.arn),
	}
	for name, a := range m.MessageAttributes {
		record.MessageAttributes[name] = events.SQSMessageAttribute{
			DataType: aws.ToString(a.DataType), StringValue: a.StringValue, BinaryValue: a.BinaryValue,
		}
	}
	return record
}

// arnOf derives a queue's ARN from its URL, …/<account>/<name>.
func arnOf(url string) string {
	parts := strings.Split(url, "/")
	if len(parts) < 2 {
		return url
	}
	return "arn:aws:sqs:us-east-1:" + strings.Join(parts[len(parts)-2:], ":")
}

func regionOf(arn string) string {
	if parts := strings.Split(arn, ":"); len(parts) > 3 {
		return parts[3]
	}
	return ""
}
