package htmltree

import (
	"slices"

	"golang.org/x/net/html"
)

// element is an element with what the rules ask of it. Elements of foreign content have no
// tag, so that none of HTML is taken for them.
type element struct {
	node  *html.Node
	tag   tag
	flags flags
}

// isHTML reports whether an element belongs to no foreign content.
func (e *element) isHTML() bool { return e.node.Namespace == "" }

// is reports whether an element of HTML has that name.
func (e *element) is(t tag, name string) bool {
	return e.tag == t && e.isHTML() && (t != other || e.node.Data == name)
}

// stack has the open elements, the innermost last.
type stack struct {
	open  []element
	count [tagCount]int // of open elements by tag
}

func (s *stack) top() *element { return &s.open[len(s.open)-1] }

// topIs reports whether the innermost element is one of a tag.
func (s *stack) topIs(t tag) bool { return len(s.open) > 0 && s.top().tag == t }

func (s *stack) push(e element) {
	s.open = append(s.open, e)
	s.count[e.tag]++
}

// cut closes the elements from an index on.
func (s *stack) cut(at int) {
	for i := len(s.open) - 1; i >= at; i-- {
		s.count[s.open[i].tag]--
	}
	s.open = s.open[:at]
}

func (s *stack) pop() { s.cut(len(s.open) - 1) }

// index is where an element is open, or -1.
func (s *stack) index(n *html.Node) int {
	for i, v := range slices.Backward(s.open) {
		if v.node == n {
			return i
		}
	}
	return -1
}

// closeAt takes an element out, wherever it stands.
func (s *stack) closeAt(at int) {
	s.count[s.open[at].tag]--
	s.open = append(s.open[:at], s.open[at+1:]...)
}

// openAt opens an element at an index.
func (s *stack) openAt(at int, e element) {
	s.push(e)
	copy(s.open[at+1:], s.open[at:])
	s.open[at] = e
}

// has is the index of the innermost element of a tag that is in scope, or -1. The flags are
// those of elements behind which nothing is.
func (s *stack) has(t tag, stops flags) int {
	if s.count[t] == 0 {
		return -1
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		e := &s.open[i]
		if e.tag == t {
			return i
		}
		if e.flags&stops != 0 {
			return -1
		}
	}
	return -1
}

// hasFlag is has for any element of a group.
func (s *stack) hasFlag(group, stops flags) int {
	for i := len(s.open) - 1; i >= 0; i-- {
		e := &s.open[i]
		if e.flags&group != 0 {
			return i
		}
		if e.flags&stops != 0 {
			return -1
		}
	}
	return -1
}

// hasNode is has for one element.
func (s *stack) hasNode(n *html.Node) int {
	for i := len(s.open) - 1; i >= 0; i-- {
		e := &s.open[i]
		if e.node == n {
			return i
		}
		if e.flags&scope != 0 {
			return -1
		}
	}
	return -1
}

// closeTo closes the innermost element of a tag, if it is in scope, and all within it.
func (s *stack) closeTo(t tag, stops flags) bool {
	i := s.has(t, stops)
	if i >= 0 {
		s.cut(i)
	}
	return i >= 0
}

// closeImplied closes the innermost elements that need no end tag, but those of one tag.
func (s *stack) closeImplied(but tag) {
	at := len(s.open)
	for at > 0 && s.open[at-1].flags&implied != 0 && (but == other || s.open[at-1].tag != but) {
		at--
	}
	s.cut(at)
}

// closeWithin closes everything within the innermost element of these tags.
func (s *stack) closeWithin(these ...tag) {
	for i, v := range slices.Backward(s.open) {
		t := v.tag
		if slices.Contains(these, t) {
			s.cut(i + 1)
			return
		}
	}
}
