package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// isShadow reports a template whose content browsers attach to the element around it, open or closed.
func isShadow(n *html.Node) bool {
	mode := strings.ToLower(dom.Attr(n, "shadowrootmode"))
	return dom.Is(n, atom.Template) && (mode == "open" || mode == "closed") && n.Parent != nil && isHost(n.Parent)
}

// isHost reports whether an element can have a tree in its shadow.
func isHost(n *html.Node) bool {
	return strings.Contains(n.Data, "-") || dom.HeadingLevel(n) > 0 || dom.Is(n, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Div,
		atom.Footer, atom.Header, atom.Main, atom.Nav, atom.P, atom.Section, atom.Span)
}

// attachShadows puts the trees that the source declares where readers see them: in the place of what their hosts hold, which
// stands in their slots or is not shown.
func attachShadows(doc *html.Node) {
	hosts := map[*html.Node]bool{}
	for _, n := range dom.Collect(doc, atom.Template) {
		if isShadow(n) && !hosts[n.Parent] { // a second one is a template like others
			hosts[n.Parent] = true
			attachShadow(n.Parent, n)
		}
	}
}

func attachShadow(host, tree *html.Node) {
	given := map[string][]*html.Node{}
	for c := host.FirstChild; c != nil; {
		next := c.NextSibling
		host.RemoveChild(c)
		if c != tree && c.Type != html.CommentNode {
			name := dom.Attr(c, "slot")
			given[name] = append(given[name], c)
		}
		c = next
	}
	for _, slot := range slots(tree, nil) {
		name := dom.Attr(slot, "name")
		if filled := given[name]; len(filled) > 0 {
			for c := slot.FirstChild; c != nil; c = slot.FirstChild {
				slot.RemoveChild(c)
			}
			for _, c := range filled {
				slot.AppendChild(c)
			}
			delete(given, name)
		}
	}
	dom.MoveChildren(host, tree)
}

// slots are those of a tree, without those of trees in it.
func slots(n *html.Node, found []*html.Node) []*html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case isShadow(c):
		case c.Type == html.ElementNode && c.Data == "slot":
			found = append(found, c)
		default:
			found = slots(c, found)
		}
	}
	return found
}
