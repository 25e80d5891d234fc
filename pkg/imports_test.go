// Package pkg_test holds what other programs may import to two promises: it brings nothing of
// the service with it, and it names no type that they could not name.
package pkg_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "github.com/quarryapi/quarry/"

// modules are those that an importer's go.mod gains by each package.
var modules = map[string][]string{
	"extract": {
		"github.com/andybalholm/cascadia", "github.com/astappiev/fixjson", "github.com/gogs/chardet",
		"golang.org/x/net", "golang.org/x/text",
	},
	"markdown": {"golang.org/x/net", "golang.org/x/text"}, // for names of hosts in any script
	"technology": {
		"github.com/projectdiscovery/wappalyzergo", "github.com/tidwall/gjson", "github.com/tidwall/match",
		"github.com/tidwall/pretty", "golang.org/x/net",
	},
}

// engine is what the packages may share with the service: what reads pages and knows no more.
func engine(path string) bool {
	path = strings.TrimPrefix(path, module)
	return strings.HasPrefix(path, "pkg/") || path == "internal/read/page" || strings.HasPrefix(path, "internal/read/page/") || slices.Contains([]string{"internal/web/fetch/charset", "internal/core/pattern"}, path)
}

// list runs go list and returns its lines.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	var failure bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...)
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v fails with %v: %s", args, err, failure.String())
	}
	return strings.Fields(string(out))
}

func TestPackagesBringNothingOfTheService(t *testing.T) {
	t.Parallel()
	entries, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range entries {
		if _, known := modules[filepath.Dir(file)]; !known {
			t.Errorf("got a package pkg/%s that this test does not know; add what it brings to modules", filepath.Dir(file))
		}
	}
	for name, want := range modules {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, path := range list(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./"+name) {
				if strings.HasPrefix(path, module) && !engine(path) {
					t.Errorf("got %s among what pkg/%s imports, want nothing of the service; see go list -deps ./pkg/%[2]s", path, name)
				}
			}
			got := list(t, "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./"+name)
			slices.Sort(got)
			if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
				t.Errorf("the modules of pkg/%s differ; they end up in the go.mod of whoever imports it (-want +got):\n%s", name, diff)
			}
		})
	}
}

// TestPublicTypesHaveNames: what is exported speaks of no type below internal/.
func TestPublicTypesHaveNames(t *testing.T) {
	t.Parallel()
	for name := range modules {
		files, err := filepath.Glob(name + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("got %d files of pkg/%s and error %v", len(files), name, err)
		}
		for _, path := range files {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, where := range leaks(file) {
				t.Errorf("%s: got %s in an exported declaration, want only types that an importer can name", path, where)
			}
		}
	}
}

// leaks lists the types of internal packages that exported declarations of a file name.
func leaks(file *ast.File) (found []string) {
	internal := map[string]bool{}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !strings.Contains(path, "/internal/") {
			continue
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		internal[name] = true
	}
	look := func(n ast.Node, hides bool) { // a struct hides its unexported fields
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				return !hides || len(n.Names) == 0 || slices.ContainsFunc(n.Names, func(i *ast.Ident) bool { return i.IsExported() })
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && internal[of.Name] {
					found = append(found, of.Name+"."+n.Sel.Name)
				}
			}
			return true
		})
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || exported(d.Recv.List[0].Type)) {
				look(d.Type, false)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Name.IsExported() {
					look(s.Type, true)
				}
			}
		}
	}
	return found
}

// exported reports whether a receiver's type is.
func exported(t ast.Expr) bool {
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}
