package sqs_test

import (
	"fmt"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/go-cmp/cmp"
)

func (b *bundle) sendAs(url, group, body string) {
	b.t.Helper()
	if _, err := b.sqs.SendMessage(b.t.Context(), &sqs.SendMessageInput{QueueUrl: &url, MessageBody: &body, MessageGroupId: &group}); err != nil {
		b.t.Fatal(err)
	}
}

// one receives a single message.
func (b *bundle) one(url string) string {
	b.t.Helper()
	out, err := b.sqs.ReceiveMessage(b.t.Context(), &sqs.ReceiveMessageInput{QueueUrl: &url, MaxNumberOfMessages: 1})
	if err != nil || len(out.Messages) != 1 {
		b.t.Fatalf("got %d messages, error %v; want one", len(out.Messages), err)
	}
	return *out.Messages[0].Body
}

// TestFairQueues: a group with a backlog does not keep another's message waiting, neither by
// its number nor by what it has in flight; within a group the oldest comes first.
func TestFairQueues(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("q", nil)
	for i := range 100 {
		b.sendAs(url, "noisy", fmt.Sprintf("noisy %d", i))
	}
	if got := b.one(url); got != "noisy 0" {
		t.Fatalf("got %q, want the oldest of the only group", got)
	}
	for i := range 3 {
		b.sendAs(url, "quiet", fmt.Sprintf("quiet %d", i))
	}
	var got []string
	for range 6 {
		got = append(got, b.one(url))
	}
	want := []string{"quiet 0", "noisy 1", "quiet 1", "noisy 2", "quiet 2", "noisy 3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order mismatch (-want +got):\n%s", diff)
	}
	b.sendAs(url, "late", "late 0")
	if batch := bodies(b.receive(url)); len(batch) != 10 || batch[0] != "late 0" || batch[1] != "noisy 4" {
		t.Errorf("got a batch %v, want the group with none in flight first", batch)
	}
}

// TestGroupShare: a group with its share in flight gets no more, until one of them is deleted.
func TestGroupShare(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("q", map[string]string{"GroupShare": "2"})
	for i := range 4 {
		b.sendAs(url, "noisy", fmt.Sprintf("noisy %d", i))
	}
	first := b.receive(url)
	if diff := cmp.Diff([]string{"noisy 0", "noisy 1"}, bodies(first)); diff != "" {
		t.Fatalf("share mismatch (-want +got):\n%s", diff)
	}
	b.sendAs(url, "quiet", "quiet 0")
	if diff := cmp.Diff([]string{"quiet 0"}, bodies(b.receive(url))); diff != "" {
		t.Errorf("mismatch of what another group gets (-want +got):\n%s", diff)
	}
	b.delete(url, first[0])
	if diff := cmp.Diff([]string{"noisy 2"}, bodies(b.receive(url))); diff != "" {
		t.Errorf("mismatch after a deletion (-want +got):\n%s", diff)
	}
}
