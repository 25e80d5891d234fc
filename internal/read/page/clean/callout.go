package clean

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// calloutKinds are the words for what a callout is, with the kinds that GitHub distinguishes.
var calloutKinds = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"note": "NOTE", "info": "NOTE", "information": "NOTE", "seealso": "NOTE", "abstract": "NOTE", "example": "NOTE", "question": "NOTE",
		"tip": "TIP", "hint": "TIP", "success": "TIP", "important": "IMPORTANT", "attention": "IMPORTANT", "warning": "WARNING",
		"deprecated": "WARNING", "caution": "CAUTION", "danger": "CAUTION", "error": "CAUTION", "bug": "CAUTION", "failure": "CAUTION",
	}
})

// isCallout knows the classes of the boxes that generators of documentation make.
func isCallout(name string) bool {
	switch name {
	case "admonition", "theme-admonition", "admonitionblock", "custom-block", "starlight-aside", "markdown-alert",
		"notecard", "callout", "bd-callout", "nextra-callout", "confluence-information-macro":
		return true
	}
	return false
}

// Names of attributes on callouts, which Prepare sets for who writes them.
const (
	calloutAttr      = "data-callout"
	calloutTitleAttr = "data-callout-title"
)

// Callout is the kind of a callout, as GitHub spells it in "[!NOTE]"; empty for any other element.
func Callout(n *html.Node) string {
	if !dom.Is(n, atom.Blockquote) {
		return ""
	}
	return calloutKinds()[strings.ToLower(dom.Attr(n, calloutAttr))]
}

// IsCalloutTitle reports whether an element says no more than which kind of callout it stands in.
func IsCalloutTitle(n *html.Node) bool {
	if !dom.HasAttr(n, calloutTitleAttr) {
		return false
	}
	text := strings.ToLower(strings.TrimSpace(dom.Text(n)))
	return text == "" || calloutKinds()[text] != ""
}

// callouts makes boxes of notes and warnings quotations of their kind. They are asides by
// their elements, but part of the text that they stand in.
func callouts(doc *html.Node) {
	for n := range dom.All(doc, atom.Div, atom.Aside, atom.Section) {
		kind := calloutKind(n)
		if kind == "" {
			continue
		}
		n.DataAtom, n.Data = atom.Blockquote, "blockquote"
		dom.SetAttr(n, calloutAttr, strings.ToLower(kind))
		if title := calloutTitle(n); title != nil {
			dom.SetAttr(title, calloutTitleAttr, "")
		}
	}
}

func calloutKind(n *html.Node) string {
	class := dom.Attr(n, "class")
	if class == "" || len(class) > maxClass {
		return ""
	}
	names, callout := 0, false
	for name := range strings.FieldsSeq(class) {
		names++
		callout = callout || isCallout(name)
	}
	switch {
	case callout:
	case names == 1 && saysKind(n, class):
		return calloutKinds()[strings.ToLower(class)]
	default:
		return ""
	}
	if kind := calloutKinds()[strings.ToLower(dom.Attr(n, calloutAttr))]; kind != "" {
		return kind
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(class), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
		if kind := calloutKinds()[word]; kind != "" {
			return kind
		}
	}
	if slices.Contains(strings.Fields(class), "admonition") {
		return "NOTE"
	}
	return ""
}

// saysKind reports whether the only class of an element may be the kind of a callout: Google's and
// Microsoft's are.
func saysKind(n *html.Node, class string) bool {
	return n.DataAtom == atom.Aside || !strings.ContainsFunc(class, unicode.IsLower)
}

// calloutTitle is the title of a callout: the first element in it, or in that, which is
// named so.
func calloutTitle(n *html.Node) *html.Node {
	for c, depth := n.FirstChild, 0; c != nil && depth < 3; {
		if c.Type != html.ElementNode {
			c = c.NextSibling
			continue
		}
		class := strings.ToLower(dom.Attr(c, "class"))
		if strings.Contains(class, "title") || strings.Contains(class, "heading") {
			return c
		}
		c = c.FirstChild
		depth++
	}
	return nil
}
