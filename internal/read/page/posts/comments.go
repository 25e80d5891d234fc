package posts

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// commentNames are what templates call one comment.
var commentNames = []string{"comment", "comment-item", "comment_item", "comments__item", "comment-wrapper", "comment-wrap", "commentlist-item", "the-comment", "post-comment", "js-comment"}

func isComment(n *html.Node) bool {
	if itemType(n, "Comment") || dom.Attr(n, "itemprop") == "comment" || isNumbered(dom.Attr(n, "id")) && dom.Is(n, atom.Li, atom.Div, atom.Article, atom.Section) {
		return true
	}
	class := dom.Attr(n, "class")
	if !mayComment(class) {
		return false
	}
	for f := range strings.FieldsSeq(classes(n)) {
		if slices.Contains(commentNames, f) {
			return true
		}
	}
	return false
}

// isNumbered knows the ids of comments: comment-12.
func isNumbered(id string) bool {
	rest, is := strings.CutPrefix(id, "comment")
	return is && rest != "" && strings.Trim(rest, "-_0123456789") == "" && strings.ContainsAny(rest, "0123456789")
}

// Comments returns a copy of the comments in sections of a page as one section of its own: a
// heading, and of each comment the line with its author and time and what it says, in the
// order of the page. Where comments are not known by name, or only a part of them, they are by their form, or
// else the sections are copied as a whole. It returns nil when there is none.
func Comments(sections []*html.Node) *html.Node {
	all := dom.NewElement(atom.Section, dom.NewElement(atom.H2, dom.NewText("Comments")))
	length := 0
	for _, s := range sections {
		length += dom.TextLength(s, measured) - formLength(s)
	}
	for _, isOne := range []func(*html.Node) bool{isComment, likeIn(sections)} {
		if count := collect(all, sections, isOne); count > 0 && dom.TextLength(all, measured) > length/2 {
			return all
		}
		for all.LastChild != all.FirstChild {
			all.RemoveChild(all.LastChild)
		}
	}
	for _, s := range sections {
		copyAll(all, s)
	}
	if all.LastChild == all.FirstChild {
		return nil
	}
	return all
}

// collect appends what is a comment in sections, and returns how many there are.
func collect(all *html.Node, sections []*html.Node, isOne func(*html.Node) bool) (count int) {
	for _, s := range sections {
		var look func(*html.Node)
		look = func(n *html.Node) {
			if isOne(n) && count < maxPosts && say(all, n, isOne) {
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
	return count
}

// likeIn knows the elements of sections that are posts by their form.
func likeIn(sections []*html.Node) func(*html.Node) bool {
	isOne := map[*html.Node]bool{}
	for _, s := range sections {
		for _, n := range byTemplate(s) {
			isOne[n] = true
		}
	}
	return func(n *html.Node) bool { return isOne[n] }
}

// formLength is how much text of an element is in forms: where one answers.
func formLength(n *html.Node) (length int) {
	for f := range dom.All(n, atom.Form) {
		length += dom.TextLength(f, measured)
	}
	return length
}

// copyOf is an element without forms and buttons.
func copyOf(n *html.Node) *html.Node {
	copied := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Attr: n.Attr}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode || c.Type == html.ElementNode && !isApart(c) {
			copied.AppendChild(copyOf(c))
		}
	}
	return copied
}

// isApart reports whether an element among comments is none of them: their heading, and where one answers.
func isApart(n *html.Node) bool {
	return dom.Is(n, atom.Button, atom.Form, atom.Script, atom.Style) || dom.Attr(n, "id") == "respond" ||
		dom.HeadingLevel(n) > 0 && (isMark(n) || namesComments(n.Parent))
}

// copyAll copies a section without its heading, and where one answers.
func copyAll(to, section *html.Node) {
	if isApart(section) {
		return
	}
	if copied := copyOf(section); dom.TextLength(copied, 1) > 0 {
		to.AppendChild(copied)
	}
}

// say appends a comment, and reports whether it says anything.
func say(to, n *html.Node, isOne func(*html.Node) bool) bool {
	said := dom.NewElement(atom.Div)
	p, from := read(n, isOne), n
	if body := bodyOf(n); body != nil {
		from = body
	}
	p.rest(said, from, isOne)
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
func (p *Post) rest(to, n *html.Node, isOne func(*html.Node) bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			to.AppendChild(dom.NewText(c.Data))
		case c.Type != html.ElementNode, c == p.by, isOne(c), p.Author != "" && isAuthor(c), p.Time != "" && isTime(c), dom.Is(c, atom.Button, atom.Form, atom.Script, atom.Style), isReplyLink(c):
		default:
			copied := &html.Node{Type: c.Type, DataAtom: c.DataAtom, Data: c.Data, Attr: c.Attr}
			p.rest(copied, c, isOne)
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
