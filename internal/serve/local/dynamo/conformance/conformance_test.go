// Package conformance_test runs the public conformance suite of DynamoDB, nubo-db/dynamodb-conformance, against the
// engine, in memory and on the disk. What does not pass is listed with its reason, and nothing else may fail. `make conformance`
// fetches the suite; without it there is nothing to run.
package conformance_test

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"flag"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
)

var suite = flag.String("suite", "", "the folder of the fetched suite, with vitest beside it") //nolint:gochecknoglobals // flags of a test binary

// listed are the tests that do not pass: a reason as a heading, and below it a test a line.
//
//go:embed unmet.txt
var listed string

// report is what vitest writes.
type report struct {
	TestResults []struct {
		Name             string `json:"name"`
		Message          string `json:"message"`
		AssertionResults []struct {
			FullName string `json:"fullName"`
			Status   string `json:"status"`
		} `json:"assertionResults"`
	} `json:"testResults"`
}

func TestConformance(t *testing.T) {
	t.Parallel()
	if *suite == "" {
		t.Skip("the suite is not here; `make conformance` fetches it")
	}
	for name, path := range map[string]string{"in memory": "", "on the disk": filepath.Join(t.TempDir(), "tables.db")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path})
			if err != nil {
				t.Fatalf("opening the engine: got error %v", err)
			}
			t.Cleanup(func() { _ = engine.Close() })
			server := httptest.NewServer(engine)
			t.Cleanup(server.Close)
			passed, unmet := run(t, server.URL)
			t.Logf("%d tests pass, %d do not", passed, len(unmet))
			want := expected(t)
			for _, test := range unmet {
				if !slices.Contains(want, test) {
					t.Errorf("got a test that does not pass, want it to pass or a reason in unmet.txt: %s", test)
				}
			}
			for _, test := range want {
				if !slices.Contains(unmet, test) {
					t.Errorf("got a test that passes, want it out of unmet.txt: %s", test)
				}
			}
		})
	}
}

// run runs the suite and returns how many tests pass, and those that do not.
func run(t *testing.T, endpoint string) (passed int, unmet []string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report.json")
	cmd := exec.CommandContext(t.Context(), "npx", "--no-install", "vitest", "run", "--reporter=json", "--outputFile="+out)
	cmd.Dir = *suite
	cmd.Env = append(os.Environ(), "DYNAMODB_ENDPOINT="+endpoint)
	said, _ := cmd.CombinedOutput() // it fails when a test does
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("got no report, want one; vitest wrote\n%s", said)
	}
	var r report
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("reading the report: got error %v", err)
	}
	for _, file := range r.TestResults {
		_, name, _ := strings.Cut(filepath.ToSlash(file.Name), "/tests/")
		if len(file.AssertionResults) == 0 {
			t.Errorf("%s: got no result, want some: %s", name, file.Message)
		}
		for _, test := range file.AssertionResults {
			if test.Status == "passed" {
				passed++
				continue
			}
			unmet = append(unmet, name+": "+test.FullName)
		}
	}
	slices.Sort(unmet)
	return passed, unmet
}

// expected are the tests of the list. A heading without any below it is a mistake.
func expected(t *testing.T) []string {
	t.Helper()
	var tests []string
	heading, below := "", 0
	for lines := bufio.NewScanner(strings.NewReader(listed)); lines.Scan(); {
		line := lines.Text()
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			if heading != "" && below == 0 {
				t.Errorf("%q: got no test below it, want some", heading)
			}
			heading, below = line, 0
		default:
			tests = append(tests, line)
			below++
		}
	}
	slices.Sort(tests)
	return tests
}
