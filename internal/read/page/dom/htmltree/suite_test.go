package htmltree_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// suiteFolder has html5lib's tests, as a part of the module that is the other parser's.
func suiteFolder(t testing.TB) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		t.Fatalf("got no folder of golang.org/x/net: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "html", "testdata", "html5lib-tests")
}

// construction is one of html5lib's tests of trees.
type construction struct{ data, want string }

// readConstructions reads those tests that are of whole documents, with scripting.
func readConstructions(t testing.TB, file string) []construction {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tests []construction
	for part := range strings.SplitSeq("\n"+string(b), "\n#data\n") {
		data, rest, ok := strings.Cut(part, "\n#errors\n")
		if !ok {
			data, rest, ok = strings.Cut(part, "#errors\n")
		}
		head, want, found := strings.Cut(rest, "#document\n")
		if !ok || !found || strings.Contains(head, "#script-off") || strings.Contains(head, "#document-fragment") {
			continue
		}
		tests = append(tests, construction{data, strings.TrimRight(want, "\n") + "\n"})
	}
	return tests
}

// cloned is an element in which a browser shows a copy of the chosen option. It makes that
// after parsing; html5lib's tests expect it, and this package leaves it out as x/net does.
const cloned = "<selectedcontent>"

// constructions are all tests but those of cloned.
func constructions(t testing.TB) []construction {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(suiteFolder(t), "tree-construction", "*.dat"))
	if err != nil {
		t.Fatal(err)
	}
	var all []construction
	for _, file := range files {
		all = append(all, readConstructions(t, file)...)
	}
	all = slices.DeleteFunc(all, func(c construction) bool { return strings.Contains(c.data, cloned) })
	if len(all) < 1500 {
		t.Fatalf("got %d tests, want at least 1500", len(all))
	}
	return all
}

// TestSuite holds trees to html5lib's tests.
func TestSuite(t *testing.T) {
	t.Parallel()
	for _, c := range constructions(t) {
		got := strings.TrimRight(dump(htmltree.Parse([]byte(c.data), htmltree.All)), "\n") + "\n"
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: the tree differs (-want +got):\n%s", c.data, diff)
		}
	}
}
