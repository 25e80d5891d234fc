package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/page/dom"
)

// marks are what elements of the body declare: the first element with each
// itemprop, and the dates that hAtom and h-entry mark by class.
type marks struct {
	props       map[string]*html.Node
	microformat map[string]string
}

// readMarks walks the page once for all marks; a walk for each would cost more than
// everything else here.
func readMarks(doc *html.Node) *marks {
	m := &marks{props: map[string]*html.Node{}, microformat: map[string]string{}}
	for n := range dom.Descendants(doc) {
		if n.Type != html.ElementNode || len(n.Attr) == 0 {
			continue
		}
		for prop := range strings.FieldsSeq(dom.Attr(n, "itemprop")) {
			if m.props[prop] == nil && len(m.props) < 200 {
				m.props[prop] = n
			}
		}
		if when := dom.Attr(n, "datetime"); when != "" {
			m.date(dom.Attr(n, "class"), when)
		}
	}
	return m
}

// date takes published and updated of hAtom, and dt-published and dt-updated of
// h-entry, for the same.
func (m *marks) date(classes, when string) {
	for class := range strings.FieldsSeq(classes) {
		kind := strings.TrimPrefix(class, "dt-")
		if (kind == "published" || kind == "updated") && m.microformat[kind] == "" {
			m.microformat[kind] = when
		}
	}
}

func (r *reader) read() *marks {
	if r.marks == nil {
		r.marks = readMarks(r.doc)
	}
	return r.marks
}

func (r *reader) microformat(kind string) string { return r.read().microformat[kind] }

// property returns the value of the first element with this itemprop, whatever item
// it belongs to; of an item, its name.
func (r *reader) property(name string) string {
	n := r.read().props[name]
	if n == nil {
		return ""
	}
	if dom.HasAttr(n, "itemscope") {
		for inner := range dom.Descendants(n) {
			if inner.Type == html.ElementNode && dom.Attr(inner, "itemprop") == "name" {
				n = inner
				break
			}
		}
	}
	return first(dom.Attr(n, "content"), dom.Attr(n, "datetime"), dom.Text(n))
}
