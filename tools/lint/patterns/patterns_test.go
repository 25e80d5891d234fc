package patterns_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/quarryapi/quarry/tools/lint/patterns"
)

func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), patterns.Analyzer, "github.com/quarryapi/quarry/a")
}
