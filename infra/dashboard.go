package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/serve/meter"
)

// addDashboard draws the service on one page: what comes in, what waits, what runs
// and what it asks of the tables. Up to 50 metrics a dashboard may be free: so a
// worker has one of its own there, how long its jobs wait, and whatever else is
// looked at function by function is drawn of one function at a time. What kinds and
// upstreams do is searched for, so that a new one is drawn when it first does something.
func (s *service) addDashboard() {
	if !s.settings.dashboard {
		return
	}
	awscloudwatch.NewDashboard(s.stack, jsii.String("dashboard"), &awscloudwatch.DashboardProps{
		DashboardName:   s.inRegion(),
		DefaultInterval: days(1),
		Variables:       &[]awscloudwatch.IVariable{s.chooseFunction(s.settings.prefix() + fixed()[0].name)},
		Widgets: &[]*[]awscloudwatch.IWidget{
			{
				graph("Requests", s.api.MetricCount(fiveMinutes("Sum")), s.api.MetricClientError(fiveMinutes("Sum")), s.api.MetricServerError(fiveMinutes("Sum"))),
				graph("Latency, ms", s.api.MetricLatency(fiveMinutes("p50")), s.api.MetricLatency(fiveMinutes("p99"))),
				graph("Webhook stream behind, ms", s.functions["webhook-stream"].Metric(jsii.String("IteratorAge"), fiveMinutes("Maximum"))),
			},
			{
				graph("Jobs that ended, by kind", s.search([]string{meter.ByKind}, meter.RunTime, "SampleCount")),
				graph("Failures, share of a kind's jobs", s.search([]string{meter.ByKind}, meter.Failed, "Average")),
				graph("Failures by worker, kind and code", s.search([]string{meter.ByWorker, meter.ByKind, meter.ByCode}, meter.Unsuccessful, "Sum")),
			},
			{
				graph("Run time by kind, p50, ms", s.search([]string{meter.ByKind}, meter.RunTime, "p50")),
				graph("Run time by kind, p95, ms", s.search([]string{meter.ByKind}, meter.RunTime, "p95")),
				graph("Credits", s.metered(meter.Charged, "Sum", nil), s.metered(meter.Refunded, "Sum", nil)),
			},
			{
				graph("Upstreams failing, share of calls", s.search([]string{meter.ByUpstream}, meter.Down, "Average")),
				graph("Upstreams that let nobody in, calls", s.search([]string{meter.ByUpstream}, meter.Blocked, "Sum")),
				graph("Upstreams, p95, ms", s.search([]string{meter.ByUpstream}, meter.CallTime, "p95")),
			},
			{
				graph("Oldest message, s", s.oldest()...),
				graph("Jobs lost and workers died", s.swept("lost"), s.swept("died")),
				graph("Dead letters", s.deadLetters()...),
			},
			{
				graph("Chosen function", one("Invocations", "Sum"), one("Errors", "Sum")),
				graph("Chosen function, ms", one("Duration", "p99")),
				s.billed(),
			},
			{
				graph("Core table, units", units(s.core)...),
				graph("Edge table, units", units(s.edge)...),
			},
		},
	})
}

// search draws a metric of the functions' lines with each value of its dimensions that there was.
func (s *service) search(dimensions []string, name, statistic string) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		UsingMetrics: &map[string]awscloudwatch.IMetric{}, Period: duration(5 * time.Minute), Label: jsii.String(""),
		Expression: jsii.String(fmt.Sprintf(`SEARCH('{"%s",%s} MetricName="%s"', '%s', 300)`,
			s.settings.stackName, strings.Join(dimensions, ","), name, statistic)),
	})
}

// chosen stands for the name of the function that is drawn. CloudWatch puts the chosen name wherever this text is on
// the dashboard, so that it is no function's name: the costs have those in them.
const chosen = "chosen-function"

// chooseFunction offers all functions, one of which is chosen at first.
func (s *service) chooseFunction(first string) awscloudwatch.DashboardVariable {
	var names []*awscloudwatch.VariableValue
	for _, fn := range fleet(s.kinds) {
		names = append(names, &awscloudwatch.VariableValue{Label: jsii.String(fn.name), Value: jsii.String(s.settings.prefix() + fn.name)})
	}
	return awscloudwatch.NewDashboardVariable(&awscloudwatch.DashboardVariableOptions{
		Id: jsii.String("function"), Label: jsii.String("Function"),
		Type: awscloudwatch.VariableType_PATTERN, Value: jsii.String(chosen),
		InputType: awscloudwatch.VariableInputType_SELECT, Values: awscloudwatch.Values_FromValues(names...),
		DefaultValue: awscloudwatch.DefaultValue_Value(first),
	})
}

// one is a metric of the chosen function.
func one(metric, statistic string) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: jsii.String("AWS/Lambda"), MetricName: jsii.String(metric), Statistic: jsii.String(statistic),
		DimensionsMap: &map[string]*string{"FunctionName": jsii.String(chosen)},
		Label:         jsii.String(metric + " " + statistic), Period: fiveMinutes(statistic).Period,
	})
}

func graph(title string, metrics ...awscloudwatch.IMetric) awscloudwatch.IWidget {
	return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{
		Title: jsii.String(title), Left: &metrics, Width: jsii.Number(8),
	})
}

// oldest is how long messages wait, queue by queue.
func (s *service) oldest() []awscloudwatch.IMetric {
	var metrics []awscloudwatch.IMetric
	for _, w := range workers(s.kinds) {
		metrics = append(metrics, s.queues[jobQueue(w.Name)].MetricApproximateAgeOfOldestMessage(labelled(w.Name)))
	}
	for _, name := range []string{deliveries, crawls} {
		metrics = append(metrics, s.queues[name].MetricApproximateAgeOfOldestMessage(labelled(name)))
	}
	return metrics
}

func (s *service) deadLetters() []awscloudwatch.IMetric {
	var metrics []awscloudwatch.IMetric
	for _, name := range []string{jobs, deliveries} {
		metrics = append(metrics, s.dead[name].MetricApproximateNumberOfMessagesVisible(labelled(name)))
	}
	return metrics
}

func labelled(name string) *awscloudwatch.MetricOptions {
	options := fiveMinutes("Maximum")
	options.Label = jsii.String(name)
	return options
}

func units(table awsdynamodb.TableV2) []awscloudwatch.IMetric {
	return []awscloudwatch.IMetric{
		table.MetricConsumedReadCapacityUnits(fiveMinutes("Sum")), table.MetricConsumedWriteCapacityUnits(fiveMinutes("Sum")),
	}
}
