package posts

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Entitle puts a line with author and time in front of each post that still has text, and takes
// away what the page itself shows of them, the title of the thread that each post repeats, and
// links that answer or report it.
func Entitle(posts []Post, title string) {
	for i := range posts {
		p := &posts[i]
		if dom.TextLength(p.Node, 1) == 0 {
			continue
		}
		line := p.line()
		if line == nil {
			continue
		}
		p.withoutNames(title)
		p.in.InsertBefore(line, p.in.FirstChild)
	}
}

// withoutNames removes what says no more than who wrote the post, when, and in which thread.
func (p *Post) withoutNames(title string) {
	said := map[string]bool{p.Author: p.Author != "", p.Time: p.Time != ""}
	if p.at != nil {
		said[p.when] = true
	}
	var drop []*html.Node
	var look func(n *html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode || p.isPost(c):
			case p.isAttribution(c), p.isPane(c), repeats(c, title), isAction(c):
				drop = append(drop, c)
			case dom.Is(c, atom.P, atom.Blockquote, atom.Pre, atom.Table) && c != p.by && c != p.at && !holds(c, p.by) && !holds(c, p.at):
			case c == p.by, c == p.at, dom.TextLength(c, longest+1) <= longest && said[dom.Text(c)], isDateAlone(c):
				drop = append(drop, c)
			default:
				look(c)
			}
		}
	}
	look(p.in)
	for _, n := range drop {
		if n == p.at && p.dated <= showsMoment && !p.saysOnlyTime(n) {
			continue
		}
		if n != p.by && n != p.at || said[name(n)] || said[moment(n)] || said[dom.Text(n)] || p.isAttribution(n) || isDateAlone(n) {
			dom.Remove(n)
		}
	}
}

// pane is how many bytes a template says of an author at most: a rank, a place, how many posts.
const pane = 300

// isPane reports whether an element holds the author and what the template says of one, and
// nothing that the author says here. It may hold a time that is not understood, where none is known.
func (p *Post) isPane(n *html.Node) bool {
	if p.by == nil || p.Time == "" || n == p.by || !namesPane(classes(n)) || !p.names(n) {
		return false
	}
	length := dom.TextLength(n, pane+1)
	return length <= pane && dom.First(n, atom.P, atom.Blockquote, atom.Pre, atom.H1) == nil && dom.TextLength(p.Node, length+1) > length
}

func namesPane(class string) bool {
	for _, part := range [...]string{"user", "author", "profile", "poster", "member"} {
		if strings.Contains(class, part) {
			return !strings.Contains(class, "content") && !strings.Contains(class, "body") && !strings.Contains(class, "has-profile")
		}
	}
	return false
}

// names reports whether an element has the author of a post in it.
func (p *Post) names(n *html.Node) bool {
	return holds(n, p.by) || within(n, func(c *html.Node) bool { return authorship(c) > 0 && name(c) == p.Author }) != nil
}

func holds(of, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == of {
			return true
		}
	}
	return false
}

// repeats reports whether an element in a post says no more than the title of the thread: "Re: Gates".
func repeats(n *html.Node, title string) bool {
	if title == "" || dom.Is(n, atom.H1, atom.Blockquote) || dom.TextLength(n, len(title)+longest) >= len(title)+longest {
		return false
	}
	text := strings.Join(strings.Fields(dom.Text(n)), " ")
	if head, rest, found := strings.Cut(text, ": "); found && len(head) <= len("Antw") {
		text = rest
	}
	return strings.EqualFold(text, strings.Join(strings.Fields(title), " "))
}

// isAction knows links by their address that answer a post, quote or report it.
func isAction(n *html.Node) bool {
	const short = 30
	if !dom.Is(n, atom.A) || dom.TextLength(n, short) == short || dom.First(n, atom.Img) != nil {
		return false
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(dom.Attr(n, "href")), func(r rune) bool { return r < 'a' || r > 'z' }) {
		switch w {
		case "javascript", "reply", "newreply", "replyto", "quote", "report", "finduser":
			return true
		}
	}
	return false
}

// saysOnlyTime reports whether an element shows the time of a post and no words but the author and
// those around a time.
func (p *Post) saysOnlyTime(n *html.Node) bool {
	const around = 3 * longest
	if dom.TextLength(n, around) == around {
		return false
	}
	above, below, _ := strings.Cut(strings.Replace(dom.Text(n), p.Author, "", 1), p.Time)
	above = strings.TrimRight(above, " ,")
	above = above[:strings.LastIndexByte(above, ' ')+1] // without the day of the week
	text := strings.ToLower(above + " " + below)
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !slices.Contains(attributing, w) && w != "reply" {
			return false
		}
	}
	return true
}

// isDateAlone reports whether an element shows a date and nothing else.
func isDateAlone(n *html.Node) bool {
	if n.FirstChild == nil || n.FirstChild != n.LastChild || dom.Is(n, atom.P) {
		return false
	}
	if n.FirstChild.Type == html.ElementNode {
		return isDateAlone(n.FirstChild)
	}
	when, sure := shownTime(n)
	return sure > 0 && len(strings.TrimSpace(n.FirstChild.Data)) == len(when)
}
