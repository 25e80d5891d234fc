package clean

import (
	"strings"
	"unsafe"

	"golang.org/x/net/html"
)

// mostSheet is how many bytes of style sheets are read, from the beginning of the page on.
const mostSheet = 256 << 10

// Rules are what a page hides by its own account: the classes and ids that its style sheets
// hide, and beside them what attributes do. What a control of the page opens is not hidden by
// attributes: every reader can see what is behind a tab. They are for one page and one goroutine.
type Rules struct {
	classes, ids names
	controls     []string        // attributes that name ids
	opened       map[string]bool // those ids, once they are asked for
}

// RulesOf reads the style elements of a page's source for rules that hide by one class or one id. A name that
// any other rule shows again, in whichever medium, or
// whose rule has more to it, is none of them: what a whole sheet does to an element only a browser
// knows. Opacity and visibility in sheets are what scripts change when the page has loaded, and
// are not read. The tree may lack what sheets say; its controls are noted by Prepare.
func RulesOf(source []byte) *Rules {
	r := &Rules{}
	var shown []string
	for _, text := range sheetsOf(source) {
		shown = r.sheet(shown, text, true)
	}
	if r.classes.all == nil && r.ids.all == nil {
		return r
	}
	for _, selector := range shown {
		r.show(selector)
	}
	return r
}

// sheetsOf are the texts of the style elements, at most mostSheet of them. They are parts of the page.
func sheetsOf(source []byte) (sheets []string) {
	rest := unsafe.String(unsafe.SliceData(source), len(source)) //nolint:gosec // nobody writes to a page that was fetched
	for left := mostSheet; ; {
		begin := behindStyle(rest)
		if begin < 0 {
			return sheets
		}
		_, after, _ := strings.Cut(rest[begin:], ">")
		text, after, _ := strings.Cut(after, "</style")
		if left -= len(text); left < 0 {
			return sheets
		}
		sheets, rest = append(sheets, text), after
	}
}

// behindStyle is the index behind the first "<style", or -1. Pages have few of its third letter, and
// many brackets.
func behindStyle(s string) int {
	const begin, end = "<st", "yle"
	for at := 0; ; at++ {
		i := strings.IndexByte(s[at:], end[0])
		if i < 0 {
			return -1
		}
		at += i
		if strings.HasSuffix(s[:at], begin) && strings.HasPrefix(s[at:], end) {
			return at + len(end)
		}
	}
}

// control notes the attributes by which buttons, tabs and links of the page name ids. Most pages hide
// nothing that they could open, so that they are not taken apart yet.
func (r *Rules) control(n *html.Node) {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "href":
			if len(a.Val) > 1 && a.Val[0] == '#' {
				r.controls = append(r.controls, a.Val)
			}
		case "aria-controls", "data-target", "data-bs-target", "popovertarget":
			r.controls = append(r.controls, a.Val)
		}
	}
}

// sheet reads rules and appends the selectors of those that may show an element again. Inner ones
// hide in some media only, and therefore not at all.
func (r *Rules) sheet(shown []string, text string, outer bool) []string {
	text = uncommented(text)
	var d declarations
	for {
		selector, rest, found := strings.Cut(text, "{")
		if !found {
			return shown
		}
		body, after := block(rest)
		text = after
		selector = strings.TrimSpace(selector[strings.LastIndexByte(selector, ';')+1:])
		if strings.HasPrefix(selector, "@") {
			if outer && (strings.HasPrefix(selector, "@media") || strings.HasPrefix(selector, "@supports") || strings.HasPrefix(selector, "@layer")) {
				shown = r.sheet(shown, body, false)
			}
			continue
		}
		d.read(body)
		switch {
		case d.hide():
			if outer {
				r.add(selector)
			}
		case d.of(display) != "", d.of(position) != "", d.of(clip) != "":
			shown = append(shown, selector)
		}
	}
}

// add takes the names of a list of selectors that are one class or one id each.
func (r *Rules) add(list string) {
	for one := range strings.SplitSeq(list, ",") {
		one = strings.TrimSpace(one)
		if len(one) < 2 || strings.ContainsAny(one[1:], " .#:[]>+~*\n\t\\") {
			continue
		}
		switch one[0] {
		case '.':
			r.classes.add(one[1:])
		case '#':
			r.ids.add(one[1:])
		}
	}
}

// betweenNames are the signs of a selector that are no part of a name.
const betweenNames = " ,.#:[]()>+~*=\"'\n\t"

// show forgets the names in a selector.
func (r *Rules) show(selector string) {
	for begin, i := 0, 0; i <= len(selector); i++ {
		if i < len(selector) && (selector[i] > '~' || strings.IndexByte(betweenNames, selector[i]) < 0) {
			continue
		}
		if begin < i {
			r.classes.remove(selector[begin:i])
			r.ids.remove(selector[begin:i])
		}
		begin = i + 1
	}
}

// block splits a rule's body, with the blocks in it, from what follows.
func block(text string) (body, after string) {
	depth, at := 1, 0
	for {
		i := strings.IndexByte(text[at:], '}')
		if i < 0 {
			return text, ""
		}
		depth += strings.Count(text[at:at+i], "{") - 1
		at += i + 1
		if depth == 0 {
			return text[:at-1], text[at:]
		}
	}
}

func uncommented(text string) string {
	if !strings.Contains(text, "/*") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for {
		before, rest, found := strings.Cut(text, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(rest, "*/")
	}
}
