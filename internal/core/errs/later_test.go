package errs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// later are words that ask somebody to send the same call again.
var later = regexp.MustCompile(`(?i)(try|retry|send it) (again|later)|again later`)

// TestMessagesThatSayLater holds every message in the repository that asks for the same call
// again to a code that is retryable: a program goes by the code, a person by the words, and
// both have to do the same. Messages of other codes end by Later, which says both.
func TestMessagesThatSayLater(t *testing.T) {
	t.Parallel()
	codes, found := constants(t), 0
	for _, root := range []string{"../..", "../../../pkg", "../../../functions"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				code, text := said(n)
				if code == "" || !later.MatchString(text) {
					return true
				}
				found++
				if c, known := codes[code]; !known || !c.Retryable() {
					t.Errorf("%s: got %s with %q, want a code that is retryable, or Later", fset.Position(n.Pos()), code, text)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatalf("walking %s: got error %v", root, err)
		}
	}
	if found < 20 {
		t.Errorf("got %d messages that ask for the same call again, want those of the repository", found)
	}
}

// said is the name of the code and the texts of an errs.New, Newf, Wrap or Field, or of an
// errs.Error; nothing for other nodes.
func said(n ast.Node) (code, text string) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if name := of(n.Fun); name != "New" && name != "Newf" && name != "Wrap" && name != "Field" {
			return "", ""
		}
		return gather(n.Args)
	case *ast.CompositeLit:
		if of(n.Type) == "Error" {
			return gather(n.Elts)
		}
	}
	return "", ""
}

// gather takes a code and all texts out of expressions, but not out of calls within them,
// which are looked at by themselves.
func gather(all []ast.Expr) (code, text string) {
	for _, e := range all {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				return of(n.Fun) == "" // fmt.Sprintf and others are read; of errs, not
			case *ast.SelectorExpr:
				if name := of(n); name != "" && code == "" {
					code = name
				}
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); err == nil {
					text += s
				}
			}
			return true
		})
	}
	return code, text
}

// of is the name of what package errs has; empty for anything else.
func of(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if pkg, ok := s.X.(*ast.Ident); ok && pkg.Name == "errs" {
			return s.Sel.Name
		}
	}
	return ""
}

// constants are the codes by the names of their constants.
func constants(t *testing.T) map[string]errs.Code {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("reading code.go: got error %v", err)
	}
	codes := map[string]errs.Code{}
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 {
			if lit, ok := v.Values[0].(*ast.BasicLit); ok {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					codes[v.Names[0].Name] = errs.Code(s)
				}
			}
		}
		return true
	})
	return codes
}
