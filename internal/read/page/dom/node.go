package dom

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Attr returns an attribute's value without surrounding space; empty when absent.
func Attr(n *html.Node, key string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return strings.TrimSpace(n.Attr[i].Val)
		}
	}
	return ""
}

// HasAttr reports whether the attribute is there, with or without a value.
func HasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// SetAttr sets or adds an attribute.
func SetAttr(n *html.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

// Is reports whether n is an HTML element of one of the names; the title of an SVG
// drawing is none.
func Is(n *html.Node, names ...atom.Atom) bool {
	return n != nil && n.Type == html.ElementNode && isOf(n.DataAtom, names) && n.Namespace == ""
}

// HeadingLevel returns 1 to 6 for h1 to h6, else 0.
func HeadingLevel(n *html.Node) int {
	if Is(n, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) {
		return int(n.Data[1] - '0')
	}
	return 0
}

// Descendants yields what is below a node in document order, as the method of the same
// name does, in a quarter of its time: it follows the links between nodes and calls
// nothing. The tree must not change meanwhile.
func Descendants(root *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := root.FirstChild; n != nil; {
			if !yield(n) {
				return
			}
			n = following(n, root)
		}
	}
}

// following is the node after n in document order, below root.
func following(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n.NextSibling == nil {
		if n = n.Parent; n == root || n == nil {
			return nil
		}
	}
	return n.NextSibling
}

// All yields the elements of these names below root in document order. The tree
// must not change meanwhile; see Collect.
func All(root *html.Node, names ...atom.Atom) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := root.FirstChild; n != nil; n = following(n, root) {
			if n.Type == html.ElementNode && isOf(n.DataAtom, names) && n.Namespace == "" && !yield(n) {
				return
			}
		}
	}
}

// isOf asks for the first before it goes on: most walks look for elements of one name.
func isOf(a atom.Atom, names []atom.Atom) bool {
	return len(names) > 0 && (a == names[0] || len(names) > 1 && slices.Contains(names[1:], a))
}

// Collect is All as a slice, for a caller that changes the tree.
func Collect(root *html.Node, names ...atom.Atom) []*html.Node {
	return slices.Collect(All(root, names...))
}

// First returns the first element of these names below root, or nil.
func First(root *html.Node, names ...atom.Atom) *html.Node {
	for n := range All(root, names...) {
		return n
	}
	return nil
}

// Closest returns the nearest ancestor of one of the names, or nil.
func Closest(n *html.Node, names ...atom.Atom) *html.Node {
	for p := n.Parent; p != nil; p = p.Parent {
		if Is(p, names...) {
			return p
		}
	}
	return nil
}

// Body returns the body element, or root when there is none.
func Body(root *html.Node) *html.Node {
	if b := First(root, atom.Body); b != nil {
		return b
	}
	return root
}

// NewElement returns an element without a parent.
func NewElement(name atom.Atom, children ...*html.Node) *html.Node {
	n := &html.Node{Type: html.ElementNode, DataAtom: name, Data: name.String()}
	for _, c := range children {
		n.AppendChild(c)
	}
	return n
}

// NewText returns a text node without a parent.
func NewText(s string) *html.Node { return &html.Node{Type: html.TextNode, Data: s} }

// Remove takes n out of its tree, if it is in one.
func Remove(n *html.Node) {
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}

// Replace puts other in the place of n.
func Replace(n, other *html.Node) {
	n.Parent.InsertBefore(other, n)
	n.Parent.RemoveChild(n)
}

// MoveChildren appends the children of from to to.
func MoveChildren(to, from *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		to.AppendChild(c)
	}
}

// Clone copies n and what is below it, without a parent.
func Clone(n *html.Node) *html.Node {
	c := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: slices.Clone(n.Attr)}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.AppendChild(Clone(child))
	}
	return c
}
