// Package words wants words in the failures of tests: what was got and what was wanted.
// `t.Errorf("%v, %v", a, b)` leaves it to the reader of a log to open the test. It knows
// only the calls of package testing, and does not judge whether the words are good ones.
package words

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
)

// Analyzer reports calls of Error, Errorf, Fatal and Fatalf that say nothing. An error
// alone is enough: it has words of its own.
var Analyzer = &analysis.Analyzer{
	Name: "words",
	Doc:  "report test failures whose message has no words",
	Run:  run,
}

const message = "a failure without words: say what was got and what was wanted"

// verb is a verb of package fmt with its flags, width, precision and index.
var verb = regexp.MustCompile(`%[-+# 0]*(\[\d+\])?[\d*]*(\.[\d*]*)?(\[\d+\])?[A-Za-z%]`)

// legend is what the signs of a difference mean. It does not name what differs.
var legend = regexp.MustCompile(`\(-\w+,? \+\w+\)`)

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && mute(pass, call) {
				pass.ReportRangef(call, message)
			}
			return true
		})
	}
	return nil, nil //nolint:nilnil // an Analyzer without a result returns none
}

func mute(pass *analysis.Pass, call *ast.CallExpr) bool {
	switch failure(pass, call) {
	case "Errorf", "Fatalf":
		format := constantText(pass, call.Args[0])
		return format != nil && !hasWords(verb.ReplaceAllString(legend.ReplaceAllString(*format, ""), ""))
	case "Error", "Fatal":
		if len(call.Args) == 1 && isError(pass.TypesInfo.TypeOf(call.Args[0])) {
			return false
		}
		for _, arg := range call.Args {
			if speaks(pass, arg) {
				return false
			}
		}
		return true
	}
	return false
}

// failure is the name of the method of package testing that is called.
func failure(pass *analysis.Pass, call *ast.CallExpr) string {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "testing" {
		return ""
	}
	return fn.Name()
}

// speaks says whether an argument is, or is put together from, a text with words.
func speaks(pass *analysis.Pass, arg ast.Expr) bool {
	found := false
	ast.Inspect(arg, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return formats(pass, n)
		case *ast.CompositeLit, *ast.FuncLit, *ast.IndexExpr:
			return false // their texts are keys and inputs
		case ast.Expr:
			if text := constantText(pass, n); text != nil && hasWords(*text) {
				found = true
			}
		}
		return true
	})
	return found
}

// formats says whether a call puts its arguments into a text.
func formats(pass *analysis.Pass, call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "fmt"
}

func constantText(pass *analysis.Pass, e ast.Expr) *string {
	if v := pass.TypesInfo.Types[e].Value; v != nil && v.Kind() == constant.String {
		return new(constant.StringVal(v))
	}
	return nil
}

func hasWords(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func isError(t types.Type) bool {
	wanted, ok := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return ok && t != nil && types.Implements(t, wanted)
}
