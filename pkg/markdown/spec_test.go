package markdown_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// The examples of the CommonMark specification, and those of GitHub's extensions, are read
// from goldmark's module, which this one needs anyway. They are no part of this
// repository, as their licence is another.

// example is markdown and what it is rendered as.
type example struct {
	Markdown string `json:"markdown"`
	HTML     string `json:"html"`
}

// module is the folder of goldmark's tests in the module cache.
func module(t *testing.T, path ...string) []byte {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skipf("the module cache cannot be asked: %v", err)
	}
	body, err := os.ReadFile(filepath.Join(append([]string{strings.TrimSpace(string(dir))}, path...)...))
	if err != nil {
		t.Skipf("goldmark's module lacks its tests: %v", err)
	}
	return body
}

// holdsHTML reports whether markdown holds HTML of its own.
func holdsHTML(source string) bool {
	found := false
	_ = ast.Walk(commonMark().Parser().Parse(text.NewReader([]byte(source))), func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		found = found || n.Kind() == ast.KindHTMLBlock || n.Kind() == ast.KindRawHTML
		return ast.WalkContinue, nil
	})
	return found
}

// comesBack reports whether HTML that is written as markdown is rendered as it was.
func comesBack(t *testing.T, md goldmark.Markdown, html string) bool {
	t.Helper()
	written := write(t, html)
	got, want := normal(render(t, md, written)), normal(html)
	if got != want && testing.Verbose() {
		t.Logf("%s\nis written as\n%s\nwhich is\n%s", want, written, got)
	}
	return got == want
}

// Of the examples without HTML of their own those do not come back that hold what shows
// nothing, a no-break space, or emphasis right within the same emphasis.
func TestSpecification(t *testing.T) {
	t.Parallel()
	var examples []example
	if err := json.Unmarshal(module(t, "_test", "spec.json"), &examples); err != nil {
		t.Fatal(err)
	}
	all, plain, kept, keptPlain := 0, 0, 0, 0
	for _, x := range examples {
		same := comesBack(t, commonMark(), x.HTML)
		all++
		if same {
			kept++
		}
		if holdsHTML(x.Markdown) {
			continue
		}
		plain++
		if same {
			keptPlain++
		}
	}
	share := func(part, of int) float64 { return 100 * float64(part) / float64(of) }
	t.Logf("%d of all %d examples come back (%.1f %%), and %d of the %d without HTML of their own (%.1f %%)",
		kept, all, share(kept, all), keptPlain, plain, share(keptPlain, plain))
	if share(keptPlain, plain) < 95.5 || share(kept, all) < 87.5 {
		t.Error("that is less than it was")
	}
}

// A table of one column is taken for layout, and definitions of several blocks are
// written as paragraphs.
func TestExtensions(t *testing.T) {
	t.Parallel()
	for name, least := range map[string]int{"table": 13, "tasklist": 4, "strikethrough": 5, "footnote": 5, "definition_list": 3} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept, all := 0, 0
			for part := range strings.SplitSeq(string(module(t, "extension", "_test", name+".txt")), "//"+strings.Repeat("= ", 23)+"=//") {
				fields := strings.Split(part, "//"+strings.Repeat("- ", 8)+"-//") // the number, the markdown, the HTML
				if len(fields) != 3 {
					continue
				}
				all++
				if comesBack(t, github(), strings.Trim(fields[2], "\n")) {
					kept++
				}
			}
			t.Logf("%d of %d examples come back", kept, all)
			if kept < least {
				t.Errorf("%d are less than the %d that did", kept, least)
			}
		})
	}
}
