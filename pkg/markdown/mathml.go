package markdown

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// maxFormula is how deep a formula is followed.
const maxFormula = 100

// texOf writes MathML without an annotation as TeX: what the common elements say, and the
// text of others.
func texOf(n *html.Node) string {
	var t texWriter
	t.children(n, 0)
	return strings.TrimSpace(t.String())
}

type texWriter struct{ strings.Builder }

func (t *texWriter) children(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil && depth < maxFormula; c = c.NextSibling {
		t.node(c, depth+1)
	}
}

// forms reports what stands before, between and behind the parts of an element, each of
// which is in braces.
var forms = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"mfrac": {`\frac{`, "}{", "}"}, "msqrt": {`\sqrt{`, "}"},
		"msup": {"{", "}^{", "}"}, "msub": {"{", "}_{", "}"}, "msubsup": {"{", "}_{", "}^{", "}"},
		"mover": {"{", "}^{", "}"}, "munder": {"{", "}_{", "}"}, "munderover": {"{", "}_{", "}^{", "}"},
	}
})

func (t *texWriter) node(n *html.Node, depth int) {
	if n.Type == html.TextNode {
		t.WriteString(oneLine(n.Data))
		return
	}
	form, ok := forms()[n.Data]
	switch {
	case n.Type != html.ElementNode, strings.HasPrefix(n.Data, "annotation"), n.Data == "mphantom": // which has its place, and is not seen
	case n.Data == "mroot":
		t.root(n, depth)
	case n.Data == "mtext":
		t.WriteString(`\text{` + oneLine(rawText(n)) + "}")
	case n.Data == "mtr":
		t.children(n, depth)
		t.WriteString(` \\ `)
	case n.Data == "mtd" && n.PrevSibling != nil:
		t.WriteString(" & ")
		t.children(n, depth)
	case ok && n.Data == "msqrt":
		t.WriteString(form[0])
		t.children(n, depth)
		t.WriteString(form[1])
	case ok:
		t.parts(n, form, depth)
	default:
		t.children(n, depth)
	}
}

// parts writes the element children of n between the pieces of a form.
func (t *texWriter) parts(n *html.Node, form []string, depth int) {
	t.WriteString(form[0])
	form = form[1:]
	for c := n.FirstChild; c != nil && len(form) > 0; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		t.node(c, depth+1)
		t.WriteString(form[0])
		form = form[1:]
	}
	if len(form) > 0 {
		t.WriteString(form[len(form)-1])
	}
}

// root writes the index of a root, which MathML has behind the radicand, before it.
func (t *texWriter) root(n *html.Node, depth int) {
	var parts []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			parts = append(parts, c)
		}
	}
	if len(parts) != 2 {
		t.children(n, depth)
		return
	}
	t.WriteString(`\sqrt[`)
	t.node(parts[1], depth+1)
	t.WriteString("]{")
	t.node(parts[0], depth+1)
	t.WriteByte('}')
}
