package hackernews

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/read/social"
)

// maxDepth is how deep replies nest; what is deeper stands beside what it answers, which
// its inReplyTo names. The deepest discussions have about 50 levels, and readers of JSON
// stop at some depth.
const maxDepth = 100

// Replies are the first comments below the post in the order of the page, each before
// its answers, as a tree, and their number. A removed comment stands in
// it, not counted, where somebody answered it.
func (t *Thread) Replies(limit int) (tree []social.Item, count int) {
	b := builder{left: limit, seen: map[json.Number]bool{t.root.ID: true}}
	tree = b.items(t.root, 1)
	return tree, limit - b.left
}

type builder struct {
	left int
	seen map[json.Number]bool
}

func (b *builder) items(parent *node, depth int) []social.Item {
	var items []social.Item
	for _, n := range parent.Children {
		if b.left <= 0 {
			return items
		}
		if n == nil || b.seen[n.ID] {
			continue
		}
		b.seen[n.ID] = true
		if n.live() {
			b.left--
		}
		item := n.item()
		item.InReplyTo = reference(parent.ID)
		below := b.items(n, depth+1)
		if !n.live() && len(below) == 0 {
			continue
		}
		if depth >= maxDepth {
			items = append(append(items, item), below...)
			continue
		}
		item.Replies = below
		items = append(items, item)
	}
	return items
}
