package clean

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// mostSheet is how many bytes of style sheets are read, from the beginning of the page on.
const mostSheet = 256 << 10

// Rules are what a page hides by its own account: the classes and ids that its style sheets
// hide, and beside them what attributes do. What a control of the page opens is not hidden by
// attributes: every reader can see what is behind a tab.
type Rules struct {
	classes, ids map[string]bool
	opened       map[string]bool // ids that controls name
}

// RulesOf reads the style elements of a page's source for rules that hide by one class or one id, and
// its tree, which may lack them, for controls. A name that any other rule shows again, in whichever medium, or
// whose rule has more to it, is none of them: what a whole sheet does to an element only a browser
// knows. Opacity and visibility in sheets are what scripts change when the page has loaded, and
// are not read.
func RulesOf(source []byte, doc *html.Node) Rules {
	r := newRules()
	r.controls(doc)
	sheets := sheetsOf(source)
	var shown []string
	for _, text := range sheets {
		shown = append(shown, r.sheet(text, true)...)
	}
	for _, selector := range shown {
		for name := range strings.FieldsFuncSeq(selector, func(c rune) bool { return strings.ContainsRune(" ,.#:[]()>+~*=\"'\n\t", c) }) {
			delete(r.classes, name)
			delete(r.ids, name)
		}
	}
	return r
}

// sheetsOf are the texts of the style elements, at most mostSheet of them.
func sheetsOf(source []byte) (sheets []string) {
	for left := mostSheet; ; {
		_, rest, found := bytes.Cut(source, []byte("<style"))
		if !found {
			return sheets
		}
		_, rest, _ = bytes.Cut(rest, []byte(">"))
		text, after, _ := bytes.Cut(rest, []byte("</style"))
		if left -= len(text); left < 0 {
			return sheets
		}
		sheets, source = append(sheets, string(text)), after
	}
}

func newRules() Rules {
	return Rules{map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

// controls gathers the ids that buttons, tabs and links of the page name.
func (r Rules) controls(doc *html.Node) {
	for n := range dom.Descendants(doc) {
		for i := range n.Attr {
			switch a := &n.Attr[i]; a.Key {
			case "aria-controls", "data-target", "data-bs-target", "popovertarget", "href":
				if a.Key != "href" || strings.HasPrefix(a.Val, "#") {
					for id := range strings.FieldsSeq(a.Val) {
						r.opened[strings.TrimPrefix(id, "#")] = true
					}
				}
			}
		}
	}
}

// sheet reads rules and returns the selectors of those that may show an element again.
func (r Rules) sheet(text string, outer bool) (shown []string) {
	text = uncommented(text)
	for {
		selector, rest, found := strings.Cut(text, "{")
		if !found {
			return shown
		}
		body, after := block(rest)
		selector = strings.TrimSpace(selector[strings.LastIndexByte(selector, ';')+1:])
		switch {
		case strings.HasPrefix(selector, "@media") && outer, strings.HasPrefix(selector, "@supports") && outer, strings.HasPrefix(selector, "@layer") && outer:
			shown = append(shown, newRules().sheet(body, false)...)
		case strings.HasPrefix(selector, "@"):
		case declarationsOf(body).hide():
			r.add(selector)
		default:
			if d := declarationsOf(body); d["display"] != "" || d["position"] != "" || d["clip"] != "" {
				shown = append(shown, selector)
			}
		}
		text = after
	}
}

// add takes the names of a list of selectors that are one class or one id each.
func (r Rules) add(list string) {
	for one := range strings.SplitSeq(list, ",") {
		one = strings.TrimSpace(one)
		if len(one) < 2 || strings.ContainsAny(one[1:], " .#:[]>+~*\n\t\\") {
			continue
		}
		switch one[0] {
		case '.':
			r.classes[one[1:]] = true
		case '#':
			r.ids[one[1:]] = true
		}
	}
}

// block splits a rule's body, with the blocks in it, from what follows.
func block(text string) (body, after string) {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i], text[i+1:]
			}
		}
	}
	return text, ""
}

func uncommented(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "*/")
	}
}

// hides reports whether the rules hide an element.
func (r Rules) hides(n *html.Node) bool {
	if n.Type != html.ElementNode || dom.Is(n, atom.Html, atom.Body, atom.Main) {
		return false
	}
	id := dom.Attr(n, "id")
	if id != "" && r.ids[id] || r.byAttribute(n, id) {
		return true
	}
	class := dom.Attr(n, "class")
	return class != "" && len(class) <= longestStyle && slices.ContainsFunc(strings.Fields(class), func(c string) bool { return r.classes[c] })
}

// byAttribute reports whether attributes of an element hide it, and no control of the page shows it.
func (r Rules) byAttribute(n *html.Node, id string) bool {
	if id != "" && r.opened[id] || dom.Attr(n, "role") == "tabpanel" {
		return false
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			return true
		case "style":
			if hiddenByStyle(n, a.Val) {
				return true
			}
		}
	}
	return false
}

// Apply takes out of a tree what the rules hide. Where that is most of its text, the rules are
// not what the reader sees, and nothing is taken out.
func (r Rules) Apply(root *html.Node) {
	const measured = 1 << 20
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
			look(c)
		}
	}
	look(root)
	if hidden*2 > dom.TextLength(root, measured) {
		return
	}
	for _, n := range found {
		dom.Remove(n)
	}
}
