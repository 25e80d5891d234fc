package htmltree

import (
	"slices"

	"golang.org/x/net/html"
)

// formatted is an element of formatting that the next texts have, too, even where it was
// closed; one without a node is a border, which formatting outside does not pass.
type formatted struct {
	node *html.Node
	tag  tag
}

// alike is how many elements of the same name and attributes are kept.
const alike = 3

// border begins a place of its own for formatting.
func (b *builder) border() { b.formatting = append(b.formatting, formatted{}) }

// clearToBorder forgets formatting up to the innermost border.
func (b *builder) clearToBorder() {
	for len(b.formatting) > 0 {
		last := b.formatting[len(b.formatting)-1]
		b.formatting = b.formatting[:len(b.formatting)-1]
		if last.node == nil {
			return
		}
	}
}

// insertFormatting inserts the element of the current token, and remembers it.
func (b *builder) insertFormatting() {
	n := b.insertToken()
	same := 0
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i].node != nil; i-- {
		if f := b.formatting[i]; f.tag == b.tok.tag && sameAttributes(f.node.Attr, n.Attr) {
			if same++; same == alike {
				b.forget(i)
				break
			}
		}
	}
	b.formatting = append(b.formatting, formatted{n, b.tok.tag})
}

// sameAttributes compares without regard to order.
func sameAttributes(a, c []html.Attribute) bool {
	if len(a) != len(c) {
		return false
	}
	if slices.Equal(a, c) {
		return true
	}
	for i := range a {
		if !slices.Contains(c, a[i]) {
			return false
		}
	}
	return true
}

func (b *builder) forget(at int) {
	b.formatting = append(b.formatting[:at], b.formatting[at+1:]...)
}

// remembered is where an element is among the formatting, or -1.
func (b *builder) remembered(n *html.Node) int {
	for i, v := range slices.Backward(b.formatting) {
		if v.node == n {
			return i
		}
	}
	return -1
}

// lastFormatting is where the innermost formatting of a tag is within the border, or -1.
func (b *builder) lastFormatting(t tag) int {
	for i := len(b.formatting) - 1; i >= 0 && b.formatting[i].node != nil; i-- {
		if b.formatting[i].tag == t {
			return i
		}
	}
	return -1
}

// reconstruct opens formatting again that was closed and still holds.
func (b *builder) reconstruct() {
	at := len(b.formatting)
	for at > 0 && b.formatting[at-1].node != nil && b.index(b.formatting[at-1].node) < 0 {
		at--
	}
	for ; at < len(b.formatting) && !b.failed; at++ {
		f := &b.formatting[at]
		f.node = b.copyOf(f.node)
		b.insertOpen(element{node: f.node, tag: f.tag, flags: tags[f.tag].flags})
	}
}

// copyOf is an element with the same name and attributes, without content.
func (b *builder) copyOf(n *html.Node) *html.Node {
	return b.elementNode(n.Data, n.DataAtom, slices.Clone(n.Attr))
}

// endFormatting closes formatting by the standard's adoption agency, which takes elements
// apart that do not lie within each other.
func (b *builder) endFormatting(t tag) {
	if top := b.top(); top.tag == t {
		i := b.remembered(top.node)
		if i < 0 {
			b.pop()
			return
		}
		if i == len(b.formatting)-1 { // the usual case
			b.forget(i)
			b.pop()
			return
		}
	}
	for range 8 {
		i := b.lastFormatting(t)
		if i < 0 {
			b.endOther(t, tags[t].name)
			return
		}
		n := b.formatting[i].node
		at := b.index(n)
		if at < 0 {
			b.forget(i)
			return
		}
		if b.hasNode(n) < 0 {
			return
		}
		furthest := b.furthest(at)
		if furthest < 0 {
			b.cut(at)
			b.forget(i)
			return
		}
		b.adoptAround(at, furthest)
	}
}

// furthest is the outermost special element within that at an index, or -1.
func (b *builder) furthest(at int) int {
	for i := at + 1; i < len(b.open); i++ {
		if b.open[i].flags&special != 0 {
			return i
		}
	}
	return -1
}

// adoptAround moves the special element at furthest out of the formatting one at an index,
// and puts copies of formatting around what is in it.
func (b *builder) adoptAround(at, furthest int) {
	outer, block := b.open[at], b.open[furthest]
	ancestor := b.open[at-1]
	bookmark := b.remembered(outer.node)
	last := block.node
	for i, inner := furthest-1, 1; i > at; i, inner = i-1, inner+1 {
		e := b.open[i]
		k := b.remembered(e.node)
		if k >= 0 && inner > 3 {
			b.forget(k)
			if k < bookmark {
				bookmark--
			}
			k = -1
		}
		if k < 0 {
			b.closeAt(i)
			continue
		}
		e.node = b.copyOf(e.node)
		b.formatting[k].node, b.open[i].node = e.node, e.node
		if last == block.node {
			bookmark = k + 1
		}
		detach(last)
		adopt(e.node, last)
		last = e.node
	}
	detach(last)
	b.placeBelow(&ancestor, last)
	clone := b.copyOf(outer.node)
	moveChildren(clone, block.node)
	adopt(block.node, clone)
	if k := b.remembered(outer.node); k >= 0 {
		b.forget(k)
		if k < bookmark {
			bookmark--
		}
	}
	b.formatting = slices.Insert(b.formatting, bookmark, formatted{clone, outer.tag})
	b.closeAt(b.index(outer.node))
	b.openAt(b.index(block.node)+1, element{clone, outer.tag, outer.flags})
	b.limit()
}

// placeBelow adds a node to an element, or before the table if it is a part of one.
func (b *builder) placeBelow(e *element, n *html.Node) {
	if e.flags&fosters != 0 {
		b.foster(n)
		return
	}
	adopt(e.node, n)
}

func detach(n *html.Node) {
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}

func moveChildren(to, from *html.Node) {
	for c := from.FirstChild; c != nil; c = from.FirstChild {
		from.RemoveChild(c)
		adopt(to, c)
	}
}

// endOther closes the innermost element of a name, but none beyond a special one.
func (b *builder) endOther(t tag, name string) {
	for i := len(b.open) - 1; i >= 0; i-- {
		e := &b.open[i]
		if e.is(t, name) {
			b.cut(i)
			return
		}
		if e.flags&special != 0 {
			return
		}
	}
}
