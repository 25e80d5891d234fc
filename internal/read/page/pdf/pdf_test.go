package pdf_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/page/pdf"
)

// TestAdd: what is beyond the most that is read is cut, in no letter's midst, and its page is not one that was read.
func TestAdd(t *testing.T) {
	t.Parallel()
	half := strings.Repeat("a", pdf.MaxText/2)
	if doc := (pdf.Document{}); !doc.Add("") || !doc.Add("a") || doc.Read != 2 || doc.Empty != 1 {
		t.Errorf("got %d pages read, %d of them empty; want 2, 1", doc.Read, doc.Empty)
	}
	for name, c := range map[string]struct {
		first, second string
		more          bool
		read, size    int
	}{
		"all there is room for": {half, half, true, 2, pdf.MaxText},
		"a byte more":           {half, half + "a", false, 1, pdf.MaxText},
		"half a letter":         {half + "a", strings.Repeat("é", pdf.MaxText/4), false, 1, pdf.MaxText - 1},
		"none":                  {half + half, "a", false, 1, pdf.MaxText},
	} {
		var doc pdf.Document
		more := doc.Add(c.first) && doc.Add(c.second)
		size := 0
		for _, text := range doc.Pages {
			size += len(text)
		}
		if more != c.more || doc.Read != c.read || len(doc.Pages) != 2 || size != c.size || !utf8.ValidString(doc.Pages[1]) {
			t.Errorf("%s: got %d bytes in %d pages, %d read, room for more %t; want %d in 2, %d, %t", name, size, len(doc.Pages), doc.Read, more, c.size, c.read, c.more)
		}
	}
}

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
