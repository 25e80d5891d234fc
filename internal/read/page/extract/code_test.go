package extract_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// fenced is a block of code in markdown, as CommonMark reads it.
type fenced struct{ Language, Code string }

// fences are the blocks of code of a text.
func fences(t *testing.T, md string) (blocks []fenced) {
	t.Helper()
	source := []byte(md)
	err := ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if b, ok := n.(*ast.FencedCodeBlock); ok && entering {
			blocks = append(blocks, fenced{string(b.Language(source)), string(b.Lines().Value(source))})
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatalf("got error %v walking the markdown, want none", err)
	}
	return blocks
}

const (
	beforeCode = `<title>Reading the gate</title><meta property="og:type" content="article"><nav><ul><li><a href="/">Home</a></li><li><a href="/docs">Documentation</a></li></ul></nav><main><article><h1>Reading the gate</h1>
<p>The gate in the harbour is closed when the water outside stands higher than three metres, and the keeper reads its level from a gauge that was put there in spring.</p>
<p>This function measures the level, and says what to do about it. It is called every minute, and its answer is shown on a board above the quay.</p>
<p>Whoever wants to know why it is three metres has to read the minutes of the council, where the height was moved, seconded and carried in a quarter of an hour, between the price of ice and the hours of the ferry.</p>`
	afterCode = `<p>Nothing else is needed for one gate. For two of them, call it twice, and believe the one that is nearer to the sea, as the keepers have always done.</p>
<p>The gauge is read by a wire that runs along the wall. When it breaks, which it does in most winters, the level stays what it was, so the keeper looks out of the window, too, and writes down what he sees in a book.</p>
</article></main><footer><p>All rights reserved. <a href="/terms">Terms of use</a></p></footer>`
)

// unnamed are the pages that do not say which language their code is in.
var unnamed = map[string]bool{"shiki.html": true, "shiki-without-line-ends.html": true, "codemirror5.html": true}

// TestCodeComesBack: whatever a highlighter makes of code, from the page to markdown and back it is
// the same to the byte, in one block with its language, and what it was adorned with is gone.
func TestCodeComesBack(t *testing.T) {
	t.Parallel()
	want := string(saved(t, "code/listing.txt"))
	names, err := fs.Glob(os.DirFS("testdata/code"), "*.html")
	if err != nil || len(names) < 30 {
		t.Fatalf("got %d pages of code and error %v, want 30 or more", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(name, filepath.Ext(name)), func(t *testing.T) {
			t.Parallel()
			body := beforeCode + string(saved(t, "code/"+name)) + afterCode
			for _, only := range []bool{true, false} {
				p := read(t, "text/html", body, extract.Options{Parts: all, OnlyMainContent: only})
				if p.Extraction != page.MainContent && only {
					t.Errorf("got content from %s, want it from %s", p.Extraction, page.MainContent)
				}
				blocks := fences(t, p.Markdown)
				if len(blocks) != 1 {
					t.Fatalf("got %d blocks of code of main content %v, want 1:\n%s", len(blocks), only, p.Markdown)
				}
				if diff := cmp.Diff(want, blocks[0].Code); diff != "" {
					t.Errorf("the code differs, main content %v (-want +got):\n%s", only, diff)
				}
				if l := blocks[0].Language; l != "js" && l != "javascript" && (l != "" || !unnamed[name]) {
					t.Errorf("got language %q of main content %v, want js or javascript", l, only)
				}
				prose, _, _ := strings.Cut(p.Markdown, "```")
				_, rest, _ := strings.Cut(p.Markdown, "\n```\n")
				for _, label := range []string{"Copy", "Try", "Run", "\njs\n", "avaScript\n"} {
					if strings.Contains(prose+rest, label) {
						t.Errorf("got %q beside the code of main content %v, want it gone:\n%s", label, only, p.Markdown)
					}
				}
				if text := strings.ReplaceAll(p.Text, "\u00a0", " "); !strings.Contains(text, strings.TrimSpace(want)) {
					t.Errorf("got the text %q of main content %v, want the code in it", p.Text, only)
				}
			}
		})
	}
}
