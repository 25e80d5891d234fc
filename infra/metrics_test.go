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
	for _, a := range resourcesOf[cloudAlarm](t, s, "AWS::CloudWatch::Alarm") {
		if a.Namespace == "quarry" {
			asked[of(a.Namespace, nil, a.MetricName)] = true
		}
	}
	for _, f := range resourcesOf[struct {
		MetricTransformations []struct{ MetricName, MetricNamespace string }
	}](t, s, "AWS::Logs::MetricFilter") {
		there[of(f.MetricTransformations[0].MetricNamespace, nil, f.MetricTransformations[0].MetricName)] = true
	}
	if len(asked) < 12 {
		t.Errorf("got %d metrics that are asked for, want those of the alarms and the dashboard: %v", len(asked), slices.Sorted(maps.Keys(asked)))
	}
	for metric := range asked {
		if !there[metric] {
			t.Errorf("got %s asked for, want what is made: %s", metric, strings.Join(slices.Sorted(maps.Keys(there)), "; "))
		}
	}
}

// TestQueriesAsCloudWatchTakesThem: conditions are equal or not, and all hold at once (there is no OR), series are
// ordered, and none is left out. What CloudWatch refuses of an alarm ends the whole deployment, and the emulator has no such alarms.
func TestQueriesAsCloudWatchTakesThem(t *testing.T) {
	t.Parallel()
	const (
		schema    = `SCHEMA\("[\w/-]+"(?:, \w+)*\)`
		condition = `\w+ !?= '[^']+'`
	)
	form := regexp.MustCompile(`^SELECT (?:AVG|COUNT|MAX|MIN|SUM)\(\w+\) FROM ` + schema + `(?: WHERE ` + condition + `(?: AND ` + condition + `)*)?(?: GROUP BY \w+ ORDER BY (?:AVG|COUNT|MAX|MIN|SUM)\(\) DESC)?$`)
	queries := 0
	for id, a := range resourcesOf[struct {
		Metrics []struct{ Expression json.RawMessage }
	}](t, furnished(t), "AWS::CloudWatch::Alarm") {
		for _, m := range a.Metrics {
			text, err := textOf(m.Expression)
			if err != nil {
				t.Fatalf("%s: %v of %s", id, err, m.Expression)
			}
			if !strings.HasPrefix(text, "SELECT") {
				continue
			}
			queries++
			if !form.MatchString(text) {
				t.Errorf("%s: got the query %s, want one by the documented syntax", id, text)
			}
		}
	}
	if queries != 3 {
		t.Errorf("got %d queries, want those of kinds and of both tables", queries)
	}
}

// textOf is a text of the template, in which references are words.
func textOf(value json.RawMessage) (string, error) {
	if len(value) == 0 {
		return "", nil // a metric of its own
	}
	if plain, err := parse[string](value); err == nil {
		return plain, nil
	}
	joined, err := parse[struct {
		Join []json.RawMessage `json:"Fn::Join"`
	}](value)
	if err != nil {
		return "", err
	}
	parts, err := parse[[]json.RawMessage](joined.Join[1])
	var text strings.Builder
	for _, part := range parts {
		word, err := parse[string](part)
		if err != nil {
			word = "reference"
		}
		text.WriteString(word)
	}
	return text.String(), err
}

// TestFailedFunctionsAreCounted: what Lambda reports of each function that is no worker adds to the metric of the alarm, but
// not of one that a stranger's page or document can end: that would take a rollout back.
func TestFailedFunctionsAreCounted(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	var want, got []string
	for _, fn := range fixed() {
		if fn.name != "browser" && fn.name != "pdf" {
			want = append(want, "/quarry/"+fn.name)
		}
	}
	groups := resourcesOf[struct{ LogGroupName string }](t, s, "AWS::Logs::LogGroup")
	for _, f := range resourcesOf[struct {
		FilterPattern         string
		LogGroupName          ref
		MetricTransformations []struct{ MetricName, MetricNamespace string }
	}](t, s, "AWS::Logs::MetricFilter") {
		if m := f.MetricTransformations[0]; m.MetricName == "functions_failed" && m.MetricNamespace == "quarry" && strings.Contains(f.FilterPattern, `$.record.status != "success"`) {
			got = append(got, groups[string(f.LogGroupName)].LogGroupName)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	equal(t, want, got)
	for _, a := range resourcesOf[cloudAlarm](t, s, "AWS::CloudWatch::Alarm") {
		if a.AlarmName == "quarry-functions-failing" && (a.MetricName != "functions_failed" || a.Namespace != "quarry") {
			t.Errorf("got the alarm %+v, want it on that metric", a)
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
