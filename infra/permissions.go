package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
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
	onKept           // objects below progress/ and documents/
	onPages          // objects below pages/
	onBrowser        // the function that shows pages
	onPDF            // the function that reads PDFs
	onEvents         // objects below events/
	onOwned          // objects of organizations
	onStreamFailures // objects that Lambda writes for webhook-stream
	onJobQueues      // every worker's queue
	onOwnQueue       // the worker's queue
	onNextQueue      // that of the function that the worker hands jobs over to
	onDeliveries     // the queue of webhook retries
	onCrawls         // the queue of crawls that are to go on
	onDeadJobs       // the dead letters of all workers
	onLogs           // the logs of all functions
)

type grant struct {
	on      target
	actions string   // separated by spaces
	keys    []string // forms of the rows' partition keys; none for all rows
}

const (
	consume = "sqs:ReceiveMessage sqs:DeleteMessage sqs:ChangeMessageVisibility sqs:GetQueueAttributes"
	send    = "sqs:SendMessage"
	stream  = "dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams"
)

// turns and tokens are the keys of rows about services and hosts, and of tokens, in the edge table.
func turns() []string { return []string{store.TurnPrefix + "*"} }

func tokens() []string { return []string{store.TokenPrefix + "*"} }

// permissions is all that each function may do, besides writing its own log, which is all that
// the functions may that workers invoke.
func permissions(fn function) []grant {
	if fn.worker == "" {
		return grants()[fn.name]
	}
	all := grants()["worker"]
	if fn.pages {
		all = append(all, grant{on: onBrowser, actions: "lambda:InvokeFunction"})
	}
	if fn.pdfs {
		all = append(all, grant{on: onPDF, actions: "lambda:InvokeFunction"})
	}
	if fn.pages || fn.pdfs {
		// What a request or a response does not take goes by links that the worker signs.
		all = append(all, grant{on: onPages, actions: "s3:GetObject s3:PutObject"})
	}
	if fn.crawls {
		all = append(all, grant{on: onCrawls, actions: send})
	}
	if fn.handsTo != "" {
		all = append(all, grant{on: onNextQueue, actions: send})
	}
	return all
}

// grants are the permissions of each function, and those that all workers have. A transaction needs no
// action of its own: DynamoDB asks for those of its items.
func grants() map[string][]grant {
	all := workGrants()
	maps.Copy(all, map[string][]grant{
		"api-submit": {
			{on: onEdge, actions: "dynamodb:UpdateItem", keys: tokens()},
			{on: onCore, actions: "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem dynamodb:ConditionCheckItem"},
			{on: onCoreRecent, actions: "dynamodb:Query"},
			{on: onJobQueues, actions: send},
			{on: onDeliveries, actions: send},
			{on: onCrawls, actions: send},
			{on: onResults, actions: "s3:GetObject"},
		},
		"api-read": {
			{on: onEdge, actions: "dynamodb:UpdateItem", keys: tokens()},
			{on: onCore, actions: "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query"},
			{on: onCoreRecent, actions: "dynamodb:Query"},
			{on: onResults, actions: "s3:GetObject"},
		},
		"sweeper": {
			{on: onCore, actions: "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:PutItem dynamodb:UpdateItem", keys: store.Partitions("sweeper")},
			{on: onCoreDue, actions: "dynamodb:Query"},
			{on: onJobQueues, actions: send + " sqs:GetQueueAttributes"},
			{on: onCrawls, actions: send},
			{on: onDeliveries, actions: send + " sqs:GetQueueAttributes"},
		},
		"dead-letter": {
			{on: onCore, actions: "dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem", keys: store.Partitions("dead-letter")},
			{on: onDeadJobs, actions: consume},
		},
		"admin": {
			{on: onEdge, actions: "dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem", keys: tokens()},
			{on: onCore, actions: "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:Scan dynamodb:PutItem dynamodb:UpdateItem dynamodb:DeleteItem"},
			{on: onCoreRecent, actions: "dynamodb:Query"},
			{on: onBucket, actions: "s3:ListBucket"},
			{on: onOwned, actions: "s3:GetObject s3:DeleteObject"}, // exports and deletions
			{on: onLogs, actions: "logs:FilterLogEvents"},
		},
	})
	return all
}

// workGrants are the permissions of what performs jobs, moves crawls on and delivers events.
func workGrants() map[string][]grant {
	return map[string][]grant{
		"crawler": {
			{on: onEdge, actions: "dynamodb:GetItem dynamodb:UpdateItem", keys: turns()},
			{on: onCore, actions: "dynamodb:GetItem dynamodb:BatchGetItem dynamodb:Query dynamodb:PutItem dynamodb:UpdateItem dynamodb:ConditionCheckItem", keys: store.Partitions("crawler")},
			{on: onResults, actions: "s3:GetObject s3:PutObject"},
			{on: onJobQueues, actions: send},
			{on: onCrawls, actions: consume + " " + send},
		},
		"worker": {
			{on: onEdge, actions: "dynamodb:GetItem dynamodb:UpdateItem", keys: turns()}, // not the rows of tokens
			{on: onCore, actions: "dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem dynamodb:ConditionCheckItem", keys: store.Partitions("worker")},
			{on: onResults, actions: "s3:GetObject s3:PutObject"},
			{on: onKept, actions: "s3:GetObject s3:PutObject"},
			{on: onOwnQueue, actions: consume + " " + send},
		},
		"webhook-stream": {
			{on: onCoreStream, actions: stream},
			{on: onCore, actions: "dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem dynamodb:ConditionCheckItem", keys: store.Partitions("webhook-stream")},
			{on: onResults, actions: "s3:GetObject"},
			{on: onEvents, actions: "s3:GetObject s3:PutObject"},
			{on: onStreamFailures, actions: "s3:PutObject"},
			{on: onBucket, actions: "s3:ListBucket"}, // Lambda asks for it with the destination
			{on: onDeliveries, actions: send},
		},
		"webhook-retry": {
			{on: onCore, actions: "dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem dynamodb:ConditionCheckItem", keys: store.Partitions("webhook-retry")},
			{on: onResults, actions: "s3:GetObject"},
			{on: onEvents, actions: "s3:GetObject s3:PutObject"},
			{on: onDeliveries, actions: consume + " " + send},
		},
	}
}

// newRole makes the role of one function. Its rights are part of the role, not
// policies beside it, so that no event source can start before they are there.
func (s *service) newRole(fn function, logs awslogs.LogGroup) awsiam.Role {
	statements := []awsiam.PolicyStatement{allow("logs:CreateLogStream logs:PutLogEvents", logs.LogGroupArn())}
	for _, g := range permissions(fn) {
		actions := g.actions
		if s.settings.emulated { // which asks for an action of the batch; SQS for that of its messages
			actions = strings.ReplaceAll(actions, send, send+" "+send+"Batch")
		}
		statement := allow(actions, s.arns(g.on, fn)...)
		if len(g.keys) > 0 {
			statement.AddCondition(jsii.String("ForAllValues:StringLike"), map[string][]string{"dynamodb:LeadingKeys": g.keys})
		}
		statements = append(statements, statement)
	}
	if fn.model {
		statements = append(statements, s.modelRights()...)
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
func (s *service) arns(on target, fn function) []*string { //nolint:funlen // a case for each target
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
	case onKept:
		return slices.Concat(below(s.bucket.BucketArn(), "/progress/*"), below(s.bucket.BucketArn(), "/documents/*"))
	case onPages:
		return below(s.bucket.BucketArn(), "/pages/*")
	case onBrowser:
		return []*string{s.functions[kind.BrowserFunction].FunctionArn()}
	case onPDF:
		return []*string{s.functions[kind.PDFFunction].FunctionArn()}
	case onEvents:
		return below(s.bucket.BucketArn(), "/events/*")
	case onOwned:
		var all []*string
		for _, prefix := range blob.Owned("*") {
			all = append(all, jsii.String(*s.bucket.BucketArn()+"/"+strings.TrimSuffix(prefix, "*/")+"*"))
		}
		return all
	case onStreamFailures:
		return below(s.bucket.BucketArn(), "/"+streamFailures+"*")
	case onDeliveries:
		return []*string{s.queues[deliveries].QueueArn()}
	case onOwnQueue:
		return []*string{s.queues[jobQueue(fn.worker)].QueueArn()}
	case onNextQueue:
		return []*string{s.queues[jobQueue(fn.handsTo)].QueueArn()}
	case onCrawls:
		return []*string{s.queues[crawls].QueueArn()}
	case onDeadJobs:
		return []*string{s.dead[jobs].QueueArn()}
	case onJobQueues:
		return s.jobQueueArns()
	case onLogs:
		return []*string{awscdk.Fn_Sub(jsii.String(
			"arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group:/"+s.settings.stackName+"/*"), nil)}
	}
	return nil
}

func (s *service) jobQueueArns() []*string {
	var arns []*string
	for _, w := range workers(s.kinds) {
		arns = append(arns, s.queues[jobQueue(w.Name)].QueueArn())
	}
	return arns
}
