package htmltree

import (
	"golang.org/x/net/html"
)

// How many a slab has: the first, for small pages, and at most, which is some 25 kB.
const (
	fewNodes, manyNodes = 32, 256
	fewAttrs, manyAttrs = 2 * maxAttrs, 512
)

// mostKept is how many slabs of each sort are kept for the next page.
const mostKept = 128

// Memory is what trees are made of. It serves one page after the other, as new memory costs as much
// as what is written to it, and is for one goroutine. The zero value is ready.
type Memory struct {
	nodes slabs[html.Node]
	attrs slabs[html.Attribute]
	seen  seen
}

// Parse is as the function of that name. All nodes of the tree are gone after Free.
func (m *Memory) Parse(page []byte, kept Kept) *html.Node {
	m.seen.again()
	text := normalized(page)
	b := newBuilder(text, kept, m)
	if b.build() {
		return b.doc
	}
	return newFlat(text, kept, m).build()
}

// Free gives the memory of all trees to the next ones. Nothing of them stays in it. Whoever
// calls it MUST have no node of a tree any more; strings stay as they are.
func (m *Memory) Free() {
	m.nodes.free()
	m.attrs.free()
	m.seen.again()
}

// slabs are longer and longer.
type slabs[T any] struct {
	all  [][]T
	used int
}

// next is an empty slab.
func (s *slabs[T]) next(few, many int) []T {
	if s.used == len(s.all) {
		s.all = append(s.all, make([]T, min(many, few<<min(s.used, 4))))
	}
	s.used++
	return s.all[s.used-1]
}

func (s *slabs[T]) free() {
	s.all = s.all[:min(len(s.all), mostKept)]
	for _, slab := range s.all[:min(s.used, len(s.all))] {
		clear(slab)
	}
	s.used = 0
}

// nodes are made many at once, so that they cost one allocation and lie together.
type nodes struct {
	slabs *Memory
	chunk []html.Node
	used  int
	made  int
}

func (s *nodes) node(t html.NodeType) *html.Node {
	if s.used == len(s.chunk) {
		s.chunk, s.used = s.slabs.nodes.next(fewNodes, manyNodes), 0
	}
	n := &s.chunk[s.used]
	s.used++
	s.made++
	n.Type = t
	return n
}
