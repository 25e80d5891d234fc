package main

import (
	"fmt"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/config"
)

// service is the stack with what its parts need of each other.
type service struct {
	stack    awscdk.Stack
	settings settings
	kinds    []kind.Definition

	core, edge awsdynamodb.TableV2
	bucket     awss3.Bucket
	cursorKey  *string                 // a reference to it
	queues     map[string]awssqs.Queue // by name without prefix: jobs-url, deliveries
	dead       map[string]awssqs.Queue // their dead letters: jobs (all workers'), deliveries
	functions  map[string]awslambda.Function
	aliases    map[string]awslambda.Alias // of those that calls and messages go to, with rollout
	alarms     map[string]awscloudwatch.Alarm
	chromium   awslambda.ILayerVersion          // made for the first worker that needs it
	counts     map[string]awscloudwatch.IMetric // of the sweeper's log, by the name there
	api        awsapigatewayv2.HttpApi
	stage      awsapigatewayv2.HttpStage
}

// newService builds the whole stack under scope. Everything that belongs to a
// kind (functions, queues, rights, graphs) follows from its Definition.
func newService(scope constructs.Construct, s settings, kinds []kind.Definition) *service {
	svc := &service{
		stack:     awscdk.NewStack(scope, jsii.String("quarry"), stackProps(s)),
		settings:  s,
		kinds:     kinds,
		queues:    map[string]awssqs.Queue{},
		dead:      map[string]awssqs.Queue{},
		functions: map[string]awslambda.Function{},
		aliases:   map[string]awslambda.Alias{},
		alarms:    map[string]awscloudwatch.Alarm{},
		counts:    map[string]awscloudwatch.IMetric{},
	}
	svc.addData()
	svc.addQueues()
	for _, fn := range fleet(kinds) {
		svc.addFunction(fn)
	}
	svc.addWorkers()
	svc.addWebhooks()
	svc.addSchedules()
	svc.addAPI()
	svc.addDomain()
	svc.addAlarms()
	svc.addRollout()
	svc.addDashboard()
	svc.addBudget()
	svc.addOutputs()
	return svc
}

// stackProps names no account and no region, so that one synthesis serves all.
func stackProps(s settings) *awscdk.StackProps {
	tags := s.tagged()
	return &awscdk.StackProps{
		StackName:          jsii.String(s.stackName),
		Description:        jsii.String("Quarry, a self-hosted web-data API"),
		AnalyticsReporting: jsii.Bool(false),
		Tags:               &tags,
	}
}

// tagged are the tags that CloudFormation gives to all that the stack makes, by name.
func (s settings) tagged() map[string]*string {
	pairs, _ := config.Pairs(config.List(s.tags)) // its form is checked
	tags := map[string]*string{}
	for name, value := range pairs {
		tags[name] = jsii.String(value)
	}
	return tags
}

func (s *service) addOutputs() {
	api := s.stage.Url()
	if s.settings.domainOnly {
		api = jsii.String("https://" + s.settings.domain + "/")
	}
	outputs := map[string]*string{
		"ApiUrl":            api,
		"AdminFunctionName": s.functions["admin"].FunctionName(),
		"CoreTableName":     s.core.TableName(),
		"EdgeTableName":     s.edge.TableName(),
		"ResultsBucketName": s.bucket.BucketName(),
	}
	for _, name := range []string{"ApiUrl", "AdminFunctionName", "CoreTableName", "EdgeTableName", "ResultsBucketName"} {
		awscdk.NewCfnOutput(s.stack, jsii.String(name), &awscdk.CfnOutputProps{Value: outputs[name]})
	}
	if s.settings.version != "" {
		awscdk.NewCfnOutput(s.stack, jsii.String("Version"), &awscdk.CfnOutputProps{Value: jsii.String(s.settings.version)})
	}
}

// inRegion is the name of what an account has once for all regions.
func (s *service) inRegion() *string {
	return awscdk.Fn_Sub(jsii.String(s.settings.stackName+"-${AWS::Region}"), nil)
}

func duration(d time.Duration) awscdk.Duration {
	return awscdk.Duration_Seconds(jsii.Number(d.Seconds()))
}

func days(n int) awscdk.Duration { return awscdk.Duration_Days(jsii.Number(n)) }

// resourceOf is the CloudFormation resource behind a construct, for what the
// construct has no property for.
func resourceOf[T any](c constructs.IConstruct) T {
	r, ok := c.Node().DefaultChild().(T)
	if !ok {
		panic(fmt.Sprintf("%s is not made of what it was", *c.Node().Path()))
	}
	return r
}
