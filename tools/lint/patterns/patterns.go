// Package patterns compiles the expressions of internal/core/pattern, which the programs
// themselves compile at their first use: what is wrong with one shall not wait for the page
// that needs it. It knows nothing else of expressions.
package patterns

import (
	"go/ast"
	"go/constant"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Analyzer reports expressions that do not compile, and those that are no constants. Tests
// may have either.
var Analyzer = &analysis.Analyzer{
	Name: "patterns",
	Doc:  "report expressions of internal/core/pattern that do not compile",
	Run:  run,
}

const of = "github.com/quarryapi/quarry/internal/core/pattern.Of"

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		if strings.HasSuffix(pass.Fset.Position(file.Pos()).Filename, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if fn := typeutil.StaticCallee(pass.TypesInfo, call); fn != nil && fn.FullName() == of {
					check(pass, call.Args[0])
				}
			}
			return true
		})
	}
	return nil, nil //nolint:nilnil // an Analyzer without a result returns none
}

func check(pass *analysis.Pass, expression ast.Expr) {
	value := pass.TypesInfo.Types[expression].Value
	if value == nil {
		pass.ReportRangef(expression, "an expression that is no constant: nothing compiles it before it is used")
		return
	}
	if _, err := regexp.Compile(constant.StringVal(value)); err != nil {
		pass.ReportRangef(expression, "%v", err)
	}
}
