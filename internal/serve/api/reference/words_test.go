package reference_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unsearchable are words that nobody searches for; returns, reports, is absent, retries,
// rejects, blocks access and the like say the same.
var unsearchable = regexp.MustCompile(`\b(told|tells?|gives? up|gave up|to be had|became of|lets? us in|let us read|not understood|asked too often|good for an hour|as .{1,20} has it)\b`)

// TestWords rejects such words in the document's descriptions and in the messages of
// errors that callers see.
func TestWords(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../docs/openapi.json")
	if err != nil {
		t.Fatalf("read the document: %v", err)
	}
	for _, m := range regexp.MustCompile(`"(?:description|summary)": ?("(?:[^"\\]|\\.)*")`).FindAllSubmatch(raw, -1) {
		var text string
		if err := json.Unmarshal(m[1], &text); err != nil || unsearchable.MatchString(text) {
			t.Errorf("got %q in the description %q (%v), want plainer words", unsearchable.FindString(text), text, err)
		}
	}
	err = filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !strings.HasPrefix(types.ExprString(call.Fun), "errs.") {
				return true
			}
			for _, arg := range call.Args {
				if text := types.ExprString(arg); unsearchable.MatchString(text) {
					t.Errorf("%s: got %q in the message %s, want plainer words", path, unsearchable.FindString(text), text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatalf("read the sources: %v", err)
	}
}
