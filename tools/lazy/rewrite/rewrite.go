// Package rewrite changes a package's source so that variables are made at their first use. It must not know whose
// package it is.
package rewrite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Variable is one of the package's that becomes a function of the same name, whose first call makes the value. Whoever
// uses it from another package no longer compiles.
type Variable struct {
	Name string
	// Type is the value's, where neither the declaration nor a literal has it.
	Type string
	// Filled variables get their value by the init function of their file, which then runs before the first of them is read.
	Filled bool
}

// Package rewrites the files in a folder.
func Package(dir string, variables []Variable) error {
	p, err := read(dir)
	if err != nil {
		return err
	}
	for _, v := range variables {
		if err := p.change(v); err != nil {
			return fmt.Errorf("variable %s: %w", v.Name, err)
		}
	}
	return p.write()
}

// source is a package that is being rewritten.
type source struct {
	fset  *token.FileSet
	files []*ast.File
	text  map[*ast.File][]byte
	edits map[*ast.File][]edit
	scope *types.Scope
	uses  map[*ast.Ident]types.Object
	fills map[*ast.FuncDecl]bool // init functions that were renamed
}

// edit replaces what stands between two offsets.
type edit struct {
	from, to int
	by       string
}

func read(dir string) (*source, error) {
	forFunctions := build.Default
	forFunctions.GOOS = "linux" // wherever they are built
	about, err := forFunctions.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	p := &source{
		fset: token.NewFileSet(), text: map[*ast.File][]byte{}, edits: map[*ast.File][]edit{},
		uses: map[*ast.Ident]types.Object{}, fills: map[*ast.FuncDecl]bool{},
	}
	for _, name := range about.GoFiles {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path) //nolint:gosec // the package that is named
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(p.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files, p.text[file] = append(p.files, file), text
	}
	// What is imported is not needed to find the uses of the package's own variables, and errors for want of it are none.
	checker := types.Config{Importer: noImports{}, Error: func(error) {}}
	checked, _ := checker.Check(about.Name, p.fset, p.files, &types.Info{Uses: p.uses})
	p.scope = checked.Scope()
	return p, nil
}

type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }

// change makes one variable a function.
func (p *source) change(v Variable) error {
	object := p.scope.Lookup(v.Name)
	if object == nil {
		return errors.New("the package has none of this name")
	}
	file, group, spec := p.declaration(object)
	if spec == nil || len(spec.Names) != 1 {
		return errors.New("it is declared together with others")
	}
	kind := p.kind(v, file, spec)
	if kind == "" {
		return errors.New("its type cannot be read from its declaration")
	}
	if v.Filled {
		return p.filled(v, object, file, group, spec, kind)
	}
	if len(spec.Values) != 1 {
		return errors.New("its declaration has no value")
	}
	value := spec.Values[0]
	p.replace(file, spec.Pos(), value.Pos(), fmt.Sprintf("%s = lazily.OnceValue(func() %s { return ", v.Name, kind))
	p.replace(file, value.End(), value.End(), " })")
	p.called(object, nil)
	return nil
}

// filled has the init function of the variable's file run at the first use of what it fills.
func (p *source) filled(v Variable, object types.Object, file *ast.File, group *ast.GenDecl, spec *ast.ValueSpec, kind string) error {
	var inits []*ast.FuncDecl
	for _, decl := range file.Decls {
		if fn, is := decl.(*ast.FuncDecl); is && fn.Recv == nil && fn.Name.Name == "init" {
			inits = append(inits, fn)
		}
	}
	if len(inits) != 1 {
		return fmt.Errorf("its file has %d functions init", len(inits))
	}
	name := "fill" + strings.NewReplacer(".", "_", "-", "_").Replace(filepath.Base(p.fset.Position(file.Pos()).Filename))
	if !p.fills[inits[0]] {
		p.fills[inits[0]] = true
		p.replace(file, inits[0].Pos(), inits[0].Body.Pos(), "var "+name+" = lazily.OnceFunc(func() ")
		p.replace(file, inits[0].End(), inits[0].End(), ")")
	}
	p.replace(file, spec.Names[0].Pos(), spec.Names[0].End(), "made_"+v.Name)
	p.replace(file, group.End(), group.End(), fmt.Sprintf("\n\nfunc %s() %s { %s(); return made_%s }", v.Name, kind, name, v.Name))
	p.called(object, inits[0])
	return nil
}

// called makes each use a call, or the variable by its new name within the function that fills it.
func (p *source) called(object types.Object, fill *ast.FuncDecl) {
	for ident, used := range p.uses {
		if used != object {
			continue
		}
		file := p.files[slices.IndexFunc(p.files, func(f *ast.File) bool { return f.FileStart <= ident.Pos() && ident.Pos() < f.FileEnd })]
		if fill != nil && fill.Pos() <= ident.Pos() && ident.Pos() < fill.End() {
			p.replace(file, ident.Pos(), ident.End(), "made_"+ident.Name)
			continue
		}
		p.replace(file, ident.End(), ident.End(), "()")
	}
}

func (p *source) declaration(object types.Object) (*ast.File, *ast.GenDecl, *ast.ValueSpec) {
	for _, file := range p.files {
		for _, decl := range file.Decls {
			group, is := decl.(*ast.GenDecl)
			if !is || group.Tok != token.VAR {
				continue
			}
			for _, spec := range group.Specs {
				spec, is := spec.(*ast.ValueSpec)
				if is && spec.Pos() <= object.Pos() && object.Pos() < spec.End() {
					return file, group, spec
				}
			}
		}
	}
	return nil, nil, nil
}

// kind is the type of a variable, as its file would write it.
func (p *source) kind(v Variable, file *ast.File, spec *ast.ValueSpec) string {
	written := func(e ast.Expr) string { return string(p.text[file][p.offset(e.Pos()):p.offset(e.End())]) }
	switch {
	case v.Type != "":
		return v.Type
	case spec.Type != nil:
		return written(spec.Type)
	case len(spec.Values) != 1:
		return ""
	}
	switch value := spec.Values[0].(type) {
	case *ast.CompositeLit:
		return written(value.Type)
	case *ast.CallExpr:
		switch fn := written(value.Fun); fn {
		case "regexp.MustCompile":
			return "*regexp.Regexp"
		case "make":
			return written(value.Args[0])
		}
	}
	return ""
}

func (p *source) offset(at token.Pos) int { return p.fset.Position(at).Offset }

func (p *source) replace(file *ast.File, from, to token.Pos, by string) {
	p.edits[file] = append(p.edits[file], edit{p.offset(from), p.offset(to), by})
}

// write changes the files that have edits, from the last one on so that offsets hold.
func (p *source) write() error {
	for file, edits := range p.edits {
		if slices.ContainsFunc(edits, func(e edit) bool { return strings.Contains(e.by, "lazily.") }) {
			at := p.offset(file.Name.End())
			edits = append(edits, edit{at, at, "; import lazily \"sync\""})
		}
		slices.SortStableFunc(edits, func(a, b edit) int { return b.from - a.from })
		text := string(p.text[file])
		for _, e := range edits {
			text = text[:e.from] + e.by + text[e.to:]
		}
		if err := os.WriteFile(p.fset.Position(file.Pos()).Filename, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
