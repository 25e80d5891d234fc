package main

import (
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2/awscodedeploy"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/interfaces/interfacesawscloudwatch"
	"github.com/aws/jsii-runtime-go"
)

// rollbackAlarms are those that a new version can raise within the quarter of an hour that it is tried for.
func rollbackAlarms() []string {
	return []string{"api-failing", "functions-failing", "jobs-internal-errors", "workers-died"}
}

// asked is what calls and messages of a function go to: the function, or with rollout an alias that moves to each
// new version in two steps.
func (s *service) asked(name string) awslambda.IFunction {
	fn := s.functions[name]
	if !s.settings.rollout {
		return fn
	}
	if s.aliases[name] == nil {
		s.aliases[name] = awslambda.NewAlias(s.stack, jsii.String(name+"-live"), &awslambda.AliasProps{
			AliasName: jsii.String("live"), Version: fn.CurrentVersion(),
		})
	}
	return s.aliases[name]
}

// source is what an event source names to have a function asked.
func (s *service) source(name string) *string {
	if s.settings.rollout {
		return s.asked(name).FunctionArn()
	}
	return s.functions[name].FunctionName()
}

// addRollout has CodeDeploy move the aliases. It looks at the alarms, which are there anyway.
func (s *service) addRollout() {
	if !s.settings.rollout {
		return
	}
	application := awscodedeploy.NewLambdaApplication(s.stack, jsii.String("rollout"), &awscodedeploy.LambdaApplicationProps{
		ApplicationName: jsii.String(s.settings.stackName),
	})
	role := s.newRolloutRole()
	var alarms []interfacesawscloudwatch.IAlarmRef
	for _, id := range rollbackAlarms() {
		if a := s.alarms[id]; a != nil { // an emulator has not all
			alarms = append(alarms, a)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.aliases)) {
		awscodedeploy.NewLambdaDeploymentGroup(s.stack, jsii.String(name+"-rollout"), &awscodedeploy.LambdaDeploymentGroupProps{
			Application: application, DeploymentGroupName: jsii.String(name), Alias: s.aliases[name], Role: role, Alarms: &alarms,
			DeploymentConfig: awscodedeploy.LambdaDeploymentConfig_CANARY_10PERCENT_15MINUTES(),
			AutoRollback:     &awscodedeploy.AutoRollbackConfig{FailedDeployment: jsii.Bool(true), StoppedDeployment: jsii.Bool(true), DeploymentInAlarm: jsii.Bool(true)},
		})
	}
}

// newRolloutRole makes the role of CodeDeploy, with rights on these functions and alarms instead of a policy of AWS's,
// which has them on all of the account.
func (s *service) newRolloutRole() awsiam.IRole {
	var functions, alarms []*string
	for _, name := range slices.Sorted(maps.Keys(s.aliases)) {
		functions = append(functions, jsii.String(*s.functions[name].FunctionArn()+":live"))
	}
	for _, id := range rollbackAlarms() {
		if a := s.alarms[id]; a != nil {
			alarms = append(alarms, a.AlarmArn())
		}
	}
	return awsiam.NewRole(s.stack, jsii.String("rollout-role"), &awsiam.RoleProps{
		AssumedBy:   awsiam.NewServicePrincipal(jsii.String("codedeploy.amazonaws.com"), nil),
		Description: jsii.String("Moves the aliases of functions to new versions"),
		InlinePolicies: &map[string]awsiam.PolicyDocument{
			"rights": awsiam.NewPolicyDocument(&awsiam.PolicyDocumentProps{Statements: &[]awsiam.PolicyStatement{
				allow("lambda:UpdateAlias lambda:GetAlias lambda:GetProvisionedConcurrencyConfig", functions...),
				allow("cloudwatch:DescribeAlarms", alarms...),
			}}),
		},
	}).WithoutPolicyUpdates(nil)
}
