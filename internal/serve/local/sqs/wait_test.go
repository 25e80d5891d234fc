package sqs_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awssqs "github.com/aws/aws-sdk-go-v2/service/sqs"
)

// poll makes one long poll in the background.
func (b *bundle) poll(url string, seconds int32) <-chan []string {
	answered := make(chan []string, 1)
	go func() {
		out, err := b.sqs.ReceiveMessage(b.t.Context(), &awssqs.ReceiveMessageInput{QueueUrl: &url, WaitTimeSeconds: seconds})
		if err != nil {
			answered <- []string{err.Error()}
			return
		}
		answered <- bodies(out.Messages)
	}()
	return answered
}

func TestLongPollEnds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		attributes map[string]string
		wait       int32
		act        func(b *bundle, url string)
		want       string
	}{
		"with a message": {nil, 20, func(b *bundle, url string) { b.send(url, "a") }, "[a]"},
		"with a delayed message": {map[string]string{"DelaySeconds": "1"}, 20, func(b *bundle, url string) {
			b.send(url, "a")
		}, "[a]"},
		"after its time":              {nil, 1, func(*bundle, string) {}, "[]"},
		"after the time of the queue": {map[string]string{"ReceiveMessageWaitTimeSeconds": "1"}, 0, func(*bundle, string) {}, "[]"},
		"when the server closes": {nil, 20, func(b *bundle, _ string) {
			time.Sleep(time.Second) // or nobody is there to poll
			b.server.Close()
		}, "[]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupReal(t)
			url := b.queue("jobs", test.attributes)
			answered := b.poll(url, test.wait)
			time.Sleep(20 * time.Millisecond) // let the poll begin
			test.act(b, url)
			select {
			case got := <-answered:
				if fmt.Sprint(got) != test.want {
					t.Errorf("received %v, want %s", got, test.want)
				}
			case <-time.After(10 * time.Second):
				t.Error("the poll did not end")
			}
		})
	}
}

// A message whose visibility timeout ends during a poll wakes that poll.
func TestLongPollGetsAMessageAgain(t *testing.T) {
	t.Parallel()
	b := setupReal(t)
	url := b.queue("jobs", map[string]string{"VisibilityTimeout": "1"})
	b.send(url, "a")
	for range 2 {
		if got := fmt.Sprint(<-b.poll(url, 20)); got != "[a]" {
			t.Errorf("received %s, want [a]", got)
		}
	}
}

// Eight senders and eight receivers at once: each message is received once and
// none is lost.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	b := setupReal(t)
	url := b.queue("jobs", nil)
	const senders, each = 8, 50
	var group sync.WaitGroup
	for s := range senders {
		group.Go(func() {
			for i := range each {
				_, err := b.sqs.SendMessage(t.Context(), &awssqs.SendMessageInput{QueueUrl: &url, MessageBody: aws.String(fmt.Sprintf("%d-%d", s, i))})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	var mu sync.Mutex
	seen := map[string]int{}
	for range senders {
		group.Go(func() {
			for {
				out, err := b.sqs.ReceiveMessage(t.Context(), &awssqs.ReceiveMessageInput{QueueUrl: &url, MaxNumberOfMessages: 10, WaitTimeSeconds: 1})
				if err != nil || len(out.Messages) == 0 {
					return
				}
				for _, m := range out.Messages {
					mu.Lock()
					seen[*m.Body]++
					mu.Unlock()
					_, _ = b.sqs.DeleteMessage(t.Context(), &awssqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle})
				}
			}
		})
	}
	group.Wait()
	if len(seen) != senders*each {
		t.Errorf("%d messages, want %d", len(seen), senders*each)
	}
	for body, times := range seen {
		if times != 1 {
			t.Errorf("%s was received %d times", body, times)
		}
	}
}
