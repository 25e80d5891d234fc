package config_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/config"
)

// TestVariablesAreThoseThatAreRead: the documentation has every variable, and none that nobody reads.
func TestVariablesAreThoseThatAreRead(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("config.go")
	if err != nil {
		t.Fatal(err)
	}
	var read, listed []string
	for _, found := range regexp.MustCompile(`(?:[Gg]etenv|need|pairs)\("([A-Z0-9_]+)"\)`).FindAllStringSubmatch(string(source), -1) {
		read = append(read, found[1])
	}
	slices.Sort(read)
	for _, v := range config.Variables() {
		listed = append(listed, v.Name)
		if v.Of == "" || v.About == "" {
			t.Errorf("%s: got %+v, want who reads it and what it is", v.Name, v)
		}
	}
	if diff := cmp.Diff(slices.Compact(read), listed); diff != "" {
		t.Errorf("variables mismatch (-read +listed):\n%s", diff)
	}
}
