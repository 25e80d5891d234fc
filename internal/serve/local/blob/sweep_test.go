package blob_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/blob"
)

// TestSweep ages every object by a number of days and sweeps: each lives as long as its
// prefix says, and what no rule names lives on.
func TestSweep(t *testing.T) {
	t.Parallel()
	for days, want := range map[int][]string{
		0:  {"documents/a", "events/a", "other/a", "pages/a", "progress/a", "results/a"},
		1:  {"documents/a", "events/a", "other/a", "progress/a", "results/a"},
		2:  {"documents/a", "events/a", "other/a", "results/a"},
		7:  {"documents/a", "events/a", "other/a", "results/a"},
		8:  {"events/a", "other/a", "results/a"},
		31: {"other/a", "results/a"},
		37: {"other/a", "results/a"},
		38: {"other/a"},
	} {
		dir := t.TempDir()
		client := setup(t, dir)
		all := []string{"documents/a", "events/a", "other/a", "pages/a", "progress/a", "results/a"}
		for _, key := range all {
			put(t, client, key, []byte(key))
		}
		born := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			return os.Chtimes(path, born, born)
		})
		if err != nil {
			t.Fatal(err)
		}
		removed, err := blob.Sweep(dir, born.AddDate(0, 0, days))
		if err != nil || removed != len(all)-len(want) {
			t.Errorf("after %d days: got %d removed, error %v; want %d, no error", days, removed, err, len(all)-len(want))
		}
		left := []string{}
		for _, key := range all {
			if holds(t, client, key) {
				left = append(left, key)
			}
		}
		if diff := cmp.Diff(want, left); diff != "" {
			t.Errorf("after %d days: objects mismatch (-want +got):\n%s", days, diff)
		}
	}
}

// TestLifetimesAreThoseOfTheStack holds the numbers against the description of the stack, a module of its own.
func TestLifetimesAreThoseOfTheStack(t *testing.T) {
	t.Parallel()
	stack, err := os.ReadFile("../../../../infra/data.go")
	if err != nil {
		t.Fatal(err)
	}
	for prefix, days := range blob.Lifetimes() {
		rule := fmt.Sprintf("expire(%q, %q, %d),", strings.TrimSuffix(prefix, "/"), prefix, days)
		if !strings.Contains(string(stack), rule) {
			t.Errorf("the stack's bucket has no rule that removes %s after %d days", prefix, days)
		}
	}
}
