package pdf_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/pdf"
)

func TestMarkdown(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		doc  pdf.Document
		want string
	}{
		"a title":                   {pdf.Document{Title: "The plan", Pages: []string{"One.", "Two."}}, "# The plan\n\nOne.\n\n---\n\nTwo.\n"},
		"a title that stands there": {pdf.Document{Title: "The plan", Pages: []string{"THE PLAN\n\nOne.", "The plan\nTwo."}}, "# The plan\n\nOne.\n\n---\n\nThe plan\nTwo.\n"},
		"a longer line":             {pdf.Document{Title: "The plan", Pages: []string{"The plan of 2025\nOne."}}, "# The plan\n\nThe plan of 2025\nOne.\n"},
		"nothing else":              {pdf.Document{Title: "The plan", Pages: []string{"The plan"}}, "# The plan\n\n\n"},
		"no title":                  {pdf.Document{Pages: []string{"One."}}, "One.\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.doc.Markdown(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
