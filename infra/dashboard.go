package main

import (
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"
)

// addDashboard draws the service on one page: what comes in, what waits, what runs
// and what it asks of the tables.
func (s *service) addDashboard() {
	queues, dead := map[string]awssqs.Queue{}, map[string]awssqs.Queue{}
	for name, pair := range s.queues {
		queues[name], dead[name] = pair.queue, pair.dead
	}
	awscloudwatch.NewDashboard(s.stack, jsii.String("dashboard"), &awscloudwatch.DashboardProps{
		DashboardName:   jsii.String(s.settings.stackName),
		DefaultInterval: days(1),
		Widgets: &[]*[]awscloudwatch.IWidget{
			{
				graph("Requests", s.api.MetricCount(fiveMinutes("Sum")), s.api.MetricClientError(fiveMinutes("Sum")), s.api.MetricServerError(fiveMinutes("Sum"))),
				graph("Latency, ms", s.api.MetricLatency(fiveMinutes("p50")), s.api.MetricLatency(fiveMinutes("p99"))),
			},
			{
				graph("Waiting messages", labelled(queues, "Maximum", awssqs.Queue.MetricApproximateNumberOfMessagesVisible)...),
				graph("Oldest message, s", labelled(queues, "Maximum", awssqs.Queue.MetricApproximateAgeOfOldestMessage)...),
				graph("Dead letters", labelled(dead, "Maximum", awssqs.Queue.MetricApproximateNumberOfMessagesVisible)...),
			},
			{
				graph("Invocations", labelled(s.functions, "Sum", awslambda.Function.MetricInvocations)...),
				graph("Errors", labelled(s.functions, "Sum", awslambda.Function.MetricErrors)...),
				graph("Duration p99, ms", labelled(s.functions, "p99", awslambda.Function.MetricDuration)...),
			},
			{
				graph("Webhook stream behind, ms", s.functions["webhook-stream"].Metric(jsii.String("IteratorAge"), fiveMinutes("Maximum"))),
				graph("Table units", slices.Concat(units(s.core, "core"), units(s.edge, "edge"))...),
				graph("Table throttles", throttles(s.core, "core"), throttles(s.edge, "edge")),
			},
		},
	})
}

func graph(title string, metrics ...awscloudwatch.IMetric) awscloudwatch.IWidget {
	return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{
		Title: jsii.String(title), Left: &metrics, Width: jsii.Number(8),
	})
}

// labelled makes a metric of each part, in the order of their names: a template
// must be the same each time.
func labelled[T any](
	parts map[string]T, statistic string, metric func(T, *awscloudwatch.MetricOptions) awscloudwatch.Metric,
) []awscloudwatch.IMetric {
	var metrics []awscloudwatch.IMetric
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		options := fiveMinutes(statistic)
		options.Label = jsii.String(name)
		metrics = append(metrics, metric(parts[name], options))
	}
	return metrics
}

func units(table awsdynamodb.TableV2, name string) []awscloudwatch.IMetric {
	read, write := fiveMinutes("Sum"), fiveMinutes("Sum")
	read.Label, write.Label = jsii.String(name+" read"), jsii.String(name+" written")
	return []awscloudwatch.IMetric{table.MetricConsumedReadCapacityUnits(read), table.MetricConsumedWriteCapacityUnits(write)}
}
