package sqs_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awssqs "github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/sqs"
)

func TestMessageIsHiddenUntilItsVisibilityTimeout(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("jobs", map[string]string{"VisibilityTimeout": "60"})
	b.send(url, "a")

	first := b.receive(url)
	if got := bodies(first); !cmp.Equal(got, []string{"a"}) {
		t.Fatalf("received %v", got)
	}
	b.pass(59 * time.Second)
	if got := b.receive(url); len(got) > 0 {
		t.Errorf("received %v before its visibility timeout", bodies(got))
	}
	b.pass(time.Second)
	second := b.receive(url)
	if len(second) != 1 {
		t.Fatalf("%d messages after the visibility timeout, want 1", len(second))
	}
	if *first[0].ReceiptHandle == *second[0].ReceiptHandle || *first[0].MessageId != *second[0].MessageId {
		t.Error("want the same message with another receipt handle")
	}
	if got := second[0].Attributes["ApproximateReceiveCount"]; got != "2" {
		t.Errorf("receive count %s, want 2", got)
	}

	// The handle of an older receive deletes nothing, and says nothing.
	b.delete(url, first[0])
	if got := b.counts(url); got != [3]string{"0", "0", "1"} {
		t.Errorf("counts %v after an old handle", got)
	}
	b.delete(url, second[0])
	b.delete(url, second[0])
	if got := b.counts(url); got != [3]string{"0", "0", "0"} {
		t.Errorf("counts %v after the delete", got)
	}
}

func TestDelays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("slow", map[string]string{"DelaySeconds": "5"})
	b.send(url, "by the queue")
	_, err := b.sqs.SendMessage(t.Context(), &awssqs.SendMessageInput{
		QueueUrl: &url, MessageBody: aws.String("by the message"), DelaySeconds: 900,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.counts(url); got != [3]string{"0", "2", "0"} {
		t.Errorf("counts %v, want two delayed", got)
	}
	for _, step := range []struct {
		pass time.Duration
		want []string
	}{
		{4 * time.Second, []string{}},
		{time.Second, []string{"by the queue"}},
		{24 * time.Second, []string{}}, // the first is in flight for 30 s
		{871 * time.Second, []string{"by the queue", "by the message"}},
	} {
		b.pass(step.pass)
		if got := bodies(b.receive(url)); !cmp.Equal(got, step.want) {
			t.Errorf("after %v more: %v, want %v", step.pass, got, step.want)
		}
	}
}

func TestRedriveAfterMaxReceiveCount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	dead := b.queue("jobs-dead", nil)
	url := b.queue("jobs", map[string]string{
		"VisibilityTimeout": "1",
		"RedrivePolicy":     `{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:jobs-dead","maxReceiveCount":"2"}`,
	})
	id := b.send(url, "poison")
	for range 2 {
		if got := bodies(b.receive(url)); !cmp.Equal(got, []string{"poison"}) {
			t.Fatalf("received %v", got)
		}
		b.pass(time.Second)
	}
	if got := b.receive(dead); len(got) > 0 {
		t.Error("it was moved before a third receive")
	}
	if got := b.receive(url); len(got) > 0 {
		t.Error("it was received a third time")
	}
	moved := b.receive(dead)
	if len(moved) != 1 {
		t.Fatalf("%d dead letters, want 1", len(moved))
	}
	want := map[string]string{
		"id": id, "ApproximateReceiveCount": "3", "DeadLetterQueueSourceArn": "arn:aws:sqs:us-east-1:000000000000:jobs",
	}
	got := map[string]string{"id": *moved[0].MessageId}
	for _, name := range []string{"ApproximateReceiveCount", "DeadLetterQueueSourceArn"} {
		got[name] = moved[0].Attributes[name]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("attributes of the moved message mismatch (-want +got):\n%s", diff)
	}
}

func TestRetention(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("short", map[string]string{"MessageRetentionPeriod": "60"})
	b.send(url, "old")
	b.pass(30 * time.Second)
	b.send(url, "young")
	b.pass(30 * time.Second)
	if got := bodies(b.receive(url)); !cmp.Equal(got, []string{"young"}) {
		t.Errorf("received %v, want only the young one", got)
	}
}

func TestChangeMessageVisibility(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("jobs", nil)
	b.send(url, "a")
	change := func(m types.Message, seconds int32) error {
		_, err := b.sqs.ChangeMessageVisibility(t.Context(), &awssqs.ChangeMessageVisibilityInput{
			QueueUrl: &url, ReceiptHandle: m.ReceiptHandle, VisibilityTimeout: seconds,
		})
		return err
	}
	m := b.receive(url)[0]
	if err := change(m, 300); err != nil {
		t.Fatal(err)
	}
	b.pass(299 * time.Second)
	if got := b.receive(url); len(got) > 0 {
		t.Error("received before the extended timeout")
	}
	if err := change(m, 0); err != nil {
		t.Fatal(err)
	}
	if got := b.receive(url); len(got) != 1 {
		t.Error("not received after its timeout was set to 0")
	}
	if got := code(change(m, 10)); got != "AWS.SimpleQueueService.MessageNotInflight" {
		t.Errorf("the change of an old receive answers %q", got)
	}
}

func TestMessageCarriesItsAttributes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("jobs", nil)
	attributes := map[string]types.MessageAttributeValue{
		"trace":  {DataType: aws.String("String"), StringValue: aws.String("t-1")},
		"weight": {DataType: aws.String("Number"), StringValue: aws.String("7")},
		"blob":   {DataType: aws.String("Binary"), BinaryValue: []byte{0, 1, 255}},
	}
	_, err := b.sqs.SendMessage(t.Context(), &awssqs.SendMessageInput{
		QueueUrl: &url, MessageBody: aws.String("ü\n\t{}"), MessageAttributes: attributes, MessageGroupId: aws.String("org_1"),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := b.receive(url)[0]
	if diff := cmp.Diff(attributes, got.MessageAttributes, cmp.AllowUnexported(types.MessageAttributeValue{})); diff != "" {
		t.Errorf("MessageAttributes mismatch (-want +got):\n%s", diff)
	}
	now := strconv.FormatInt(b.clock.Load()/int64(time.Millisecond), 10)
	want := map[string]string{
		"MessageGroupId": "org_1", "ApproximateReceiveCount": "1", "SenderId": "000000000000",
		"SentTimestamp": now, "ApproximateFirstReceiveTimestamp": now,
	}
	if diff := cmp.Diff(want, got.Attributes); diff != "" {
		t.Errorf("Attributes mismatch (-want +got):\n%s", diff)
	}
	if *got.Body != "ü\n\t{}" {
		t.Errorf("body %q", *got.Body)
	}
}

func TestBatches(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("jobs", nil)
	var entries []types.SendMessageBatchRequestEntry
	for i := range 10 {
		entries = append(entries, types.SendMessageBatchRequestEntry{Id: aws.String(fmt.Sprint("e", i)), MessageBody: aws.String(strconv.Itoa(i))})
	}
	entries[3].MessageBody = aws.String("not \x00 allowed")
	sent, err := b.sqs.SendMessageBatch(t.Context(), &awssqs.SendMessageBatchInput{QueueUrl: &url, Entries: entries})
	if err != nil {
		t.Fatal(err)
	}
	if len(sent.Successful) != 9 || len(sent.Failed) != 1 || *sent.Failed[0].Id != "e3" || *sent.Failed[0].Code != "InvalidMessageContents" {
		t.Errorf("sent %d, failed %v", len(sent.Successful), sent.Failed)
	}

	messages := b.receive(url)
	if got := strings.Join(bodies(messages), ""); got != "012456789" {
		t.Errorf("received %q, want the order of sending", got)
	}
	changes := []types.ChangeMessageVisibilityBatchRequestEntry{
		{Id: aws.String("good"), ReceiptHandle: messages[0].ReceiptHandle, VisibilityTimeout: 0},
		{Id: aws.String("bad"), ReceiptHandle: aws.String("nonsense"), VisibilityTimeout: 0},
	}
	changed, err := b.sqs.ChangeMessageVisibilityBatch(t.Context(), &awssqs.ChangeMessageVisibilityBatchInput{QueueUrl: &url, Entries: changes})
	if err != nil {
		t.Fatal(err)
	}
	if len(changed.Successful) != 1 || len(changed.Failed) != 1 || *changed.Failed[0].Code != "ReceiptHandleIsInvalid" {
		t.Errorf("changed %v, failed %v", changed.Successful, changed.Failed)
	}
	var deletes []types.DeleteMessageBatchRequestEntry
	for i, m := range messages {
		deletes = append(deletes, types.DeleteMessageBatchRequestEntry{Id: aws.String(strconv.Itoa(i)), ReceiptHandle: m.ReceiptHandle})
	}
	deleted, err := b.sqs.DeleteMessageBatch(t.Context(), &awssqs.DeleteMessageBatchInput{QueueUrl: &url, Entries: deletes})
	if err != nil || len(deleted.Successful) != 9 || len(deleted.Failed) != 0 {
		t.Errorf("deleted %v, %v", deleted, err)
	}
	if got := b.counts(url); got != [3]string{"0", "0", "0"} {
		t.Errorf("counts %v", got)
	}
}

func TestQueues(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("jobs", map[string]string{"VisibilityTimeout": "60"})
	if want := sqs.QueueURL(b.server.Endpoint(), "jobs"); url != want {
		t.Errorf("QueueUrl %s, want %s", url, want)
	}
	found, err := b.sqs.GetQueueUrl(t.Context(), &awssqs.GetQueueUrlInput{QueueName: aws.String("jobs")})
	if err != nil || *found.QueueUrl != url {
		t.Errorf("GetQueueUrl: %v, %v", found, err)
	}
	// Made again as it is, it stays; its messages, too.
	b.send(url, "a")
	b.queue("jobs", map[string]string{"VisibilityTimeout": "60"})
	out, err := b.sqs.GetQueueAttributes(t.Context(), &awssqs.GetQueueAttributesInput{
		QueueUrl: &url, AttributeNames: []types.QueueAttributeName{"QueueArn", "VisibilityTimeout", "ApproximateNumberOfMessages"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"QueueArn": "arn:aws:sqs:us-east-1:000000000000:jobs", "VisibilityTimeout": "60", "ApproximateNumberOfMessages": "1",
	}
	if diff := cmp.Diff(want, out.Attributes); diff != "" {
		t.Errorf("Attributes mismatch (-want +got):\n%s", diff)
	}
	if _, err := b.sqs.PurgeQueue(t.Context(), &awssqs.PurgeQueueInput{QueueUrl: &url}); err != nil {
		t.Fatal(err)
	}
	if got := b.receive(url); len(got) > 0 {
		t.Errorf("received %v after the purge", bodies(got))
	}
}
