package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kind"
)

// List prices of us-east-1, the same as in internal/cmd/cost/price.go. Another region's bill differs.
const (
	perRequest   = "0.20 / 1e6"
	perGBSecond  = "13.3334 / 1e6" // arm64
	perGBSecondX = "16.6667 / 1e6" // x86_64, the browser's
	perCall      = "1.00 / 1e6"
	perMessage   = "0.40 / 1e6"
	perReadUnit  = "0.125 / 1e6"
	perWriteUnit = "0.625 / 1e6"
)

// billed draws what a day costs by list prices, of what CloudWatch counts anyway: run time, calls, units and
// messages. Logs, traffic and what costs at rest are not in it, and neither is any free tier.
func (s *service) billed() awscloudwatch.IWidget {
	lines := s.billedFunctions()
	tables := []string{*s.core.TableName(), *s.edge.TableName()}
	units := func(metric, price string) string {
		return fmt.Sprintf("(%s + %s) * %s", daily("AWS/DynamoDB,TableName", metric, "TableName", tables),
			daily("AWS/DynamoDB,GlobalSecondaryIndexName,TableName", metric, "TableName", tables), price)
	}
	lines = append(lines, drawn("tables", units("ConsumedReadCapacityUnits", perReadUnit)+" + "+units("ConsumedWriteCapacityUnits", perWriteUnit)),
		drawn("calls", daily("AWS/ApiGateway,ApiId", "Count", "ApiId", []string{*s.api.ApiId()})+" * "+perCall))
	var queues []string
	for _, name := range slices.Sorted(maps.Keys(s.queues)) {
		queues = append(queues, s.settings.prefix()+name)
	}
	for _, expression := range expressions(queues, billedQueues) {
		lines = append(lines, drawn("queues", expression))
	}
	return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{
		Title: jsii.String("Cost a day, $ by list prices"), Left: &lines, Width: jsii.Number(8), Stacked: jsii.Bool(true), Period: days(1),
	})
}

// What CloudWatch takes of an expression and of one search in it, in characters.
const mostExpression, mostSearch = 2048, 1024

// expressions are as few as names fit into, of which each expression has some several times.
func expressions(names []string, of func(some []string) string) []string {
	fits := func(expression string) bool {
		for _, search := range strings.Split(expression, "SEARCH('")[1:] {
			if strings.Index(search, "'") > mostSearch {
				return false
			}
		}
		return len(expression) <= mostExpression
	}
	var all []string
	for len(names) > 0 {
		n := len(names)
		for n > 1 && !fits(of(names[:n])) {
			n--
		}
		all, names = append(all, of(names[:n])), names[n:]
	}
	return all
}

func billedQueues(names []string) string {
	var sums []string
	for _, metric := range []string{"NumberOfEmptyReceives", "NumberOfMessagesReceived", "NumberOfMessagesSent", "NumberOfMessagesDeleted"} {
		sums = append(sums, daily("AWS/SQS,QueueName", metric, "QueueName", names))
	}
	return "(" + strings.Join(sums, " + ") + ") * " + perMessage
}

// billedFunctions are one line for each memory and processor, whose seconds have one price.
func (s *service) billedFunctions() []awscloudwatch.IMetric {
	type size struct {
		memoryMB int
		price    string
	}
	of := map[size][]string{}
	for _, fn := range fleet(s.kinds) {
		at := size{fn.memoryMB, perGBSecond}
		if fn.name == kind.BrowserFunction {
			at.price = perGBSecondX
		}
		of[at] = append(of[at], s.settings.prefix()+fn.name)
	}
	var lines []awscloudwatch.IMetric
	for _, at := range slices.SortedFunc(maps.Keys(of), func(a, b size) int { return a.memoryMB - b.memoryMB }) {
		for _, expression := range expressions(of[at], func(some []string) string {
			return fmt.Sprintf("%s / 1000 * %d / 1024 * %s + %s * %s",
				daily("AWS/Lambda,FunctionName", "Duration", "FunctionName", some), at.memoryMB, at.price,
				daily("AWS/Lambda,FunctionName", "Invocations", "FunctionName", some), perRequest)
		}) {
			lines = append(lines, drawn(fmt.Sprintf("functions of %d MB", at.memoryMB), expression))
		}
	}
	return lines
}

// daily is the sum of a day over all that have one of the names; a search draws nothing where nothing was counted.
func daily(schema, metric, dimension string, names []string) string {
	return fmt.Sprintf(`SUM(SEARCH('{%s} MetricName="%s" %s=("%s")', 'Sum', 86400))`, schema, metric, dimension, strings.Join(names, `" OR "`))
}

func drawn(label, expression string) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Label: jsii.String(label), Expression: jsii.String(expression), Period: days(1), UsingMetrics: &map[string]awscloudwatch.IMetric{},
	})
}
