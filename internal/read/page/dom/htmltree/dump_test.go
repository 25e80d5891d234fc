package htmltree_test

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// dump is a tree as the files of html5lib's tests have it. It names links that lead
// elsewhere, and atoms that are not those of the names.
func dump(doc *html.Node) string {
	var d dumper
	d.children(doc, 0)
	return d.String()
}

type dumper struct {
	strings.Builder
	comments func(string) string // nil for as they are
}

func (d *dumper) line(level int, text string) {
	d.WriteString("| " + strings.Repeat("  ", level) + text + "\n")
}

func (d *dumper) children(n *html.Node, level int) {
	var last *html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Parent != n || c.PrevSibling != last {
			d.line(level, "a broken link")
		}
		d.node(c, level)
		last = c
	}
	if n.LastChild != last {
		d.line(level, "a broken link to the last child")
	}
}

func (d *dumper) node(n *html.Node, level int) {
	switch n.Type {
	case html.ElementNode:
		d.element(n, level)
	case html.TextNode:
		d.line(level, `"`+n.Data+`"`)
	case html.CommentNode:
		text := n.Data
		if d.comments != nil {
			text = d.comments(text)
		}
		d.line(level, "<!-- "+text+" -->")
	case html.DoctypeNode:
		d.line(level, "<!DOCTYPE "+n.Data+identifiers(n)+">")
	default:
		d.line(level, fmt.Sprintf("a node of type %d", n.Type))
	}
}

func (d *dumper) element(n *html.Node, level int) {
	name := n.Data
	if n.Namespace != "" {
		name = n.Namespace + " " + name
	}
	d.line(level, "<"+name+">")
	if n.DataAtom != atom.Lookup([]byte(n.Data)) {
		d.line(level, "with the atom of "+n.DataAtom.String())
	}
	level++
	var attributes []string
	for _, a := range n.Attr {
		attributes = append(attributes, strings.TrimPrefix(a.Namespace+" "+a.Key, " ")+`="`+a.Val+`"`)
	}
	slices.Sort(attributes)
	for _, a := range attributes {
		d.line(level, a)
	}
	if n.DataAtom == atom.Template && n.Namespace == "" {
		d.line(level, "content")
		level++
	}
	d.children(n, level)
}

func identifiers(n *html.Node) string {
	var public, system string
	for _, a := range n.Attr {
		if a.Key == "public" {
			public = a.Val
		} else {
			system = a.Val
		}
	}
	if public == "" && system == "" {
		return ""
	}
	return ` "` + public + `" "` + system + `"`
}
