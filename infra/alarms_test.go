package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

type cloudAlarm struct {
	AlarmName, AlarmDescription, Namespace, MetricName, TreatMissingData string
	AlarmActions, OKActions                                              []ref
	Threshold                                                            float64
	Metrics                                                              []struct{ MetricStat json.RawMessage }
}

// TestAlarms: they are the same whatever the kinds, and each tells somebody what to
// do.
func TestAlarms(t *testing.T) {
	t.Parallel()
	want := []string{
		"api-failing", "core-throttled", "deliveries-dead-letters", "edge-throttled", "functions-failing", "functions-throttled", "jobs-dead-letters", "jobs-internal-errors", "jobs-lost", "jobs-waiting",
		"kinds-failing",
		"sweeper-silent", "webhooks-late", "workers-died",
	}
	slices.Sort(want)
	for _, s := range []*synthesis{deployed(t), furnished(t)} {
		var got []string
		for id, a := range resourcesOf[cloudAlarm](t, s, "AWS::CloudWatch::Alarm") {
			got = append(got, strings.TrimPrefix(a.AlarmName, "quarry-"))
			if len(a.AlarmActions) != 1 || s.Resources[string(a.AlarmActions[0])].Type != "AWS::SNS::Topic" {
				t.Errorf("%s tells nobody", id)
			}
			equal(t, a.AlarmActions, a.OKActions)
			if a.AlarmDescription == "" {
				t.Errorf("%s does not say what to do", id)
			}
		}
		slices.Sort(got)
		equal(t, want, got)
		if _, told := s.Outputs["AlarmTopicArn"]; !told {
			t.Error("got no output of the alarms' topic, want one for who is told otherwise than by mail")
		}
	}
}

// TestDeadSweeperIsNoticed: a function that is not started makes no metric, so the
// absence is what must alarm.
func TestDeadSweeperIsNoticed(t *testing.T) {
	t.Parallel()
	for _, a := range resourcesOf[cloudAlarm](t, deployed(t), "AWS::CloudWatch::Alarm") {
		if want := a.AlarmName == "quarry-sweeper-silent"; want != (a.TreatMissingData == "breaching") {
			t.Errorf("%s treats missing data as %s", a.AlarmName, a.TreatMissingData)
		}
	}
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	type rule struct {
		ScheduleExpression string
		State              string
		Targets            []struct {
			Arn         ref
			Input       string
			RetryPolicy struct{ MaximumRetryAttempts *int }
		}
	}
	functions := resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function")
	got := map[string][2]string{}
	for _, r := range resourcesOf[rule](t, s, "AWS::Events::Rule") {
		equal(t, "ENABLED", r.State)
		if n := r.Targets[0].RetryPolicy.MaximumRetryAttempts; n == nil || *n != 0 { // one failed audit is one error
			t.Errorf("%s: got retries %v, want none", r.ScheduleExpression, n)
		}
		got[string(functions[string(r.Targets[0].Arn)].FunctionName)] = [2]string{r.ScheduleExpression, r.Targets[0].Input}
	}
	equal(t, map[string][2]string{
		"quarry-sweeper": {"rate(1 minute)", ""},
		"quarry-admin":   {"cron(15 3 * * ? *)", `{"op":"audit"}`},
	}, got)
}

// TestDashboard: there is one, which draws every queue and offers every function.
func TestDashboard(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	boards := resourcesOf[struct{ DashboardBody json.RawMessage }](t, s, "AWS::CloudWatch::Dashboard")
	if len(boards) != 1 {
		t.Fatalf("%d dashboards", len(boards))
	}
	for _, board := range boards {
		body := string(board.DashboardBody)
		for id := range resourcesOf[sqsQueue](t, s, "AWS::SQS::Queue") {
			if !strings.Contains(body, `"`+id+`"`) {
				t.Errorf("the dashboard does not show %s", id)
			}
		}
		for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
			if want := `{\"label\":\"` + strings.TrimPrefix(string(f.FunctionName), "quarry-") + `\",\"value\":\"` + string(f.FunctionName) + `\"}`; !strings.Contains(body, want) &&
				!strings.Contains(body, `{\"value\":\"`+string(f.FunctionName)+`\",`) {
				t.Errorf("the dashboard does not offer %s", f.FunctionName)
			}
		}
	}
}
