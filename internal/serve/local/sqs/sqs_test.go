package sqs_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	awssqs "github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	"github.com/quarryapi/quarry/internal/serve/local/sqs"
)

// bundle is a broker of its own for one test, reached by the real SDK. Its clock
// stands still unless the test moves it.
type bundle struct {
	t      *testing.T
	sqs    *awssqs.Client
	server *loopback.Server
	clock  atomic.Int64 // nanoseconds since 1970
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t}
	b.clock.Store(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).UnixNano())
	b.serve(func() time.Time { return time.Unix(0, b.clock.Load()) })
	return b
}

// setupReal has the real clock, for what waits.
func setupReal(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t}
	b.serve(time.Now)
	return b
}

func (b *bundle) serve(now func() time.Time) {
	b.t.Helper()
	server, err := loopback.Serve(b.t.Context(), "127.0.0.1:0", sqs.New(now))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(server.Close)
	b.server = server
	b.sqs = awssqs.NewFromConfig(aws.Config{
		Region:           "us-east-1",
		Credentials:      credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint:     aws.String(server.Endpoint()),
		RetryMaxAttempts: 1,
	})
}

func (b *bundle) pass(d time.Duration) { b.clock.Add(int64(d)) }

func (b *bundle) queue(name string, attributes map[string]string) string {
	b.t.Helper()
	out, err := b.sqs.CreateQueue(b.t.Context(), &awssqs.CreateQueueInput{QueueName: &name, Attributes: attributes})
	if err != nil {
		b.t.Fatal(err)
	}
	return *out.QueueUrl
}

func (b *bundle) send(url, body string) string {
	b.t.Helper()
	out, err := b.sqs.SendMessage(b.t.Context(), &awssqs.SendMessageInput{QueueUrl: &url, MessageBody: &body})
	if err != nil {
		b.t.Fatal(err)
	}
	return *out.MessageId
}

// receive takes up to ten messages without waiting.
func (b *bundle) receive(url string) []types.Message {
	b.t.Helper()
	out, err := b.sqs.ReceiveMessage(b.t.Context(), &awssqs.ReceiveMessageInput{
		QueueUrl: &url, MaxNumberOfMessages: 10,
		MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameAll},
		MessageAttributeNames:       []string{"All"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return out.Messages
}

func bodies(messages []types.Message) []string {
	all := []string{}
	for _, m := range messages {
		all = append(all, *m.Body)
	}
	return all
}

func (b *bundle) delete(url string, m types.Message) {
	b.t.Helper()
	_, err := b.sqs.DeleteMessage(b.t.Context(), &awssqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle})
	if err != nil {
		b.t.Fatal(err)
	}
}

// counts returns how many messages are visible, delayed and in flight.
func (b *bundle) counts(url string) [3]string {
	b.t.Helper()
	out, err := b.sqs.GetQueueAttributes(b.t.Context(), &awssqs.GetQueueAttributesInput{
		QueueUrl: &url, AttributeNames: []types.QueueAttributeName{types.QueueAttributeNameAll},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return [3]string{
		out.Attributes["ApproximateNumberOfMessages"],
		out.Attributes["ApproximateNumberOfMessagesDelayed"],
		out.Attributes["ApproximateNumberOfMessagesNotVisible"],
	}
}
