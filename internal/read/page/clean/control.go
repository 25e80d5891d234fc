package clean

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// control is an element that names what it opens.
type control struct {
	n   *html.Node
	ids string
}

// control notes closed dialogs, and the attributes by which buttons, tabs and links of the page name ids. Most pages hide
// nothing that they could open, so that they are not taken apart yet.
func (r *Rules) control(n *html.Node) {
	if dom.Is(n, atom.Dialog) && !dom.HasAttr(n, "open") {
		r.dialogs = append(r.dialogs, n)
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "href": // most links within a page lead to a place that is shown
			switch {
			case len(a.Val) < 2 || a.Val[0] != '#':
			case dom.Attr(n, "role") == "tab" || dom.HasAttr(n, "data-toggle") || dom.HasAttr(n, "data-bs-toggle") || dom.HasAttr(n, "aria-expanded") || hasTabs(n):
				r.controls = append(r.controls, control{n, a.Val})
			case isQuestions(n):
				r.questions = append(r.questions, control{n, a.Val})
			}
		case "aria-controls", "data-target", "data-bs-target", "data-tabs-target", "data-accordion-target":
			r.controls = append(r.controls, control{n, a.Val})
		case "onclick":
			r.handlers = append(r.handlers, control{n, a.Val})
		case "for":
			if dom.Is(n, atom.Label) {
				r.labels = append(r.labels, n)
			}
		case "role":
			if a.Val == "tab" {
				r.tabs = append(r.tabs, n)
			}
		}
	}
}

// hasTabs reports whether a link is in the heads of Foundation's tabs.
func hasTabs(n *html.Node) bool {
	const deep = 3
	for range deep {
		if n = n.Parent; n == nil {
			return false
		}
		if dom.HasAttr(n, "data-tabs") {
			return true
		}
	}
	return false
}

// way is what the readers of a page open: ids, those of answers that questions lead to, those that functions name, and whether there is a tab.
type way struct {
	opened, asked, told map[string]bool
	tabs                bool
}

// clicksDeep is how many controls a reader clicks at, one in what another opens, to reach a text.
const clicksDeep = 5

// toWay finds, once for a page, what its controls open: those that readers see, then those in what these open.
func (r *Rules) toWay() *way {
	if r.way != nil {
		return r.way
	}
	r.way = &way{opened: map[string]bool{}, asked: map[string]bool{}, told: map[string]bool{}}
	r.handle()
	for range clicksDeep {
		seen := map[*html.Node]bool{}
		found := r.opensOf(r.controls, r.way.opened, seen)
		found = r.opensOf(r.questions, r.way.asked, seen) || found
		found = r.opensOf(r.told, r.way.told, seen) || found
		for _, tab := range r.tabs {
			if !r.way.tabs && r.reads(tab, seen) {
				r.way.tabs, found = true, true
			}
		}
		if !found {
			break
		}
	}
	return r.way
}

// opensOf adds the ids of controls that readers see, and reports whether one is new.
func (r *Rules) opensOf(controls []control, to map[string]bool, seen map[*html.Node]bool) (found bool) {
	for _, c := range controls {
		for id := range strings.FieldsSeq(c.ids) {
			if id = strings.TrimPrefix(id, "#"); !to[id] && r.reads(c.n, seen) {
				to[id], found = true, true
			}
		}
	}
	return found
}

// opens reports whether a control of the page opens an id.
func (r *Rules) opens(id string) bool { return id != "" && len(r.controls) > 0 && r.toWay().opened[id] }

// opensAround reports whether a control opens an element, or the one that is all it holds: some fold a box around what they name.
func (r *Rules) opensAround(n *html.Node) bool {
	const deep = 6
	for range deep {
		if n == nil || len(r.controls) == 0 {
			return false
		}
		if r.opens(strings.TrimSpace(dom.Attr(n, "id"))) {
			return true
		}
		n = onlyChild(n)
	}
	return false
}

// onlyChild is the element that is all another holds, or nil.
func onlyChild(n *html.Node) (only *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "", c.Type == html.CommentNode:
		case c.Type != html.ElementNode, only != nil:
			return nil
		default:
			only = c
		}
	}
	return only
}

// forget leaves out the controls that are in the page no more: what stands in no slot of a tree, and what the tree hides.
func (r *Rules) forget() {
	isGone := func(n *html.Node) bool {
		for n.Parent != nil {
			n = n.Parent
		}
		return n.Type != html.DocumentNode
	}
	r.controls = slices.DeleteFunc(r.controls, func(c control) bool { return isGone(c.n) })
	r.questions = slices.DeleteFunc(r.questions, func(c control) bool { return isGone(c.n) })
	r.handlers = slices.DeleteFunc(r.handlers, func(c control) bool { return isGone(c.n) })
	r.told = slices.DeleteFunc(r.told, func(c control) bool { return isGone(c.n) })
	r.tabs = slices.DeleteFunc(r.tabs, isGone)
	r.labels = slices.DeleteFunc(r.labels, isGone)
	r.way = nil
}

// reads reports whether readers come to a control, find something of it there and can use it. seen keeps what was found out of elements.
func (r *Rules) reads(n *html.Node, seen map[*html.Node]bool) bool {
	return isUsable(n) && r.isSeen(n, seen) && r.hasFace(n)
}

// isSeen reports whether neither an element nor one around it is hidden, but for what readers open.
func (r *Rules) isSeen(n *html.Node, seen map[*html.Node]bool) bool {
	if n == nil {
		return true
	}
	is, known := seen[n]
	if !known {
		is = r.isSeen(n.Parent, seen) && (!r.isShut(n) || r.isFolded(n) && r.reaches(n)) &&
			(n.Parent == nil || !r.seals(n.Parent) || n == headOf(n.Parent))
		seen[n] = is
	}
	return is
}

// isSeenIn reports whether nothing hides an element within another.
func (r *Rules) isSeenIn(n, in *html.Node) bool {
	for ; n != in; n = n.Parent {
		if r.isShut(n) {
			return false
		}
	}
	return true
}

// isShut reports whether a page does not show an element, or hides it in a way that no script undoes. What scripts could undo counts for
// little of the page, as it does for texts.
func (r *Rules) isShut(n *html.Node) bool {
	if n.Type != html.ElementNode || dom.Is(n, atom.Html, atom.Body, atom.Main) {
		return false
	}
	hidden, weak := r.hidesClosed(n)
	return hidden && (!weak || r.isLittle(n)) || isUnpainted(n)
}

// isLittle reports whether an element has no more of the page's text than what is hidden weakly has.
func (r *Rules) isLittle(n *html.Node) bool {
	root := n
	for root.Parent != nil {
		root = root.Parent
	}
	least := dom.TextLength(n, measured/weakly) * weakly
	return dom.TextLength(root, least) >= least
}
