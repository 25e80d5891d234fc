package sqs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awssqs "github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/aws/smithy-go"
)

const mebibyte = 1 << 20

// code is the error code that the SDK reports; "" for no error.
func code(err error) string {
	if err == nil {
		return ""
	}
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return api.ErrorCode()
	}
	return err.Error()
}

// The codes are those that the SDK's documentation lists for each call; the ones
// with a prefix are what the service keeps for clients of its older protocol.
func TestFaults(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("jobs", map[string]string{"VisibilityTimeout": "60"})
	send := func(body string, seconds int32) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := b.sqs.SendMessage(ctx, &awssqs.SendMessageInput{QueueUrl: &url, MessageBody: &body, DelaySeconds: seconds})
			return err
		}
	}
	sendBatch := func(entries ...string) func(context.Context) error {
		return func(ctx context.Context) error {
			in := &awssqs.SendMessageBatchInput{QueueUrl: &url, Entries: []types.SendMessageBatchRequestEntry{}}
			for _, e := range entries {
				id, body, _ := strings.Cut(e, "=")
				in.Entries = append(in.Entries, types.SendMessageBatchRequestEntry{Id: &id, MessageBody: &body})
			}
			_, err := b.sqs.SendMessageBatch(ctx, in)
			return err
		}
	}
	create := func(name, attribute, value string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := b.sqs.CreateQueue(ctx, &awssqs.CreateQueueInput{QueueName: &name, Attributes: map[string]string{attribute: value}})
			return err
		}
	}
	receive := func(in awssqs.ReceiveMessageInput) func(context.Context) error {
		return func(ctx context.Context) error {
			in.QueueUrl = &url
			_, err := b.sqs.ReceiveMessage(ctx, &in)
			return err
		}
	}
	var eleven []string
	for i := range 11 {
		eleven = append(eleven, fmt.Sprintf("%d=x", i))
	}
	for name, test := range map[string]struct {
		call func(context.Context) error
		want string
	}{
		"unknown queue": {func(ctx context.Context) error {
			_, err := b.sqs.GetQueueUrl(ctx, &awssqs.GetQueueUrlInput{QueueName: aws.String("other")})
			return err
		}, "AWS.SimpleQueueService.NonExistentQueue"},
		"unknown action": {func(ctx context.Context) error {
			_, err := b.sqs.TagQueue(ctx, &awssqs.TagQueueInput{QueueUrl: &url, Tags: map[string]string{"a": "b"}})
			return err
		}, "InvalidAction"},
		"nonsense receipt": {func(ctx context.Context) error {
			_, err := b.sqs.DeleteMessage(ctx, &awssqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: aws.String("x")})
			return err
		}, "ReceiptHandleIsInvalid"},

		"the largest message":    {send(strings.Repeat("x", mebibyte), 0), ""},
		"a larger message":       {send(strings.Repeat("x", mebibyte+1), 0), "InvalidParameterValue"},
		"an empty message":       {send("", 0), "MissingParameter"},
		"a control character":    {send("\x01", 0), "InvalidMessageContents"},
		"the longest delay":      {send("x", 900), ""},
		"a longer delay":         {send("x", 901), "InvalidParameterValue"},
		"a negative delay":       {send("x", -1), "InvalidParameterValue"},
		"the largest batch":      {sendBatch("a="+strings.Repeat("x", mebibyte/2), "b="+strings.Repeat("x", mebibyte/2)), ""},
		"a larger batch":         {sendBatch("a="+strings.Repeat("x", mebibyte/2), "b="+strings.Repeat("x", mebibyte/2+1)), "AWS.SimpleQueueService.BatchRequestTooLong"},
		"no entry":               {sendBatch(), "AWS.SimpleQueueService.EmptyBatchRequest"},
		"eleven entries":         {sendBatch(eleven...), "AWS.SimpleQueueService.TooManyEntriesInBatchRequest"},
		"the same id twice":      {sendBatch("a=x", "a=y"), "AWS.SimpleQueueService.BatchEntryIdsNotDistinct"},
		"an id with a blank":     {sendBatch("a b=x"), "AWS.SimpleQueueService.InvalidBatchEntryId"},
		"eleven messages":        {receive(awssqs.ReceiveMessageInput{MaxNumberOfMessages: 11}), "InvalidParameterValue"},
		"a wait of 21 s":         {receive(awssqs.ReceiveMessageInput{WaitTimeSeconds: 21}), "InvalidParameterValue"},
		"a timeout over 12 h":    {receive(awssqs.ReceiveMessageInput{VisibilityTimeout: 43201}), "InvalidParameterValue"},
		"another attribute":      {create("jobs", "VisibilityTimeout", "61"), "QueueAlreadyExists"},
		"an unknown attribute":   {create("new", "Colour", "red"), "InvalidAttributeName"},
		"an attribute's range":   {create("new", "DelaySeconds", "901"), "InvalidAttributeValue"},
		"a fifo queue":           {create("new.fifo", "DelaySeconds", "1"), "InvalidParameterValue"},
		"a policy without queue": {create("new", "RedrivePolicy", `{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:gone","maxReceiveCount":3}`), "InvalidAttributeValue"},
		"a policy of 0 receives": {create("new", "RedrivePolicy", `{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:jobs","maxReceiveCount":0}`), "InvalidAttributeValue"},
		"a policy that is none":  {create("new", "RedrivePolicy", `{`), "InvalidAttributeValue"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := code(test.call(t.Context())); got != test.want {
				t.Errorf("code %q, want %q", got, test.want)
			}
		})
	}
}

// Callers of the SDK also tell errors apart by their types.
func TestFaultHasItsType(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, err := b.sqs.GetQueueUrl(t.Context(), &awssqs.GetQueueUrlInput{QueueName: aws.String("other")})
	if _, ok := errors.AsType[*types.QueueDoesNotExist](err); !ok {
		t.Errorf("error %v, want a QueueDoesNotExist", err)
	}
}
