package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// TestIdleCost: with as many workers as there are to be, an installation that has its
// account for itself pays at most 10 $ a month for doing nothing. Prices are those of
// us-east-1; docs/deploy.md tells the sum.
func TestIdleCost(t *testing.T) {
	t.Parallel()
	const (
		emptyReceives    = 5 * 3 * 60 * 24 * 30 // in 30 days: 5 pollers a queue, each waiting 20 s for a message
		millionReceives  = 0.40
		freeReceives     = 1e6
		alarmMetric      = 0.10
		freeAlarmMetrics = 10
		dashboard        = 3.00
		freeMetrics      = 50   // on a dashboard, of three that an account may have
		secret           = 0.40 // the key of cursors
		goal             = 10.00
	)
	s := furnished(t)
	queues := resourcesOf[sqsQueue](t, s, "AWS::SQS::Queue")
	polled := 0
	for _, source := range resourcesOf[eventSource](t, s, "AWS::Lambda::EventSourceMapping") {
		if _, isQueue := queues[string(source.EventSourceArn)]; isQueue {
			polled++
		}
	}
	alarms := atRest(t, s)
	drawn := 0
	for _, board := range resourcesOf[struct{ DashboardBody json.RawMessage }](t, s, "AWS::CloudWatch::Dashboard") {
		drawn = drawnMetrics(t, board.DashboardBody)
	}
	polling := float64(polled) * emptyReceives / 1e6 * millionReceives
	alone := polling - freeReceives/1e6*millionReceives + float64(alarms-freeAlarmMetrics)*alarmMetric + secret + sweeping()
	beside := polling + float64(alarms)*alarmMetric + secret + sweeping() + dashboard
	t.Logf("%d polled queues, %d metrics in alarms, %d on the dashboard: %.2f $, and %.2f $ where nothing is free any more",
		polled, alarms, drawn, alone, beside)
	if drawn > freeMetrics {
		t.Errorf("the dashboard draws %d metrics, of which %d are free", drawn, freeMetrics)
	}
	if alone > goal {
		t.Errorf("%.2f $ a month for nothing", alone)
	}
}

// sweeping is what the sweeper costs in 30 days of finding nothing: starts with what Lambda logs of them, 50 ms of
// 256 MB, and half a read unit for each query of the index.
func sweeping() float64 {
	queries := float64(len(store.Lanes()) * store.DueShards)
	return 60 * 24 * 30 * (0.20/1e6 + 460*0.50/1e9 + 0.25*0.050*13.3334/1e6 + queries/2*0.125/1e6)
}

// TestIdleGoal: with the kinds of today and a parameter for the key, nothing costs less than 7 $ a month.
func TestIdleGoal(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/cost.md")
	if err != nil {
		t.Fatal(err)
	}
	sum := regexp.MustCompile("the same with the setting `cursorKey` \\| \\*\\*([0-9.]+)\\*\\*").FindSubmatch(text)
	if sum == nil {
		t.Fatal("docs/cost.md: got no sum with a parameter for the key, want one")
	}
	if got, err := strconv.ParseFloat(string(sum[1]), 64); err != nil || got > 7 {
		t.Errorf("docs/cost.md: got %s $ for an idle month, error %v; want at most 7", sum[1], err)
	}
}

// TestCostDocument: docs/cost.md, which another module writes, has the numbers of this stack.
func TestCostDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/cost.md")
	if err != nil {
		t.Fatal(err)
	}
	s := deployed(t)
	queues, polled, alarms := resourcesOf[sqsQueue](t, s, "AWS::SQS::Queue"), 0, atRest(t, s)
	for _, source := range resourcesOf[eventSource](t, s, "AWS::Lambda::EventSourceMapping") {
		if _, isQueue := queues[string(source.EventSourceArn)]; isQueue {
			polled++
		}
	}
	want := []string{fmt.Sprintf("| polling: %d queues,", polled), fmt.Sprintf("| alarms: %d metrics,", alarms)}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		name := strings.TrimPrefix(string(f.FunctionName), "quarry-")
		if worker, is := strings.CutPrefix(name, "worker-"); is {
			want = append(want, fmt.Sprintf("\n| %s", worker))
		} else if slices.Contains([]string{"api-submit", "api-read", "webhook-retry", "browser", "pdf"}, name) {
			want = append(want, fmt.Sprintf("%s %d MB", name, f.MemorySize))
		}
	}
	for _, part := range want {
		if !strings.Contains(string(text), part) {
			t.Errorf("docs/cost.md: got no %q, want what the stack has; see internal/cmd/cost", part)
		}
	}
}

// atRest counts the metrics of alarms that are billed when nothing happens. Queries are billed by the metrics that
// have values, of which these have none.
func atRest(t *testing.T, s *synthesis) int {
	t.Helper()
	n := 0
	for _, a := range resourcesOf[cloudAlarm](t, s, "AWS::CloudWatch::Alarm") {
		if !slices.Contains([]string{"quarry-kinds-failing", "quarry-core-throttled", "quarry-edge-throttled"}, a.AlarmName) {
			n += max(1, paid(a.Metrics))
		}
	}
	return n
}

// paid counts the metrics that an alarm's expression is made of: each is paid.
func paid(metrics []struct{ MetricStat json.RawMessage }) int {
	n := 0
	for _, m := range metrics {
		if m.MetricStat != nil {
			n++
		}
	}
	return n
}

// drawnMetrics counts the metrics of a dashboard's body, which the CDK writes as a
// text with references in it.
func drawnMetrics(t *testing.T, body json.RawMessage) int {
	t.Helper()
	joined, err := parse[struct {
		Join []json.RawMessage `json:"Fn::Join"`
	}](body)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := parse[[]json.RawMessage](joined.Join[1])
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, part := range parts {
		if plain, err := parse[string](part); err == nil {
			text.WriteString(plain)
			continue
		}
		text.WriteString("reference")
	}
	board, err := parse[struct {
		Widgets []struct {
			Properties struct{ Metrics [][]any }
		}
	}]([]byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, w := range board.Widgets {
		for _, m := range w.Properties.Metrics {
			if _, named := m[0].(string); named { // an expression is an object
				n++
			}
		}
	}
	return n
}
