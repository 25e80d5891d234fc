package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

type lambdaFunction struct {
	FunctionName  ref
	Role          ref
	Architectures []string
	MemorySize    int
	Timeout       int
	Runtime       string
	Environment   struct{ Variables map[string]json.RawMessage }
	LoggingConfig struct{ LogGroup ref }
	Layers        []ref

	EphemeralStorage struct{ Size int }
}

func equal[T any](t *testing.T, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("equal mismatch (-want +got):\n%s", diff)
	}
}

// TestFunctionsAgree: the registry of kinds, the folders with a main and the
// functions of the stack are the same.
func TestFunctionsAgree(t *testing.T) {
	t.Parallel()
	var want []string
	for _, fn := range fleet(kinds.All()) {
		want = append(want, fn.name)
	}
	slices.Sort(want)
	mains, err := filepath.Glob("../functions/*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, path := range mains {
		folders = append(folders, filepath.Base(filepath.Dir(path)))
	}
	slices.Sort(folders) // the paths are sorted with what follows the names
	equal(t, want, folders)
	equal(t, want, functionNames(t, deployed(t)))
	equal(t, want, functionNames(t, unbuilt(t)))
}

func functionNames(t *testing.T, s *synthesis) []string {
	t.Helper()
	var names []string
	for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
		names = append(names, strings.TrimPrefix(string(f.FunctionName), "quarry-"))
	}
	slices.Sort(names)
	return names
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, s := range []*synthesis{deployed(t), furnished(t)} {
		type logGroup struct{ RetentionInDays int }
		groups := resourcesOf[logGroup](t, s, "AWS::Logs::LogGroup")
		for id, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
			if f.Runtime != "provided.al2023" {
				t.Errorf("%s runs on %s", id, f.Runtime)
			}
			if f.MemorySize < 128 || f.MemorySize > 3008 {
				t.Errorf("%s has %d MB, which a new account does not get", id, f.MemorySize)
			}
			want := 30
			if f.FunctionName == "quarry-admin" {
				want = auditDays
			}
			if got := groups[string(f.LoggingConfig.LogGroup)].RetentionInDays; got != want {
				t.Errorf("%s logs to a group that forgets after %d days, want %d", id, got, want)
			}
		}
	}
}

// TestProcessors: a function runs on the processor that make functions builds it
// for, and only the browser has the layer, which is of the same processor.
func TestProcessors(t *testing.T) {
	t.Parallel()
	for _, s := range []*synthesis{deployed(t), furnished(t)} {
		for _, f := range resourcesOf[lambdaFunction](t, s, "AWS::Lambda::Function") {
			architecture, shows := "arm64", f.FunctionName == "quarry-"+kind.BrowserFunction
			if shows {
				architecture = "x86_64"
			}
			equal(t, []string{architecture}, f.Architectures)
			if shows != (len(f.Layers) == 1) || shows != (f.EphemeralStorage.Size == scratchMB) {
				t.Errorf("%s has layers %v and %d MB of /tmp", f.FunctionName, f.Layers, f.EphemeralStorage.Size)
			}
		}
	}
	type layer struct{ CompatibleArchitectures, CompatibleRuntimes []string }
	layers := resourcesOf[layer](t, furnished(t), "AWS::Lambda::LayerVersion")
	equal(t, 1, len(layers))
	for _, l := range layers {
		equal(t, layer{[]string{"x86_64"}, []string{"provided.al2023"}}, l)
	}
}

// TestTheAuditHasAWholeProcessor: it is 15 minutes at most, and its time is that of a processor.
func TestTheAuditHasAWholeProcessor(t *testing.T) {
	t.Parallel()
	for _, f := range resourcesOf[lambdaFunction](t, deployed(t), "AWS::Lambda::Function") {
		if f.FunctionName == "quarry-admin" && (f.MemorySize < 1769 || f.Timeout != 900) {
			t.Errorf("got %d MB and %d s, want a whole processor, 1769 MB, for as long as Lambda allows", f.MemorySize, f.Timeout)
		}
	}
}
