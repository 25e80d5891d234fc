package htmlpage

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// tidy takes out of main content what only operates the page: bread crumbs, numbers of pages, links of headings
// to themselves, items of lists that hold nothing, what is said twice in a row, and lines that part nothing. It puts a space between
// parts of a line that only styles keep apart.
func tidy(content *html.Node, page *url.URL) {
	var drop, unwrap, apart []*html.Node
	drop = clones(content)
	for n := range dom.Descendants(content) {
		if abuts(n) {
			apart = append(apart, n)
		}
		drop = append(drop, clones(n)...)
		switch {
		case isBreadcrumb(n), isPager(n), dom.Is(n, atom.Li) && isBare(n), isSpacer(n), isMenu(n):
			drop = append(drop, n)
		case dom.Is(n, atom.Span):
			if twice := saidTwice(n); twice != nil {
				drop = append(drop, twice)
			}
		case dom.HeadingLevel(n) > 0:
			if isOfContents(n) {
				drop = append(drop, n)
				continue
			}
			signs, around := ownLinks(n, page)
			drop, unwrap = append(drop, signs...), append(unwrap, around...)
		}
	}
	for _, n := range apart {
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, n)
	}
	for _, n := range drop {
		dom.Remove(n)
	}
	for _, n := range separators(content) {
		dom.Remove(n)
	}
	for _, n := range unwrap {
		if n.Parent == nil {
			continue
		}
		for n.FirstChild != nil {
			c := n.FirstChild
			n.RemoveChild(c)
			n.Parent.InsertBefore(c, n)
		}
		dom.Remove(n)
	}
}

// fewLinks is how many links a heading has at most that are looked at.
const fewLinks = 8

// ownLinks are the links of a heading to itself: the signs beside its text, and those around
// all of it.
func ownLinks(h *html.Node, page *url.URL) (signs, around []*html.Node) {
	var own []*html.Node
	for a := range dom.All(h, atom.A) {
		if len(own) == fewLinks {
			return nil, nil
		}
		if isOwn(a, page) {
			own = append(own, a)
		}
	}
	if len(own) == 0 {
		return nil, nil
	}
	all := dom.HeadingText(h)
	for _, a := range own {
		switch text := dom.HeadingText(a); {
		case text == all:
			around = append(around, a)
		case isSign(text):
			signs = append(signs, a)
		}
	}
	return signs, around
}

// isSpacer knows an image that keeps others apart, or counts visits: it is a pixel high or wide.
func isSpacer(n *html.Node) bool {
	return dom.Is(n, atom.Img) && (dom.Pixels(n, "width") == 1 || dom.Pixels(n, "height") == 1)
}

const (
	// choices is how many links a menu within a line has at least, and choice how many bytes of text each has at most.
	choices = 5
	choice  = 12
	most    = 200 // nodes of one
)

// isMenu knows a menu of a page without a menu's elements: a line of links of a word or two, with bars between.
func isMenu(n *html.Node) bool {
	if !dom.Is(n, atom.Span, atom.Div, atom.P, atom.Td, atom.Center) {
		return false
	}
	links, bars, nodes := 0, 0, 0
	for c := range dom.Descendants(n) {
		nodes++
		switch {
		case nodes > most:
			return false
		case c.Type == html.TextNode && dom.Closest(c, atom.A) == nil:
			text := strings.TrimSpace(c.Data)
			bars += strings.Count(text, "|")
			if strings.Trim(text, "| \u00a0") != "" {
				return false
			}
		case dom.Is(c, atom.A):
			if links++; dom.TextLength(c, choice+1) > choice {
				return false
			}
		}
	}
	return links >= choices && bars >= links-2
}

// isBreadcrumb knows the path to a page by its names.
func isBreadcrumb(n *html.Node) bool {
	if !dom.Is(n, atom.Nav, atom.Ol, atom.Ul, atom.Div, atom.P) {
		return false
	}
	const longest = 300
	if !saysBreadcrumb(n) {
		return false
	}
	class := strings.ToLower(dom.Attr(n, "class") + " " + dom.Attr(n, "id") + " " + dom.Attr(n, "aria-label"))
	if len(class) > longest || dom.TextLength(n, longest) == longest {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(class, func(r rune) bool { return r == ' ' || r == '-' || r == '_' }), func(w string) bool {
		return w == "breadcrumb" || w == "breadcrumbs"
	}) && dom.First(n, atom.H1) == nil
}

// saysBreadcrumb reports whether a name of an element has the word in it.
func saysBreadcrumb(n *html.Node) bool {
	const word = "breadcrumb"
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Key != "class" && a.Key != "id" && a.Key != "aria-label" {
			continue
		}
		for at := 0; at+len(word) <= len(a.Val); at++ {
			if a.Val[at]|0x20 == word[0] && strings.EqualFold(a.Val[at:at+len(word)], word) {
				return true
			}
		}
	}
	return false
}

// isBare reports whether an item shows nothing.
func isBare(n *html.Node) bool {
	return dom.TextLength(n, 1) == 0 && dom.First(n, atom.Img, atom.Video, atom.Audio, atom.Math, atom.Hr) == nil
}

// isOwn reports whether a link leads to a place on the same page.
func isOwn(a *html.Node, page *url.URL) bool {
	href := dom.Attr(a, "href")
	if strings.HasPrefix(href, "#") {
		return true
	}
	address, _, found := strings.Cut(href, "#")
	if !found || page == nil {
		return false
	}
	own := *page
	own.Fragment = ""
	return address == own.String() || address == own.RequestURI()
}

// isSign reports whether a link in a heading says that it leads to the heading: by a sign, by
// words for that, or by the name of the place.
func isSign(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if strings.Trim(text, dom.SelfLink) == "" {
		return true
	}
	for _, begin := range [...]string{"section", "permalink", "link to this", "direct link", "anchor", "copy link"} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return false
}
