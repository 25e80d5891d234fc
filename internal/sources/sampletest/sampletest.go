// Package sampletest lets tests of parsers read recorded answers of the real services,
// which are not part of the repository. `make test-samples SAMPLES=<folder>` names their
// folder, with one folder an upstream within; without it such tests are skipped. It
// knows no format.
package sampletest

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// variable names the folder of samples.
const variable = "QUARRY_SAMPLES"

// Each runs read as a subtest on every file of an upstream's folder and of those within,
// by its name below that folder, with slashes. A test of samples MUST be called
// TestSamples, which is what the make target runs, and read MUST fail for a name that it
// does not know, so that no sample passes unread.
func Each(t *testing.T, upstream string, read func(t *testing.T, name string, body []byte)) {
	t.Helper()
	root := os.Getenv(variable) //nolint:forbidigo // the folder is a matter of who runs the tests, and of no program
	if root == "" {
		t.Skip("no recorded answers; name their folder by make test-samples SAMPLES=<folder>")
	}
	files := os.DirFS(filepath.Join(root, upstream))
	found := 0
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			read(t, name, body)
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Fatalf("the folder of %s is empty", upstream)
	}
}
