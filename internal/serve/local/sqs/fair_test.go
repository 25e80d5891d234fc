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

// TestGroupShare: a group has at most its share of what the others leave free, so that there is
// room for one more however few fill theirs; alone it has its share of the whole.
func TestGroupShare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		capacity, percent string
		want              []int // in flight of each group, which arrive one after the other
	}{
		"one of eight":         {"8", "50", []int{4}},
		"two leave room":       {"8", "50", []int{4, 2, 1}},
		"three leave room":     {"16", "50", []int{8, 4, 2, 1}},
		"an odd capacity":      {"5", "50", []int{3, 1, 1}},
		"a worker of one":      {"1", "50", []int{1}},
		"all for one":          {"4", "100", []int{4, 1}}, // whoever receives has a place for one
		"a tenth":              {"20", "10", []int{2, 2, 2}},
		"of two each has one":  {"2", "50", []int{1, 1}},
		"no capacity bounds 0": {"0", "50", []int{20, 20}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			url := b.queue("q", map[string]string{"Capacity": c.capacity, "SharePercent": c.percent})
			var got []int
			for group := range c.want {
				for i := range 20 {
					b.sendAs(url, fmt.Sprint("g", group), fmt.Sprint(i))
				}
				n := 0
				for batch := b.receive(url); len(batch) > 0; batch = b.receive(url) {
					n += len(batch)
				}
				got = append(got, n)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("in flight by group mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestGroupShareComesFree: a group at its share gets more when one of its messages is deleted, and no
// more than the others leave.
func TestGroupShareComesFree(t *testing.T) {
	t.Parallel()
	b := setup(t)
	url := b.queue("q", map[string]string{"Capacity": "4"})
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
