package robots_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

// verdict is one case of Google's own tests: whether an agent may visit a URL.
type verdict struct {
	file, agent, url string
	allowed          bool
}

// verdicts reads the cases out of the tests of the module that parses for us, which are Google's in Go: they come with
// the version that go.mod names. Those whose texts are put together at run time are left out.
func verdicts(t *testing.T) (all []verdict) {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/jimsmart/grobotstxt").Output()
	if err != nil {
		t.Fatalf("got error %v of go list, want the module's folder", err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "robots_test.go"), nil, 0)
	if err != nil {
		t.Fatalf("got error %v, want the suite", err)
	}
	texts := map[string]ast.Expr{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					texts[name.Name] = n.Values[i]
				}
			}
		case *ast.AssignStmt:
			for i, name := range n.Lhs {
				if name, ok := name.(*ast.Ident); ok && i < len(n.Rhs) {
					if texts[name.Name] = n.Rhs[i]; n.Tok == token.ADD_ASSIGN {
						texts[name.Name] = nil
					}
				}
			}
		case *ast.CallExpr:
			if v, ok := verdictOf(n, texts); ok {
				all = append(all, v)
			}
		}
		return true
	})
	return all
}

func verdictOf(call *ast.CallExpr, texts map[string]ast.Expr) (v verdict, ok bool) {
	name, _ := call.Fun.(*ast.Ident)
	if name == nil || !strings.HasPrefix(name.Name, "EXPECT_") || len(call.Args) != 1 {
		return v, false
	}
	asked, _ := call.Args[0].(*ast.CallExpr)
	if asked == nil || len(asked.Args) != 3 {
		return v, false
	}
	var args [3]string
	for i, arg := range asked.Args {
		if args[i], ok = textOf(arg, texts); !ok {
			return v, false
		}
	}
	return verdict{args[0], args[1], args[2], name.Name == "EXPECT_TRUE"}, true
}

// textOf is the text that an expression stands for.
func textOf(e ast.Expr, texts map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.Ident:
		if of := texts[e.Name]; of != nil {
			return textOf(of, texts)
		}
	case *ast.BinaryExpr:
		a, one := textOf(e.X, texts)
		b, other := textOf(e.Y, texts)
		return a + b, one && other && e.Op == token.ADD
	}
	return "", false
}

// TestGoogleSuite holds our reading of robots.txt to the cases that Google publishes. What differs is listed with why.
func TestGoogleSuite(t *testing.T) {
	t.Parallel()
	all := verdicts(t)
	if len(all) < 130 {
		t.Errorf("got %d cases, want 130 or more", len(all))
	}
	var differs []string
	for _, v := range all {
		u, err := url.Parse(v.url)
		if err != nil || u.Host == "" || v.agent == "" { // neither is fetched
			continue
		}
		if got := robots.Parse([]byte(v.file), v.agent).Allowed(u); got != v.allowed {
			differs = append(differs, v.agent+" "+v.url+" "+strconv.FormatBool(got))
		}
	}
	want := []string{
		"googlebot,googlebot-news http://foo.bar/bar/ true", // two names at once, which no crawler of ours has
		"Foo Bar http://foo.bar/x/y true",                   // nor one with a space
		"FooBot http://foo.bar/foo/bar/baz true",            // %62%61%7A is baz by RFC 9309, section 2.2.2
	}
	if diff := cmp.Diff(want, differs); diff != "" {
		t.Errorf("of %d cases those that differ mismatch (-want +got):\n%s", len(all), diff)
	}
}
