package model_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sim/model"
)

// functions are the names of all functions of a folder below internal/serve, as
// store.(*Store).Claim.
func functions(t *testing.T, folder string) map[string]bool {
	t.Helper()
	dir := filepath.Join("..", "..", "serve", folder)
	entries, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatalf("listing %s: got error %v", dir, err)
	}
	names := map[string]bool{}
	for _, entry := range entries {
		if strings.HasSuffix(entry, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, entry), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("parsing %s: got error %v", entry, err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				name := folder + "."
				if f.Recv != nil {
					name += "(" + types.ExprString(f.Recv.List[0].Type) + ")."
				}
				names[name+f.Name.Name] = true
			}
		}
	}
	return names
}

// TestStands: the functions that the actions stand for exist. One that was renamed or
// split was changed, too: look whether the action still does what it does.
func TestStands(t *testing.T) {
	t.Parallel()
	known := map[string]map[string]bool{}
	for _, action := range model.Actions() {
		for _, name := range action.Stands() {
			folder, _, _ := strings.Cut(name, ".")
			if known[folder] == nil {
				known[folder] = functions(t, folder)
			}
			if !known[folder][name] {
				t.Errorf("%q: got no function %s, want one that it stands for", action, name)
			}
		}
	}
}
