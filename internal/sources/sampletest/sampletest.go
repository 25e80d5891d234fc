// Package sampletest lets tests of parsers read recorded answers of the real services,
// which are not part of the repository. `make test-samples SAMPLES=<folder>` names their
// folder, with one folder an upstream within; without it such tests are skipped. It
// knows no format.
package sampletest

import (
	"os"
	"path/filepath"
	"testing"
)

// variable names the folder of samples.
const variable = "QUARRY_SAMPLES"

// Each runs read as a subtest on every file of an upstream's folder, by its name. A
// test of samples MUST be called TestSamples, which is what the make target runs, and
// read MUST fail for a name that it does not know, so that no sample passes unread.
func Each(t *testing.T, upstream string, read func(t *testing.T, name string, body []byte)) {
	t.Helper()
	root := os.Getenv(variable) //nolint:forbidigo // the folder is a matter of who runs the tests, and of no program
	if root == "" {
		t.Skip("no recorded answers; name their folder by make test-samples SAMPLES=<folder>")
	}
	folder := filepath.Join(root, upstream)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 0 {
		t.Fatalf("%s is empty", folder)
	}
	for _, entry := range entries {
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile(filepath.Join(folder, entry.Name())) //nolint:gosec // a file that the tester named
			if err != nil {
				t.Fatal(err)
			}
			read(t, entry.Name(), body)
		})
	}
}
