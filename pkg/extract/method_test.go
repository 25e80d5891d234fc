package extract_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/pkg/extract"
)

// TestMethodNames: the names are written out for readers of the documentation, and are those
// that the engine gives.
func TestMethodNames(t *testing.T) {
	t.Parallel()
	for method, want := range map[extract.Method]page.Extraction{
		extract.MainContent: page.MainContent, extract.CleanedBody: page.CleanedBody,
		extract.Selected: page.Selected, extract.WholePage: page.WholePage,
	} {
		if string(method) != string(want) {
			t.Errorf("got method %q, want the engine's %q", method, want)
		}
	}
}
