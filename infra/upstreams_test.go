package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestUpstreamsAreForWorkers: only who asks upstreams is told of them and of their
// keys, and only who asks the model is told of that. No key is in the template.
func TestUpstreamsAreForWorkers(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	want := map[string][]string{} // by function
	for _, w := range s.workers {
		told := []string{
			`"crux=https://crux.example.com"`,
			`"{{resolve:secretsmanager:quarry/keys:SecretString:::v2}}"`,
			"", "", `"75"`,
		}
		if w.Model {
			told[2], told[3] = `"bedrock:eu.amazon.nova-lite-v1:0"`, `"bedrock:amazon.titan-embed-text-v2:0"`
		}
		want["quarry-worker-"+w.Name] = told
	}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		told, isWorker := want[string(f.FunctionName)]
		if !isWorker {
			told = []string{"", "", "", "", ""}
		}
		for i, name := range []string{"QUARRY_SOURCES", "QUARRY_KEYS", "QUARRY_MODEL", "QUARRY_EMBEDDINGS", "QUARRY_SHARE_PERCENT"} {
			if got := string(f.Environment.Variables[name]); got != told[i] {
				t.Errorf("%s has %s = %s, want %s", f.FunctionName, name, got, told[i])
			}
		}
	}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		want := ""
		if f.FunctionName == "quarry-api-submit" {
			want = `"3"`
		}
		if got := string(f.Environment.Variables["QUARRY_RENDER_CREDITS"]); got != want {
			t.Errorf("%s has QUARRY_RENDER_CREDITS = %s, want %s", f.FunctionName, got, want)
		}
	}
	for _, name := range []string{"QUARRY_SOURCES", "QUARRY_KEYS", "QUARRY_MODEL", "QUARRY_EMBEDDINGS", "QUARRY_SHARE_PERCENT"} {
		if strings.Contains(string(deployed(t).raw), name) {
			t.Errorf("%s is set though nobody said so", name)
		}
	}
}

// TestModelRights: the right to ask a model belongs to those who need it and ends at
// the one that was chosen.
func TestModelRights(t *testing.T) {
	t.Parallel()
	s := furnished(t)
	roles := resourcesOf[json.RawMessage](t, s, "AWS::IAM::Role")
	needs := map[string]bool{}
	for _, w := range s.workers {
		needs["quarry-worker-"+w.Name] = w.Model
	}
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		for _, model := range []string{"bedrock:InvokeModel", "foundation-model/amazon.titan-embed-text-v2:0", "inference-profile/eu.amazon.nova-lite-v1:0"} {
			if may := strings.Contains(string(roles[string(f.Role)]), model); may != needs[string(f.FunctionName)] {
				t.Errorf("%s may ask %s: %v", f.FunctionName, model, may)
			}
		}
	}
	if strings.Contains(string(deployed(t).raw), "bedrock:InvokeModel") {
		t.Error("there are rights to a model though none was chosen")
	}
}

func TestBedrockParts(t *testing.T) {
	t.Parallel()
	const own = "arn:${AWS::Partition}:bedrock:${AWS::Region}:${AWS::AccountId}:inference-profile/"
	for id, want := range map[string][2]string{
		"amazon.nova-lite-v1:0":                    {"", "amazon.nova-lite-v1:0"},
		"zai.glm-4.7":                              {"", "zai.glm-4.7"},
		"eu.amazon.nova-lite-v1:0":                 {own + "eu.amazon.nova-lite-v1:0", "amazon.nova-lite-v1:0"},
		"us-gov.anthropic.claude-sonnet-4-v1:0":    {own + "us-gov.anthropic.claude-sonnet-4-v1:0", "anthropic.claude-sonnet-4-v1:0"},
		"global.anthropic.claude-sonnet-4-v1:0":    {own + "global.anthropic.claude-sonnet-4-v1:0", "anthropic.claude-sonnet-4-v1:0"},
		"arn:aws:bedrock:eu-west-1:1:profile/mine": {"arn:aws:bedrock:eu-west-1:1:profile/mine", "*"},
	} {
		profile, foundation := bedrockParts(id)
		equal(t, want, [2]string{profile, foundation})
	}
}

// TestModelElsewhere: a model that is not one of Bedrock's needs no right.
func TestModelElsewhere(t *testing.T) {
	t.Parallel()
	if rights := (&service{settings: settings{model: "openai:gpt", embeddings: "openai:e"}}).modelRights(); rights != nil {
		t.Errorf("got %v", rights)
	}
}
