package feed

import (
	"cmp"
	"encoding/xml"
	"html"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// element is an element of a document and what is in it.
type element struct {
	name  string // as spaces names it
	local string // as written, without a prefix
	attrs []xml.Attr
	nodes []node
	base  *url.URL // against which addresses in it are resolved
	moved bool     // by an xml:base
	lang  string   // in which it is, as xml:lang says
}

// node is an element, or a text.
type node struct {
	*element
	text string
}

// newElement is added to the last of the open ones.
func newElement(t xml.StartElement, names spaces, open []*element, base *url.URL) *element {
	e := &element{name: names.name(t.Name.Space, t.Name.Local), local: t.Name.Local, attrs: t.Copy().Attr, base: base}
	if len(open) == 0 {
		e.name = strings.ToLower(e.local)
	} else {
		parent := open[len(open)-1]
		e.base, e.moved, e.lang = parent.base, parent.moved, parent.lang
		parent.nodes = append(parent.nodes, node{element: e})
	}
	for _, a := range e.attrs {
		if a.Name.Space != xmlSpace {
			continue
		}
		switch a.Name.Local {
		case "lang":
			e.lang = a.Value
		case "base":
			if u, err := url.Parse(dom.Resolve(e.base, a.Value)); err == nil && u.Host != "" {
				e.base, e.moved = u, true
			}
		}
	}
	return e
}

// addText keeps texts apart, as joining many of them would take the square of their number.
func (e *element) addText(s string) { e.nodes = append(e.nodes, node{text: s}) }

// all are the elements in it that have one of some names, in their order.
func (e *element) all(names ...string) []*element {
	var list []*element
	for _, n := range e.nodes {
		if n.element != nil && slices.Contains(names, n.name) {
			list = append(list, n.element)
		}
	}
	return list
}

// first is the first element of a name that has something in it.
func (e *element) first(name string) *element {
	for _, n := range e.nodes {
		if n.element != nil && n.name == name && n.filled() {
			return n.element
		}
	}
	return nil
}

// filled reports whether there is anything in it: an image has no text.
func (e *element) filled() bool { return e.elements() || e.content() != "" }

// preferred is the first element of the first name of which there is one with
// something in it.
func (e *element) preferred(names ...string) *element {
	for _, name := range names {
		if found := e.first(name); found != nil {
			return found
		}
	}
	return nil
}

// value is the text of the preferred element; "" when there is none.
func (e *element) value(names ...string) string {
	if found := e.preferred(names...); found != nil {
		return found.content()
	}
	return ""
}

// attr is an attribute by its name, the one without a prefix first.
func (e *element) attr(name string) string {
	other := ""
	for _, a := range e.attrs {
		if strings.EqualFold(a.Name.Local, name) && a.Name.Space != "xmlns" {
			if a.Name.Space == "" {
				return strings.TrimSpace(modern(a.Value))
			}
			other = cmp.Or(other, strings.TrimSpace(modern(a.Value)))
		}
	}
	return other
}

// content is all text in it, without markup of XML and without white space around.
func (e *element) content() string {
	if len(e.nodes) == 1 && e.nodes[0].element == nil {
		return strings.TrimSpace(e.nodes[0].text)
	}
	var b strings.Builder
	e.write(&b, false, false)
	return strings.TrimSpace(b.String())
}

// markup is what is in it with its elements as HTML. Texts are HTML as they stand,
// unless literal.
func (e *element) markup(literal bool) string {
	var b strings.Builder
	e.write(&b, true, literal)
	return strings.TrimSpace(b.String())
}

func (e *element) write(b *strings.Builder, tags, literal bool) {
	for _, n := range e.nodes {
		switch {
		case n.element == nil && literal:
			b.WriteString(html.EscapeString(n.text))
		case n.element == nil:
			b.WriteString(n.text)
		case !tags:
			n.write(b, false, false)
		default:
			n.writeTag(b, literal)
		}
	}
}

func (e *element) writeTag(b *strings.Builder, literal bool) {
	b.WriteString("<" + e.local)
	for _, a := range e.attrs {
		if a.Name.Space == "" && a.Name.Local != "xmlns" {
			b.WriteString(" " + a.Name.Local + `="` + html.EscapeString(a.Value) + `"`)
		}
	}
	b.WriteString(">")
	e.write(b, true, literal)
	if !isVoid(e.local) {
		b.WriteString("</" + e.local + ">")
	}
}

// isVoid reports whether an element of HTML has no end.
func isVoid(local string) bool {
	switch strings.ToLower(local) {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// elements reports whether there are any in it.
func (e *element) elements() bool {
	return slices.ContainsFunc(e.nodes, func(n node) bool { return n.element != nil })
}

// address is the absolute form of one that stands in it or in an attribute.
func (e *element) address(ref string) string { return dom.Resolve(e.base, ref) }
