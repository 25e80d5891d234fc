package mapping_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambdacontext"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	awssqs "github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	"github.com/quarryapi/quarry/internal/serve/local/mapping"
	"github.com/quarryapi/quarry/internal/serve/local/sqs"
)

// bench is a queue and, once run is called, a mapping from it.
type bench struct {
	t      *testing.T
	client *awssqs.Client
	url    string
}

// setupQueue makes a queue whose messages come again after a second.
func setupQueue(t *testing.T) *bench {
	t.Helper()
	server, err := loopback.Serve(t.Context(), "127.0.0.1:0", sqs.New(time.Now))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	b := &bench{t: t, client: awssqs.NewFromConfig(aws.Config{
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String(server.Endpoint()),
	})}
	out, err := b.client.CreateQueue(t.Context(), &awssqs.CreateQueueInput{
		QueueName: aws.String("jobs"), Attributes: map[string]string{"VisibilityTimeout": "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.url = *out.QueueUrl
	return b
}

func (b *bench) send(bodies ...string) {
	b.t.Helper()
	for _, body := range bodies {
		_, err := b.client.SendMessage(b.t.Context(), &awssqs.SendMessageInput{QueueUrl: &b.url, MessageBody: &body})
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// run maps the queue to the handler until the returned function is called, which
// waits for the mapping's end.
func (b *bench) run(opts mapping.QueueOptions, handler mapping.QueueHandler) (stop func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		mapping.Queue(ctx, b.client, b.url, opts, handler)
	}()
	stop = func() { cancel(); <-ended }
	b.t.Cleanup(stop)
	return stop
}

// left counts the messages that are not deleted.
func (b *bench) left() int {
	b.t.Helper()
	out, err := b.client.GetQueueAttributes(b.t.Context(), &awssqs.GetQueueAttributesInput{
		QueueUrl: &b.url, AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameAll},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	visible, _ := strconv.Atoi(out.Attributes["ApproximateNumberOfMessages"])
	inFlight, _ := strconv.Atoi(out.Attributes["ApproximateNumberOfMessagesNotVisible"])
	return visible + inFlight
}

// log collects what handlers saw.
type log struct {
	mu   sync.Mutex
	seen []string
}

func (l *log) add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = append(l.seen, s)
}

func (l *log) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.seen)
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 1000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("not within 10 s: %s", what)
}

// Each handler fails for the message "bad" on its first receive, in its own way.
// What failed must come again, and only that.
func TestQueueKeepsWhatFailed(t *testing.T) {
	t.Parallel()
	fails := func(m events.SQSMessage) bool {
		return m.Body == "bad" && m.Attributes["ApproximateReceiveCount"] == "1"
	}
	whole := []string{"bad", "bad", "good", "good"}
	for name, test := range map[string]struct {
		fail func(ctx context.Context, m events.SQSMessage) (events.SQSEventResponse, error)
		want []string // bodies in all calls, sorted
	}{
		"a reported message": {func(_ context.Context, m events.SQSMessage) (events.SQSEventResponse, error) {
			return events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{{ItemIdentifier: m.MessageId}}}, nil
		}, []string{"bad", "bad", "good"}},
		"an unknown message reported": {func(context.Context, events.SQSMessage) (events.SQSEventResponse, error) {
			return events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{{ItemIdentifier: ""}}}, nil
		}, whole},
		"an error": {func(context.Context, events.SQSMessage) (events.SQSEventResponse, error) {
			return events.SQSEventResponse{}, errors.New("broken")
		}, whole},
		"a panic": {func(context.Context, events.SQSMessage) (events.SQSEventResponse, error) { panic("broken") }, whole},
		"a time-out": {func(ctx context.Context, _ events.SQSMessage) (events.SQSEventResponse, error) {
			<-ctx.Done()
			return events.SQSEventResponse{}, nil
		}, whole},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupQueue(t)
			b.send("good", "bad")
			var calls log
			b.run(mapping.QueueOptions{Timeout: 100 * time.Millisecond}, func(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
				for _, m := range e.Records {
					calls.add(m.Body)
				}
				for _, m := range e.Records {
					if fails(m) {
						return test.fail(ctx, m)
					}
				}
				return events.SQSEventResponse{}, nil
			})
			eventually(t, "the queue is empty", func() bool { return b.left() == 0 })
			got := calls.all()
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("handled messages mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestQueueEvent(t *testing.T) {
	t.Parallel()
	b := setupQueue(t)
	sent, err := b.client.SendMessage(t.Context(), &awssqs.SendMessageInput{
		QueueUrl: &b.url, MessageBody: aws.String(`{"jobId":"job_1"}`), MessageGroupId: aws.String("org_1"),
		MessageAttributes: map[string]types.MessageAttributeValue{"n": {DataType: aws.String("Number"), StringValue: aws.String("7")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	type call struct {
		event     events.SQSEvent
		requestID string
		deadline  bool
	}
	calls := make(chan call, 1)
	b.run(mapping.QueueOptions{Timeout: time.Minute}, func(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
		lc, _ := lambdacontext.FromContext(ctx)
		_, deadline := ctx.Deadline()
		calls <- call{e, lc.AwsRequestID, deadline}
		return events.SQSEventResponse{}, nil
	})
	got := <-calls
	if got.requestID != *sent.MessageId || !got.deadline {
		t.Errorf("request id %q, deadline %v", got.requestID, got.deadline)
	}
	record := got.event.Records[0]
	for _, name := range []string{"SentTimestamp", "ApproximateFirstReceiveTimestamp"} {
		if record.Attributes[name] == "" {
			t.Errorf("no %s", name)
		}
		delete(record.Attributes, name)
	}
	want := events.SQSMessage{
		MessageId: *sent.MessageId, ReceiptHandle: record.ReceiptHandle,
		Body: `{"jobId":"job_1"}`, Md5OfBody: *sent.MD5OfMessageBody,
		Attributes:        map[string]string{"ApproximateReceiveCount": "1", "MessageGroupId": "org_1", "SenderId": "000000000000"},
		MessageAttributes: map[string]events.SQSMessageAttribute{"n": {DataType: "Number", StringValue: aws.String("7")}},
		EventSource:       "aws:sqs", EventSourceARN: "arn:aws:sqs:us-east-1:000000000000:jobs", AWSRegion: "us-east-1",
	}
	if diff := cmp.Diff(want, record); diff != "" {
		t.Errorf("record mismatch (-want +got):\n%s", diff)
	}
}

func TestQueueLimitsBatchesAndCalls(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ batch, concurrency int }{{1, 3}, {4, 2}, {10, 1}} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			t.Parallel()
			b := setupQueue(t)
			for i := range 30 {
				b.send(strconv.Itoa(i))
			}
			var (
				mu            sync.Mutex
				running, most int
				largest, seen int
				enough        = make(chan struct{})
				release       = sync.OnceFunc(func() { close(enough) })
			)
			b.run(mapping.QueueOptions{BatchSize: test.batch, Concurrency: test.concurrency}, func(_ context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
				mu.Lock()
				running++
				most, largest = max(most, running), max(largest, len(e.Records))
				if running == test.concurrency {
					release() // the first calls wait until all of them run
				}
				seen += len(e.Records)
				mu.Unlock()
				<-enough
				mu.Lock()
				running--
				mu.Unlock()
				return events.SQSEventResponse{}, nil
			})
			eventually(t, "all are handled", func() bool { return b.left() == 0 })
			mu.Lock()
			defer mu.Unlock()
			if most != test.concurrency || largest != test.batch || seen != 30 {
				t.Errorf("%d calls at once, batches up to %d, %d messages", most, largest, seen)
			}
		})
	}
}

// A mapping that ends lets its calls end, deletes what they handled and leaves the
// rest for the next one.
func TestQueueEnds(t *testing.T) {
	t.Parallel()
	b := setupQueue(t)
	b.send("a", "b")
	entered := make(chan struct{})
	stop := b.run(mapping.QueueOptions{BatchSize: 1, Concurrency: 1}, func(ctx context.Context, _ events.SQSEvent) (events.SQSEventResponse, error) {
		close(entered)
		<-ctx.Done()
		return events.SQSEventResponse{}, nil
	})
	<-entered
	stop()
	if got := b.left(); got != 1 {
		t.Errorf("%d messages left, want 1", got)
	}
}
