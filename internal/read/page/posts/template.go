package posts

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// most is the part of the longest text that siblings of one template must have to be preferred
// for being more of them: what holds all posts and what holds the side bar are alike, too.
const most = 0.6

// few is how many authors a thread has at least.
const few = 2

// siblings are elements side by side that one template wrote.
type siblings struct {
	nodes []*html.Node
	text  int // bytes
}

// inside is what an element holds of what a post needs.
type inside struct {
	text      int
	by, at    bool
	headlines bool // a heading that links to another page
}

// byTemplate returns the elements of a page that are posts by their form, whatever they are
// called: siblings of one template, each with an author and nearly each with a time or a number of
// its own, that are no entries of a list, whose headings link to other pages. Of several such
// sets it returns the one with most text, and those of its template below its posts with it.
func byTemplate(root *html.Node) []*html.Node {
	authors := 0
	for n := range dom.Descendants(root) {
		if n.Type == html.ElementNode && authorship(n) > 0 {
			authors++
		}
		if authors == few {
			break
		}
	}
	if authors < few {
		return nil // as of most pages, and times cost more to look for
	}
	var sets []siblings
	look(root, &sets)
	longest := 0
	for _, s := range sets {
		longest = max(longest, s.text)
	}
	var best siblings
	for _, s := range sets {
		if float64(s.text) >= most*float64(longest) && len(s.nodes) > len(best.nodes) {
			best = s
		}
	}
	if best.nodes == nil {
		return nil
	}
	return withNested(best.nodes)
}

// look reads what an element holds, and notes the sets of siblings below it, the innermost first.
func look(n *html.Node, sets *[]siblings) (in inside) {
	var alike map[string]*siblings
	var names []string // in order, as maps have none
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			in.text += len(strings.TrimSpace(c.Data))
			continue
		case c.Type != html.ElementNode, dom.Is(c, atom.Nav, atom.Script, atom.Style, atom.Template, atom.Pre, atom.Blockquote):
			continue
		}
		below := look(c, sets)
		in.add(c, below)
		if !below.by || !below.at || below.headlines || dom.Is(c, atom.P, atom.Td, atom.Th, atom.Span, atom.A, atom.Dd, atom.Dt) {
			continue
		}
		name := template(c)
		if alike == nil {
			alike = map[string]*siblings{}
		}
		if alike[name] == nil {
			alike[name] = &siblings{}
			names = append(names, name)
		}
		alike[name].nodes = append(alike[name].nodes, c)
		alike[name].text += below.text
	}
	for _, name := range names {
		if s := alike[name]; len(s.nodes) > 1 && len(s.nodes) <= maxPosts {
			*sets = append(*sets, *s)
		}
	}
	return in
}

// add notes a child and what it holds.
func (in *inside) add(c *html.Node, below inside) {
	in.text += below.text
	in.by = in.by || below.by || authorship(c) > 0
	in.at = in.at || below.at || isTime(c) || namesTime(c) || showsTime(c)
	in.headlines = in.headlines || below.headlines || dom.HeadingLevel(c) > 0 && leadsAway(c)
}

// leadsAway reports whether a heading links to another page, and is no person's name.
func leadsAway(h *html.Node) bool {
	for a := range dom.All(h, atom.A) {
		if href := dom.Attr(a, "href"); href != "" && !strings.Contains(href, "#") && authorship(a) == 0 && authorship(h) == 0 && !showsTime(a) {
			return true
		}
	}
	return false
}

// template is what an element has in common with its like: its name, and the first name of its class,
// without what counts it.
func template(n *html.Node) string {
	class, _, _ := strings.Cut(strings.TrimSpace(classes(n)), " ")
	return n.Data + "." + strings.TrimRight(class, "0123456789")
}

// withNested adds to posts those below them that are of the same template, in the order of the page:
// answers to a comment lie within it.
func withNested(posts []*html.Node) (all []*html.Node) {
	like := template(posts[0])
	named := !strings.HasSuffix(like, ".")
	for _, p := range posts {
		all = append(all, p)
		for c := range dom.Descendants(p) {
			if named && len(all) < maxPosts && c.Type == html.ElementNode && template(c) == like {
				all = append(all, c)
			}
		}
	}
	return all
}
