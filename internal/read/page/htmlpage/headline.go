package htmlpage

import (
	"cmp"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// headline is what the page calls itself at the top of its content: its only h1 that is not
// the name of the site, else the title made for sharing, which lacks the name of the site.
func headline(t tree, m page.Metadata, base *url.URL) string {
	only, site := "", ""
	for h := range t.all(atom.H1) {
		if isSiteName(h, base) {
			site = dom.HeadingText(h)
			continue
		}
		if isControl(h) {
			continue
		}
		if only != "" {
			only = ""
			break
		}
		only = dom.HeadingText(h)
	}
	if only != "" {
		return only
	}
	if shared := m.OpenGraph["title"]; shared != "" {
		return shared
	}
	if title := dom.First(t.doc, atom.Title); title != nil && site != "" && m.Title == site {
		return cmp.Or(strings.TrimSpace(dom.Text(title)), m.Title)
	}
	return m.Title
}

// isControl reports whether all of a heading is something to press: shops have one for the keyboard above the title.
func isControl(h *html.Node) bool {
	for a := range dom.All(h, atom.A, atom.Button) {
		if (a.DataAtom == atom.Button || dom.Attr(a, "role") == "button" || strings.HasPrefix(dom.Attr(a, "href"), "javascript:")) && dom.HeadingText(a) == dom.HeadingText(h) {
			return dom.TextLength(h, 1) > 0
		}
	}
	return false
}

// isSiteName reports whether a heading is the name of the site, on a page other than its first:
// all of it is a link to that, or to the first page of the site that this one is a part of, as forums are.
func isSiteName(h *html.Node, base *url.URL) bool {
	if base == nil || isFront(base) {
		return false
	}
	for a := range dom.All(h, atom.A) {
		to, err := url.Parse(dom.Attr(a, "href"))
		if err != nil || dom.Attr(a, "href") == "" || strings.HasPrefix(dom.Attr(a, "href"), "#") {
			continue
		}
		if to = base.ResolveReference(to); (dom.SameSite(to, base) || isPartOf(base, to)) && isFront(to) && dom.HeadingText(a) == dom.HeadingText(h) {
			return true
		}
	}
	return false
}

// isPartOf reports whether the host of a page lies below another: bbs.site.example below site.example.
func isPartOf(u, site *url.URL) bool {
	host := strings.TrimPrefix(strings.ToLower(site.Hostname()), "www.")
	return strings.Contains(host, ".") && strings.HasSuffix(strings.ToLower(u.Hostname()), "."+host)
}

// isFront reports whether an address is that of a site's first page.
func isFront(u *url.URL) bool {
	switch u.Path {
	case "", "/", "/index.html", "/index.php":
		return u.RawQuery == "" && u.Fragment == ""
	}
	return false
}

const (
	// lead is how many bytes of text stand above the headline at most when it is meant to be first:
	// a category, a date, the name of the author.
	lead = 300
	// sections is how many h1 make each of them the heading of a section.
	sections = 3
)

// headed sees to it that content begins with a heading: with its h1, which may stand behind
// pictures, a date or a name, or with the title where the h1 stands further below or heads one of several sections.
// What repeats the headline right below it is taken out.
func headed(content *html.Node, title string, base *url.URL) {
	var h1 *html.Node
	count := 0
	for _, h := range dom.Collect(content, atom.H1) {
		switch {
		case isSiteName(h, base), isControl(h):
			dom.Remove(h)
		case h1 == nil:
			h1 = h
			count++
		default:
			count++
		}
	}
	if h1 == nil {
		h1 = titled(content, title)
	}
	if h1 == nil {
		return // the writer of markdown puts the title in front
	}
	before := textBefore(content, h1)
	named := strings.EqualFold(dom.HeadingText(h1), title)
	switch {
	case dom.TextLength(h1, 1) == 0 && dom.First(h1, atom.Img) == nil || dom.Closest(h1, atom.Td, atom.Th, atom.Pre) != nil:
	case named, before <= lead && (count < sections || title == ""):
		dom.Remove(h1)
		content.InsertBefore(h1, content.FirstChild)
		once(content, h1)
	case title != "":
		h1 = dom.NewElement(atom.H1, dom.NewText(title))
		content.InsertBefore(h1, content.FirstChild)
		once(content, h1)
	}
}

// titled is the heading near the top that is the title, as an h1.
func titled(content *html.Node, title string) *html.Node {
	if title == "" {
		return nil
	}
	for n := range dom.Descendants(content) {
		if dom.HeadingLevel(n) == 0 || !strings.EqualFold(dom.HeadingText(n), title) || dom.Closest(n, atom.Td, atom.Th, atom.Pre, atom.Blockquote, atom.Li) != nil {
			continue
		}
		if textBefore(content, n) > lead {
			return nil
		}
		n.DataAtom, n.Data = atom.H1, "h1"
		return n
	}
	return nil
}

// textBefore is how many bytes of text stand above a node, counted no further than a lead.
func textBefore(content, node *html.Node) (before int) {
	for n := range dom.Descendants(content) {
		if n == node || before > lead {
			break
		}
		if n.Type == html.TextNode {
			before += len(strings.TrimSpace(n.Data))
		}
	}
	return before
}

// once takes out what says the headline again before the text begins.
func once(content, h1 *html.Node) {
	text := strings.Join(strings.Fields(dom.HeadingText(h1)), " ")
	var drop []*html.Node
	before := 0
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil && before <= lead; c = c.NextSibling {
			switch {
			case c == h1:
			case c.Type == html.TextNode:
				before += len(strings.TrimSpace(c.Data))
			case c.Type != html.ElementNode:
			case dom.IsBlock(c) && saysOnly(c, text):
				drop = append(drop, c)
			default:
				look(c)
			}
		}
	}
	look(content)
	for _, n := range drop {
		dom.Remove(n)
	}
}

// saysOnly reports whether an element has a text and no picture.
func saysOnly(n *html.Node, text string) bool {
	if text == "" || dom.TextLength(n, 2*len(text)+lead) > len(text)+len(text)/2 || dom.First(n, atom.Img, atom.Video, atom.Table) != nil {
		return false
	}
	return strings.EqualFold(strings.Join(strings.Fields(dom.Text(n)), " "), text)
}
