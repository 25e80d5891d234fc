package htmlpage

import (
	"iter"
	"math"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// tree is a page as it was parsed, with what is known of it without a walk.
type tree struct {
	doc  *html.Node
	seen *dom.Memory // nil where the tree has more than what was parsed with it
}

func parse(m *dom.Memory, body []byte) tree {
	t := tree{dom.ParseLeanIn(m, body), m}
	if m.Noscript() >= dom.MinUnscripted && dom.Unscript(t.doc) {
		t.seen = nil
	}
	return t
}

// elements is how many elements of a name there are at most.
func (t tree) elements(name atom.Atom) int {
	if t.seen == nil {
		return math.MaxInt
	}
	return t.seen.Elements(name)
}

// all yields the elements of a name in document order. The tree must not change meanwhile.
func (t tree) all(name atom.Atom) iter.Seq[*html.Node] {
	if t.elements(name) == 0 {
		return func(func(*html.Node) bool) {}
	}
	return dom.All(t.doc, name)
}

// hasAttr reports whether an element may have an attribute.
func (t tree) hasAttr(key string) bool { return t.seen == nil || t.seen.HasAttr(key) }
