package deployed_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds"
)

// private is what no line of a log may have: tokens, secrets of webhooks, headers, and addresses of what callers read, of
// which hosts alone are logged.
var private = regexp.MustCompile(`satk_[0-9A-Za-z]{8}|whsec_|Bearer |(?i:"authorization")|://[a-z0-9.-]+\.test\b`)

// logged reads all that the functions logged in the story, holds it to what a log may have, and each line that is to be
// metrics to CloudWatch's format: a line that is not is passed over there, and nothing says so.
func (e *emulator) logged(t *testing.T) {
	t.Helper()
	groups := e.pages(t, "DescribeLogGroups", map[string]any{"logGroupNamePrefix": "/quarry/"}, "logGroups")
	lines, metrics := 0, 0
	for _, group := range groups {
		name := read[struct{ LogGroupName string }](t, group).LogGroupName
		for _, event := range e.pages(t, "FilterLogEvents", map[string]any{"logGroupName": name}, "events") {
			line := read[struct{ Message string }](t, event).Message
			lines++
			if found := private.FindString(line); found != "" {
				t.Errorf("%s: got %q in the line %s, want it left out", name, found, line)
			}
			if strings.Contains(line, `"_aws"`) {
				metrics++
				metered(t, line)
			}
		}
	}
	if len(groups) < len(kinds.All()) || lines < 200 || metrics < 40 {
		t.Errorf("got %d logs, %d lines and %d lines of metrics, want those of the whole story", len(groups), lines, metrics)
	}
}

// pages asks for all parts of a list.
func (e *emulator) pages(t *testing.T, operation string, in map[string]any, of string) (all []json.RawMessage) {
	t.Helper()
	for {
		status, answer := e.root().target(t, "logs", "Logs_20140328."+operation, in)
		if status != http.StatusOK {
			t.Fatalf("%s: got status %d, %s; want 200", operation, status, answer)
		}
		page := read[map[string]json.RawMessage](t, json.RawMessage(answer))
		all = append(all, read[[]json.RawMessage](t, page[of])...)
		if len(page["nextToken"]) == 0 || string(page["nextToken"]) == "null" {
			return all
		}
		in["nextToken"] = page["nextToken"]
	}
}

// metered holds a line to what the embedded metric format demands:
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
func metered(t *testing.T, line string) {
	t.Helper()
	root := read[map[string]json.RawMessage](t, json.RawMessage(line))
	document := read[struct {
		Timestamp         int64
		CloudWatchMetrics []struct {
			Namespace  string
			Dimensions [][]string
			Metrics    []struct{ Name, Unit string }
		}
	}](t, root["_aws"])
	if document.Timestamp < 1e12 || len(document.CloudWatchMetrics) == 0 {
		t.Errorf("got the line %s, want a time in milliseconds and metrics", line)
	}
	for _, d := range document.CloudWatchMetrics {
		if d.Namespace == "" || len(d.Dimensions) == 0 || len(d.Metrics) == 0 {
			t.Errorf("got %+v in the line %s, want a namespace, dimensions and metrics", d, line)
		}
		for _, set := range d.Dimensions {
			for _, name := range set {
				if value := ""; json.Unmarshal(root[name], &value) != nil || value == "" || len(value) > 1024 {
					t.Errorf("got the dimension %s as %s in the line %s, want a text", name, root[name], line)
				}
			}
		}
		for _, m := range d.Metrics {
			if value := 0.0; json.Unmarshal(root[m.Name], &value) != nil {
				t.Errorf("got the metric %s as %s in the line %s, want a number", m.Name, root[m.Name], line)
			}
		}
	}
}
