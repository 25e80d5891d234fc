package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"
)

// target is a part of the stack that a right can be given on.
type target int

const (
	onCore target = iota
	onCoreDue
	onCoreRecent
	onCoreStream
	onEdge
	onBucket         // the bucket itself
	onResults        // objects below results/
	onEvents         // objects below events/
	onStreamFailures // objects that Lambda writes for webhook-stream
	onKindQueues     // every kind's queue
	onOwnQueue       // the queue of the worker's kind
	onDeliveries     // the queue of webhook retries
	onKindDead       // every kind's dead letters
)

type grant struct {
	on      target
	actions string // separated by spaces
}

const (
	consume = "sqs:ReceiveMessage sqs:DeleteMessage sqs:ChangeMessageVisibility sqs:GetQueueAttributes"
	send    = "sqs:SendMessage"
	stream  = "dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams"
)

// permissions is all that each function may do, besides writing its own log. A
// transaction needs no action of its own: DynamoDB asks for those of its items.
func permissions(name string) []grant {
	table := map[string][]grant{
		"api-submit": {
			{onEdge, "dynamodb:GetItem dynamodb:UpdateItem"},
			{onCore, "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem dynamodb:ConditionCheckItem"},
			{onCoreRecent, "dynamodb:Query"},
			{onKindQueues, send},
			{onDeliveries, send},
			{onResults, "s3:GetObject"},
		},
		"api-read": {
			{onEdge, "dynamodb:UpdateItem"},
			{onCore, "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query"},
			{onCoreRecent, "dynamodb:Query"},
			{onResults, "s3:GetObject"},
		},
		"worker": {
			{onCore, "dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem"},
			{onResults, "s3:GetObject s3:PutObject"},
			{onOwnQueue, consume + " " + send},
		},
		"webhook-stream": {
			{onCoreStream, stream},
			{onCore, "dynamodb:GetItem dynamodb:Query dynamodb:PutItem dynamodb:UpdateItem"},
			{onResults, "s3:GetObject"},
			{onEvents, "s3:GetObject s3:PutObject"},
			{onStreamFailures, "s3:PutObject"},
			{onBucket, "s3:ListBucket"}, // Lambda asks for it with the destination
			{onDeliveries, send},
		},
		"webhook-retry": {
			{onCore, "dynamodb:GetItem dynamodb:Query dynamodb:PutItem dynamodb:UpdateItem"},
			{onResults, "s3:GetObject"},
			{onEvents, "s3:GetObject s3:PutObject"},
			{onDeliveries, consume + " " + send},
		},
		"sweeper": {
			{onCore, "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:PutItem dynamodb:UpdateItem"},
			{onCoreDue, "dynamodb:Query"},
			{onKindQueues, send},
			{onDeliveries, send},
		},
		"dead-letter": {
			{onCore, "dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem"},
			{onKindDead, consume},
		},
		"admin": {
			{onEdge, "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:Scan dynamodb:PutItem dynamodb:UpdateItem"},
			{onCore, "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:Scan dynamodb:PutItem dynamodb:UpdateItem"},
			{onCoreRecent, "dynamodb:Query"},
		},
	}
	if strings.HasPrefix(name, "worker-") {
		name = "worker"
	}
	return table[name]
}

// newRole makes the role of one function. Its rights are part of the role, not
// policies beside it, so that no event source can start before they are there.
func (s *service) newRole(fn function, logs awslogs.LogGroup) awsiam.Role {
	statements := []awsiam.PolicyStatement{allow("logs:CreateLogStream logs:PutLogEvents", logs.LogGroupArn())}
	for _, g := range permissions(fn.name) {
		statements = append(statements, allow(g.actions, s.arns(g.on, fn)...))
	}
	return awsiam.NewRole(s.stack, jsii.String(fn.name+"-role"), &awsiam.RoleProps{
		AssumedBy:   awsiam.NewServicePrincipal(jsii.String("lambda.amazonaws.com"), nil),
		Description: jsii.String("All that " + fn.name + " may do"),
		InlinePolicies: &map[string]awsiam.PolicyDocument{
			"rights": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &statements}),
		},
	})
}

func allow(actions string, resources ...*string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions:   jsii.Strings(strings.Fields(actions)...),
		Resources: &resources,
	})
}

// arns resolves a target for one function.
func (s *service) arns(on target, fn function) []*string {
	below := func(arn *string, path string) []*string { return []*string{jsii.String(*arn + path)} }
	switch on {
	case onCore:
		return []*string{s.core.TableArn()}
	case onCoreDue:
		return below(s.core.TableArn(), "/index/"+indexDue)
	case onCoreRecent:
		return below(s.core.TableArn(), "/index/"+indexRecent)
	case onCoreStream:
		return below(s.core.TableArn(), "/stream/*") // listing is asked for all of a table's streams
	case onEdge:
		return []*string{s.edge.TableArn()}
	case onBucket:
		return []*string{s.bucket.BucketArn()}
	case onResults:
		return below(s.bucket.BucketArn(), "/results/*")
	case onEvents:
		return below(s.bucket.BucketArn(), "/events/*")
	case onStreamFailures:
		return below(s.bucket.BucketArn(), "/"+streamFailures+"*")
	case onDeliveries:
		return []*string{s.queues[deliveries].queue.QueueArn()}
	case onOwnQueue:
		return []*string{s.queues[kindQueue(strings.TrimPrefix(fn.name, "worker-"))].queue.QueueArn()}
	case onKindQueues, onKindDead:
		return s.kindQueueArns(on == onKindDead)
	}
	return nil
}

func (s *service) kindQueueArns(dead bool) []*string {
	var arns []*string
	for _, name := range slices.Sorted(maps.Keys(s.queues)) {
		switch pair := s.queues[name]; {
		case name == deliveries:
		case dead:
			arns = append(arns, pair.dead.QueueArn())
		default:
			arns = append(arns, pair.queue.QueueArn())
		}
	}
	return arns
}
