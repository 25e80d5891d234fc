// Package posts finds what people wrote below a page or one after the other: comments and
// the posts of threads, each with its author and time. It must not judge whether they
// are content.
package posts

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Post is what one person wrote at one time.
type Post struct {
	Node         *html.Node
	Author, Time string // as the page shows them; empty where it does not

	by, at *html.Node
	sure   int        // how clearly by is the author
	dated  int        // how clearly at is the time
	when   string     // the time as the page shows it
	in     *html.Node // where the line of the post belongs
	isPost func(*html.Node) bool
}

const (
	maxName  = 500     // bytes of a class or id that a person wrote
	maxPosts = 2000    // of a page
	longest  = 80      // bytes of a name or a time
	measured = 1 << 20 // bytes of text that are compared
)

// words are the parts of an element's names, in lower case.
func words(n *html.Node) func(yield func(string) bool) {
	class, id := dom.Attr(n, "class"), dom.Attr(n, "id")
	if len(class)+len(id) > maxName {
		return func(func(string) bool) {}
	}
	return strings.FieldsFuncSeq(strings.ToLower(class+" "+id), func(r rune) bool { return r == ' ' || r == '-' || r == '_' })
}

// fields are the whole names of an element's class, in lower case.
func fields(n *html.Node) []string { return strings.Fields(classes(n)) }

// classes is what fields takes apart, for those who need no slice.
func classes(n *html.Node) string {
	class := dom.Attr(n, "class")
	if class == "" || len(class) > maxName {
		return ""
	}
	return strings.ToLower(class)
}

// itemType reports whether microdata or a property call an element one of the types.
func itemType(n *html.Node, types ...string) bool {
	of := dom.Attr(n, "itemtype")
	of = of[strings.LastIndexByte(of, '/')+1:]
	return slices.Contains(types, of)
}

// read finds who wrote a post and when, in what is no post within it and quotes none.
func read(n *html.Node, isPost func(*html.Node) bool) Post {
	p := Post{Node: n, in: n, isPost: isPost, Author: dom.Attr(n, "data-author")} // of XenForo
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || isPost(c) || dom.Is(c, atom.Blockquote, atom.Pre) {
				continue
			}
			p.note(c)
			look(c)
		}
	}
	look(n)
	if p.Time == "" {
		p.besideAuthor()
	}
	if p.by != nil && dom.Is(n, atom.Tr, atom.Tbody, atom.Table) {
		p.in = cellOf(p.by, n)
	}
	return p
}

// note takes an element for the author or the time, where it is the first that is one, or for
// the author what says so more clearly than what came before.
func (p *Post) note(n *html.Node) {
	if sure := authorship(n); sure > p.sure {
		if who := name(n); who != "" {
			p.by, p.Author, p.sure = n, who, sure
		}
	}
	if p.dated < declaredTime && isTime(n) {
		if when := moment(n); when != "" {
			p.at, p.Time, p.when, p.dated = n, when, dom.Text(n), declaredTime
		}
	}
	if p.dated < namedTime && namesTime(n) {
		p.at, p.Time, p.when, p.dated = n, moment(n), dom.Text(n), namedTime
	}
	if p.dated < showsMoment {
		if when, sure := shownTime(n); sure > p.dated {
			p.at, p.Time, p.when, p.dated = n, when, dom.Text(n), sure
		}
	}
}

// cellOf is the cell of a post that is part of a table in which an element stands, or the post
// where there is none.
func cellOf(n, post *html.Node) *html.Node {
	if cell := dom.Closest(n, atom.Td, atom.Th); cell != nil {
		return cell
	}
	return post
}

func hasField(n *html.Node, name string) bool {
	for f := range strings.FieldsSeq(classes(n)) {
		if f == name {
			return true
		}
	}
	return false
}

// within is the first element below n of a kind.
func within(n *html.Node, is func(*html.Node) bool) *html.Node {
	for c := range dom.Descendants(n) {
		if c.Type == html.ElementNode && is(c) {
			return c
		}
	}
	return nil
}

func isTime(n *html.Node) bool {
	if dom.Is(n, atom.Time) {
		return true
	}
	switch dom.Attr(n, "itemprop") {
	case "datePublished", "dateCreated", "commentTime":
		return true
	}
	for f := range strings.FieldsSeq(classes(n)) {
		switch f {
		case "comment-date", "comment-time", "comment__date", "commentmetadata", "comment-metadata", "post-date", "postdate", "date", "timestamp", "relativetime", "age", "moment-time", "dt-published":
			return true
		}
	}
	return false
}

// moment is a time as declared, or as shown where nothing is.
func moment(n *html.Node) string {
	for _, c := range [...]*html.Node{within(n, isDated), n} {
		if c == nil {
			continue
		}
		for _, attr := range [...]string{"datetime", "content", "title"} {
			if v := dom.Attr(c, attr); isDate(v) {
				return toMinute(v)
			}
		}
	}
	if dom.TextLength(n, longest+1) > longest {
		return ""
	}
	return dom.Text(n)
}

// isDated knows an element that declares a time.
func isDated(n *html.Node) bool {
	return dom.Is(n, atom.Time) || isDate(dom.Attr(n, "title"))
}

// isDate reports whether a value begins with a date as standards write it.
func isDate(v string) bool {
	const day = len("2006-01-02")
	if len(v) < day || len(v) > longest {
		return false
	}
	_, err := time.Parse(time.DateOnly, v[:day])
	return err == nil
}

// toMinute writes a declared time as people do: 2026-03-02 12:04. The offset is that of the page,
// whatever it is.
func toMinute(v string) string {
	const day, minute = len("2006-01-02"), len("2006-01-02T15:04")
	if len(v) < minute || v[day] != 'T' && v[day] != ' ' || v[day+3] != ':' {
		return v
	}
	return v[:day] + " " + v[day+1:minute]
}

// line is who wrote a post and when, for a reader; nil where neither is known.
func (p *Post) line() *html.Node {
	if p.Author == "" && p.Time == "" {
		return nil
	}
	line := dom.NewElement(atom.P)
	if p.Author != "" {
		line.AppendChild(dom.NewElement(atom.Strong, dom.NewText(p.Author)))
	}
	if p.Time != "" {
		text := p.Time
		if p.Author != "" {
			text = " · " + text
		}
		line.AppendChild(dom.NewText(text))
	}
	return line
}

// isAttribution reports whether an element that holds the author says no more than who wrote
// something and when: "by Jane » 2 March".
func (p *Post) isAttribution(n *html.Node) bool {
	if p.Author == "" || dom.TextLength(n, 2*longest+1) > 2*longest ||
		within(n, func(c *html.Node) bool { return c == p.by || isAuthor(c) && name(c) == p.Author }) == nil {
		return false
	}
	var texts []string
	for c := range dom.Descendants(n) {
		if text := strings.TrimSpace(c.Data); c.Type == html.TextNode && text != p.Author && text != p.when && text != p.Time {
			texts = append(texts, text)
		}
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(strings.Replace(strings.Join(texts, " "), p.Time, "", 1)), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !slices.Contains(attributing, w) {
			return false
		}
	}
	return true
}

// attributing are the words around an author's name and a time.
var attributing = []string{"by", "from", "on", "at", "post", "posted", "says", "said", "wrote", "asked", "answered", "commented", "replied", "point", "points", "von", "schrieb", "sagt", "par", "dit", "por", "dice"}
