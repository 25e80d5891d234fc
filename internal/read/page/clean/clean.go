// Package clean takes out of a tree what is not content: what is never shown, what
// only operates the page, and what surrounds the content on every page of a site.
// It must not choose which of the remaining parts is the main one.
package clean

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Hidden removes what a reader never sees: scripts, templates, elements hidden by
// attribute or inline style, and form controls.
func Hidden(root *html.Node) {
	prune(root, IsHidden)
}

// Boilerplate removes navigation, banners, footers, dialogs, advertisements and
// the like, by element, role and the words of class and id. A header or footer
// within an article or main element belongs to the content, and so does what holds
// most of the text, whatever its class: "ads-list" is the content of a market place.
func Boilerplate(root *html.Node) {
	around := around{root: root}
	around.measure() // before anything is taken out
	prune(root, around.hold)
}

// Kept yields what Hidden and Boilerplate would leave below root, in document order.
// The tree must not change meanwhile.
func Kept(root *html.Node) iter.Seq[*html.Node] {
	around := around{root: root}
	return func(yield func(*html.Node) bool) {
		var visit func(*html.Node) bool
		visit = func(n *html.Node) bool {
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				if IsHidden(c) || around.hold(c) {
					continue
				}
				if !yield(c) || !visit(c) {
					return false
				}
			}
			return true
		}
		visit(root)
	}
}

// TextLength is the number of bytes of text, at most limit, that Hidden and
// Boilerplate would leave below root.
func TextLength(root *html.Node, limit int) int {
	total := 0
	for n := range Kept(root) {
		if n.Type == html.TextNode {
			total += dom.TextLength(n, limit)
		}
		if total >= limit {
			return limit
		}
	}
	return total
}

func prune(root *html.Node, drop func(*html.Node) bool) {
	var next *html.Node
	for c := root.FirstChild; c != nil; c = next {
		next = c.NextSibling
		if drop(c) {
			root.RemoveChild(c)
			continue
		}
		prune(c, drop)
	}
}

// IsHidden reports whether a reader never sees an element. It spares body and main from aria-hidden: pages hide them from screen
// readers while a banner is open.
func IsHidden(n *html.Node) bool {
	switch n.Type {
	case html.CommentNode, html.DoctypeNode:
		return true
	case html.ElementNode:
	default:
		return false
	}
	if n.Namespace == "svg" {
		return true
	}
	switch n.DataAtom {
	case atom.Script: // that of a formula is its text
		return !strings.HasPrefix(dom.Attr(n, "type"), "math/tex")
	case atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Canvas, atom.Object, atom.Embed, atom.Iframe,
		atom.Select, atom.Textarea, atom.Input, atom.Button, atom.Link, atom.Meta, atom.Dialog:
		return true
	case atom.Datalist, atom.Progress, atom.Meter, atom.Noframes, atom.Noembed: // their texts are for browsers that do not know them
		return true
	case atom.Rp:
		return dom.TextLength(n, bracket+1) > bracket
	case atom.Label:
		return dom.First(n, atom.Select, atom.Textarea) != nil
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden", "popover":
			return true
		case "aria-hidden":
			if strings.TrimSpace(a.Val) == "true" && !dom.Is(n, atom.Body, atom.Main) {
				return true
			}
		case "style":
			if hiddenByStyle(n, a.Val) {
				return true
			}
		}
	}
	return false
}

// bracket is how many bytes the brackets around a reading have at most.
const bracket = 8

// around reports what surrounds the content of one tree.
type around struct {
	root  *html.Node
	known int  // bytes of text that the root has at least
	all   bool // it has no more than these, as far as is measured
}

// measure measures the root, before anything is taken out of it.
func (a *around) measure() { a.atLeast(measured) }

const measured = 1 << 20

// atLeast reports whether the root has so many bytes of text, of those that are measured.
func (a *around) atLeast(n int) bool {
	if n > a.known && !a.all {
		limit := min(measured, max(n, 2*a.known))
		a.known = dom.TextLength(a.root, limit)
		a.all = a.known < limit || limit == measured
	}
	return n <= a.known
}

// isSmall reports whether an element has less than half of the root's text, or just half.
func (a *around) isSmall(n *html.Node) bool {
	length := dom.TextLength(n, measured/2+1)
	return a.atLeast(2 * length)
}

func (a *around) hold(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Main, atom.Article:
		if n.Namespace == "" {
			return false
		}
	case atom.Nav, atom.Aside:
		return true
	case atom.Header, atom.Footer:
		if dom.Closest(n, atom.Article, atom.Main, atom.Section) == nil {
			return dom.First(n, atom.Main, atom.Article) == nil
		}
	}
	if len(n.Attr) == 0 {
		return false
	}
	switch dom.Attr(n, "role") {
	case "navigation", "banner", "contentinfo", "search", "complementary", "dialog", "alertdialog", "menu", "menubar", "toolbar":
		return true
	}
	if !namedSo(dom.Attr(n, "class")) && !namedSo(dom.Attr(n, "id")) && !isSiteHeader(n) {
		return false
	}
	// A highlighter's box of code may be named a tool bar.
	return dom.First(n, atom.Main, atom.Article, atom.H1, atom.Pre) == nil && a.isSmall(n)
}

// isSurrounding knows the words of a class or id that say that an element is no content. They are compared
// as whole words: "header-nav" has two of them, "navigator" none.
func isSurrounding(word string) bool {
	switch word {
	case "ad", "ads", "advert", "advertisement", "advertising", "sponsored", "adsbygoogle",
		"nav", "navbar", "navigation", "menubar", "breadcrumb", "breadcrumbs", "pagination", "pager",
		"sidebar", "cookie", "cookies", "consent", "gdpr", "modal", "popup", "overlay", "toolbar",
		"newsletter", "subscribe", "subscription", "share", "sharing", "sharebar", "social",
		"footer", "masthead", "skiplink", "related", "recommended", "recommendations", "outbrain", "taboola":
		return true
	}
	return false
}

// namedSo ignores names so long that they are generated.
func namedSo(name string) bool {
	if name == "" || len(name) > 500 {
		return false
	}
	lower := strings.ToLower(name)
	for begin, i := 0, 0; i <= len(lower); i++ {
		if i == len(lower) || lower[i] == ' ' || lower[i] == '-' || lower[i] == '_' {
			if isSurrounding(lower[begin:i]) {
				return true
			}
			begin = i + 1
		}
	}
	return strings.Contains(name, "skip-to") || strings.Contains(name, "skip-link")
}

// isSiteHeader goes by whole names only: "header" is a word of the headings of cards
// and sections, too.
func isSiteHeader(n *html.Node) bool {
	if dom.Attr(n, "id") == "header" {
		return true
	}
	for token := range strings.FieldsSeq(dom.Attr(n, "class")) {
		if token == "site-header" || token == "top-bar" || token == "topbar" {
			return true
		}
	}
	return false
}

// Root returns the element that holds the content by the page's own account: its
// only main element (or role), else its body. A main element with less than a
// third of the text is not believed.
func Root(doc *html.Node) *html.Node {
	body := dom.Body(doc)
	var mains []*html.Node
	for n := range dom.Descendants(body) {
		if dom.Is(n, atom.Main) || n.Type == html.ElementNode && dom.Attr(n, "role") == "main" {
			mains = append(mains, n)
		}
	}
	if len(mains) == 0 || len(mains) > 1 && mains[1].Parent != mains[0] {
		return body
	}
	const enough = 1 << 20
	if dom.TextLength(mains[0], enough)*3 < dom.TextLength(body, enough) {
		return body
	}
	return mains[0]
}
