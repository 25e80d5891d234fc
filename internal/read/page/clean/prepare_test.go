package clean_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// TestPrepareOnlyWhatIsThere: what Prepare does not look for in a page would not have changed it.
func TestPrepareOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"nothing":           `<p class="note">a [b] <a href="#c">d</a> <input type=text>`,
		"a check box":       `<li><input type=CheckBox checked>a`,
		"one in a link":     `<li><a href="#a"><input type=checkbox>Skip to content</a>`,
		"a callout":         `<div class="admonition tip"><p class=title>Tip</p>a</div>`,
		"one of one class":  `<aside class="warning">a</aside>`,
		"one in capitals":   `<div class="NOTE">a</div>`,
		"a code box":        `<div class="syntaxhighlighter"><div class="line">a</div><div class="line">b</div></div>`,
		"an editor":         `<div class="x CodeMirror"><div class="CodeMirror-line">a</div></div>`,
		"a table of code":   `<table class="w3-code"><tr><td>a<br>b</table>`,
		"code":              `<code>a<br>b<br>c</code>`,
		"a table of a pre":  `<table><tr><td><pre>a</pre></table>`,
		"a skip link":       `<a href="#main">Skip to content</a>`,
		"one behind a tool": `<a href="#a"><pre><button>Copy</button>Skip to content</pre></a>`,
		"a short code":      `<p>[[caption id="a"]b[/caption]`,
		"one across a pre":  `<pre>[caption id="a"]b[/caption]</pre>`,
		"one that is split": `<code>a<br>[caption <i>id="a"]</i><br>c</code>`,
	}
	files, err := filepath.Glob("../extract/testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("got no pages, want some: %v", err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[file] = string(body)
	}
	for name, page := range pages {
		got, want := dom.Parse([]byte(page)), dom.Parse([]byte(page))
		clean.Prepare(got)
		clean.PrepareAll(want)
		var g, w bytes.Buffer
		if err := html.Render(&g, got); err != nil {
			t.Fatal(err)
		}
		if err := html.Render(&w, want); err != nil {
			t.Fatal(err)
		}
		if g.String() != w.String() {
			t.Errorf("%s: got %.300q, want %.300q", name, g.String(), w.String())
		}
	}
}
