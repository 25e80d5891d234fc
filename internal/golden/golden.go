// Package golden holds what tests get to files: golden files of parsers and results, and
// generated documents. `go test ./internal/some/pkg -update` writes them anew. It is for
// tests only and knows no format but JSON.
package golden

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden files and documents anew")

// JSON holds a value to a file as indented JSON, with a line break at its end.
func JSON(tb testing.TB, path string, value any) {
	tb.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		tb.Fatal(err)
	}
	Text(tb, path, string(got)+"\n")
}

// Text holds a text to a file.
func Text(tb testing.TB, path, got string) {
	tb.Helper()
	if diff := compare(tb, path, got); diff != "" {
		tb.Errorf("%s is not what was got; accept it with -update (-file +got):\n%s", path, diff)
	}
}

// Document holds a document of the repository, by its path from the test's folder, to
// what code says that it should be.
func Document(tb testing.TB, path, want string) {
	tb.Helper()
	if diff := compare(tb, path, want); diff != "" {
		tb.Errorf("%s is stale; run make generate (-file +code):\n%s", path, diff)
	}
}

// compare writes the file first where that is asked for.
func compare(tb testing.TB, path, got string) string {
	tb.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	want, err := os.ReadFile(path) //nolint:gosec // a path of the test
	if err != nil {
		tb.Fatal(err)
	}
	return cmp.Diff(string(want), got)
}
