package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/jsii-runtime-go"
)

// deliveries is the queue of webhook attempts due within 15 minutes.
const deliveries = "deliveries"

// firstAttempts lets pass what a finished job or a replay inserts: the first
// attempt of a delivery. Everything else that the table sees costs no invocation.
const firstAttempts = `{"eventName":["INSERT"],"dynamodb":{"NewImage":{"entity":{"S":["delivery"]},"attempt":{"N":["1"]}}}}`

func (s *service) addWebhooks() {
	s.pollQueue("webhook-retry", s.queues[deliveries], 5, s.runsOf("webhook-retry", 20)) // 5 posts each at once
	awslambda.NewCfnEventSourceMapping(s.stack, jsii.String("core-stream-source"), &awslambda.CfnEventSourceMappingProps{
		FunctionName:     s.source("webhook-stream"),
		EventSourceArn:   s.core.TableStreamArn(),
		Enabled:          jsii.Bool(!s.settings.paused),
		StartingPosition: jsii.String("TRIM_HORIZON"),
		FilterCriteria: &awslambda.CfnEventSourceMapping_FilterCriteriaProperty{
			Filters: &[]any{&awslambda.CfnEventSourceMapping_FilterProperty{Pattern: jsii.String(firstAttempts)}},
		},
		BatchSize:                  jsii.Number(25), // all that comes while the batch before waits 3 s
		ParallelizationFactor:      jsii.Number(shardRuns),
		BisectBatchOnFunctionError: jsii.Bool(true),
		MaximumRetryAttempts:       jsii.Number(3),
		FunctionResponseTypes:      jsii.Strings("ReportBatchItemFailures"),
		DestinationConfig: &awslambda.CfnEventSourceMapping_DestinationConfigProperty{
			OnFailure: &awslambda.CfnEventSourceMapping_OnFailureProperty{Destination: s.bucket.BucketArn()},
		},
	})
}
