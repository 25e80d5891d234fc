package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
)

// named returns an error for a folder that cannot be a package which others import.
func (k kind) named() error {
	switch name := k.Folder(); {
	case token.IsKeyword(name):
		return fmt.Errorf("-kind %q would be the package %s, which is a keyword of Go", k.Kind, name)
	case types.Universe.Lookup(name) != nil:
		return fmt.Errorf("-kind %q would be the package %s, which is a name that Go declares", k.Kind, name)
	case slices.Contains([]string{"internal", "main", "testdata", "vendor"}, name):
		return fmt.Errorf("-kind %q would be the package %s, which others cannot import", k.Kind, name)
	}
	return nil
}

// alone returns an error when a file of the skeleton uses the package's name for something
// else: another package, or a variable.
func (k kind) alone(source []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	own := "internal/kinds/" + k.Folder()
	for _, i := range file.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return err
		}
		if path.Base(imported) == k.Folder() && imported != "github.com/quarryapi/quarry/"+own {
			return fmt.Errorf("-kind %q would be the package %s, as %s is called; choose another name", k.Kind, k.Folder(), imported)
		}
	}
	selected, taken := map[*ast.Ident]bool{file.Name: true}, false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
			if x, ok := n.X.(*ast.Ident); ok {
				selected[x] = true
			}
		case *ast.Ident:
			taken = taken || n.Name == k.Folder() && !selected[n]
		}
		return true
	})
	if taken {
		return fmt.Errorf("-kind %q would be the package %s, as a variable of the skeleton is called; choose another name", k.Kind, k.Folder())
	}
	return nil
}
