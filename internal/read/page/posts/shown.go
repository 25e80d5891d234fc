package posts

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dates"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// How clearly something is the time of a post.
const (
	showsDay = 1 + iota
	showsMoment
	namedTime
	declaredTime
)

// timeWords are what classes call a time, as one of their words.
var timeWords = [...]string{"date", "time", "datetime", "posted", "postdate", "timestamp"}

// namesTime knows a short text with a number in it whose class says that it is a time.
func namesTime(n *html.Node) bool {
	class := classes(n)
	if class == "" || dom.Is(n, atom.A) && dom.Attr(n, "href") == "" {
		return false
	}
	for w := range strings.FieldsFuncSeq(class, func(r rune) bool { return r == ' ' || r == '-' || r == '_' }) {
		for _, t := range timeWords {
			if w == t {
				return dom.TextLength(n, longest+1) <= longest && strings.ContainsFunc(dom.Text(n), unicode.IsDigit)
			}
		}
	}
	return false
}

// beside is how many bytes stand around a date at most that is the time of a post.
const beside = 30

// showsTime knows an element whose own text is a date and little else.
func showsTime(n *html.Node) bool {
	_, sure := shownTime(n)
	return sure > 0
}

// shownTime is the date that the own text of an element shows, as it is written. Since when somebody
// is a member, and when something was changed, are other dates.
func shownTime(n *html.Node) (when string, sure int) {
	if dom.Is(n, atom.Blockquote, atom.Pre, atom.Code, atom.Script, atom.Style, atom.Option) {
		return "", 0
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.TextNode || len(c.Data) > 2*longest {
			continue
		}
		text := strings.TrimSpace(c.Data)
		if len(text) > longest || !strings.ContainsFunc(text, unicode.IsDigit) || ofAnother(text) || ofAnother(before(c)) {
			continue
		}
		for f := range dates.Find(text, dates.Options{}) {
			if len(text)-(f.End-f.Start) > beside || f.Date.Year == 0 || f.Date.Day == 0 {
				break
			}
			if sure = showsDay; f.Date.HasClock {
				sure = showsMoment
			}
			return text[f.Start:f.End], sure
		}
	}
	return "", 0
}

// before is what stands in front of a text in the same element, and labels it.
func before(c *html.Node) string {
	if p := c.PrevSibling; p != nil && dom.TextLength(p, longest) < longest {
		return dom.Text(p)
	}
	return ""
}

// ofAnother reports whether a text says that a date is not that of a post.
func ofAnother(text string) bool {
	text = strings.ToLower(text)
	for _, w := range [...]string{"join", "regist", "since", "member", "edit", "last", "updated", "birth"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// besideAuthor is what stands with the author beyond the words around a name, where that has a
// number: "answered 4 Nov by Ann". It is read where a post shows no whole date.
func (p *Post) besideAuthor() {
	if p.by == nil || p.Author == "" || p.by.Parent == p.Node || dom.TextLength(p.by.Parent, longest+1) > longest {
		return
	}
	var rest []string
	for w := range strings.FieldsSeq(strings.Replace(dom.Text(p.by.Parent), p.Author, " ", 1)) {
		if !slices.Contains(attributing, strings.ToLower(w)) {
			rest = append(rest, w)
		}
	}
	const most = 3 // a day, a month, a year
	when := strings.Join(rest, " ")
	if len(rest) > 1 && len(rest) <= most && strings.ContainsFunc(when, unicode.IsDigit) && slices.ContainsFunc(rest, dates.IsMonth) {
		p.at, p.Time, p.when, p.dated = p.by.Parent, when, when, showsDay
	}
}
