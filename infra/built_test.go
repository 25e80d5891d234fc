package main

import (
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
)

// What `make template-lint` gives: the folder of what is deployed, and what checkov said of the template.
var (
	builtDir = flag.String("built", "", "folder of the built functions and of the layer")
	findings = flag.String("findings", "", "file of what checkov found")
)

// TestBuiltPackages holds what is deployed to what the stack declares: each function is one static program of its
// processor, Chromium is in one place, only the function that shows pages knows how to drive it, and only the one that reads PDFs has their engine.
func TestBuiltPackages(t *testing.T) {
	t.Parallel()
	if *builtDir == "" {
		t.Skip("no folder of built functions was given: make template-lint runs this with one")
	}
	machines := map[string]elf.Machine{"arm64": elf.EM_AARCH64, "x86_64": elf.EM_X86_64}
	for _, f := range resourcesOf[lambdaFunction](t, deployed(t), "AWS::Lambda::Function") {
		name := strings.TrimPrefix(string(f.FunctionName), "quarry-")
		dir := filepath.Join(*builtDir, name)
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 || entries[0].Name() != "bootstrap" {
			t.Fatalf("%s: got %v, error %v; want bootstrap alone", dir, entries, err)
		}
		program, err := elf.Open(filepath.Join(dir, "bootstrap"))
		if err != nil {
			t.Fatal(err)
		}
		if program.Machine != machines[f.Architectures[0]] {
			t.Errorf("%s: got a program for %s, want one for %s", name, program.Machine, f.Architectures[0])
		}
		if libraries, err := program.ImportedLibraries(); err != nil || len(libraries) > 0 {
			t.Errorf("%s: got the libraries %v, error %v; want a static program", name, libraries, err)
		}
		_ = program.Close() // only read
		about, err := buildinfo.ReadFile(filepath.Join(dir, "bootstrap"))
		if err != nil {
			t.Fatal(err)
		}
		drives := slices.ContainsFunc(about.Deps, func(d *debug.Module) bool { return strings.HasPrefix(d.Path, "github.com/go-rod/") })
		if drives != (name == kind.BrowserFunction) {
			t.Errorf("%s drives a browser: got %v, want it of %s alone", name, drives, kind.BrowserFunction)
		}
		reads := slices.ContainsFunc(about.Deps, func(d *debug.Module) bool { return d.Path == "github.com/klippa-app/go-pdfium" })
		if reads != (name == kind.PDFFunction) {
			t.Errorf("%s reads PDFs: got %v, want it of %s alone", name, reads, kind.PDFFunction)
		}
	}
	browsers, err := filepath.Glob(filepath.Join(*builtDir, "*", "bin", "chromium"))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, []string{filepath.Join(*builtDir, layerDir, "bin", "chromium")}, browsers)
	size := sizeOf(filepath.Join(*builtDir, layerDir)) + sizeOf(filepath.Join(*builtDir, kind.BrowserFunction))
	if size > unpackedLimit-headroom || size < unpackedLimit/2 {
		t.Errorf("got %d bytes of the browser and its function, want a browser and at most %d", size, unpackedLimit-headroom)
	}
	t.Logf("the browser and its function have %.1f MB of %d less than Lambda takes", float64(unpackedLimit-size)/(1<<20), unpackedLimit>>20)
}

// findingsPath is the page that answers what checkov finds.
const findingsPath = "../docs/security-findings.md"

// TestBuiltFindings: whatever checkov finds has an answer, by check and type of resource, and no answer is left over.
func TestBuiltFindings(t *testing.T) {
	t.Parallel()
	if *findings == "" {
		t.Skip("nothing of checkov was given: make template-lint runs this with it")
	}
	data, err := os.ReadFile(*findings)
	if err != nil {
		t.Fatal(err)
	}
	type finding struct {
		CheckID  string `json:"check_id"`
		Resource string `json:"resource"` // TYPE.ID
	}
	var report struct {
		Results struct {
			Failed []finding `json:"failed_checks"`
		} `json:"results"`
		Summary struct {
			Passed  int `json:"passed"`
			Failed  int `json:"failed"`
			Errors  int `json:"parsing_errors"`
			Skipped int `json:"skipped"`
		} `json:"summary"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		t.Fatalf("got error %v of %.300s, want checkov's report", err, data)
	}
	if s := report.Summary; s.Errors+s.Skipped > 0 || s.Passed < 300 || s.Failed != len(report.Results.Failed) {
		t.Errorf("got %+v, want hundreds of checks passed, none skipped, and a template without errors", s)
	}
	got := map[string]bool{}
	for _, f := range report.Results.Failed {
		of, _, _ := strings.Cut(f.Resource, ".")
		got[f.CheckID+" "+of] = true
	}
	equal(t, answers(t), got)
}

// answers are what the page answers: check and type of each row of its table.
func answers(t *testing.T) map[string]bool {
	t.Helper()
	page, err := os.ReadFile(findingsPath)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(CKV[0-9A-Z_]+)` \\| `(AWS::[A-Za-z0-9:]+)` \\|[^|]+\\| ([^|]+) \\|$").FindAllStringSubmatch(string(page), -1) {
		if found[row[1]+" "+row[2]] = true; len(strings.Fields(row[3])) < 8 {
			t.Errorf("%s: got the answer %q, want a reason", row[1], row[3])
		}
	}
	return found
}

// TestAnswersAreOfTypes: the page's table is read, whoever has no checkov.
func TestAnswersAreOfTypes(t *testing.T) {
	t.Parallel()
	if len(answers(t)) == 0 {
		t.Errorf("got no answers in %s, want a table of them", findingsPath)
	}
}
