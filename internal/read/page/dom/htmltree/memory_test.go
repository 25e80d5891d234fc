package htmltree_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// TestMemory: trees of one page after the other are those of pages on their own, whatever was
// there before, and of a tree that was freed nothing is left.
func TestMemory(t *testing.T) { //nolint:paralleltest // it counts allocations
	pages := []string{
		"<title>a</title><p class=b id=c>d<b>e<p>f",
		strings.Repeat(`<div class="a" id="b" hidden><p title="c">d<br>`, 400),
		"<table><tr><td>a<b>c</table>d",
		strings.Repeat("<div>", 2000) + "deep",
		`<svg viewbox="0"><path d="a"/></svg><template><i>a</template>` + strings.Repeat(`<a href="#" rel="b">c`, 300),
		"",
		"<ul>" + strings.Repeat("<li>a", 3000),
		"<title>a</title><p class=b id=c>d<b>e<p>f",
	}
	var m htmltree.Memory
	for round := range 2 {
		for i, page := range pages {
			got, want := m.Parse([]byte(page), htmltree.All), htmltree.Parse([]byte(page), htmltree.All)
			if g, w := rendered(t, got), rendered(t, want); g != w {
				t.Fatalf("round %d, page %d: got %.200q, want %.200q", round, i, g, w)
			}
			m.Free()
			if got.FirstChild != nil || got.Data != "" || got.Attr != nil {
				t.Errorf("page %d: got %+v left of a tree that was freed, want nothing", i, got)
			}
		}
	}
	if n := testing.AllocsPerRun(20, func() { m.Parse([]byte(pages[1]), htmltree.All); m.Free() }); n > 12 {
		t.Errorf("got %v allocations for a page after others, want at most 12", n)
	}
}

func rendered(t *testing.T, n *html.Node) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Render(&b, n); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
