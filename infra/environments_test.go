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

// TestTwoRegionsMeetNowhere: an account has its dashboards and budgets once for all regions, so that their names tell the region.
func TestTwoRegionsMeetNowhere(t *testing.T) {
	t.Parallel()
	found := 0
	for id, r := range form(t, asOther).Resources {
		for sort, name := range map[string]string{
			"AWS::CloudWatch::Dashboard": `"DashboardName":{"Fn::Sub":"other-${AWS::Region}"}`, "AWS::Budgets::Budget": `"BudgetName":{"Fn::Sub":"other-${AWS::Region}"}`,
		} {
			if r.Type != sort {
				continue
			}
			found++
			if !strings.Contains(string(r.Properties), name) {
				t.Errorf("%s: got %s, want %s", id, r.Properties, name)
			}
		}
	}
	if found != 2 {
		t.Errorf("got %d dashboards and budgets, want both", found)
	}
}

// TestTags: what an installation costs, and whose it is, is told apart by tags, which CloudFormation gives to all that a stack makes.
func TestTags(t *testing.T) {
	t.Parallel()
	props := stackProps(settings{stackName: "quarry", tags: "team=web, cost-center=42"})
	got := map[string]string{}
	for name, value := range *props.Tags {
		got[name] = *value
	}
	equal(t, map[string]string{"team": "web", "cost-center": "42"}, got)
}
