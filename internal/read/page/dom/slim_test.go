package dom_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

func TestSlim(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"nothing to leave out":     {"<p>a<b>c", "<p>a<b>c"},
		"a script and a style":     {"<script>x()</script><p>a<STYLE>p{}</STYLE>b", "<script></script><p>a<STYLE></STYLE>b"},
		"data":                     {`<script type="application/ld+json">{}</script>`, `<script type="application/ld+json">{}</script>`},
		"a formula":                {`<script type="math/tex">x^2</script>`, `<script type="math/tex">x^2</script>`},
		"never closed":             {"<script>x()<p>a", "<script>x()<p>a"},
		"in a comment":             {"<!-- <script> --><p>a<script>x</script>", "<!-- <script> --><p>a<script></script>"},
		"the shortest comment":     {"<!--><script>x</script>", "<!--><script></script>"},
		"in an attribute":          {`<p title="<script>">a</p><script>x</script>`, `<p title="<script>">a</p><script></script>`},
		"a quote of no attribute":  {`<p ">a</p><script>x</script>"`, `<p ">a</p><script></script>"`},
		"in another text":          {"<textarea><script></textarea><p>a<script>x</script>", "<textarea><script></textarea><p>a<script></script>"},
		"which writes one":         {`<script>w("<!--<script></script>")</script>`, `<script>w("<!--<script></script>")</script>`},
		"an old comment":           {"<script><!--\nx()\n//--></script>a", "<script></script>a"},
		"closed at once, in SVG":   {"<svg><script/></svg><p>a</p><script>x</script>", "<svg><script/></svg><p>a</p><script></script>"},
		"a name that begins alike": {"<scripted>a</scripted>", "<scripted>a</scripted>"},
		"an end that is none":      {"<script>'</scripted>'</script>a", "<script></script>a"},
		"the end of the page":      {"<script", "<script"},
		"a bracket alone":          {"a <", "a <"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := string(dom.Slim([]byte(c.in))); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestSlimTree: whatever a page is made of, its tree is the same but for the text of
// scripts and styles.
func TestSlimTree(t *testing.T) {
	t.Parallel()
	parts := []string{
		"<script>", "</script>", "<style>", "</style >", "<!--", "-->", "<!-->", `<p title="`, `">`, "<textarea>", "</textarea>", "<title>", "</title>",
		"<noscript>", "</noscript>", "<svg>", "</svg>", "<math>", "<script/>", "<style/>", "<template>", "</template>", "<b>", "</b>", "<table>", "<td>",
		"a", " ", "<", ">", "'", `"`, "=", "/", "--", "!", "<script src=x>", "<script type='application/ld+json'>", "<iframe>", "</iframe>", "<![CDATA[", "]]>", "<xmp>", "</xmp>", "<plaintext>", "<select>", "--!>",
	}
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 30).Draw(t, "page"), "")
		whole, slim := dom.Parse([]byte(page)), dom.Parse(dom.Slim([]byte(page)))
		if a, b := shape(whole), shape(slim); a != b {
			t.Fatalf("%q\nwhole %s\nslim  %s", page, a, b)
		}
	})
}

// shape is a tree without the text of scripts and styles.
func shape(n *html.Node) string {
	var b strings.Builder
	for c := range dom.Descendants(n) {
		if c.Type == html.TextNode && dom.Is(c.Parent, atom.Script, atom.Style) {
			continue
		}
		b.WriteString(c.Data)
		b.WriteByte('|')
	}
	return b.String()
}
