package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestVersionIsAnOutput: after an upgrade an operator knows what runs, and before it what to go back to.
func TestVersionIsAnOutput(t *testing.T) {
	t.Parallel()
	if got := furnished(t).Outputs["Version"].Value; got != "v1.2.3-4-gabcdef" {
		t.Errorf("got the output Version %v, want what was deployed", got)
	}
	if got, said := deployed(t).Outputs["Version"]; said {
		t.Errorf("got the output Version %v, want none where nobody said which", got)
	}
}

// TestTwoInstallationsMeetNowhere: what a stack names itself begins with its name, so that two of them can be in one
// account and region. Names that nobody gives, CloudFormation makes up.
func TestTwoInstallationsMeetNowhere(t *testing.T) {
	t.Parallel()
	s := form(t, asOther)
	given := regexp.MustCompile(`"(?:FunctionName|QueueName|AlarmName|LogGroupName|TopicName|TableName|BucketName|RoleName|LayerName|DashboardName|Name|ApplicationName|BudgetName|ExportName)":"([^"]+)"`)
	dimension := regexp.MustCompile(`"Name":"[^"]+","Value"`) // of a metric
	names := 0
	for id, r := range s.Resources {
		if r.Type == "AWS::Lambda::Alias" {
			continue // its name is one of its function's
		}
		for _, found := range given.FindAllStringSubmatch(dimension.ReplaceAllString(string(r.Properties), ""), -1) {
			names++
			name := strings.TrimPrefix(found[1], "/")
			if name != "other" && !strings.HasPrefix(name, "other-") && !strings.HasPrefix(name, "other/") && r.Type != "AWS::ApiGatewayV2::Stage" {
				t.Errorf("%s, a %s: got the name %s, want one that begins with other", id, r.Type, found[1])
			}
		}
	}
	if names < 50 {
		t.Errorf("got %d names, want those of functions, queues, logs and alarms", names)
	}
	for _, word := range []string{`"quarry-`, `"/quarry/`, `:quarry-`} {
		if at := strings.Index(string(s.raw), word); at >= 0 {
			t.Errorf("got %s in the stack, want nothing of another installation", s.raw[at:at+60])
		}
	}
}
