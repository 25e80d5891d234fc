package document_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page"
)

// TestPages: a PDF of which pages are missing says so to Firecrawl's clients.
func TestPages(t *testing.T) {
	t.Parallel()
	got := document.From(&url.Result{
		Pages:     &page.Pages{Total: 1200, Read: 1000},
		Rendering: url.Rendering{Warnings: []url.Warning{url.PagesMissing}},
	}, &asked.Job{})
	const warning = "the PDF has 1200 pages, of which the whole text of 1000 was read."
	if m := got.Metadata; m.NumPages != 1000 || m.TotalPages != 1200 || got.Warning != warning {
		t.Errorf("got numPages %d, totalPages %d, warning %q; want 1000, 1200, %q", m.NumPages, m.TotalPages, got.Warning, warning)
	}
}
