package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/quarryapi/quarry/internal/kind"
)

// TestTemplateIsFresh: template.yaml says what the stack says today.
func TestTemplateIsFresh(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../template.yaml")
	if err != nil {
		t.Fatalf("%v: run make template", err)
	}
	var committed, current any
	if err := yaml.Unmarshal(text, &committed); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(committed) // through JSON, so that numbers are of one type
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &committed); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(templated(t).raw, &current); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(committed, current); diff != "" {
		t.Errorf("template.yaml is stale, run make template (-committed +current)\n%s", diff)
	}
}

// TestTemplateSuitsSam: sam finds each function by the last part of its path, its
// code below the repository, and may point it at local engines.
func TestTemplateSuitsSam(t *testing.T) {
	t.Parallel()
	s := templated(t)
	for id, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		name := strings.TrimPrefix(string(f.FunctionName), "quarry-")
		meta := s.Resources[id].Metadata
		if want := "quarry/" + name + "/Resource"; meta["aws:cdk:path"] != want {
			t.Errorf("sam knows %s by %v, want %s", name, meta["aws:cdk:path"], want)
		}
		if want := "dist/x86_64/" + name; meta["aws:asset:path"] != want || meta["aws:asset:property"] != "Code" {
			t.Errorf("sam looks for %s in %v, want %s", name, meta["aws:asset:path"], want)
		}
		if !slices.Equal(f.Architectures, []string{"x86_64"}) {
			t.Errorf("%s is built for %s", name, f.Architectures)
		}
		for _, variable := range []string{"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL_SQS", "QUARRY_CURSOR_KEY"} {
			if declared := string(f.Environment.Variables[variable]) == `""`; declared == (name == kind.BrowserFunction) {
				t.Errorf("%s declares %s: got %v, want it of all but the browser", name, variable, declared)
			}
		}
	}
	for _, unwanted := range []string{"BootstrapVersion", "CDKMetadata", "AWS::Lambda::LayerVersion", "AWS::SecretsManager::Secret"} {
		if strings.Contains(string(s.raw), unwanted) {
			t.Errorf("the template holds %s", unwanted)
		}
	}
}

// TestEndpointsAreLocalOnly: an installation that could be pointed elsewhere by a
// variable would be one mistake away from writing to somebody else's tables.
func TestEndpointsAreLocalOnly(t *testing.T) {
	t.Parallel()
	if strings.Contains(string(deployed(t).raw), "AWS_ENDPOINT_URL") {
		t.Error("the deployed stack sets an endpoint")
	}
}
