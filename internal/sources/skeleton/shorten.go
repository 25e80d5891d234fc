package skeleton

import (
	"cmp"
	"slices"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// A document that is larger than Limit loses one item after another: of all lists, and of
// all elements that stand beside others of their sort, the one that is worth least. What an
// item shows is what none of its neighbors has. The last of a list stays, and one that is
// much larger than what is too much goes only where no other is left.

// candidate is an item that may be left out.
type candidate struct {
	shows, bytes int
	leave        func()
}

// shortest looks for the item to leave out of a document that is too large by some bytes.
func shortest(over int, all func(func(*candidate))) *candidate {
	var least, large *candidate
	all(func(c *candidate) {
		best := &least
		if c.bytes > 2*over {
			best = &large
		}
		if *best == nil || c.less(*best) {
			*best = c
		}
	})
	return cmp.Or(least, large)
}

// less reports whether an item is worth less than another, or is the larger of two that
// are worth as much: the square of what it shows for each byte. By what it shows alone
// small things would go that are unique in one respect, as each of the counts of a post,
// before a long one of many that are alike; for each byte alone, a long one that is unique
// in several, as the one repost of a page.
func (c *candidate) less(other *candidate) bool {
	return cmp.Or(c.shows*c.shows*other.bytes-other.shows*other.shows*c.bytes, other.bytes-c.bytes) < 0
}

// written is a JSON document, with each member in a line of its own unless that takes too
// much.
func written(v *tree.Value) []byte {
	const width = 160 // of a line in which several members stand
	body := append(v.Append(nil, " "), '\n')
	for len(body) > Limit {
		body = append(v.Fold(nil, " ", width), '\n')
		if len(body) <= Limit {
			break
		}
		c := shortest(len(body)-Limit, func(give func(*candidate)) { items(v, give) })
		if c == nil {
			break
		}
		c.leave()
	}
	return body
}

// items gives the items of all lists within a value.
func items(v *tree.Value, give func(*candidate)) {
	for _, member := range v.Members {
		items(member.Value, give)
	}
	for _, item := range v.Items {
		items(item, give)
	}
	if len(v.Items) < 2 || tuple(v) {
		return
	}
	shapes := make([]set, len(v.Items))
	for i, item := range v.Items {
		shapes[i] = set{}
		shapes[i].of("", item)
	}
	for i, shows := range alone(shapes) {
		give(&candidate{shows, len(v.Items[i].Append(nil, "")), func() { v.Items = slices.Delete(v.Items, i, i+1) }})
	}
}

// markedUp is a document in HTML or XML.
func (m *mask) markedUp(root *tree.Node) []byte {
	body := root.Append(nil)
	for len(body) > Limit {
		c := shortest(len(body)-Limit, func(give func(*candidate)) { m.elements(root, give) })
		if c == nil {
			break
		}
		c.leave()
		body = root.Append(nil)
	}
	return body
}

// elements gives the elements that stand beside others of their sort, within another.
func (m *mask) elements(n *tree.Node, give func(*candidate)) {
	for _, kid := range n.Kids {
		m.elements(kid, give)
	}
	for _, kids := range alike(n) {
		if len(kids) < 2 {
			continue
		}
		shapes := make([]set, len(kids))
		for i, kid := range kids {
			shapes[i] = set{}
			shapes[i].ofNode("", kid, m)
		}
		for i, shows := range alone(shapes) {
			give(&candidate{shows, len(kids[i].Append(nil)), func() {
				n.Kids = slices.DeleteFunc(n.Kids, func(kid *tree.Node) bool { return kid == kids[i] })
			}})
		}
	}
}

// alone is how much each of several shapes has that no other has.
func alone(shapes []set) []int {
	times := map[string]int{}
	for _, shape := range shapes {
		for path := range shape {
			times[path]++
		}
	}
	counts := make([]int, len(shapes))
	for i, shape := range shapes {
		for path := range shape {
			if times[path] == 1 {
				counts[i]++
			}
		}
	}
	return counts
}
