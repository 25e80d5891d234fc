package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kinds"
)

// TestFilesAreGenerated holds mains, events and the local list to the registry.
func TestFilesAreGenerated(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	files, err := generate(kinds.All())
	if err != nil {
		t.Fatalf("generating: %v", err)
	}
	for path, want := range files {
		got, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Errorf("%s is missing; run make generate: %v", path, err)
			continue
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s is stale; run make generate (-generated +file):\n%s", path, diff)
		}
	}
	for _, pattern := range []string{"functions/worker-*/main.go", "events/worker-*.json"} {
		there, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(there) == 0 {
			t.Fatalf("%s: got %d files, error %v, want some", pattern, len(there), err)
		}
		for _, path := range there {
			if _, ok := files[filepath.ToSlash(strings.TrimPrefix(path, root+"/"))]; !ok {
				t.Errorf("%s belongs to no kind; remove it", path)
			}
		}
	}
}
