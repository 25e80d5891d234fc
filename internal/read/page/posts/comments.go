package posts

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Sections returns the parts of a page that hold comments, with their headings and forms, as
// their names say. What holds a headline or the main part of the page is none.
func Sections(root *html.Node) (sections []*html.Node) {
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode:
			case isSection(c):
				sections = append(sections, c)
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
	case atom.Div, atom.Section, atom.Aside, atom.Ol, atom.Ul, atom.Article, atom.Footer:
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
		case "id":
			if a.Val != "" && strings.IndexByte("cCrRdDkK \t\n\f\r", a.Val[0]) >= 0 || a.Val != "" && a.Val[0] >= utf8.RuneSelf {
				return true
			}
		case "class":
			if mayComment(a.Val) {
				return true
			}
		}
	}
	return false
}

// namesComments knows sections of comments by their id and class.
func namesComments(n *html.Node) bool {
	switch strings.ToLower(dom.Attr(n, "id")) {
	case "comments", "comment-section", "comments-section", "respond", "disqus_thread", "kommentare", "comentarios", "commentaires":
		return true
	}
	class := dom.Attr(n, "class")
	if !mayComment(class) || len(class) > maxName {
		return false
	}
	for f := range strings.FieldsSeq(strings.ToLower(class)) {
		switch f {
		case "comments", "comments-area", "comment-list", "commentlist", "comment-section", "comments-section", "comments-wrapper", "comment-respond", "wp-block-comments", "post-comments", "article-comments", "comments-list", "comments-container":
			return true
		}
	}
	return false
}

// mayComment reports whether a class has letters, small or capital, that each name of a section of comments has.
func mayComment(class string) bool {
	for i := 2; i < len(class); i++ {
		if class[i]|0x20 == 'e' && class[i-1]|0x20 == 'm' && class[i-2]|0x20 == 'm' {
			return true
		}
	}
	return false
}

func isComment(n *html.Node) bool {
	if itemType(n, "Comment") || dom.Attr(n, "itemprop") == "comment" {
		return true
	}
	for f := range strings.FieldsSeq(classes(n)) {
		switch f {
		case "comment", "comment-item", "comments__item", "comment-wrapper", "commentlist-item":
			return true
		}
	}
	return false
}

// Comments returns a copy of the comments in sections of a page as one section of its own: a
// heading, and of each comment the line with its author and time and what it says, in the
// order of the page. It returns nil when there is none.
func Comments(sections []*html.Node) *html.Node {
	all := dom.NewElement(atom.Section, dom.NewElement(atom.H2, dom.NewText("Comments")))
	count := 0
	for _, s := range sections {
		var look func(*html.Node)
		look = func(n *html.Node) {
			if isComment(n) && count < maxPosts && say(all, n) {
				count++
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				if c.Type == html.ElementNode {
					look(c)
				}
			}
		}
		look(s)
	}
	if count == 0 {
		return nil
	}
	return all
}

// say appends a comment, and reports whether it says anything.
func say(to, n *html.Node) bool {
	said := dom.NewElement(atom.Div)
	p, from := read(n, isComment), n
	if body := bodyOf(n); body != nil {
		from = body
	}
	p.rest(said, from)
	if dom.TextLength(said, 1) == 0 {
		return false
	}
	if line := p.line(); line != nil {
		to.AppendChild(line)
	}
	to.AppendChild(said)
	return true
}

// bodyOf is the element of a comment that holds what it says; nil where none is named so.
func bodyOf(n *html.Node) (body *html.Node) {
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil && body == nil; c = c.NextSibling {
			if c.Type != html.ElementNode || isComment(c) {
				continue
			}
			if dom.Attr(c, "itemprop") == "text" || hasField(c, "comment-content") || hasField(c, "comment-text") || hasField(c, "comment__text") || hasField(c, "comment__body") || hasField(c, "comment__content") || hasField(c, "commenttext") {
				body = c
				return
			}
			look(c)
		}
	}
	look(n)
	return body
}

// rest copies what a comment holds beside its author, its time, its buttons and other comments.
func (p *Post) rest(to, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			to.AppendChild(dom.NewText(c.Data))
		case c.Type != html.ElementNode, c == p.by, isComment(c), isAuthor(c), isTime(c), dom.Is(c, atom.Button, atom.Form), isReplyLink(c):
		default:
			copied := &html.Node{Type: c.Type, DataAtom: c.DataAtom, Data: c.Data, Attr: c.Attr}
			p.rest(copied, c)
			to.AppendChild(copied)
		}
	}
}

// isReplyLink knows what answers a comment, or says that this is done here.
func isReplyLink(n *html.Node) bool {
	for w := range words(n) {
		if w == "reply" || w == "meta" || w == "actions" || w == "vote" || w == "votes" {
			return true
		}
	}
	return false
}
