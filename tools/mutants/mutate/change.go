package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// other is what stands in for an operator: the bound moved by one, the comparison or the
// junction turned round, the opposite calculation.
var other = map[token.Token][]token.Token{
	token.LSS: {token.LEQ}, token.LEQ: {token.LSS}, token.GTR: {token.GEQ}, token.GEQ: {token.GTR},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL},
}

// negate turns a condition round, unless another mutant does the same by its operator.
func (f *finder) negate(cond ast.Expr) {
	if cond == nil {
		return
	}
	switch c := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		if c.Op == token.EQL || c.Op == token.NEQ {
			return
		}
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			f.add(c.OpPos, c.OpPos+1, "", "the condition turned round: "+brief(f.text(c.X)))
			return
		}
	}
	f.add(cond.Pos(), cond.End(), "!("+f.text(cond)+")", "the condition turned round: !("+brief(f.text(cond))+")")
}

func (f *finder) operator(b *ast.BinaryExpr) {
	if t, ok := f.typeOf(b.X).Underlying().(*types.Basic); b.Op == token.ADD && ok && t.Info()&types.IsString != 0 {
		return
	}
	for _, op := range other[b.Op] {
		f.add(b.OpPos, b.OpPos+token.Pos(len(b.Op.String())), op.String(), b.Op.String()+" becomes "+op.String()+" in "+brief(f.text(b)))
	}
}

func (f *finder) step(s *ast.IncDecStmt) {
	with := token.DEC
	if s.Tok == token.DEC {
		with = token.INC
	}
	f.add(s.TokPos, s.TokPos+2, with.String(), s.Tok.String()+" becomes "+with.String())
}

func (f *finder) literal(l *ast.BasicLit) {
	switch l.Kind {
	case token.INT:
		with := "(" + l.Value + " + 1)"
		if n, err := strconv.Atoi(l.Value); err == nil {
			with = strconv.Itoa(n + 1)
		}
		f.add(l.Pos(), l.End(), with, l.Value+" becomes "+with)
	case token.FLOAT:
		f.add(l.Pos(), l.End(), "("+l.Value+" + 1)", l.Value+" becomes "+l.Value+" + 1")
	case token.STRING:
		with := `""`
		if l.Value == `""` || l.Value == "``" {
			with = `"mutated"`
		}
		f.add(l.Pos(), l.End(), with, brief(l.Value)+" becomes "+with)
	case token.CHAR:
		f.add(l.Pos(), l.End(), "("+l.Value+" + 1)", l.Value+" becomes the next rune")
	default: // an imaginary number
	}
}

func (f *finder) boolean(id *ast.Ident) {
	for name, with := range map[string]string{"true": "false", "false": "true"} {
		if id.Name == name && f.pkg.TypesInfo.Uses[id] == types.Universe.Lookup(name) {
			f.add(id.Pos(), id.End(), with, name+" becomes "+with)
		}
	}
}

// returned replaces each value of a return by the zero of its type, the others evaluated
// as before.
func (f *finder) returned(s *ast.ReturnStmt) {
	if len(f.results) == 0 {
		return
	}
	results := f.results[len(f.results)-1]
	if results.Len() != len(s.Results) {
		return
	}
	for i, e := range s.Results {
		zero := zeroOf(results.At(i).Type())
		if _, ok := e.(*ast.BasicLit); ok || zero == "" || f.text(e) == zero || isLiteral(e) {
			continue
		}
		f.add(e.Pos(), e.End(), zero, "returns "+zero+" for "+brief(f.text(e)))
	}
}

// isLiteral says that boolean changes the value already.
func isLiteral(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && (id.Name == "true" || id.Name == "false")
}

func zeroOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		if _, ok := t.(*types.TypeParam); !ok {
			return "nil"
		}
	}
	return ""
}

// statements leaves out one statement at a time: calls, assignments, jumps.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok && f.onlySays(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || blank(s) {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH {
				continue
			}
		case *ast.DeferStmt, *ast.SendStmt:
		default:
			continue
		}
		f.add(s.Pos(), s.End(), "", "left out: "+brief(f.text(s)))
	}
}

func blank(s *ast.AssignStmt) bool {
	for _, l := range s.Lhs {
		if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
			return false
		}
	}
	return true
}

// brief is a piece of source on one short line.
func brief(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 70 {
		return string(r[:69]) + "…"
	}
	return s
}
