package main

import (
	"cmp"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"text/template"

	"go.yaml.in/yaml/v3"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

var update = flag.Bool("update", false, "write docs/configuration.md or template.yaml anew, by the test that is run")

// templatePath is where sam looks for a template.
const templatePath = "../template.yaml"

// mostLines is how long a template may be that somebody is to read.
const mostLines = 600

// samTemplate is template.yaml: what sam needs to know of the stack, and nothing that has to be deployed.
const samTemplate = `# Written by ` + "`make template`" + ` from the stack in infra/, to which a test holds it: its functions and its HTTP API, for
# sam local and sam build (docs/sam-local.md). What is deployed is the stack itself, by ` + "`make deploy`" + `.
AWSTemplateFormatVersion: "2010-09-09"
Transform: AWS::Serverless-2016-10-31
Description: Quarry, a self-hosted web-data API, its functions for sam

Globals:
  Function:
    Runtime: provided.al2023
    Handler: bootstrap
    Architectures: [x86_64] # as containers of most machines; the stack's are arm64
    Environment:
      Variables: # sam sets no others; make sam-api and make sam-invoke know their values
{{- range .Variables}}
        {{.}}: ""
{{- end}}

Resources:
  Api:
    Type: AWS::Serverless::HttpApi
{{range .Functions}}
  {{.ID}}:
    Type: AWS::Serverless::Function
{{- if .Alone}}
    IgnoreGlobals: [Environment] # it is told nothing of the service
{{- end}}
    Metadata: {BuildMethod: makefile, ProjectRootDirectory: functions/{{.Name}}, ContextPath: ., WorkingDirectory: .}
    Properties:
      FunctionName: {{.Full}}
      CodeUri: dist/x86_64/{{.Name}}
      MemorySize: {{.Memory}}
      Timeout: {{.Timeout}}
{{- if .Routes}}
      Events:
{{- end}}
{{- range .Routes}}
        {{.ID}}: {Type: HttpApi, Properties: {ApiId: !Ref Api, Method: {{.Method}}, Path: {{.Path}}}}
{{- end}}
{{end -}}
`

// samFunction is a function as the template has it.
type samFunction struct {
	ID, Name, Full  string
	Memory, Timeout int
	Alone           bool // told nothing but what it shows or reads
	Routes          []samRoute
}

type samRoute struct{ ID, Method, Path string }

// TestTemplateFollowsTheStack: template.yaml has every function and route of the stack as it is deployed, and
// every variable that functions read and sam does not set by itself.
func TestTemplateFollowsTheStack(t *testing.T) {
	t.Parallel()
	var made strings.Builder
	if err := template.Must(template.New("").Parse(samTemplate)).Execute(&made, map[string]any{
		"Variables": samVariables(t), "Functions": samFunctions(t, deployed(t)),
	}); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(templatePath, []byte(made.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(templatePath)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, made.String(), string(committed))
	if lines := strings.Count(made.String(), "\n"); lines > mostLines {
		t.Errorf("got a template of %d lines, want at most %d", lines, mostLines)
	}
}

// samVariables are all but Lambda's own and those that only an installation has.
func samVariables(t *testing.T) []string {
	t.Helper()
	_, read := variables(t)
	others := []string{"AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL_CLOUDWATCH_LOGS", "QUARRY_STACK", "QUARRY_PAUSED", "QUARRY_CHROMIUM"}
	return slices.Sorted(maps.Keys(maps.Collect(func(yield func(string, bool) bool) {
		for _, name := range read {
			if !slices.Contains(others, name) && !yield(name, true) {
				return
			}
		}
	})))
}

// samFunctions are those of a synthesized stack, in the order in which its code lists them.
func samFunctions(t *testing.T, s *synthesis) []samFunction {
	t.Helper()
	var order []string
	for _, fn := range fleet(kinds.All()) {
		order = append(order, fn.name)
	}
	routes := map[string][]samRoute{}
	for key, to := range routesOf(t, s) {
		method, path, _ := strings.Cut(key, " ")
		if path == "" {
			method, path = "ANY", "$default"
		}
		routes[to] = append(routes[to], samRoute{samID(strings.ToLower(method) + strings.NewReplacer("/", "-", "{proxy+}", "", ".", "-", "$", "-").Replace(path)), method, `"` + path + `"`})
	}
	var functions []samFunction
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		full := string(f.FunctionName)
		name := strings.TrimPrefix(full, "quarry-")
		slices.SortFunc(routes[full], func(a, b samRoute) int { return cmp.Compare(a.Path+a.ID, b.Path+b.ID) })
		functions = append(functions, samFunction{samID(name), name, full, f.MemorySize, f.Timeout, f.Environment.Variables["QUARRY_CORE_TABLE"] == nil, routes[full]})
	}
	slices.SortFunc(functions, func(a, b samFunction) int { return slices.Index(order, a.Name) - slices.Index(order, b.Name) })
	return functions
}

// samID is a name as CloudFormation wants ids: worker-hn_post is WorkerHnPost. The Makefile's build-% goes the way back.
func samID(name string) string {
	var id strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' }) {
		id.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return id.String()
}

// TestTemplateAgrees reads the template, as sam does, and holds it to the stack: the same functions with the same
// figures, the same routes, folders that exist, and nothing told to the functions that workers invoke.
func TestTemplateAgrees(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(templatePath)
	if err != nil {
		t.Fatal(err)
	}
	type figures struct{ Memory, Timeout int }
	var read struct {
		Resources map[string]struct {
			Type          string            `yaml:"Type"`
			IgnoreGlobals []string          `yaml:"IgnoreGlobals"`
			Metadata      map[string]string `yaml:"Metadata"`
			Properties    struct {
				Name       string `yaml:"FunctionName"`
				CodeURI    string `yaml:"CodeUri"`
				MemorySize int    `yaml:"MemorySize"`
				Timeout    int    `yaml:"Timeout"`
				Events     map[string]struct {
					Properties struct {
						Method string `yaml:"Method"`
						Path   string `yaml:"Path"`
					} `yaml:"Properties"`
				} `yaml:"Events"`
			} `yaml:"Properties"`
		} `yaml:"Resources"`
	}
	if err := yaml.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	wantFunctions, gotFunctions, gotRoutes := map[string]figures{}, map[string]figures{}, map[string]string{}
	for _, f := range resourcesOf[lambdaFunction](t, deployed(t), "AWS::Lambda::Function") {
		wantFunctions[string(f.FunctionName)] = figures{f.MemorySize, f.Timeout}
	}
	for id, r := range read.Resources {
		if r.Type != "AWS::Serverless::Function" {
			continue
		}
		f := r.Properties
		gotFunctions[f.Name] = figures{f.MemorySize, f.Timeout}
		for _, e := range f.Events {
			gotRoutes[strings.TrimPrefix(e.Properties.Method+" "+e.Properties.Path, "ANY ")] = f.Name
		}
		name := strings.TrimPrefix(f.Name, "quarry-")
		if _, err := os.Stat("../" + r.Metadata["ProjectRootDirectory"] + "/main.go"); err != nil || f.CodeURI != "dist/x86_64/"+name || id != samID(name) {
			t.Errorf("%s: got code of %s below %s, error %v; want %s with a main.go, as make builds it", id, r.Metadata["ProjectRootDirectory"], f.CodeURI, err, name)
		}
		if alone := slices.Contains(r.IgnoreGlobals, "Environment"); alone != slices.Contains([]string{kind.BrowserFunction, kind.PDFFunction}, name) {
			t.Errorf("%s is told nothing: got %v, want it of those that workers invoke alone", name, alone)
		}
	}
	equal(t, wantFunctions, gotFunctions)
	equal(t, routesOf(t, deployed(t)), gotRoutes)
}

// TestEndpointsAreLocalOnly: an installation that could be pointed elsewhere by a
// variable would be one mistake away from writing to somebody else's tables.
func TestEndpointsAreLocalOnly(t *testing.T) {
	t.Parallel()
	if strings.Contains(string(deployed(t).raw), "AWS_ENDPOINT_URL") {
		t.Error("the deployed stack sets an endpoint")
	}
}
