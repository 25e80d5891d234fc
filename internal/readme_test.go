package internal_test

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folderLine is a line of the README's tree: a folder here, or one of the wing above it.
var folderLine = regexp.MustCompile(`(?m)^  (  )?(\w+)/ +\S.*$`)

// TestReadme: its tree names each folder of this one and of the wings once, and no other.
func TestReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatalf("reading the README: got error %v", err)
	}
	_, tree, _ := strings.Cut(string(readme), "\ninternal/\n")
	tree, _, _ = strings.Cut(tree, "\n```")
	var got, want []string
	wing := ""
	for _, m := range folderLine.FindAllStringSubmatch(tree, -1) {
		if m[1] == "" {
			wing, m[2] = m[2], ""
		}
		got = append(got, path.Join(wing, m[2]))
	}
	for _, wing := range []string{".", "serve", "read", "web", "core", "kind"} {
		entries, err := os.ReadDir(wing)
		if err != nil {
			t.Fatalf("reading %s: got error %v", wing, err)
		}
		for _, e := range entries {
			if e.IsDir() {
				want = append(want, path.Join(wing, e.Name()))
			}
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), got); diff != "" {
		t.Errorf("folders in README.md (-want +got):\n%s", diff)
	}
}
