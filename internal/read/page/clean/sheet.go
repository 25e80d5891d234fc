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
	weak         bool            // whether some hide in a way that scripts undo
	controls     []string        // attributes that name ids
	opened       map[string]bool // those ids, once they are asked for
}

// RulesOf reads the style elements of a page's source for rules that hide by a class or an id, with or without an element's
// name and that of plain elements around it. A name that any other rule shows again, in whichever medium, or
// whose rule has more to it, is none of them: what a whole sheet does to an element only a browser
// knows. Opacity, visibility and sizes in sheets are what scripts change when the page has loaded: they count where nothing
// in the page speaks of that, and Apply believes them for little of its text. The tree may lack what sheets say; its controls are noted by Prepare.
func RulesOf(source []byte) *Rules {
	r := &Rules{}
	var shown []selector
	for _, text := range sheetsOf(source) {
		shown = r.sheet(shown, text, true)
	}
	if r.classes.all == nil && r.ids.all == nil {
		return r
	}
	for _, s := range shown {
		r.show(s)
	}
	if r.weak {
		r.scripted(source)
	}
	return r
}

// selector is that of a rule that may show an element again: or only what is hidden weakly.
type selector struct {
	text string
	weak bool
}

// mostScript is how many bytes of scripts are looked through for names.
const mostScript = 256 << 10

// scripted forgets weak rules whose names stand in a script of the page.
func (r *Rules) scripted(source []byte) {
	rest := unsafe.String(unsafe.SliceData(source), len(source)) //nolint:gosec // nobody writes to a page that was fetched
	for left := mostScript; left > 0; {
		_, after, found := strings.Cut(rest, "<script")
		if !found {
			return
		}
		text, after, _ := strings.Cut(after, "</script")
		for _, set := range [...]*names{&r.classes, &r.ids} {
			for name := range set.all {
				if strings.Contains(text, name) {
					set.remove(name, true)
				}
			}
		}
		rest = after
		left -= len(text)
	}
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
// hide in some media only, and therefore not at all, but in layers and on screens.
func (r *Rules) sheet(shown []selector, text string, outer bool) []selector {
	text = uncommented(text)
	var d declarations
	for {
		before, rest, found := strings.Cut(text, "{")
		if !found {
			return shown
		}
		body, after := block(rest)
		text = after
		before = strings.TrimSpace(before[strings.LastIndexByte(before, ';')+1:])
		if strings.HasPrefix(before, "@") {
			if always := strings.HasPrefix(before, "@layer") || before == "@media screen" || before == "@media all"; isBlockOfRules(before) && (outer || always) {
				shown = r.sheet(shown, body, outer && always)
			}
			continue
		}
		d.read(body)
		switch {
		case d.hide(), d.unseen(), d.faded(), d.tiny():
			if outer {
				r.hide(before, &d)
			}
		case d.of(display) != "", d.of(position) != "", d.of(clip) != "":
			shown = append(shown, selector{text: before})
		case d[opacity] != "", d[visibility] != "", d[fontSize] != "", d[font] != "", d.moves():
			shown = append(shown, selector{text: before, weak: true})
		}
	}
}

// isBlockOfRules reports whether an at-rule has rules in it that style elements.
func isBlockOfRules(rule string) bool {
	return strings.HasPrefix(rule, "@media") || strings.HasPrefix(rule, "@supports") || strings.HasPrefix(rule, "@layer")
}

// hide notes the rule of a list of selectors that hides.
func (r *Rules) hide(list string, d *declarations) {
	if d.hide() {
		r.add(list, compound{})
	} else if !d.moves() {
		r.add(list, compound{weak: true, bare: !d.unseen() && !d.faded()})
		r.weak = true
	}
}

// add takes the selectors of a list that name a class or an id.
func (r *Rules) add(list string, how compound) {
	for one := range strings.SplitSeq(list, ",") {
		around := strings.Fields(one)
		if len(around) == 0 || strings.ContainsAny(one, ":[]>+~*\\()") || !allPlain(around[:len(around)-1]) {
			continue
		}
		c := how
		last := around[len(around)-1]
		i := strings.IndexAny(last, ".#")
		if i < 0 {
			continue
		}
		c.tag = last[:i]
		for i < len(last) {
			sign, rest := last[i], last[i+1:]
			end := strings.IndexAny(rest, ".#")
			if end < 0 {
				end = len(rest)
			}
			if name := rest[:end]; name != "" && sign == '#' {
				c.id = name
			} else if name != "" {
				c.classes = append(c.classes, name)
			}
			i += 1 + end
		}
		switch {
		case c.id != "":
			r.ids.add(c.id, c)
		case len(c.classes) > 0:
			r.classes.add(c.classes[0], c)
		}
	}
}

// allPlain reports whether elements are around everything on most pages, so that a selector says nothing by them.
func allPlain(elements []string) bool {
	for _, name := range elements {
		switch name {
		case "html", "body", "main", "article", "section", "div":
		default:
			return false
		}
	}
	return true
}

// betweenNames are the signs of a selector that are no part of a name.
const betweenNames = " ,.#:[]()>+~*=\"'\n\t"

// show forgets the names in a selector.
func (r *Rules) show(s selector) {
	for begin, i := 0, 0; i <= len(s.text); i++ {
		if i < len(s.text) && (s.text[i] > '~' || strings.IndexByte(betweenNames, s.text[i]) < 0) {
			continue
		}
		if begin < i {
			r.classes.remove(s.text[begin:i], s.weak)
			r.ids.remove(s.text[begin:i], s.weak)
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
