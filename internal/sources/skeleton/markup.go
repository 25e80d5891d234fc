package skeleton

import (
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// markup replaces what stands in HTML or XML: texts, and those attributes whose values
// are no names of the page's own structure.
func (m *mask) markup(body []byte) []byte {
	root := tree.ParseMarkup(body)
	m.nodes(root)
	return m.markedUp(root)
}

// passage replaces what stands in a text with tags in it. In a text, what only looks like
// a tag is something that somebody wrote.
func (m *mask) passage(name, s string) string {
	var b strings.Builder
	last := 0
	for _, at := range tag.FindAllStringIndex(s, -1) {
		b.WriteString(m.plain(name, s[last:at[0]]))
		n := tree.ParseMarkup([]byte(s[at[0]:at[1]]))
		for _, kid := range n.Kids {
			m.attributes(kid)
		}
		b.Write(n.Append(nil))
		last = at[1]
	}
	b.WriteString(m.plain(name, s[last:]))
	return b.String()
}

// bare elements say nothing that a parser reads: what stands in them is left out.
var bare = []string{"style", "svg", "noscript", "iframe", "template"}

// blank lines and indents are half of some pages.
var blank = regexp.MustCompile(`\s*\n\s*`)

func (m *mask) nodes(n *tree.Node) {
	n.Kids = slices.DeleteFunc(n.Kids, func(kid *tree.Node) bool {
		return kid.Name != "" && slices.Contains(m.rules.Drop, kid.Name)
	})
	for _, kid := range n.Kids {
		switch kid.Name {
		case "":
			kid.Text = blank.ReplaceAllString(m.between(n, kid.Text), "\n")
		default:
			m.attributes(kid)
			if slices.ContainsFunc(bare, kid.Is) {
				kid.Kids = nil
			}
			m.nodes(kid)
		}
	}
	m.thinNodes(n)
}

// between replaces what stands between tags of an element.
func (m *mask) between(within *tree.Node, s string) string {
	if inner, ok := strings.CutPrefix(s, "<![CDATA["); ok {
		inner, end := strings.TrimSuffix(inner, "]]>"), "]]>"
		return "<![CDATA[" + m.str(within.Name, inner) + end
	}
	if inner, ok := strings.CutPrefix(s, "<!--"); ok {
		inner = strings.TrimSpace(strings.TrimSuffix(inner, "-->"))
		if strings.HasPrefix(inner, "{") || strings.HasPrefix(inner, "[") {
			return "<!--" + m.str(within.Name, inner) + "-->"
		}
		return "<!---->"
	}
	switch {
	case strings.HasPrefix(s, "<"):
		return s // a declaration, an instruction
	case within.Is("script"):
		return m.script(within, s)
	}
	if plain := html.UnescapeString(s); strings.Contains(s, "&lt;") && tag.MatchString(plain) {
		return escaped.Replace(m.passage(within.Name, plain))
	}
	return m.shown(nameOf(within), s)
}

// escaped writes markup as the text of an element.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// nameOf is what an element is known by, where that is not its tag.
func nameOf(n *tree.Node) string {
	for _, attr := range []string{"itemprop", "property", "name"} {
		if name := n.Attr(attr); name != "" {
			return name[strings.LastIndexByte(name, ':')+1:]
		}
	}
	return n.Name
}

// assigned is a script that gives a variable an object.
var assigned = regexp.MustCompile(`(?s)^(\s*(?:var |window\.|window\[")?[A-Za-z_$][A-Za-z0-9_$."\]]*\s*=\s*)([{\[].*[}\]])(;?\s*)$`)

// script keeps data; code is left out.
func (m *mask) script(n *tree.Node, s string) string {
	if strings.Contains(n.Attr("type"), "json") {
		return inScript(m.str(n.Name, s))
	}
	if found := assigned.FindStringSubmatch(s); found != nil {
		if _, err := tree.ParseJSON([]byte(found[2])); err == nil {
			return found[1] + inScript(m.str(n.Name, found[2])) + found[3]
		}
	}
	return ""
}

// inScript keeps an end tag within a text from ending the script.
func inScript(s string) string { return strings.ReplaceAll(s, "</", `<\/`) }

// structural attributes name parts of a page, not what they show.
var structural = []string{
	"class", "id", "rel", "type", "itemprop", "itemtype", "itemscope", "property", "name", "role", "lang", "http-equiv", "charset", "method", "version", "encoding", "target",
	"width", "height", "dir", "hidden", "data-testid", "data-test-id", "aria-hidden", "tabindex", "for", "media", "sizes", "ispermalink", "xmlns",
}

// named is what structural attributes have for values; another is data, or code that
// somebody wrote about.
var named = regexp.MustCompile(`^[^'"${}<>]*$`)

// unread attributes are long and say nothing.
var unread = []string{"style", "srcset", "d", "integrity", "nonce"}

// utility reports whether a class says how something looks, as half of the text of some
// pages does.
func (m *mask) utility(class string) bool {
	named := len(m.rules.Classes) == 0 || slices.ContainsFunc(m.rules.Classes, func(begin string) bool { return strings.HasPrefix(class, begin) })
	return strings.ContainsAny(class, ":[/") || !named
}

func (m *mask) attributes(n *tree.Node) {
	n.Attrs = slices.DeleteFunc(n.Attrs, func(a tree.Attr) bool {
		return slices.Contains(unread, strings.ToLower(a.Name)) || slices.Contains(m.rules.Drop, a.Name)
	})
	for i, a := range n.Attrs {
		if a.Name == "class" {
			n.Attrs[i].Value = strings.Join(slices.DeleteFunc(strings.Fields(a.Value), m.utility), " ")
		}
		name := strings.ToLower(m.stays(a.Name))
		if (slices.Contains(structural, name) || strings.HasPrefix(name, "xmlns")) && named.MatchString(a.Value) && (name == "class" || !longDigits.MatchString(a.Value)) {
			continue
		}
		if name == "content" {
			name = nameOf(n)
		}
		plain := html.UnescapeString(a.Value)
		if replaced := m.str(name, plain); replaced != plain {
			n.Attrs[i].Value = inAttribute.Replace(replaced)
		}
	}
}

// inAttribute writes a text as the value of an attribute.
var inAttribute = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
