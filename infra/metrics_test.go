package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/meter"
)

// made are the metrics that CloudWatch makes of the functions' lines, each with the dimensions that it is made with.
func made(t *testing.T, namespace string) map[string]bool {
	t.Helper()
	var lines bytes.Buffer
	log := slog.New(meter.Log(slog.NewJSONHandler(&lines, nil), namespace))
	now := time.Now()
	meter.NewJobs(log).Ended(t.Context(), &job.Job{
		Kind: "url", Worker: "url", Status: job.Failed, Error: &job.Failure{Code: errs.UpstreamBlocked}, CreatedAt: now, StartedAt: now, CompletedAt: now,
	})
	meter.Called(t.Context(), log, meter.Call{Upstream: "crux", Err: errs.Of(errs.UpstreamBlocked)})
	meter.Fault(t.Context(), log, errs.Of(errs.InternalError))
	all := map[string]bool{}
	for line := range bytes.Lines(lines.Bytes()) {
		found, err := parse[struct {
			AWS struct {
				CloudWatchMetrics []struct {
					Namespace  string
					Dimensions [][]string
					Metrics    []struct{ Name string }
				}
			} `json:"_aws"`
		}](line)
		if err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		for _, d := range found.AWS.CloudWatchMetrics {
			for _, dimensions := range d.Dimensions {
				for _, m := range d.Metrics {
					all[of(d.Namespace, dimensions, m.Name)] = true
				}
			}
		}
	}
	return all
}

// of is a metric with the names of its dimensions.
func of(namespace string, dimensions []string, name string) string {
	return namespace + " {" + strings.Join(slices.Sorted(slices.Values(dimensions)), ",") + "} " + name
}

// ofAWS are the metrics of AWS's own that alarms and dashboards ask for by the names of their dimensions, as AWS lists them.
func ofAWS() map[string]bool {
	return map[string]bool{
		"AWS/Lambda {FunctionName} Errors":                     true,
		"AWS/DynamoDB {Operation,TableName} ThrottledRequests": true,
	}
}

// TestWhatIsAskedForIsMade: a query or a search by dimensions that its metric has not finds nothing, says nothing, and never rings.
func TestWhatIsAskedForIsMade(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	there := made(t, "quarry")
	maps.Copy(there, ofAWS())
	var text strings.Builder
	for _, a := range resourcesOf[struct {
		Metrics []struct{ Expression json.RawMessage }
	}](t, s, "AWS::CloudWatch::Alarm") {
		for _, m := range a.Metrics {
			text.Write(m.Expression)
		}
	}
	for _, board := range resourcesOf[struct{ DashboardBody json.RawMessage }](t, s, "AWS::CloudWatch::Dashboard") {
		text.Write(board.DashboardBody)
	}
	plain := strings.ReplaceAll(text.String(), `\`, "")
	asked := map[string]bool{}
	names := regexp.MustCompile(`[\w.]+`)
	for _, q := range regexp.MustCompile(`SELECT \w+\((\w+)\) FROM SCHEMA\("([^"]+)", ([\w, ]+)\)`).FindAllStringSubmatch(plain, -1) {
		asked[of(q[2], names.FindAllString(q[3], -1), q[1])] = true
	}
	for _, q := range regexp.MustCompile(`SEARCH\('\{"([^"]+)",([^}]+)\} MetricName="(\w+)"`).FindAllStringSubmatch(plain, -1) {
		asked[of(q[1], names.FindAllString(q[2], -1), q[3])] = true
	}
	if len(asked) < 8 {
		t.Errorf("got %d metrics that are asked for, want those of the alarms and the dashboard: %v", len(asked), slices.Sorted(maps.Keys(asked)))
	}
	for metric := range asked {
		if !there[metric] {
			t.Errorf("got %s asked for, want what is made: %s", metric, strings.Join(slices.Sorted(maps.Keys(there)), "; "))
		}
	}
}

// TestUpstreamsAreDrawn: what the runbook sends an operator to the dashboard for is there by the metric that calls of upstreams make.
func TestUpstreamsAreDrawn(t *testing.T) {
	t.Parallel()
	for _, board := range resourcesOf[struct{ DashboardBody json.RawMessage }](t, furnished(t), "AWS::CloudWatch::Dashboard") {
		plain := strings.ReplaceAll(string(board.DashboardBody), `\`, "")
		for _, name := range []string{meter.Down, meter.Blocked, meter.CallTime} {
			if !strings.Contains(plain, `SEARCH('{"quarry",`+meter.ByUpstream+`} MetricName="`+name+`"`) {
				t.Errorf("got no graph of %s by upstream, want one", name)
			}
		}
	}
}

// TestCloudWatchMayPublish: without the statement that lets CloudWatch in, no alarm reaches anybody, and nothing says so.
func TestCloudWatchMayPublish(t *testing.T) {
	t.Parallel()
	type statement struct {
		Effect    string
		Principal json.RawMessage
		Action    list[string]
		Condition map[string]map[string]ref
	}
	policies := resourcesOf[struct {
		PolicyDocument struct{ Statement []statement }
		Topics         []ref
	}](t, furnished(t), "AWS::SNS::TopicPolicy")
	var got []statement
	for _, p := range policies {
		for _, s := range p.PolicyDocument.Statement {
			if s.Effect == "Allow" {
				got = append(got, s)
			}
		}
	}
	want := []statement{{
		Effect: "Allow", Principal: json.RawMessage(`{"Service":"cloudwatch.amazonaws.com"}`), Action: list[string]{"sns:Publish"}, Condition: map[string]map[string]ref{"StringEquals": {"aws:SourceAccount": "AWS::AccountId"}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("who may publish alarms mismatch (-want +got):\n%s", diff)
	}
}
