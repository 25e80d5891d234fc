package clean

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// folding are the ways in which pages fold an answer below its question. What is white or far away is not folded.
const folding = byDisplay | byVisibility | byOpacity | byBox

// reaches reports whether a reader opens an element that the page has closed: a tab, what a control names by its id, and what
// follows a control. Dialogs, popovers and menus are not what is read, whatever opens them, nor is what belongs to the site's navigation.
func (r *Rules) reaches(n *html.Node) bool {
	id := strings.TrimSpace(dom.Attr(n, "id"))
	if dom.Is(n, atom.Dialog) || dom.HasAttr(n, "popover") || dom.Closest(n, atom.Nav) != nil {
		return false
	}
	named := r.opensAround(n)
	switch dom.Attr(n, "role") {
	case "dialog", "alertdialog", "menu", "menubar", "listbox", "tooltip":
		return false
	case "tabpanel":
		return named || r.toWay().tabs
	}
	return named || r.toWay().asked[id] && isAnswer(n, true) || r.toWay().told[id] && isAnswer(n, false) || r.followsControl(n) || r.followsBox(n)
}

// openUp takes from an element what says that it is closed.
func openUp(n *html.Node) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "hidden" || a.Key == "aria-hidden" || a.Key == "style"
	})
}

// longestQuestion is how many bytes a question has at most: what is longer has its own answers in it.
const longestQuestion = 600

// looked is how many elements of a question are looked at for a control.
const looked = 30

// followsControl reports whether the element before one is the question or the head by which it is opened.
func (r *Rules) followsControl(n *html.Node) bool {
	before := n.PrevSibling
	for before != nil && before.Type != html.ElementNode {
		before = before.PrevSibling
	}
	if before == nil || dom.HasAttr(n, "onclick") || dom.Closest(n, atom.Form, atom.Footer, atom.Aside) != nil || r.isShut(before) || dom.Is(before, atom.Details) || dom.First(before, atom.Details) != nil {
		return false
	}
	if words := wordsOf(before); words == 0 || words > longestQuestion {
		return false
	}
	return isAnswer(n, asks(before)) && r.isQuestion(before) // most that is closed is no answer, and what is clicked at stands in scripts
}

// isQuestion reports whether the words of an element are those of a control, or a question beside one without words.
func (r *Rules) isQuestion(n *html.Node) bool {
	if r.isControl(n) && isUsable(n) {
		return true
	}
	words, left := wordsOf(n), looked
	for c := range dom.Descendants(n) {
		if c.Type != html.ElementNode {
			continue
		}
		if left--; left < 0 {
			return false
		}
		if r.isControl(c) && r.isSeenIn(c, n) && isUsable(c) && (wordsOf(c) == words || asks(n) && !hasLetters(c)) {
			return true
		}
	}
	return false
}

// asks reports whether an element reads as the head of what follows: a heading, a term, or a sentence with its mark.
func asks(n *html.Node) bool {
	said := strings.TrimRight(strings.TrimSpace(dom.Text(n)), "+-–−×▾▼›⌄ \n\t")
	return dom.HeadingLevel(n) > 0 || dom.Is(n, atom.Dt) || dom.First(n, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) != nil ||
		strings.HasSuffix(said, "?") || strings.HasSuffix(said, "？")
}

func hasLetters(n *html.Node) bool { return strings.ContainsFunc(dom.Text(n), unicode.IsLetter) }

// leastAnswer is how many words follow a control at least that does not read as a question: notes of what
// a button has done are shorter.
const leastAnswer = 12

// longestAnswer is how many bytes of text an answer has at most, white space included: what is longer is the page
// itself, which is not gone over for each element around it.
const longestAnswer = 1 << 16

func isLong(n *html.Node) bool {
	bytes := 0
	for c := range dom.Descendants(n) {
		if c.Type == html.TextNode {
			bytes += len(c.Data)
		}
		if bytes > longestAnswer {
			return true
		}
	}
	return false
}

// isAnswer reports whether an element is prose, and none of the menus, forms and notes that buttons open, too.
func isAnswer(n *html.Node, asked bool) bool {
	if isLong(n) || dom.First(n, atom.Form, atom.Input, atom.Nav) != nil {
		return false
	}
	links := 0
	for _, a := range dom.Collect(n, atom.A) {
		links += wordsOf(a)
	}
	return links*2 <= wordsOf(n) && (asked || len(strings.Fields(dom.Text(n))) >= leastAnswer)
}

// wordsOf is how many bytes of text an element has, those of controls included, which are none of the page's.
func wordsOf(n *html.Node) (bytes int) {
	for c := range dom.Descendants(n) {
		if c.Type == html.TextNode {
			bytes += len(strings.TrimSpace(c.Data))
		}
	}
	return bytes
}

// isControl reports whether readers see that an element can be clicked at, and it does not lead elsewhere.
func (r *Rules) isControl(n *html.Node) bool {
	switch {
	case namesAnother(n):
		return false
	case dom.Is(n, atom.Button), dom.Attr(n, "role") == "button", dom.Attr(n, "aria-expanded") == "false", dom.HasAttr(n, "onclick") && !dom.Is(n, atom.A, atom.Input):
		return true
	case dom.Is(n, atom.A):
		return leadsNowhere(n) && isHead(n)
	}
	if r.clicked == nil {
		r.clicked = r.clickable()
	}
	if r.clicked["#"+strings.TrimSpace(dom.Attr(n, "id"))] {
		return true
	}
	for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
		if r.clicked["."+class] {
			return true
		}
	}
	return false
}

// leadsNowhere reports whether a link is there for scripts alone.
func leadsNowhere(n *html.Node) bool {
	to := strings.ToLower(strings.TrimSpace(dom.Attr(n, "href")))
	return to == "" || to == "#" || to == "#!" || strings.HasPrefix(to, "javascript:")
}

// heading is a class of links that are the head of what they fold. Other links that lead nowhere open lists of links and boxes for
// sharing.
var heading = pattern.Of(`(?i)(?:^|[\s_-])(?:title|heading|header|head|question|accordion|toggle|toggler|trigger|faq|collapsed?|collapsible)(?:$|[\s_-])`)

// isHead reports whether a link reads as the head of what follows, or has the name of one.
func isHead(n *html.Node) bool {
	return asks(n) || dom.Closest(n, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Dt) != nil || heading.MatchString(dom.Attr(n, "class"))
}

// isQuestions reports whether a link within a page is a question, whose answer it names.
func isQuestions(n *html.Node) bool { return dom.Is(n, atom.A) && asks(n) }

// namesAnother reports whether a control says what it opens, which is then nothing beside it.
func namesAnother(n *html.Node) bool { return strings.TrimSpace(dom.Attr(n, "aria-controls")) != "" }
