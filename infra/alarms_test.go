package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds"
)

type cloudAlarm struct {
	AlarmName, AlarmDescription, MetricName, TreatMissingData string
	AlarmActions                                              []ref
	Threshold                                                 float64
}

func TestAlarms(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	want := []string{
		"api-failing", "core-throttled", "deliveries-dead-letters", "edge-throttled", "sweeper-silent", "webhooks-late",
	}
	for _, fn := range fleet(kinds.All()) {
		want = append(want, fn.name+"-errors")
	}
	for _, kind := range kinds.All() {
		want = append(want, "kind-"+kind.Kind+"-age", "kind-"+kind.Kind+"-dead-letters")
	}
	slices.Sort(want)
	var got []string
	for id, a := range resourcesOf[cloudAlarm](t, s, "AWS::CloudWatch::Alarm") {
		got = append(got, strings.TrimPrefix(a.AlarmName, "quarry-"))
		if len(a.AlarmActions) != 1 || s.Resources[string(a.AlarmActions[0])].Type != "AWS::SNS::Topic" {
			t.Errorf("%s tells nobody", id)
		}
		if a.AlarmDescription == "" {
			t.Errorf("%s does not say what to do", id)
		}
	}
	slices.Sort(got)
	equal(t, want, got)
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
			Arn   ref
			Input string
		}
	}
	functions := resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function")
	got := map[string][2]string{}
	for _, r := range resourcesOf[rule](t, s, "AWS::Events::Rule") {
		equal(t, "ENABLED", r.State)
		got[string(functions[string(r.Targets[0].Arn)].FunctionName)] = [2]string{r.ScheduleExpression, r.Targets[0].Input}
	}
	equal(t, map[string][2]string{
		"quarry-sweeper": {"rate(1 minute)", ""},
		"quarry-admin":   {"cron(15 3 * * ? *)", `{"op":"audit"}`},
	}, got)
}

// TestDashboard: there is one, and it draws every function and every queue.
func TestDashboard(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	boards := resourcesOf[struct{ DashboardBody json.RawMessage }](t, s, "AWS::CloudWatch::Dashboard")
	if len(boards) != 1 {
		t.Fatalf("%d dashboards", len(boards))
	}
	for _, board := range boards {
		for id, r := range s.Resources {
			if r.Type != "AWS::Lambda::Function" && r.Type != "AWS::SQS::Queue" {
				continue
			}
			if !strings.Contains(string(board.DashboardBody), `"`+id+`"`) {
				t.Errorf("the dashboard does not show %s", id)
			}
		}
	}
}
