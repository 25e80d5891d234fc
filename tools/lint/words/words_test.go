package words_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/quarryapi/quarry/tools/lint/words"
)

func TestAnalyzer(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, analysistest.TestData(), words.Analyzer, "a")
}
