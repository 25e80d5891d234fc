package drift

import (
	"html"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// viewOf is markup as a value. An element of XML is an object of its attributes, its
// text and the elements within. Of a page there are the marks by which parsers find
// their way, such as .result__a and [itemprop=author], and the data in its scripts.
func viewOf(root *tree.Node) *tree.Value {
	if !page(root) {
		return element(root)
	}
	v := &tree.Value{Kind: tree.Object}
	seen := map[string]bool{}
	each(root, func(n *tree.Node) {
		for _, mark := range marks(n) {
			if !seen[mark] {
				seen[mark] = true
				v.Members = append(v.Members, tree.Member{Name: mark, Value: &tree.Value{Kind: tree.String}})
			}
		}
		if data := dataOf(n); data != nil {
			v.Members = append(v.Members, tree.Member{Name: scriptName(n), Value: data})
		}
	})
	return v
}

// page reports whether markup is HTML.
func page(root *tree.Node) bool {
	found := false
	each(root, func(n *tree.Node) { found = found || n.Is("html") || n.Is("body") || n.Is("div") })
	return found
}

func each(n *tree.Node, visit func(*tree.Node)) {
	if n.Name != "" {
		visit(n)
	}
	for _, kid := range n.Kids {
		each(kid, visit)
	}
}

// marked are the attributes whose values parsers look for.
var marked = []string{"id", "itemprop", "itemtype", "property", "name", "data-testid", "data-test-id", "data-result", "data-tracking-control-name"}

func marks(n *tree.Node) []string {
	var all []string
	for class := range strings.FieldsSeq(n.Attr("class")) {
		all = append(all, "."+class)
	}
	for _, a := range n.Attrs {
		name := strings.ToLower(a.Name)
		switch {
		case slices.Contains(marked, name) && !strings.ContainsAny(a.Value, "0123456789"):
			all = append(all, "["+name+"="+a.Value+"]")
		case strings.HasPrefix(name, "data-"):
			all = append(all, "["+name+"]")
		}
	}
	return all
}

func scriptName(n *tree.Node) string { return "script " + n.Attr("id") + n.Attr("type") }

// dataOf is the data in a script, alone or given to a variable; nil for none.
func dataOf(n *tree.Node) *tree.Value {
	if !n.Is("script") || len(n.Kids) != 1 {
		return nil
	}
	text := strings.TrimSuffix(strings.TrimSpace(n.Kids[0].Text), ";")
	begin := strings.IndexAny(text, "{[")
	if begin < 0 || begin > 80 {
		return nil
	}
	v, err := tree.ParseJSON([]byte(text[begin:]))
	if err != nil {
		return nil
	}
	return v
}

func element(n *tree.Node) *tree.Value {
	v := &tree.Value{Kind: tree.Object}
	for _, a := range n.Attrs {
		v.Members = append(v.Members, tree.Member{Name: "@" + a.Name, Value: &tree.Value{Kind: tree.String, Text: html.UnescapeString(a.Value)}})
	}
	lists := map[string]*tree.Value{}
	for _, kid := range n.Kids {
		switch {
		case kid.Name == "" && !strings.HasPrefix(kid.Text, "<?") && strings.TrimSpace(kid.Text) != "" && v.Member("#text") == nil:
			v.Members = append(v.Members, tree.Member{Name: "#text", Value: &tree.Value{Kind: tree.String}})
		case kid.Name == "":
		case lists[kid.Name] == nil:
			lists[kid.Name] = &tree.Value{Kind: tree.List, Items: []*tree.Value{element(kid)}}
			v.Members = append(v.Members, tree.Member{Name: kid.Name, Value: lists[kid.Name]})
		default:
			lists[kid.Name].Items = append(lists[kid.Name].Items, element(kid))
		}
	}
	return v
}
