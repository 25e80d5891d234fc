// Lint holds the rules of this repository that no linter of golangci-lint has. It is a
// tool of go vet: `make lint` runs it over every module.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/quarryapi/quarry/tools/lint/patterns"
	"github.com/quarryapi/quarry/tools/lint/words"
)

func main() { unitchecker.Main(words.Analyzer, patterns.Analyzer) }
