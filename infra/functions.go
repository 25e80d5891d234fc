package main

import (
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3assets"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/job"
)

// function is what the stack needs to know of one folder under functions/.
type function struct {
	name     string
	memoryMB int
	timeout  time.Duration
	about    string
}

// Time-outs that the queues' visibility follows from.
const (
	// webhookTimeout is also how long a delivery is leased: whoever makes an attempt
	// is gone before another may.
	webhookTimeout    = time.Minute
	deadLetterTimeout = time.Minute
)

// workerGrace is what a worker has beyond its kind's ceiling to store the result
// and finish the job.
const workerGrace = 30 * time.Second

// fleet lists every function: the fixed ones and a worker a kind. Submit may wait
// 25 s for its job within the 29 s that an HTTP API allows; the webhook functions
// make a batch's attempts at once, each of at most 15 s.
func fleet(kinds []job.Spec) []function {
	functions := []function{
		{"api-submit", 256, 29 * time.Second, "creates jobs and waits for them; changes webhook endpoints"},
		{"api-read", 256, 10 * time.Second, "answers reads, documentation and unknown routes"},
		{"webhook-stream", 256, webhookTimeout, "makes the first attempt of each delivery"},
		{"webhook-retry", 256, webhookTimeout, "makes the later attempts"},
		{"sweeper", 256, time.Minute, "finds lost sends, dead workers and passed deadlines"},
		{"dead-letter", 128, deadLetterTimeout, "fails and refunds what no worker could finish"},
		{"admin", 256, 15 * time.Minute, "serves the operator and audits the books"},
	}
	for _, kind := range kinds {
		functions = append(functions, worker(kind))
	}
	return functions
}

func worker(kind job.Spec) function {
	return function{"worker-" + kind.Kind, kind.MemoryMB, kind.Ceiling + workerGrace, "runs jobs of the kind " + kind.Kind}
}

func (s *service) addFunction(fn function) {
	logs := awslogs.NewLogGroup(s.stack, jsii.String(fn.name+"-logs"), &awslogs.LogGroupProps{
		LogGroupName:  jsii.String("/" + s.settings.stackName + "/" + fn.name),
		Retention:     awslogs.RetentionDays_ONE_MONTH,
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	f := awslambda.NewFunction(s.stack, jsii.String(fn.name), &awslambda.FunctionProps{
		FunctionName:          jsii.String(s.settings.prefix() + fn.name),
		Description:           jsii.String("Quarry " + fn.about),
		Runtime:               awslambda.Runtime_PROVIDED_AL2023(),
		Architecture:          s.settings.architecture(),
		Handler:               jsii.String("bootstrap"),
		Code:                  s.code(fn),
		MemorySize:            jsii.Number(fn.memoryMB),
		Timeout:               duration(fn.timeout),
		Role:                  s.newRole(fn, logs),
		LogGroup:              logs,
		LoggingFormat:         awslambda.LoggingFormat_JSON,
		ApplicationLogLevelV2: awslambda.ApplicationLogLevel(strings.ToUpper(s.settings.logLevel)),
		Environment:           s.environment(),
	})
	if s.settings.template {
		// Sam finds the code by this path, and the checkout may be anywhere.
		resourceOf[awslambda.CfnFunction](f).AddMetadata(jsii.String("aws:asset:path"), jsii.String(samPath(fn.name)))
	}
	s.functions[fn.name] = f
}

// code is the function's folder. A template's hash is fixed: the file must be the
// same whoever built the binaries.
func (s *service) code(fn function) awslambda.Code {
	options := &awss3assets.AssetOptions{}
	if s.settings.template {
		options.AssetHash = jsii.String(fn.name)
		options.AssetHashType = awscdk.AssetHashType_CUSTOM
	}
	return awslambda.Code_FromAsset(jsii.String(s.settings.dist+"/"+fn.name), options)
}

func (s settings) architecture() awslambda.Architecture {
	if s.template {
		return awslambda.Architecture_X86_64()
	}
	return awslambda.Architecture_ARM_64()
}

// environment is the same for every function; what each may do with it is the
// role's matter. Queues are told by their common prefix, which keeps functions
// and queues free of circular references.
func (s *service) environment() *map[string]*string {
	env := map[string]*string{
		"QUARRY_CORE_TABLE":     s.core.TableName(),
		"QUARRY_EDGE_TABLE":     s.edge.TableName(),
		"QUARRY_RESULTS_BUCKET": s.bucket.BucketName(),
		"QUARRY_QUEUE_PREFIX": awscdk.Fn_Sub(jsii.String(
			"https://sqs.${AWS::Region}.${AWS::URLSuffix}/${AWS::AccountId}/"+s.settings.prefix()), nil),
	}
	if s.settings.userAgent != "" {
		env["QUARRY_USER_AGENT"] = jsii.String(s.settings.userAgent)
	}
	if s.settings.template {
		// `sam --env-vars` sets only what is declared.
		for _, name := range []string{"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL_SQS"} {
			env[name] = jsii.String("")
		}
	}
	return &env
}
