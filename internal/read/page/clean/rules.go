package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// hides reports whether the rules hide an element.
func (r *Rules) hides(n *html.Node) bool {
	if n.Type != html.ElementNode || len(n.Attr) == 0 || dom.Is(n, atom.Html, atom.Body, atom.Main) {
		return false
	}
	var id, class string
	byAttribute := false
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			id = a.Val
		case "class":
			class = a.Val
		case "hidden":
			byAttribute = true
		case "style":
			byAttribute = byAttribute || hiddenByStyle(n, a.Val)
		}
	}
	if byAttribute || r.ids.all != nil {
		id = strings.TrimSpace(id)
		if id != "" && r.ids.has(id) || byAttribute && !r.opens(id) && dom.Attr(n, "role") != "tabpanel" {
			return true
		}
	}
	return r.classes.all != nil && r.hidesClass(strings.TrimSpace(class))
}

func (r *Rules) hidesClass(class string) bool {
	if len(class) > longestStyle {
		return false
	}
	for c := range strings.FieldsSeq(class) {
		if r.classes.has(c) {
			return true
		}
	}
	return false
}

// opens reports whether a control of the page names an id.
func (r *Rules) opens(id string) bool {
	if id == "" {
		return false
	}
	if r.opened == nil {
		r.opened = map[string]bool{}
		for _, control := range r.controls {
			for name := range strings.FieldsSeq(control) {
				r.opened[strings.TrimPrefix(name, "#")] = true
			}
		}
	}
	return r.opened[id]
}

// Apply takes out of a tree what the rules hide. Where that is most of its text, the rules are
// not what the reader sees, and nothing is taken out.
func (r *Rules) Apply(root *html.Node) {
	var found []*html.Node
	hidden := 0
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if r.hides(c) {
				found = append(found, c)
				hidden += dom.TextLength(c, measured)
				continue
			}
			if c.FirstChild != nil {
				look(c)
			}
		}
	}
	look(root)
	if len(found) == 0 || hidden*2 > dom.TextLength(root, min(measured, hidden*2)) {
		return
	}
	for _, n := range found {
		dom.Remove(n)
	}
}
