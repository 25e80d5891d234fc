package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
)

// suppression is a finding that we live with, and why.
type suppression struct {
	rule    string
	applies string // to this finding of the rule only; empty is to all
	reason  string
}

// told is the reason as cdk-nag's report gives it.
func (s suppression) told() string {
	if s.applies == "" {
		return s.reason
	}
	return "[" + s.applies + "] " + s.reason
}

func suppressions(stack string) []suppression {
	const oneBucket = "objects get their names at run time; the role reaches one prefix of one bucket by named actions"
	return []suppression{
		{
			"AwsSolutions-S1", "",
			"the bucket holds results that only the roles of this stack can reach; who read a job is in the API's access log, and a second bucket would log the functions' own reads",
		},
		{
			"AwsSolutions-APIG4", "",
			"api-submit and api-read check the token in the same write that counts it against its rate; an authorizer's cache would delay a revocation",
		},
		{
			"AwsSolutions-SMG4", "",
			"what the key seals is only where a list goes on; another key would end every list that is being read, and nothing of it leaves the service",
		},
		{"AwsSolutions-IAM5", "Resource::<results7EA05C64.Arn>/results/*", oneBucket},
		{"AwsSolutions-IAM5", "Resource::<results7EA05C64.Arn>/progress/*", oneBucket},
		{"AwsSolutions-IAM5", "Resource::<results7EA05C64.Arn>/documents/*", oneBucket},
		{"AwsSolutions-IAM5", "Resource::<results7EA05C64.Arn>/pages/*", oneBucket},
		{"AwsSolutions-IAM5", "Resource::<results7EA05C64.Arn>/events/*", oneBucket},
		{"AwsSolutions-IAM5", "Resource::<results7EA05C64.Arn>/aws/lambda/*", oneBucket + "; Lambda chooses this prefix"},
		{
			"AwsSolutions-IAM5", "Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:/" + stack + "/*",
			"an operator reads what the functions of this stack logged of a job; their groups have the stack's name in front, and no group is named twice",
		},
		{
			"AwsSolutions-IAM5", "Resource::<coreE83F2297.Arn>/stream/*",
			"listing streams is authorised for the streams of a table, not for one; the table is named",
		},
		{
			"AwsSolutions-IAM5", "Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/amazon.nova-lite-v1:0",
			"an inference profile chooses the region; the model is named and may be asked through this profile only",
		},
	}
}

// addNag has the AwsSolutions rules applied when the app is synthesized.
func addNag(app awscdk.App, svc *service) {
	var known []*cdknag.NagPackSuppression
	for _, s := range suppressions(svc.settings.stackName) {
		k := &cdknag.NagPackSuppression{Id: jsii.String(s.rule), Reason: jsii.String(s.reason)}
		if s.applies != "" {
			k.AppliesTo = &[]any{s.applies}
		}
		known = append(known, k)
	}
	cdknag.NagSuppressions_AddStackSuppressions(svc.stack, &known, nil)
	awscdk.Aspects_Of(app).Add(cdknag.NewAwsSolutionsChecks(&cdknag.NagPackProps{
		ReportFormats: &[]cdknag.NagReportFormat{cdknag.NagReportFormat_JSON},
	}), nil)
}

// nagLine is what a rule says of a resource.
type nagLine struct {
	RuleID          string `json:"ruleId"`
	ResourceID      string `json:"resourceId"`
	Compliance      string `json:"compliance"` // Compliant, Non-Compliant, Suppressed, N/A, UNKNOWN
	ExceptionReason string `json:"exceptionReason"`
	RuleInfo        string `json:"ruleInfo"`
}

func readNag(dir, stack string) ([]nagLine, error) {
	data, err := os.ReadFile(filepath.Join(dir, "AwsSolutions-"+stack+"-NagReport.json"))
	if err != nil {
		return nil, err
	}
	report, err := parse[struct{ Lines []nagLine }](data)
	return report.Lines, err
}

// TestNag: no rule finds anything that has no reason, and no reason is left over
// from what is gone.
func TestNag(t *testing.T) {
	t.Parallel()
	unused := map[string]bool{}
	for _, s := range suppressions("quarry") {
		if len(strings.Fields(s.reason)) < 5 {
			t.Errorf("the suppression of %s gives no reason", s.rule)
		}
		unused[s.told()] = true
	}
	for _, lines := range [][]nagLine{deployed(t).nag, furnished(t).nag, form(t, asOther).nag} {
		if len(lines) == 0 {
			t.Fatal("no rule was applied")
		}
		for _, line := range lines {
			switch line.Compliance {
			case "Compliant", "N/A":
			case "Suppressed":
				delete(unused, line.ExceptionReason)
			default:
				t.Errorf("%s %s: got %s, want Compliant: %s", line.ResourceID, line.RuleID, line.Compliance, line.RuleInfo)
			}
		}
	}
	for reason := range unused {
		t.Errorf("nothing is suppressed any more because %q", reason)
	}
}
