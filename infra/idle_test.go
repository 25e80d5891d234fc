package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// atRestFree are the types of resources that cost nothing, or cents of storage, as long as nobody calls. Types that do cost
// something are in TestIdleSum.
var atRestFree = []string{
	"AWS::ApiGatewayV2::Api", "AWS::ApiGatewayV2::Integration", "AWS::ApiGatewayV2::Route", "AWS::ApiGatewayV2::Stage",
	"AWS::CloudWatch::Dashboard", // three with up to 50 metrics are free, which TestIdleCost counts
	"AWS::DynamoDB::GlobalTable", "AWS::Events::Rule", "AWS::IAM::Policy", "AWS::IAM::Role",
	"AWS::Lambda::EventInvokeConfig", "AWS::Lambda::Function", "AWS::Lambda::LayerVersion", "AWS::Lambda::Permission",
	"AWS::Logs::LogGroup", "AWS::Logs::MetricFilter", "AWS::S3::Bucket", "AWS::S3::BucketPolicy",
	"AWS::SNS::Topic", "AWS::SNS::TopicPolicy", "AWS::SNS::Subscription", "AWS::SQS::Queue", "AWS::SQS::QueuePolicy",
}

// TestIdleSum adds up from the template what docs/cost.md says of a month of nothing, and knows of every resource what it
// costs: one of a new type, a key of KMS, capacity that is provisioned or a minimum of pollers fails it.
func TestIdleSum(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/cost.md")
	if err != nil {
		t.Fatal(err)
	}
	s := deployed(t)
	polled, alarms, secrets := 0, atRest(t, s), 0
	queues := resourcesOf[sqsQueue](t, s, "AWS::SQS::Queue")
	for id, r := range s.Resources {
		switch {
		case r.Type == "AWS::Lambda::EventSourceMapping":
			source, err := parse[eventSource](r.Properties)
			if err != nil {
				t.Fatal(err)
			}
			if _, isQueue := queues[string(source.EventSourceArn)]; isQueue { // reading a stream costs nothing
				polled++
			}
		case r.Type == "AWS::SecretsManager::Secret":
			secrets++
		case r.Type != "AWS::CloudWatch::Alarm" && !slices.Contains(atRestFree, r.Type):
			t.Errorf("%s: got a resource of type %s, of which nobody knows what it costs at rest", id, r.Type)
		}
		for _, dear := range []string{"KMSMasterKeyId", "KmsMasterKeyId", "KmsKeyArn", "ProvisionedThroughput\"", "ProvisionedPollerConfig", "ProvisionedConcurrency", "ContributorInsights", "ReplicaSpecification\""} {
			if strings.Contains(string(r.Properties), `"`+dear) {
				t.Errorf("%s: got %s, which costs something at rest; want none", id, strings.Trim(dear, `"`))
			}
		}
	}
	sum := float64(polled)*5*3*60*24*30*0.40/1e6 - 0.40 + float64(alarms-10)*0.10 + sweeping()
	for _, want := range []string{
		fmt.Sprintf("| **sum** | **%.2f** |", sum+0.40*float64(secrets)),
		fmt.Sprintf("| the same with the setting `cursorKey` | **%.2f** |", sum),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/cost.md: got no %q, which the template's %d polled queues, %d metrics of alarms and %d secrets come to", want, polled, alarms, secrets)
		}
	}
}

// TestTheTrailOutlivesTheStack: the log of admin, and no other, is kept when the stack is removed; having a name, it is taken in by the next
// deployment, or that would fail.
func TestTheTrailOutlivesTheStack(t *testing.T) {
	t.Parallel()
	s := deployed(t)
	for id, group := range resourcesOf[struct{ LogGroupName string }](t, s, "AWS::Logs::LogGroup") {
		want := "Delete"
		if group.LogGroupName == "/quarry/admin" {
			want = "Retain"
		}
		if got := s.Resources[id].DeletionPolicy; got != want {
			t.Errorf("got the deletion policy %s of %s, want %s", got, group.LogGroupName, want)
		}
	}
	rules, err := os.ReadFile("infra.mk")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(rules), "deploy --import-existing-resources ") {
		t.Error("got a make deploy that takes in nothing that is there, want the log of admin")
	}
}

// TestAdoptionAsTheGuideSays: what outlives a stack is what the guide imports, by the ids that the template has and the
// properties by which CloudFormation finds a resource of the type; and these ids are the same under another name,
// or a stack of that name could not take it in.
func TestAdoptionAsTheGuideSays(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`echo '(\{.*\})' > kept\.json`).FindSubmatch(text)
	if said == nil {
		t.Fatal("docs/deploy.md: got no kept.json, want what an import needs")
	}
	var mapping map[string]map[string]string
	if err := json.Unmarshal(said[1], &mapping); err != nil {
		t.Fatal(err)
	}
	identifiers := map[string]string{"AWS::DynamoDB::GlobalTable": "TableName", "AWS::S3::Bucket": "BucketName"}
	for name, s := range map[string]*synthesis{"as deployed": deployed(t), asOther: form(t, asOther)} {
		kept := 0
		for id, r := range s.Resources {
			if r.DeletionPolicy != "Retain" || identifiers[r.Type] == "" {
				continue
			}
			kept++
			if _, ok := mapping[id][identifiers[r.Type]]; !ok || len(mapping[id]) != 1 {
				t.Errorf("%s: %s of type %s: got %v in the guide, want its %s alone", name, id, r.Type, mapping[id], identifiers[r.Type])
			}
		}
		if kept != len(mapping) || kept != 3 {
			t.Errorf("%s: got %d resources that outlive the stack and %d in the guide, want three", name, kept, len(mapping))
		}
	}
}
