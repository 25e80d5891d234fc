package htmltree

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The two namespaces of foreign content, as nodes have them.
const (
	svg  = "svg"
	math = "math"
)

// isForeign reports whether the current token belongs to an SVG or a formula.
func (b *builder) isForeign() bool {
	if len(b.open) == 0 || b.top().isHTML() || b.tok.kind == endOfPage {
		return false
	}
	top, k, t := b.top(), b.tok.kind, b.tok.tag
	switch {
	case top.flags&mathText != 0 && (k == textToken || k == startToken && t != tagMglyph && t != tagMalignmark),
		top.flags&htmlPoint != 0 && (k == textToken || k == startToken),
		k == startToken && t == tagSvg && top.node.Namespace == math && top.node.Data == "annotation-xml":
		return false
	}
	return true
}

func (b *builder) inForeign() bool {
	switch b.tok.kind {
	case textToken:
		if b.framesetOK && strings.Trim(b.tok.text, spaces+"\x00") != "" {
			b.framesetOK = false
		}
		b.insertText(whole(b.tok.text))
	case commentToken:
		b.insertComment(nil)
	case startToken:
		if b.breaksOut() {
			return b.breakOut()
		}
		b.insertForeign(b.top().node.Namespace)
	case endToken:
		return b.endForeign()
	case doctypeToken, endOfPage:
	}
	return true
}

// breaksOut reports whether a start tag cannot be foreign.
func (b *builder) breaksOut() bool {
	if b.tok.tag != tagFont {
		return tags[b.tok.tag].flags&breakout != 0
	}
	return hasKey(b.tok.attr, "color") || hasKey(b.tok.attr, "face") || hasKey(b.tok.attr, "size")
}

// breakOut closes foreign elements up to where HTML may be.
func (b *builder) breakOut() bool {
	at := len(b.open)
	for at > 0 && !b.open[at-1].isHTML() && b.open[at-1].flags&(mathText|htmlPoint) == 0 {
		at--
	}
	b.cut(at)
	return b.in(b.mode)
}

// insertForeign inserts the element of the current token in a namespace.
func (b *builder) insertForeign(namespace string) {
	name, a := b.tok.name, b.tok.atom
	adjusted := svgAttributes
	if namespace == math {
		adjusted = mathAttributes
	} else if proper, ok := svgNames()[name]; ok {
		name, a = proper, atom.Lookup([]byte(proper))
	}
	for i := range b.tok.attr {
		adjust(&b.tok.attr[i], adjusted())
	}
	n := b.elementNode(name, a, b.tok.attr)
	n.Namespace = namespace
	if b.tok.closed {
		b.place(n)
		b.limit()
		return
	}
	b.insertOpen(element{node: n, flags: foreignFlags(n)})
}

// adjust gives an attribute its proper name, and its namespace if that is written before it.
func adjust(a *html.Attribute, names map[string]string) {
	if proper, ok := names[a.Key]; ok {
		a.Key = proper
		return
	}
	switch a.Key {
	case "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type",
		"xml:lang", "xml:space", "xmlns:xlink":
		a.Namespace, a.Key, _ = strings.Cut(a.Key, ":")
	}
}

// foreignFlags are the groups that a foreign element belongs to.
func foreignFlags(n *html.Node) flags {
	if n.Namespace == svg {
		switch n.Data {
		case "foreignObject", "desc", "title":
			return special | scope | htmlPoint
		}
		return 0
	}
	switch n.Data {
	case "mi", "mo", "mn", "ms", "mtext":
		return special | scope | mathText
	case "annotation-xml":
		for _, a := range n.Attr {
			if a.Key == "encoding" && (strings.EqualFold(a.Val, "text/html") || strings.EqualFold(a.Val, "application/xhtml+xml")) {
				return special | scope | htmlPoint
			}
		}
		return special | scope
	}
	return 0
}

// endForeign closes the innermost element of a name, but none of HTML.
func (b *builder) endForeign() bool {
	if t := b.tok.tag; t == tagBr || t == tagP {
		return b.breakOut()
	}
	for i := len(b.open) - 1; i > 0; i-- {
		e := &b.open[i]
		if e.isHTML() {
			return b.in(b.mode)
		}
		if strings.EqualFold(e.node.Data, b.tok.name) {
			b.cut(i)
			return true
		}
	}
	return true
}
