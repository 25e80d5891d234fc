package htmltree_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// leanly is a whole tree as Lean should have it. It changes the tree.
func leanly(doc *html.Node) string {
	var idle []*html.Node
	for n := range doc.Descendants() {
		if n.Type != html.TextNode || n.Parent.Namespace != "" {
			continue
		}
		switch n.Parent.DataAtom {
		case atom.Style:
			idle = append(idle, n)
		case atom.Script:
			if !isData(n.Parent) {
				idle = append(idle, n)
			}
		}
	}
	for _, n := range idle {
		n.Parent.RemoveChild(n)
	}
	return dump(doc)
}

func isData(script *html.Node) bool {
	for _, a := range script.Attr {
		if s := strings.ToLower(a.Key + "=" + a.Val); strings.Contains(s, "json") || strings.Contains(s, "math/") {
			return true
		}
	}
	return false
}

func TestLean(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, want string }{
		"a script and a style": {"<script>x()</script><STYLE>p{}</STYLE>", ""},
		"data":                 {`<script type="application/ld+json">{}</script>`, "{}"},
		"a formula":            {`<script type="math/tex">x^2</script>`, "x^2"},
		"never closed":         {"<script>x()<p>a", ""},
		"which writes one":     {`<script>w("<!--<script></script>")</script>a`, "a"},
		"a title":              {"<title>a</title>", "a"},
		"too deep":             {strings.Repeat("<div>", 600) + "<script>x()</script><style>p{}</style>a<script type=x/json>{}</script>", "a{}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got strings.Builder
			for n := range htmltree.Parse([]byte(c.page), htmltree.Lean).Descendants() {
				if n.Type == html.TextNode {
					got.WriteString(n.Data)
				}
			}
			if got.String() != c.want {
				t.Errorf("got the text %q, want %q", got.String(), c.want)
			}
		})
	}
}

// TestLeanTree: whatever a page is made of, nothing but the text of scripts and styles is
// missing.
func TestLeanTree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		page := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 40).Draw(t, "page"), ""))
		want, got := leanly(htmltree.Parse(page, htmltree.All)), dump(htmltree.Parse(page, htmltree.Lean))
		if want != got {
			t.Fatalf("%q (-want +got):\n%s", page, cmp.Diff(want, got))
		}
	})
}
