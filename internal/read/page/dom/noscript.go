package dom

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MinUnscripted is how many bytes a noscript element must have to be looked into.
const MinUnscripted = 400

// Unscript puts what pages show to those without scripts in its place when it is most of
// their text: forums that are drawn by scripts give their posts there. It reports whether it changed the tree.
func Unscript(doc *html.Node) (changed bool) {
	var found []*html.Node
	for n := range Descendants(Body(doc)) {
		if Is(n, atom.Noscript) && n.FirstChild != nil && len(n.FirstChild.Data) >= MinUnscripted {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return false
	}
	shown := 0
	for n := range Descendants(Body(doc)) {
		if n.Type == html.TextNode && !Is(n.Parent, atom.Noscript, atom.Script, atom.Style, atom.Template, atom.Textarea) {
			shown += len(strings.TrimSpace(n.Data))
		}
	}
	for _, n := range found {
		inner := Body(Parse([]byte(n.FirstChild.Data)))
		length := 0
		for t := range Descendants(inner) {
			if t.Type == html.TextNode && !Is(t.Parent, atom.Script, atom.Style) {
				length += len(bytes.TrimSpace([]byte(t.Data)))
			}
		}
		if length <= shown {
			continue
		}
		for inner.FirstChild != nil {
			c := inner.FirstChild
			inner.RemoveChild(c)
			n.Parent.InsertBefore(c, n)
		}
		n.Parent.RemoveChild(n)
		shown += length
		changed = true
	}
	return changed
}
