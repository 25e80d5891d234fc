package htmltree_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// TestSeen: no tree has an element or an attribute that was not seen, on the suite's pages one after the other in
// one memory, and what was seen of one page is not seen of the next.
func TestSeen(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(suiteFolder(t), "tree-construction", "*.dat"))
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d files of the suite, error %v, want some", len(files), err)
	}
	var m htmltree.Memory
	for _, file := range files {
		for _, c := range readConstructions(t, file) {
			doc := m.Parse([]byte(c.data), htmltree.Lean)
			counts := map[atom.Atom]int{}
			for n := range doc.Descendants() {
				if n.Type != html.ElementNode {
					continue
				}
				counts[n.DataAtom]++
				for _, a := range n.Attr {
					if a.Namespace == "" && n.Namespace == "" && !m.HasAttr(a.Key) {
						t.Errorf("%q: got attribute %s not seen, want it seen", c.data, a.Key)
					}
				}
				if n.DataAtom == atom.Noscript && n.Namespace == "" && n.FirstChild != nil && m.Noscript() < len(n.FirstChild.Data) {
					t.Errorf("%q: got %d bytes at most without scripts, want %d", c.data, m.Noscript(), len(n.FirstChild.Data))
				}
			}
			for name, n := range counts {
				if m.Elements(name) < n {
					t.Errorf("%q: got at most %d elements %s, want %d", c.data, m.Elements(name), name, n)
				}
			}
			m.Free()
		}
	}
	m.Parse([]byte("<h1 itemtype=a><noscript>b</noscript>"), htmltree.Lean)
	m.Free()
	m.Parse(nil, htmltree.Lean)
	if m.Elements(atom.H1) != 0 || m.HasAttr("itemtype") || m.Noscript() != 0 {
		t.Errorf("got %d h1, itemtype %t, %d bytes without scripts of an empty page, want nothing", m.Elements(atom.H1), m.HasAttr("itemtype"), m.Noscript())
	}
}
