package main

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

const (
	// receives is how often a message is tried before it is dead. Duplicates are
	// acknowledged, never failed, so only real failures count.
	receives = 5
	// visibilityFactor is how many time-outs of its function a message stays
	// hidden: Lambda's own retries under throttling take their time.
	visibilityFactor = 6
	// deadLetterRuns is how many batches of dead letters are settled at once.
	deadLetterRuns = 2
)

// jobs is what the dead letters of all workers are called after.
const jobs = "jobs"

// crawls is the queue of crawls that are to go on.
const crawls = "crawls"

func jobQueue(worker string) string { return jobs + "-" + worker }

// addQueues makes a queue for each worker, one for webhook attempts and one for crawls. The workers
// share one queue of dead letters: a message names its job, and the job its kind, so
// a queue each would tell nothing more, and each that is polled costs.
func (s *service) addQueues() {
	s.addDead(jobs)
	s.addDead(deliveries)
	for _, w := range workers(s.kinds) {
		s.addQueue(jobQueue(w.Name), workerFunction(w).timeout, jobs)
	}
	s.addQueue(deliveries, webhookTimeout, deliveries)
	// A queue more of dead letters would cost an alarm more, and the sweeper sends what dies here again.
	s.addQueue(crawls, crawlTimeout, deliveries)
}

// addQueue makes a queue whose messages a function handles within timeout, or which
// become dead letters.
func (s *service) addQueue(name string, timeout time.Duration, dead string) {
	s.queues[name] = s.newQueue(name, &awssqs.QueueProps{
		RetentionPeriod:   days(4),
		VisibilityTimeout: duration(visibilityFactor * timeout),
		DeadLetterQueue:   &awssqs.DeadLetterQueue{Queue: s.dead[dead], MaxReceiveCount: jsii.Number(receives)},
	})
}

// addDead makes a queue of dead letters. That of the jobs is itself an event source,
// hence the visibility; all are kept for 14 days, so that somebody can look at them
// after a holiday. It says not whose they may be: SQS takes ten names at most.
func (s *service) addDead(name string) {
	s.dead[name] = s.newQueue(name+"-dead", &awssqs.QueueProps{
		RetentionPeriod:   days(14),
		VisibilityTimeout: duration(visibilityFactor * deadLetterTimeout),
	})
}

func (s *service) newQueue(name string, props *awssqs.QueueProps) awssqs.Queue {
	props.QueueName = jsii.String(s.settings.prefix() + name)
	props.Encryption = awssqs.QueueEncryption_SQS_MANAGED
	props.EnforceSSL = jsii.Bool(true)
	return awssqs.NewQueue(s.stack, jsii.String(name), props)
}

// addWorkers connects each worker's queue with its function, and the dead letters
// with the function that fails and refunds their jobs.
func (s *service) addWorkers() {
	for _, w := range workers(s.kinds) {
		s.pollQueue(workerFunction(w).name, s.queues[jobQueue(w.Name)], 1, s.runsOf(w.Name, w.Concurrency))
	}
	s.pollQueue("dead-letter", s.dead[jobs], 10, deadLetterRuns)
	s.pollQueue("crawler", s.queues[crawls], 10, s.runsOf("crawler", 10)) // messages of one crawl are one step
}

// pollQueue feeds a function from a queue.
func (s *service) pollQueue(name string, queue awssqs.Queue, batch, concurrency int) {
	awslambda.NewCfnEventSourceMapping(s.stack, jsii.String(*queue.Node().Id()+"-source"), &awslambda.CfnEventSourceMappingProps{
		FunctionName:          s.source(name),
		EventSourceArn:        queue.QueueArn(),
		Enabled:               jsii.Bool(!s.settings.paused),
		BatchSize:             jsii.Number(batch),
		FunctionResponseTypes: jsii.Strings("ReportBatchItemFailures"),
		ScalingConfig: &awslambda.CfnEventSourceMapping_ScalingConfigProperty{
			MaximumConcurrency: jsii.Number(concurrency),
		},
	})
}
