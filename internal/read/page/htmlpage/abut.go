package htmlpage

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// abuts reports whether a part of a line begins with a new word right behind the end of another part: <span class=brand>Brass
// </span><span class=name>Lamp</span> without the space. Styles keep such apart, as boxes or by margins.
func abuts(n *html.Node) bool {
	if !isPart(n) || n.PrevSibling == nil || !isPart(n.PrevSibling) || !dom.HasAttr(n, "class") && !dom.HasAttr(n.PrevSibling, "class") {
		return false
	}
	end, begin := edge(n.PrevSibling, false), edge(n, true)
	const parted, begun = 3, 2 // bytes: less are parts of a word, such as the large letter that begins a text
	if len(end) < parted || len(begin) < begun {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(end)
	first, _ := utf8.DecodeRuneInString(begin)
	word := false
	switch {
	case unicode.IsLower(last), last == ')':
		word = unicode.IsUpper(first) || unicode.IsDigit(first) || unicode.Is(unicode.Sc, first)
	case unicode.IsDigit(last): // prices are written in parts, too
		word = unicode.IsUpper(first)
	}
	return word && dom.Closest(n, atom.Pre, atom.Code) == nil
}

// isPart reports whether an element is a part of a line that styles may make a box of its own.
func isPart(n *html.Node) bool {
	return dom.Is(n, atom.Span, atom.A, atom.Time, atom.Label, atom.Small)
}

// edge is the first or the last text of an element.
func edge(n *html.Node, first bool) string {
	for c := n; c != nil; {
		if c.Type == html.TextNode {
			return c.Data
		}
		if c.Type != html.ElementNode || dom.IsBlock(c) {
			return ""
		}
		if first {
			c = c.FirstChild
		} else {
			c = c.LastChild
		}
	}
	return ""
}
