// Package mutate finds the places of a package where a small change should make a test
// fail: a condition turned round, a bound moved, a value replaced, a statement left out.
// It only describes changes; it neither writes files nor runs tests.
package mutate

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Mutant is one change of one file.
type Mutant struct {
	Package string // import path
	File    string
	Line    int
	What    string // the change, for people

	from, to int // bytes of the file that With replaces
	with     string
}

// Apply returns the source with the change made.
func (m *Mutant) Apply(src []byte) []byte {
	return slices.Concat(src[:m.from], []byte(m.with), src[m.to:])
}

func (m *Mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.What) }

// Packages finds the mutants of the packages that the patterns name, as `go list` reads
// them in dir. Tests and generated files have none.
func Packages(dir string, patterns ...string) ([]Mutant, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	list, err := packages.Load(&packages.Config{Mode: mode, Dir: dir}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load the packages: %w", err)
	}
	var all []Mutant
	for _, p := range list {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("load %s: %w", p.PkgPath, p.Errors[0])
		}
		for _, file := range p.Syntax {
			if ast.IsGenerated(file) {
				continue
			}
			found, err := inFile(p, file)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	slices.SortFunc(all, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.with, b.with))
	})
	return all, nil
}

func inFile(p *packages.Package, file *ast.File) ([]Mutant, error) {
	name := p.Fset.Position(file.Pos()).Filename
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read what is to be changed: %w", err)
	}
	f := finder{pkg: p, file: p.Fset.File(file.Pos()), name: name, src: src}
	ast.Inspect(file, f.visit)
	return f.found, nil
}

type finder struct {
	pkg     *packages.Package
	file    *token.File
	name    string
	src     []byte
	results []*types.Tuple // of the functions that enclose the node
	stack   []ast.Node
	found   []Mutant
}

func (f *finder) add(from, to token.Pos, with, what string) {
	f.found = append(f.found, Mutant{
		Package: f.pkg.PkgPath, File: f.name, Line: f.file.Line(from), What: what,
		from: f.file.Offset(from), to: f.file.Offset(to), with: with,
	})
}

func (f *finder) text(n ast.Node) string {
	return string(f.src[f.file.Offset(n.Pos()):f.file.Offset(n.End())])
}

func (f *finder) typeOf(e ast.Expr) types.Type { return f.pkg.TypesInfo.TypeOf(e) }

func (f *finder) visit(n ast.Node) bool {
	if n == nil {
		last := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		if signature(f, last) != nil {
			f.results = f.results[:len(f.results)-1]
		}
		return true
	}
	if f.leaveOut(n) {
		return false
	}
	f.stack = append(f.stack, n)
	if s := signature(f, n); s != nil {
		f.results = append(f.results, s.Results())
	}
	switch n := n.(type) {
	case *ast.IfStmt:
		f.negate(n.Cond)
	case *ast.ForStmt:
		f.negate(n.Cond)
	case *ast.BinaryExpr:
		f.operator(n)
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		f.boolean(n)
	case *ast.ReturnStmt:
		f.returned(n)
	case *ast.BlockStmt:
		f.statements(n.List)
	case *ast.CaseClause:
		f.statements(n.Body)
	case *ast.IncDecStmt:
		f.step(n)
	}
	return true
}

// signature is the type of a function that n is, nil for anything else.
func signature(f *finder, n ast.Node) *types.Signature {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if fn, ok := f.pkg.TypesInfo.Defs[n.Name].(*types.Func); ok {
			return fn.Signature()
		}
	case *ast.FuncLit:
		if s, ok := f.typeOf(n).(*types.Signature); ok {
			return s
		}
	}
	return nil
}

// leaveOut says which parts have no mutants: what no test can be asked to notice.
func (f *finder) leaveOut(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return true
	case *ast.BasicLit:
		field, ok := f.parent().(*ast.Field)
		return ok && field.Tag == n || f.wordsError(n)
	case *ast.CallExpr:
		return f.onlySays(n)
	}
	return false
}

func (f *finder) parent() ast.Node {
	if len(f.stack) == 0 {
		return nil
	}
	return f.stack[len(f.stack)-1]
}

// wordsError says that a text is what an error says, in a call or a value of a package
// errs: its code and its fields are changed, and the text is not.
func (f *finder) wordsError(l *ast.BasicLit) bool {
	if l.Kind != token.STRING {
		return false
	}
	var of types.Object
	for _, n := range slices.Backward(f.stack) {
		switch n := n.(type) {
		case *ast.BinaryExpr, *ast.KeyValueExpr: // of the text that is put together
			continue
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
				of = f.pkg.TypesInfo.Uses[sel.Sel]
			}
		case *ast.CompositeLit:
			if named, ok := f.typeOf(n).(*types.Named); ok {
				of = named.Obj()
			}
		}
		break
	}
	return of != nil && of.Pkg() != nil && path.Base(of.Pkg().Path()) == "errs"
}

// onlySays says that a call logs, panics, words an error or sets a room aside: tests pin
// neither wording nor capacity.
func (f *finder) onlySays(call *ast.CallExpr) bool {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name == "panic" || fun.Name == "make" && len(call.Args) > 1
	case *ast.SelectorExpr:
		fn, ok := f.pkg.TypesInfo.Uses[fun.Sel].(*types.Func)
		if !ok || fn.Pkg() == nil {
			return false
		}
		switch fn.Pkg().Path() {
		case "log/slog", "errors":
			return fn.Name() != "Is" && fn.Name() != "As"
		case "fmt":
			return fn.Name() == "Errorf"
		}
	}
	return false
}

// Replacement is the mutant that has another text in place of the bytes from one to another.
func Replacement(file string, from, to int, with string) Mutant {
	return Mutant{File: file, from: from, to: to, with: with}
}
