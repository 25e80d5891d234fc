package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// toldOfAlarms are the alarms that ADR 0049 says the emulator does without.
func toldOfAlarms(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../docs/adr/0049-the-stack-is-deployed-to-an-emulator-in-every-run.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`\n\| alarms .*`).Find(text)
	for _, name := range regexp.MustCompile("`([a-z-]+)`").FindAllSubmatch(row, -1) {
		names = append(names, string(name[1]))
	}
	return names
}

// TestEmulatedDiffersInThreeThings: what is tried in an emulator is what is deployed, but for the
// processor, four alarms and an action that AWS does not know.
func TestEmulatedDiffersInThreeThings(t *testing.T) {
	t.Parallel()
	want, got := resources(t, deployed(t)), resources(t, emulated(t))
	alarms, functions, roles, leftOut := 0, 0, 0, toldOfAlarms(t)
	for id, r := range want {
		properties, _ := r["Properties"].(map[string]any)
		switch r["Type"] {
		case "AWS::CloudWatch::Alarm":
			if name, _ := properties["AlarmName"].(string); slices.Contains(leftOut, strings.TrimPrefix(name, "quarry-")) {
				delete(want, id)
				alarms++
			}
		case "AWS::Lambda::Function":
			if arm := []any{"arm64"}; cmp.Equal(properties["Architectures"], any(arm)) {
				properties["Architectures"] = []any{"x86_64"}
				functions++
			}
		case "AWS::Lambda::LayerVersion":
			delete(properties, "Content") // named by the hash of a folder made anew for each form
		}
	}
	for _, r := range got {
		properties, _ := r["Properties"].(map[string]any)
		if r["Type"] == "AWS::IAM::Role" && withoutBatches(properties) {
			roles++
		}
		if r["Type"] == "AWS::Lambda::LayerVersion" {
			delete(properties, "Content")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the emulated stack mismatch (-want +got):\n%s", diff)
	}
	if workers := len(emulated(t).workers); alarms != 4 || len(leftOut) != 4 || functions != workers+9 || roles != workers+5 {
		t.Errorf("got %d alarms left out and %v in ADR 0049, %d other processors and %d roles with the action, want 4, %d and %d", alarms, leftOut, functions, roles, workers+9, workers+5)
	}
}

func resources(t *testing.T, s *synthesis) map[string]map[string]any {
	t.Helper()
	var template struct {
		Resources map[string]map[string]any `json:"Resources"`
	}
	if err := json.Unmarshal(s.raw, &template); err != nil {
		t.Fatal(err)
	}
	return template.Resources
}

// withoutBatches takes the action that only the emulator asks for out of a role, and reports whether
// it was there.
func withoutBatches(role map[string]any) (found bool) {
	policies, _ := role["Policies"].([]any)
	for _, p := range policies {
		document, _ := p.(map[string]any)["PolicyDocument"].(map[string]any)
		statements, _ := document["Statement"].([]any)
		for _, s := range statements {
			statement, _ := s.(map[string]any)
			actions, several := statement["Action"].([]any)
			if !several {
				continue
			}
			before := len(actions)
			actions = slices.DeleteFunc(actions, func(a any) bool { return a == "sqs:SendMessageBatch" })
			found = found || len(actions) != before
			if statement["Action"] = any(actions); len(actions) == 1 {
				statement["Action"] = actions[0]
			}
		}
	}
	return found
}
