package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// Forms of the stack.
const (
	asDeployed  = "as it is deployed when nothing is said"
	asPaused    = "as rows are copied into it"
	asUnbuilt   = "as it is destroyed"
	asFurnished = "with all settings, and of more kinds than there are"
	asEmulated  = "as an emulator takes it"
	asOther     = "under another name"
)

// stacks synthesizes each form, once for all tests: starting the CDK's engine takes
// seconds, and it serves one goroutine at a time.
var stacks = sync.OnceValue(func() map[string]outcome {
	made := map[string]outcome{}
	for name, f := range map[string]struct {
		settings settings
		kinds    []kind.Definition
	}{
		asDeployed:  {settings{dashboard: true}, kinds.All()},
		asUnbuilt:   {settings{dashboard: true, unbuilt: true}, kinds.All()},
		asEmulated:  {settings{dashboard: true, emulated: true}, kinds.All()},
		asPaused:    {settings{paused: true}, kinds.All()[:2]},
		asFurnished: {furnishedSettings(), manyKinds()},
		asOther: {settings{
			stackName: "other", dashboard: true, alarmEmail: "ops@example.com", rollout: true, budget: "50", logDays: "90",
			domain: "api.example.com", certificate: "arn:aws:acm:eu-central-1:000000000000:certificate/c", domainOnly: true,
		}, kinds.All()[:2]},
	} {
		s, err := synthesize(f.settings, f.kinds)
		made[name] = outcome{s, err}
	}
	return made
})

func furnishedSettings() settings {
	return settings{
		dashboard: true, sources: "crux=https://crux.example.com", keysSecret: "quarry/keys", keysVersion: "v2",
		model: "bedrock:eu.amazon.nova-lite-v1:0", embeddings: "bedrock:amazon.titan-embed-text-v2:0", userAgent: "Acme/1", cursorKey: "/quarry/cursor-key", sharePercent: "75", renderCredits: "3", faces: "firecrawl,jina,tavily,exa,mcp", version: "v1.2.3-4-gabcdef", accountConcurrency: "1000", concurrency: "kind0=200,webhook-retry=5", requestRate: "1500", alarmEmail: "ops@example.com",
		domain: "api.example.org", certificate: "arn:aws:acm:eu-central-1:000000000000:certificate/d",
	}
}

// manyKinds are as many as Quarry is to have, 23, and four workers more, some of
// which need a browser, some a model and some both.
func manyKinds() []kind.Definition {
	const kinds, others = 23, 4
	var definitions []kind.Definition
	for i := range kinds {
		w := kind.Function{Ceiling: time.Minute, MemoryMB: 1024, Concurrency: 20, Browser: i%4 == 3, Documents: i%5 == 4, Model: i%6 == 5}
		w.Name = fmt.Sprintf("kind%d", i)
		definition := kind.Definition{Name: w.Name, Functions: []kind.Function{w}}
		if i < others {
			w.Name, w.Browser = definition.Name+"-screenshot", true
			definition.Functions = append(definition.Functions, w)
		}
		definitions = append(definitions, definition)
	}
	return definitions
}

type outcome struct {
	stack *synthesis
	err   error
}

func deployed(t *testing.T) *synthesis  { t.Helper(); return form(t, asDeployed) }
func unbuilt(t *testing.T) *synthesis   { t.Helper(); return form(t, asUnbuilt) }
func emulated(t *testing.T) *synthesis  { t.Helper(); return form(t, asEmulated) }
func furnished(t *testing.T) *synthesis { t.Helper(); return form(t, asFurnished) }

func form(t *testing.T, name string) *synthesis {
	t.Helper()
	made := stacks()[name]
	if made.err != nil {
		t.Fatal(made.err)
	}
	return made.stack
}

func TestMain(m *testing.M) {
	code := m.Run()
	// Close (jsii v1.139.0) waits for the engine twice at once, which the race
	// detector reports. Then the engine is left to end with this process.
	build, _ := debug.ReadBuildInfo()
	if !slices.Contains(build.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		jsii.Close()
	}
	os.Exit(code)
}

// synthesis is a synthesized stack: as CloudFormation will read it, and what
// cdk-nag says of it.
type synthesis struct {
	raw       []byte
	workers   []kind.Function
	Resources map[string]resource
	Outputs   map[string]struct{ Value any }
	nag       []nagLine
}

type resource struct {
	Type                string
	Properties          json.RawMessage
	Metadata            map[string]any
	DeletionPolicy      string
	UpdateReplacePolicy string
	UpdatePolicy        json.RawMessage
}

// synthesize builds the stack over empty binaries. The CDK reports every problem
// by a panic, which would end the tests of the whole package: it is made an error.
func synthesize(s settings, definitions []kind.Definition) (result *synthesis, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("synthesis panicked: %v", p)
		}
	}()
	dir, err := os.MkdirTemp("", "quarry-infra")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s.stackName, s.logLevel, s.dist = cmp.Or(s.stackName, "quarry"), "info", filepath.Join(dir, "dist")
	s.logDays = cmp.Or(s.logDays, "30")
	if err := emptyBinaries(s.dist, definitions); err != nil {
		return nil, err
	}
	context, err := cliContext()
	if err != nil {
		return nil, err
	}
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: jsii.String(filepath.Join(dir, "out")), Context: &context})
	svc := newService(app, s, definitions)
	addNag(app, svc)
	assembly := app.Synth(nil)
	raw, err := json.Marshal(assembly.GetStackByName(jsii.String(s.stackName)).Template())
	if err != nil {
		return nil, err
	}
	if result, err = parse[*synthesis](raw); err != nil {
		return nil, err
	}
	result.raw, result.workers = raw, workers(definitions)
	result.nag, err = readNag(*assembly.Directory(), s.stackName)
	return result, err
}

// parse decodes JSON whose names are those of T's fields.
func parse[T any](data []byte) (T, error) {
	var value T
	err := json.Unmarshal(data, &value)
	return value, err
}

// cliContext is what the command line hands to the app: cdk.json's context.
func cliContext() (map[string]any, error) {
	data, err := os.ReadFile("cdk.json")
	if err != nil {
		return nil, err
	}
	file, err := parse[struct{ Context map[string]any }](data)
	if err != nil {
		return nil, err
	}
	// Findings are for TestNag to tell; they shall not end the synthesis.
	file.Context["@aws-cdk/core:annotationsInValidationReport"] = false
	return file.Context, nil
}

func emptyBinaries(dist string, definitions []kind.Definition) error {
	for _, fn := range fleet(definitions) {
		dir := filepath.Join(dist, fn.name)
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "bootstrap"), nil, 0o600); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(dist, layerDir, "bin"), 0o750)
}

// resourcesOf decodes the properties of every resource of a type, by logical id.
func resourcesOf[T any](t *testing.T, s *synthesis, kind string) map[string]T {
	t.Helper()
	found := map[string]T{}
	for id, r := range s.Resources {
		if r.Type != kind {
			continue
		}
		properties, err := parse[T](r.Properties)
		if err != nil {
			t.Fatalf("%s %s: got error %v, want no error", kind, id, err)
		}
		found[id] = properties
	}
	if len(found) == 0 {
		t.Fatalf("the stack has no %s", kind)
	}
	return found
}

// ref is the logical id that a Ref or Fn::GetAtt points to, or a plain string.
type ref string

// UnmarshalJSON reads any of the three.
func (r *ref) UnmarshalJSON(data []byte) error {
	if plain, err := parse[string](data); err == nil {
		*r = ref(plain)
		return nil
	}
	pointer, err := parse[struct {
		Ref    string
		GetAtt []string `json:"Fn::GetAtt"`
	}](data)
	if err != nil {
		return err
	}
	*r = ref(pointer.Ref)
	if len(pointer.GetAtt) > 0 {
		*r = ref(pointer.GetAtt[0])
	}
	return nil
}

// list is a value that CloudFormation writes bare when there is only one.
type list[T any] []T

// UnmarshalJSON reads both forms.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	if many, err := parse[[]T](data); err == nil {
		*l = many
		return nil
	}
	one, err := parse[T](data)
	*l = list[T]{one}
	return err
}
