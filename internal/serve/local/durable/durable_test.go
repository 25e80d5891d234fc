package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/durable"
)

// TestWrite: a file is made and replaced, and nothing else is left beside it, also where it cannot be written.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "state.json")
	for _, content := range []string{"first", "second and longer", "3"} {
		if err := durable.Write(path, []byte(content)); err != nil {
			t.Fatalf("writing %q: got error %v", content, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("got %q and error %v, want %q", got, err, content)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("got mode %v and error %v, want a file of its owner alone", info.Mode(), err)
	}
	if err := durable.Write(dir, []byte("x")); err == nil {
		t.Error("got no error of a name that is a folder's, want one")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if diff := cmp.Diff([]string{"state.json"}, names); diff != "" {
		t.Errorf("files mismatch (-want +got):\n%s", diff)
	}
}

// TestRename: the folder that a file goes to is made.
func TestRename(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "part"), filepath.Join(dir, "ab", "cdef")
	for _, content := range []string{"one", "two"} {
		if err := os.WriteFile(from, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := durable.Rename(from, to); err != nil {
			t.Fatalf("renaming: got error %v", err)
		}
		if got, err := os.ReadFile(to); err != nil || string(got) != content {
			t.Errorf("got %q and error %v, want %q", got, err, content)
		}
	}
}
