package clean

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// mostSheet is how many bytes of style sheets are read, from the beginning of the page on.
const mostSheet = 256 << 10

// Rules are the classes and ids that a page's own style sheets hide.
type Rules struct{ classes, ids map[string]bool }

// RulesOf reads the style elements of a page for rules that hide by one class or one id, in all
// media. A name that any other rule shows again, or whose rule has more to it, is none of them:
// what a whole sheet does to an element only a browser knows. Opacity and visibility in sheets are
// what scripts change when the page has loaded, and are not read.
func RulesOf(doc *html.Node) Rules {
	r := Rules{map[string]bool{}, map[string]bool{}}
	read := 0
	var sheets []string
	for n := range dom.All(doc, atom.Style) {
		if n.FirstChild == nil || read > mostSheet {
			continue
		}
		text := n.FirstChild.Data
		if read += len(text); read <= mostSheet {
			sheets = append(sheets, text)
		}
	}
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
			shown = append(shown, Rules{map[string]bool{}, map[string]bool{}}.sheet(body, false)...)
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
	if id := dom.Attr(n, "id"); id != "" && r.ids[id] {
		return true
	}
	class := dom.Attr(n, "class")
	return class != "" && len(class) <= longestStyle && slices.ContainsFunc(strings.Fields(class), func(c string) bool { return r.classes[c] })
}

// Apply takes out of a tree what the rules hide. Where that is most of its text, the rules are
// not what the reader sees, and nothing is taken out.
func (r Rules) Apply(root *html.Node) {
	if len(r.classes) == 0 && len(r.ids) == 0 {
		return
	}
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
