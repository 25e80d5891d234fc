package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsdynamodb"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssnssubscriptions"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/meter"
)

// alarm is one thing that an operator should look at.
type alarm struct {
	id        string
	about     string // what happened and what to look at
	metric    awscloudwatch.IMetric
	threshold float64 // at or above it is bad, or below it for silence
	periods   int     // of the metric, bad in all but one of them; 0 is 1
	once      bool    // bad in one of the periods: what makes the metric looks more rarely than once in each
	silence   bool    // the metric should never stop
	expressed bool    // the metric is an expression over others
}

// addAlarms watches what is there once, and the workers through what is: an alarm a
// worker would cost more than everything else at rest, and one that adds the
// workers' metrics up costs the same, since each metric in it is paid.
func (s *service) addAlarms() {
	alarms := slices.Concat(s.functionAlarms(), s.workerAlarms(), s.serviceAlarms())
	topic := s.newTopic()
	awscdk.NewCfnOutput(s.stack, jsii.String("AlarmTopicArn"), &awscdk.CfnOutputProps{Value: topic.TopicArn()})
	for _, a := range alarms {
		if a.expressed && s.settings.emulated {
			continue
		}
		s.addAlarm(topic, a)
	}
}

// functionAlarms watch the functions that are no workers, by what Lambda logs at the end of each invocation. All add to
// one metric, which gets no points until one fails; Lambda's own would be paid for each function. A page or a document that
// ends the function that works on it is not told so, as it would take a rollout back: the jobs of a kind that fail ring.
func (s *service) functionAlarms() []alarm {
	var failed awscloudwatch.IMetric
	for _, fn := range fixed() {
		if fn.foreign {
			continue
		}
		failed = s.functions[fn.name].LogGroup().AddMetricFilter(jsii.String("failed"), &awslogs.MetricFilterOptions{
			FilterPattern:   awslogs.FilterPattern_Literal(jsii.String(`{ ($.type = "platform.report") && ($.record.status != "success") }`)),
			MetricNamespace: jsii.String(s.settings.stackName),
			MetricName:      jsii.String("functions_failed"),
			MetricValue:     jsii.String("1"),
		}).Metric(fiveMinutes("Sum"))
	}
	return []alarm{{
		id: "functions-failing", metric: failed, threshold: 1,
		about: "a function that is no worker, browser or pdf failed as a whole: on the dashboard choose which has errors, then see its log group",
	}}
}

// query asks for metrics by Metrics Insights, whose conditions have no OR. Each series that it gives can raise the alarm by
// itself, so that none is to be left out by a LIMIT: one bad quarter of an hour of a rare kind would hide a frequent one.
func query(label string, period time.Duration, text string) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Label: jsii.String(label), Period: duration(period), Expression: jsii.String(text), UsingMetrics: &map[string]awscloudwatch.IMetric{},
	})
}

// workerAlarms watch all workers together. The sweeper sees each job that nobody
// takes and each worker that died, whatever it died of, and says so in its log.
func (s *service) workerAlarms() []alarm {
	return []alarm{
		{
			id: "jobs-lost", metric: s.swept("lost"), threshold: 1, periods: 3,
			about: "messages of jobs were lost and sent again, in two of three times: see the log of api-submit for sends that failed",
		},
		{
			// The longest that a look at a job that waits is put off is 15 minutes, so that it is seen in one of four periods.
			id: "jobs-waiting", metric: s.sweptMost("oldest_s"), threshold: job.LongQueued.Seconds(), periods: 4, once: true,
			about: "a job has waited for a worker for over five minutes, and fails after two hours: on the dashboard see whose messages grow old, then raise that worker's concurrency or read why it does not start",
		},
		{
			id: "jobs-internal-errors", metric: s.metered(meter.Faults, "Sum", nil), threshold: 1,
			about: "jobs failed by a fault of ours and were refunded: `quarry admin failures` names them; the line '" + meter.FaultLine + "' in their log has the cause",
		},
		{
			id: "kinds-failing", metric: s.failuresByKind(), threshold: 0.5, periods: 4, expressed: true,
			about: "half of a kind's jobs failed in three of four quarters of an hour, those for reasons of their targets left out: `quarry admin failures --since 1h` names the kind and the codes",
		},
		{
			id: "workers-died", metric: s.swept("died"), threshold: 1,
			about: "workers ended in the middle of a job (crash, memory, time-out): on the dashboard choose the worker with errors, then see its log group",
		},
		{
			id: "jobs-dead-letters", threshold: 1,
			metric: s.dead[jobs].MetricNumberOfMessagesReceived(fiveMinutes("Sum")),
			about:  "messages of jobs could not be handled in 5 attempts: dead-letter fails and refunds their jobs, its log group names them",
		},
		{
			id: "deliveries-dead-letters", threshold: 1,
			metric: s.dead[deliveries].MetricApproximateNumberOfMessagesVisible(fiveMinutes("Maximum")),
			about:  "messages of deliveries or crawls could not be handled in 5 attempts and wait in the dead letters",
		},
	}
}

// sweptLine is what the sweeper logs of a sweep that found anything.
const sweptLine = "swept"

// swept adds up a number of the sweeper's log lines, and sweptMost is the highest of them.
func (s *service) swept(count string) awscloudwatch.IMetric { return s.sweptAs(count, "Sum") }

func (s *service) sweptMost(count string) awscloudwatch.IMetric { return s.sweptAs(count, "Maximum") }

// sweptAs is a metric of the sweeper's log lines. One that gets no points
// costs nothing, and these get some only when there is something to report.
func (s *service) sweptAs(count, statistic string) awscloudwatch.IMetric {
	if metric, made := s.counts[count]; made {
		return metric
	}
	filter := s.functions["sweeper"].LogGroup().AddMetricFilter(jsii.String("swept-"+count), &awslogs.MetricFilterOptions{
		FilterPattern:   awslogs.FilterPattern_Literal(jsii.String(`{ ($.message = "` + sweptLine + `") && ($.` + count + ` > 0) }`)),
		MetricNamespace: jsii.String(s.settings.stackName),
		MetricName:      jsii.String(count),
		MetricValue:     jsii.String("$." + count),
	})
	s.counts[count] = filter.Metric(fiveMinutes(statistic))
	return s.counts[count]
}

// metered is a metric that CloudWatch makes of the functions' lines, by dimensions.
func (s *service) metered(name, statistic string, dimensions map[string]*string) awscloudwatch.Metric {
	props := &awscloudwatch.MetricProps{
		Namespace: jsii.String(s.settings.stackName), MetricName: jsii.String(name), Statistic: jsii.String(statistic), Period: fiveMinutes(statistic).Period,
	}
	if len(dimensions) > 0 {
		props.DimensionsMap = &dimensions
	}
	return awscloudwatch.NewMetric(props)
}

// failuresByKind are the shares of failures of each kind in a quarter of an hour. A query is one alarm for
// all kinds, new ones included, and costs what the kinds that ran in it do.
func (s *service) failuresByKind() awscloudwatch.IMetric {
	return query("failures, share of a kind's jobs", quarter, fmt.Sprintf(`SELECT AVG(%s) FROM SCHEMA("%s", %s) GROUP BY %s ORDER BY AVG() DESC`,
		meter.Failed, s.settings.stackName, meter.ByKind, meter.ByKind))
}

const quarter = 15 * time.Minute

func (s *service) serviceAlarms() []alarm {
	return []alarm{
		{
			id: "sweeper-silent", metric: s.functions["sweeper"].MetricInvocations(fiveMinutes("Sum")), threshold: 1, silence: true,
			about: "the sweeper did not run for 5 minutes: lost sends and dead workers are not recovered",
		},
		{
			id: "webhooks-late", threshold: float64((5 * time.Minute).Milliseconds()),
			metric: s.functions["webhook-stream"].Metric(jsii.String("IteratorAge"), fiveMinutes("Maximum")),
			about:  "first webhook attempts are 5 minutes behind",
		},
		{
			id: "api-failing", metric: s.failureRate(), threshold: 1, periods: 3, expressed: true,
			about: "1 % of the requests answer 5xx",
		},
		{
			id: "functions-throttled", metric: allThrottles(), threshold: 1, periods: 3,
			about: "Lambda throttles functions of this account and region, in ten of fifteen minutes: raise the account's concurrency or lower that of workers",
		},
		{
			id: "core-throttled", metric: throttled(s.core), threshold: 1, periods: 3, expressed: true,
			about: "DynamoDB throttles requests to the core table, in ten of fifteen minutes: usually one hot organization, which more wallet shards spread",
		},
		{
			id: "edge-throttled", metric: throttled(s.edge), threshold: 1, periods: 3, expressed: true,
			about: "DynamoDB throttles requests to the edge table, in ten of fifteen minutes: a token that is used very often, or a host that very many jobs visit",
		},
	}
}

func (s *service) addAlarm(topic awssns.Topic, a alarm) {
	periods := max(1, a.periods)
	bad := max(1, periods-1)
	if a.once {
		bad = 1
	}
	missing, comparison := awscloudwatch.TreatMissingData_NOT_BREACHING, awscloudwatch.ComparisonOperator_GREATER_THAN_OR_EQUAL_TO_THRESHOLD
	if a.silence {
		missing, comparison = awscloudwatch.TreatMissingData_BREACHING, awscloudwatch.ComparisonOperator_LESS_THAN_THRESHOLD
	}
	s.alarms[a.id] = awscloudwatch.NewAlarm(s.stack, jsii.String(a.id), &awscloudwatch.AlarmProps{
		AlarmName:          jsii.String(s.settings.prefix() + a.id),
		AlarmDescription:   jsii.String(a.about + ". See docs/runbook.md#" + a.id),
		Metric:             a.metric,
		Threshold:          jsii.Number(a.threshold),
		ComparisonOperator: comparison,
		EvaluationPeriods:  jsii.Number(periods),
		DatapointsToAlarm:  jsii.Number(bad),
		TreatMissingData:   missing,
	})
	action := awscloudwatchactions.NewSnsAction(topic)
	s.alarms[a.id].AddAlarmAction(action)
	s.alarms[a.id].AddOkAction(action) // who was woken is told that it is over
}

// newTopic makes the one place where alarms go. A policy that demands TLS takes
// the place of the default one, so CloudWatch must be let in by name. It carries
// metrics and names only, and CloudWatch cannot use AWS's own key for topics.
func (s *service) newTopic() awssns.Topic {
	topic := awssns.NewTopic(s.stack, jsii.String("alarms"), &awssns.TopicProps{EnforceSSL: jsii.Bool(true)})
	topic.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(jsii.String("cloudwatch.amazonaws.com"), nil)},
		Actions:    jsii.Strings("sns:Publish"),
		Resources:  &[]*string{topic.TopicArn()},
		Conditions: &map[string]any{"StringEquals": map[string]*string{"aws:SourceAccount": s.stack.Account()}},
	}))
	if s.settings.alarmEmail != "" {
		topic.AddSubscription(awssnssubscriptions.NewEmailSubscription(jsii.String(s.settings.alarmEmail), nil))
	}
	return topic
}

func fiveMinutes(statistic string) *awscloudwatch.MetricOptions {
	return &awscloudwatch.MetricOptions{Statistic: jsii.String(statistic), Period: duration(5 * time.Minute)}
}

// allThrottles counts the throttled starts of all functions of the account and region: Lambda sums them up
// in one metric, and one for each function would be paid for each.
func allThrottles() awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: jsii.String("AWS/Lambda"), MetricName: jsii.String("Throttles"), Statistic: jsii.String("Sum"), Period: duration(5 * time.Minute),
	})
}

// failureRate is the percentage of requests that answer 5xx.
func (s *service) failureRate() awscloudwatch.IMetric {
	return combine("5xx, % of requests", "IF(requests > 0, 100 * failures / requests, 0)", map[string]awscloudwatch.IMetric{
		"failures": s.api.MetricServerError(fiveMinutes("Sum")),
		"requests": s.api.MetricCount(fiveMinutes("Sum")),
	})
}

// throttled counts what DynamoDB refused of a table. A query is billed for the metrics that have values, and there are
// none of these until something is throttled.
func throttled(table awsdynamodb.TableV2) awscloudwatch.IMetric {
	return query("requests that DynamoDB throttled", 5*time.Minute, fmt.Sprintf(
		`SELECT SUM(ThrottledRequests) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE TableName = '%s'`, *table.TableName()))
}

func combine(label, expression string, metrics map[string]awscloudwatch.IMetric) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Label: jsii.String(label), Expression: jsii.String(expression), UsingMetrics: &metrics, Period: duration(5 * time.Minute),
	})
}
