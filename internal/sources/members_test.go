package sources_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// A parser decodes what it uses and nothing else: a member of another type than it was
// decoded into costs the whole answer, and upstreams change members that nobody reads, too.
// Looked at are types that no other package sees, by the names of their fields: what is
// nowhere selected or set in the upstream's packages is not used. Types that others see are
// results.
func TestMembersAreRead(t *testing.T) {
	t.Parallel()
	for _, top := range []string{".", "../read/websearch"} {
		for upstream, files := range parsed(t, top) {
			used, members := map[string]bool{"XMLName": true}, map[string]token.Pos{}
			set := token.NewFileSet()
			for _, path := range files {
				f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
				if err != nil {
					t.Fatalf("%s: got %v, want Go", path, err)
				}
				ast.Inspect(f, func(n ast.Node) bool { return visit(n, used, members) })
			}
			for name, at := range members {
				if !used[name] {
					t.Errorf("%s: got the member %s of %s, which nothing reads; want it gone", set.Position(at), name, upstream)
				}
			}
		}
	}
}

// parsed are the files below a folder by the folders in it, without those of tests.
func parsed(t *testing.T, top string) map[string][]string {
	t.Helper()
	files := map[string][]string{}
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		inner, _ := filepath.Rel(top, path)
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".go") && !strings.Contains(inner, "test/") && !strings.HasSuffix(path, "_test.go") {
			upstream, _, _ := strings.Cut(inner, string(filepath.Separator))
			files[upstream] = append(files[upstream], path)
		}
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("%s: got %d folders, %v; want those of the upstreams", top, len(files), err)
	}
	return files
}

// visit notes what a node uses, and the tagged members of types that others do not see.
func visit(n ast.Node, used map[string]bool, members map[string]token.Pos) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		used[n.Sel.Name] = true
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				if key, ok := pair.Key.(*ast.Ident); ok {
					used[key.Name] = true
				}
			}
		}
	case *ast.TypeSpec:
		return !n.Name.IsExported()
	case *ast.StructType:
		for _, f := range n.Fields.List {
			if f.Tag == nil {
				continue
			}
			tag, _ := strconv.Unquote(f.Tag.Value)
			if reflect.StructTag(tag).Get("json")+reflect.StructTag(tag).Get("xml") == "" {
				continue
			}
			for _, name := range f.Names {
				members[name.Name] = name.Pos()
			}
		}
	}
	return true
}
