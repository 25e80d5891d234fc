package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsevents"
	"github.com/aws/aws-cdk-go/awscdk/v2/awseventstargets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/jsii-runtime-go"
)

// addSchedules starts the sweeper each minute and the audit each night (UTC). An
// audit that finds a difference fails, so the alarm on admin's errors reports it.
func (s *service) addSchedules() {
	s.schedule("sweep", "rate(1 minute)", "sweeper", nil)
	s.schedule("audit", "cron(15 3 * * ? *)", "admin", map[string]any{"op": "audit"})
}

// schedule invokes a function without retries: the sweeper runs again in a
// minute anyway, and one failed audit shall be one error.
func (s *service) schedule(id, expression, name string, input map[string]any) {
	target := &awseventstargets.LambdaFunctionProps{RetryAttempts: jsii.Number(0)}
	if input != nil {
		target.Event = awsevents.RuleTargetInput_FromObject(input)
	}
	fn := s.functions[name]
	awsevents.NewRule(s.stack, jsii.String(id), &awsevents.RuleProps{
		Enabled:  jsii.Bool(!s.settings.paused),
		Schedule: awsevents.Schedule_Expression(jsii.String(expression)),
		Targets:  &[]awsevents.IRuleTarget{awseventstargets.NewLambdaFunction(fn, target)},
	})
	fn.ConfigureAsyncInvoke(&awslambda.EventInvokeConfigOptions{RetryAttempts: jsii.Number(0)})
}
