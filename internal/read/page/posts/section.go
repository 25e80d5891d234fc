package posts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Sections returns the parts of a page that hold comments, with their headings and forms, as
// their names say. What holds a headline or the main part of the page is none. Behind a heading
// that is named so, what follows it is.
func Sections(root *html.Node) (sections []*html.Node) {
	var marked map[*html.Node]bool
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode, marked[c]:
			case isSection(c):
				sections = append(sections, c)
			case len(sections) == 0 && isMark(c):
				sections = behind(c, root)
				marked = make(map[*html.Node]bool, len(sections))
				for _, s := range sections {
					marked[s] = true
				}
			default:
				look(c)
			}
		}
	}
	look(root)
	return sections
}

func isSection(n *html.Node) bool {
	if len(n.Attr) == 0 || n.Namespace != "" {
		return false // as most
	}
	switch n.DataAtom {
	case atom.Div, atom.Section, atom.Aside, atom.Ol, atom.Ul, atom.Dl, atom.Article, atom.Footer:
	default:
		return false
	}
	if !saysComment(n) {
		return false
	}
	return itemType(n, "Comment") || namesComments(n) && dom.First(n, atom.Main, atom.H1) == nil
}

// saysComment reports whether an attribute may be one that isSection goes by. Few are.
func saysComment(n *html.Node) bool {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "itemtype":
			return true
		case "id", "class":
			if mayComment(a.Val) || a.Key == "id" && maySay(a.Val) {
				return true
			}
		}
	}
	return false
}

// maySay reports whether an id may be a name of comments without the word.
func maySay(id string) bool {
	return id != "" && (strings.IndexByte("rRdDkK \t\n\f\r", id[0]) >= 0 || id[0] >= utf8.RuneSelf)
}

// mayComment reports whether a name has letters, small or capital, that each name of a section of comments has.
func mayComment(name string) bool {
	for i := 2; i < len(name); i++ {
		if name[i]|0x20 == 'e' && name[i-1]|0x20 == 'm' && name[i-2]|0x20 == 'm' {
			return true
		}
	}
	return false
}

// namesComments knows sections of comments by their id and class.
func namesComments(n *html.Node) bool {
	id, class := strings.ToLower(dom.Attr(n, "id")), dom.Attr(n, "class")
	switch id {
	case "respond", "disqus_thread", "kommentare", "comentarios", "commentaires":
		return true
	}
	if len(id) <= maxName && areComments(id) {
		return true
	}
	if !mayComment(class) || len(class) > maxName {
		return false
	}
	for f := range strings.FieldsSeq(strings.ToLower(class)) {
		if f == "comment-respond" || areComments(f) {
			return true
		}
	}
	return false
}

// around are words of templates beside "comments" in the name of a section.
var around = []string{
	"all", "area", "article", "block", "blog", "box", "container", "content", "discussion", "displayed", "div", "entry", "holder", "inner", "jc", "list", "listing", "main", "master",
	"module", "node", "post", "section", "site", "story", "stream", "template", "the", "thread", "user", "view", "wp", "wrap", "wrapper",
}

// many are those by which "comment" is more than one.
var many = []string{"area", "block", "container", "div", "list", "listing", "section", "stream", "template", "thread", "wrap", "wrapper"}

// areComments reports whether a name, in small letters, is made of "comments" and words around it: comments-area,
// commentlist, article_comments_12.
func areComments(name string) bool {
	if !mayComment(name) {
		return false
	}
	said, lists := false, false
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if rest, is := strings.CutPrefix(w, "comment"); is {
			plural := strings.HasPrefix(rest, "s")
			rest = strings.TrimPrefix(rest, "s")
			if rest != "" && !slices.Contains(many, rest) {
				return false
			}
			said, lists = true, lists || plural || rest != ""
			continue
		}
		if !slices.Contains(around, w) {
			return false
		}
		lists = lists || slices.Contains(many, w)
	}
	return said && lists
}

// isMark reports whether an element is a heading of comments. An anchor before them is none: older templates
// have one below each entry of a page.
func isMark(n *html.Node) bool {
	return dom.HeadingLevel(n) > 0 && strings.EqualFold(dom.Attr(n, "id"), "comments")
}

// behind are the elements that follow a mark, or the little that it stands in, in the same part of the page.
func behind(mark, root *html.Node) (sections []*html.Node) {
	for mark.Parent != root && dom.TextLength(mark.Parent, longest+1) <= longest {
		mark = mark.Parent
	}
	for n := mark; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode && !dom.Is(n, atom.Aside, atom.Nav, atom.Footer) {
			sections = append(sections, n)
		}
	}
	return sections
}
