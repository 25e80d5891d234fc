package main

import (
	"cmp"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
)

type sqsQueue struct {
	QueueName              string
	VisibilityTimeout      int
	MessageRetentionPeriod int
	SqsManagedSseEnabled   bool
	RedrivePolicy          struct {
		DeadLetterTargetArn ref `json:"deadLetterTargetArn"`
		MaxReceiveCount     int `json:"maxReceiveCount"`
	}
}

type eventSource struct {
	FunctionName, EventSourceArn ref
	BatchSize                    int
	FunctionResponseTypes        []string
	ScalingConfig                struct{ MaximumConcurrency int }
	StartingPosition             string
	ParallelizationFactor        int
	BisectBatchOnFunctionError   bool
	MaximumRetryAttempts         int
	FilterCriteria               struct{ Filters []struct{ Pattern string } }
	DestinationConfig            struct{ OnFailure struct{ Destination ref } }
}

func TestEveryQueueHasItsDeadLetters(t *testing.T) {
	t.Parallel()
	queues := resourcesOf[sqsQueue](t, furnished(t), "AWS::SQS::Queue")
	shared := regexp.MustCompile(`^(quarry-jobs)-.*`) // by all workers
	without := map[string]string{"quarry-crawls": "quarry-deliveries"}
	for id, q := range queues {
		if !q.SqsManagedSseEnabled {
			t.Errorf("%s is not encrypted", id)
		}
		if strings.HasSuffix(q.QueueName, "-dead") {
			continue
		}
		dead, ok := queues[string(q.RedrivePolicy.DeadLetterTargetArn)]
		if !ok || dead.QueueName != cmp.Or(without[q.QueueName], shared.ReplaceAllString(q.QueueName, "$1"))+"-dead" {
			t.Errorf("the dead letters of %s go to %q", q.QueueName, dead.QueueName)
		}
		if q.RedrivePolicy.MaxReceiveCount != 5 {
			t.Errorf("%s is given up after %d receives", q.QueueName, q.RedrivePolicy.MaxReceiveCount)
		}
		if want := int((4 * 24 * time.Hour).Seconds()); q.MessageRetentionPeriod != want { // a long weekend without a worker
			t.Errorf("%s keeps for %d s, want %d", q.QueueName, q.MessageRetentionPeriod, want)
		}
		if want := int((14 * 24 * time.Hour).Seconds()); dead.MessageRetentionPeriod != want {
			t.Errorf("%s keeps for %d s, want %d", dead.QueueName, dead.MessageRetentionPeriod, want)
		}
	}
}

// TestQueueSources: every queue that a function handles stays hidden six times as
// long as the function may take, fails message by message, and every queue but the
// dead letters of deliveries has such a function.
func TestQueueSources(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	functions := resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function")
	queues := resourcesOf[sqsQueue](t, s, "AWS::SQS::Queue")
	handled := map[string]bool{"quarry-deliveries-dead": true} // looked at by people
	batches := map[string]int{"dead-letter": 10, "crawler": 10, "webhook-retry": 5}
	for id, source := range resourcesOf[eventSource](t, s, "AWS::Lambda::EventSourceMapping") {
		q, ok := queues[string(source.EventSourceArn)]
		if !ok {
			continue
		}
		handled[q.QueueName] = true
		fn := functions[string(source.FunctionName)]
		if q.VisibilityTimeout < 6*fn.Timeout || fn.Timeout == 0 {
			t.Errorf("%s is hidden for %d s but %s takes %d s", q.QueueName, q.VisibilityTimeout, fn.FunctionName, fn.Timeout)
		}
		equal(t, []string{"ReportBatchItemFailures"}, source.FunctionResponseTypes)
		name := strings.TrimPrefix(string(fn.FunctionName), "quarry-")
		if want := cmp.Or(batches[name], 1); source.BatchSize != want { // a job to a run: it has the function's memory and time to itself
			t.Errorf("%s takes %d messages at once, want %d", name, source.BatchSize, want)
		}
		if n := source.ScalingConfig.MaximumConcurrency; n < 2 {
			t.Errorf("%s runs at most %d at once, SQS wants 2 and more", id, n)
		}
	}
	for _, q := range queues {
		if !handled[q.QueueName] {
			t.Errorf("nothing handles %s", q.QueueName)
		}
	}
}

func TestFunctionFollowsItsWorker(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		worker kind.Function
		want   function
	}{
		"short": {
			kind.Function{Name: "url", Ceiling: time.Minute, MemoryMB: 512},
			function{name: "worker-url", memoryMB: 512, timeout: 90 * time.Second, about: "performs the jobs of url", worker: "url"},
		},
		"long, with everything": {
			kind.Function{Name: "research", Ceiling: 10 * time.Minute, MemoryMB: 1024, Browser: true, Model: true, Crawls: true},
			function{
				name: "worker-research", memoryMB: 1024, timeout: 630 * time.Second, about: "performs the jobs of research",
				worker: "research", pages: true, model: true, crawls: true,
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := workerFunction(test.worker); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestFirstAttempts: the stream's function sees the first attempt of a delivery
// and nothing else of a busy table.
func TestFirstAttempts(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	var stream *eventSource
	for _, source := range resourcesOf[eventSource](t, s, "AWS::Lambda::EventSourceMapping") {
		if source.StartingPosition != "" {
			stream = &source
		}
	}
	if stream == nil {
		t.Fatal("the stack reads no stream")
	}
	type image map[string]map[string][]string
	filter, err := parse[struct {
		EventName []string
		DynamoDB  struct{ NewImage image }
	}]([]byte(stream.FilterCriteria.Filters[0].Pattern))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, []string{"INSERT"}, filter.EventName)
	equal(t, image{"entity": {"S": {store.EntityDelivery}}, "attempt": {"N": {"1"}}}, filter.DynamoDB.NewImage)

	stream.FilterCriteria.Filters = nil
	want := eventSource{
		FunctionName: stream.FunctionName, EventSourceArn: stream.EventSourceArn,
		BatchSize: 25, StartingPosition: "TRIM_HORIZON", ParallelizationFactor: 10,
		BisectBatchOnFunctionError: true, MaximumRetryAttempts: 3, FunctionResponseTypes: []string{"ReportBatchItemFailures"},
	}
	want.DestinationConfig.OnFailure.Destination = stream.DestinationConfig.OnFailure.Destination
	equal(t, want, *stream)
	if destination := s.Resources[string(want.DestinationConfig.OnFailure.Destination)].Type; destination != "AWS::S3::Bucket" {
		t.Errorf("what fails goes to %q, not to the bucket", destination)
	}
}
