package queue_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/go-cmp/cmp"

	localsqs "github.com/quarryapi/quarry/internal/serve/local/sqs"
	"github.com/quarryapi/quarry/internal/serve/queue"
)

// bundle is a sender to a queue service whose clock the test moves.
type bundle struct {
	*queue.Sender
	client *sqs.Client
	prefix string
	now    time.Time
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{now: time.Unix(1_800_000_000, 0)}
	server := httptest.NewServer(localsqs.New(func() time.Time { return b.now }))
	t.Cleanup(server.Close)
	b.prefix = localsqs.QueueURL(server.URL, "q-")
	b.client = sqs.New(sqs.Options{
		Region: "us-east-1", BaseEndpoint: &server.URL, Retryer: aws.NopRetryer{},
		Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
	})
	for _, name := range []string{queue.Jobs("url"), queue.Deliveries} {
		if _, err := b.client.CreateQueue(t.Context(), &sqs.CreateQueueInput{QueueName: aws.String("q-" + name)}); err != nil {
			t.Fatal(err)
		}
	}
	b.Sender = queue.NewSender(b.client, b.prefix)
	return b
}

// bodies takes every message that is there now.
func (b *bundle) bodies(t *testing.T, name string) []string {
	t.Helper()
	var all []string
	for {
		res, err := b.client.ReceiveMessage(t.Context(), &sqs.ReceiveMessageInput{
			QueueUrl: aws.String(b.prefix + name), MaxNumberOfMessages: 10,
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Messages) == 0 {
			slices.Sort(all)
			return all
		}
		for _, m := range res.Messages {
			all = append(all, *m.Body)
		}
	}
}

func TestSendJobs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var jobs []queue.Job
	var want []string
	for i := range 23 {
		j := queue.Job{OrgID: "org_1", JobID: fmt.Sprintf("job_%02d", i)}
		raw, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		jobs, want = append(jobs, j), append(want, string(raw))
	}
	if err := b.SendJobs(t.Context(), "url", jobs); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.bodies(t, queue.Jobs("url"))); diff != "" {
		t.Errorf("bodies mismatch (-want +got):\n%s", diff)
	}
	if err := b.SendJobs(t.Context(), "url", nil); err != nil {
		t.Error(err)
	}
}

func TestDelays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ctx := t.Context()
	if err := b.SendJob(ctx, "url", queue.Job{OrgID: "o", JobID: "j"}, 2*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := b.SendDelivery(ctx, queue.Delivery{OrgID: "o", DeliveryID: "d"}, time.Hour); err != nil {
		t.Fatal(err)
	}
	if got := b.bodies(t, queue.Jobs("url")); got != nil {
		t.Errorf("%v was seen too early", got)
	}
	b.now = b.now.Add(3 * time.Second)
	if got := b.bodies(t, queue.Jobs("url")); len(got) != 1 {
		t.Errorf("got %v, want length 1", got)
	}
	b.now = b.now.Add(queue.MaxDelay)
	if diff := cmp.Diff([]string{`{"orgId":"o","deliveryId":"d"}`}, b.bodies(t, queue.Deliveries)); diff != "" {
		t.Errorf("bodies mismatch (-want +got):\n%s", diff)
	}
}

func TestQueueThatIsNotThere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	job := queue.Job{OrgID: "o", JobID: "j"}
	if err := b.SendJob(t.Context(), "nothing", job, 0); err == nil {
		t.Error("no error for one")
	}
	if err := b.SendJobs(t.Context(), "nothing", []queue.Job{job}); err == nil {
		t.Error("no error for many")
	}
}
