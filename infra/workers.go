package main

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

// queuePair is a queue and where its messages go that nothing could handle.
type queuePair struct {
	queue, dead awssqs.Queue
}

const (
	// receives is how often a message is tried before it is dead. Duplicates are
	// acknowledged, never failed, so only real failures count.
	receives = 5
	// visibilityFactor is how many time-outs of its function a message stays
	// hidden: Lambda's own retries under throttling take their time.
	visibilityFactor = 6
)

func kindQueue(kind string) string { return "kind-" + kind }

func (s *service) addQueues() {
	for _, kind := range s.kinds {
		s.addQueue(kindQueue(kind.Kind), worker(kind).timeout)
	}
	s.addQueue(deliveries, webhookTimeout)
}

// addQueue makes a queue whose messages a function handles within timeout.
// Dead letters are themselves an event source, hence their own visibility; they
// are kept for 14 days, so that somebody can look at them after a holiday.
func (s *service) addQueue(name string, timeout time.Duration) {
	dead := s.newQueue(name+"-dead", &awssqs.QueueProps{
		RetentionPeriod:   days(14),
		VisibilityTimeout: duration(visibilityFactor * deadLetterTimeout),
	})
	queue := s.newQueue(name, &awssqs.QueueProps{
		RetentionPeriod:   days(4),
		VisibilityTimeout: duration(visibilityFactor * timeout),
		DeadLetterQueue:   &awssqs.DeadLetterQueue{Queue: dead, MaxReceiveCount: jsii.Number(receives)},
	})
	s.queues[name] = queuePair{queue, dead}
}

func (s *service) newQueue(name string, props *awssqs.QueueProps) awssqs.Queue {
	props.QueueName = jsii.String(s.settings.prefix() + name)
	props.Encryption = awssqs.QueueEncryption_SQS_MANAGED
	props.EnforceSSL = jsii.Bool(true)
	return awssqs.NewQueue(s.stack, jsii.String(name), props)
}

// addWorkers connects each kind's queue with its worker and its dead letters with
// the function that fails and refunds them.
func (s *service) addWorkers() {
	for _, kind := range s.kinds {
		pair := s.queues[kindQueue(kind.Kind)]
		s.pollQueue(worker(kind).name, pair.queue, 1, kind.Concurrency)
		s.pollQueue("dead-letter", pair.dead, 10, 2)
	}
}

// pollQueue feeds a function from a queue. SQS allows no maximum below 2.
func (s *service) pollQueue(name string, queue awssqs.Queue, batch, concurrency int) {
	awslambda.NewCfnEventSourceMapping(s.stack, jsii.String(*queue.Node().Id()+"-source"), &awslambda.CfnEventSourceMappingProps{
		FunctionName:          s.functions[name].FunctionName(),
		EventSourceArn:        queue.QueueArn(),
		BatchSize:             jsii.Number(batch),
		FunctionResponseTypes: jsii.Strings("ReportBatchItemFailures"),
		ScalingConfig: &awslambda.CfnEventSourceMapping_ScalingConfigProperty{
			MaximumConcurrency: jsii.Number(max(2, concurrency)),
		},
	})
}
