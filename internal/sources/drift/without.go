package drift

import (
	"bytes"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// without is an answer from which the members at some paths are taken wherever they
// stand.
func without(body []byte, paths ...[]string) []byte {
	trimmed := bytes.TrimSpace(body)
	if v, err := tree.ParseJSON(trimmed); err == nil {
		for _, path := range paths {
			take(v, path)
		}
		return v.Append(nil, "")
	}
	if bytes.HasPrefix(trimmed, []byte("<")) {
		root := tree.ParseMarkup(trimmed)
		remove := cut
		if page(root) {
			remove = unmark
		}
		for _, path := range paths {
			remove(root, path)
		}
		return root.Append(nil)
	}
	var out []byte
	for line := range bytes.Lines(trimmed) {
		v, err := tree.ParseJSON(line)
		if err != nil {
			return body
		}
		for _, path := range paths {
			take(v, path[1:]) // the first step is into the list of lines
		}
		out = append(v.Append(out, ""), '\n')
	}
	return out
}

func take(v *tree.Value, path []string) {
	for _, item := range v.Items {
		if path[0] == anyItem {
			take(item, path[1:])
		}
	}
	if len(path) == 1 {
		v.Members = slices.DeleteFunc(v.Members, func(m tree.Member) bool { return m.Name == path[0] || path[0] == anyMember })
		return
	}
	for _, m := range v.Members {
		if m.Name == path[0] || path[0] == anyMember {
			take(m.Value, path[1:])
		}
	}
}

// cut is take for an element of XML, whose elements of a name are a list each.
func cut(n *tree.Node, path []string) {
	switch {
	case len(path) > 2 && path[1] == anyItem:
		for _, kid := range n.Kids {
			if kid.Name == path[0] {
				cut(kid, path[2:])
			}
		}
	case strings.HasPrefix(path[0], "@"):
		n.Attrs = slices.DeleteFunc(n.Attrs, func(a tree.Attr) bool { return "@"+a.Name == path[0] })
	case path[0] == "#text":
		n.Kids = slices.DeleteFunc(n.Kids, func(kid *tree.Node) bool { return kid.Name == "" })
	default:
		n.Kids = slices.DeleteFunc(n.Kids, func(kid *tree.Node) bool { return kid.Name == path[0] })
	}
}

// unmark takes a mark, or a part of the data in a script, from a page.
func unmark(root *tree.Node, path []string) {
	each(root, func(n *tree.Node) {
		if v := dataOf(n); v != nil && scriptName(n) == path[0] {
			text := n.Kids[0].Text
			begin, end := strings.IndexAny(text, "{["), strings.LastIndexAny(text, "}]")+1
			if len(path) == 1 {
				n.Kids[0].Text = ""
				return
			}
			take(v, path[1:])
			n.Kids[0].Text = text[:begin] + string(v.Append(nil, "")) + text[end:]
		}
		n.Attrs = slices.DeleteFunc(n.Attrs, func(a tree.Attr) bool {
			name := "[" + strings.ToLower(a.Name)
			return path[0] == name+"]" || path[0] == name+"="+a.Value+"]"
		})
		for i, a := range n.Attrs {
			if strings.EqualFold(a.Name, "class") && strings.HasPrefix(path[0], ".") {
				n.Attrs[i].Value = strings.Join(slices.DeleteFunc(strings.Fields(a.Value), func(class string) bool { return "."+class == path[0] }), " ")
			}
		}
	})
}
