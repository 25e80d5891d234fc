package clean

import (
	"slices"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Rules are what a page hides by its own account: the classes and ids that its style sheets
// hide, and beside them what attributes do. What a control of the page opens is not hidden by
// attributes: every reader can see what is behind a tab. They are for one page and one goroutine.
type Rules struct {
	classes, ids names
	shown        []selector      // of rules that may take back what hides
	back         *taken          // what they say by names, once it is asked for
	scripts      []string        // its scripts, once they are asked for
	spoken       map[string]bool // whether they have a name, of those that were asked for
	controls     []control       // elements that name ids
	questions    []control       // links that name ids and read as questions
	handlers     []control       // elements with a handler for clicks, and that; none once toWay was asked for
	told         []control       // those with the ids in functions that it calls
	tabs         []*html.Node    // heads of panels
	labels       []*html.Node    // of fields, by their ids
	dialogs      []*html.Node    // that are closed
	way          *way            // to what they open, once it is asked for
	source       []byte          // the page
	sheets       []style         // in it
	clicked      map[string]bool // what is made for clicks, once it is asked for
	drawn        map[string]bool // what sheets paint, once it is asked for
}

// RulesOf reads the style elements of a page's source for rules that hide by a class or an id, with or without an element's
// name and that of plain elements around it. A name that any other rule shows again, in whichever medium, or
// whose rule has more to it, is none of them: what a whole sheet does to an element only a browser
// knows. Opacity, visibility and sizes in sheets are what scripts change when the page has loaded: they count where nothing
// in the page speaks of that, and Apply believes them for little of its text. The tree may lack what sheets say; its controls are noted by Prepare.
func RulesOf(source []byte) *Rules { return rulesOf(source, sheetsOf(source)) }

// RulesOfParsed is RulesOf for who knows the style elements of the page.
func RulesOfParsed(source []byte, styles []dom.Style) *Rules {
	return rulesOf(source, sheetsIn(styles))
}

func rulesOf(source []byte, sheets []style) *Rules {
	r := &Rules{source: source, sheets: sheets}
	for _, one := range r.sheets {
		r.sheet(one.text, context{outer: one.applies})
	}
	if r.classes.all == nil && r.ids.all == nil {
		return r
	}
	for i := range r.shown {
		r.show(&r.shown[i])
	}
	return r
}

// mostScript is how many bytes of scripts are looked through for names.
const mostScript = 256 << 10

// speaks reports whether a name stands in a script of the page, which may show what a weak rule hides by it. Hardly
// any page has an element that such a rule is for.
func (r *Rules) speaks(name string) bool {
	known, asked := r.spoken[name]
	if asked {
		return known
	}
	if r.spoken == nil {
		r.spoken = map[string]bool{}
	}
	known = slices.ContainsFunc(r.texts(), func(text string) bool { return strings.Contains(text, name) })
	r.spoken[name] = known
	return known
}

// texts are those of its scripts.
func (r *Rules) texts() []string {
	if r.scripts == nil {
		r.scripts = scriptsOf(unsafe.String(unsafe.SliceData(r.source), len(r.source))) //nolint:gosec // nobody writes to a page that was fetched
	}
	return r.scripts
}

// scriptsOf are the texts of the scripts in a page's source, about mostScript of them, from the first on.
func scriptsOf(source string) (texts []string) {
	for left := mostScript; left > 0; {
		_, after, found := strings.Cut(source, "<script")
		if !found {
			break
		}
		text, after, _ := strings.Cut(after, "</script")
		texts = append(texts, text)
		source = after
		left -= len(text)
	}
	return texts
}

// context is where rules of a sheet stand.
type context struct {
	outer   bool   // whether they are for all screens
	layered bool   // within a layer
	within  string // the selector of the rule around them
}

// sheet reads rules, and notes those that may show an element again. Inner ones
// hide in some media only, and therefore not at all, but in layers and on screens.
func (r *Rules) sheet(text string, in context) {
	text = uncommented(text)
	var d declarations
	for {
		before, rest, found := strings.Cut(text, "{")
		if !found {
			return
		}
		body, after := block(rest)
		text = after
		before = strings.TrimSpace(before[strings.LastIndexByte(before, ';')+1:])
		if strings.HasPrefix(before, "@") {
			r.inner(before, body, in)
			continue
		}
		if strings.IndexByte(body, '{') >= 0 {
			r.sheet(body, context{within: before + in.within})
			body = flat(body)
		}
		d.read(body)
		hides := d.hiding()
		if hides != 0 && in.outer && in.within == "" {
			r.hide(before, &d, hides, in)
		}
		r.note(before, &d, hides, in)
	}
}

// inner reads an at-rule that has rules for elements in it.
func (r *Rules) inner(before, body string, in context) {
	name, _, _ := strings.Cut(strings.ToLower(before), " ")
	name, _, _ = strings.Cut(name, "(")
	switch name {
	case "@media", "@supports", "@container", "@layer", "@scope", "@document", "@-moz-document":
	default:
		return
	}
	always := name == "@layer" || before == "@media screen" || before == "@media all"
	next := context{outer: in.outer && always, layered: in.layered || name == "@layer", within: in.within}
	if in.within != "" { // declarations of the rule around it may stand there alone
		body = "&{" + flat(body) + "}" + body
	}
	r.sheet(body, next)
}

// flat are the declarations of a rule without the rules in it.
func flat(body string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(body, "{")
		if !found {
			b.WriteString(body)
			return b.String()
		}
		b.WriteString(before[:strings.LastIndexByte(before, ';')+1])
		_, body = block(rest)
	}
}

// hide notes the rule of a list of selectors that hides.
func (r *Rules) hide(list string, d *declarations, hides ways, in context) {
	if hides&^weakWays != 0 {
		r.add(list, compound{ways: hides &^ weakWays, layered: in.layered})
	} else if !d.moves() {
		r.add(list, compound{weak: true, bare: hides == bySize, ways: hides, layered: in.layered})
	}
}

// add takes the selectors of a list that name a class or an id.
func (r *Rules) add(list string, how compound) {
	for one := range strings.SplitSeq(list, ",") {
		around := strings.Fields(one)
		if len(around) == 0 || strings.ContainsAny(one, ":[]>+~*\\()&") || !allPlain(around[:len(around)-1]) {
			continue
		}
		c := how
		last := around[len(around)-1]
		i := strings.IndexAny(last, ".#")
		if i < 0 {
			continue
		}
		c.tag, c.around = last[:i], around[:len(around)-1]
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
func (r *Rules) show(s *selector) {
	if !s.forgets {
		return
	}
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

// uncommented is a sheet without its comments, and without what in texts in quotes would end a rule. In quotes and in addresses
// no comment begins.
func uncommented(text string) string {
	if !strings.Contains(text, "/*") && strings.IndexByte(text, '"') < 0 && strings.IndexByte(text, '\'') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for {
		i := strings.IndexAny(text, `"'/`)
		if i < 0 || i+1 == len(text) {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		sign, rest := text[i], text[i+1:]
		switch {
		case sign != '/':
			quoted := inQuotes(rest, sign)
			b.WriteByte(sign)
			b.WriteString(noBraces().Replace(rest[:quoted]))
			text = rest[quoted:]
		case rest[0] != '*' || endsInAddress(b.String()):
			b.WriteByte(sign)
			text = rest
		default:
			_, text, _ = strings.Cut(rest[1:], "*/")
		}
	}
}

// noBraces writes what ends rules and declarations as something that does not.
var noBraces = sync.OnceValue(func() *strings.Replacer { return strings.NewReplacer("{", "_", "}", "_", ";", "_") })

// inQuotes is how many bytes of a text are in quotes, with the last: to the end of the line where they are not closed.
func inQuotes(text string, sign byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case sign:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(text)
}

// endsInAddress reports whether an address without quotes has begun and not ended.
func endsInAddress(text string) bool {
	const begin, longest = "url(", 2048
	text = text[max(0, len(text)-longest):]
	i := strings.LastIndexByte(text, '(')
	return i >= len(begin)-1 && strings.EqualFold(text[i+1-len(begin):i+1], begin) && !strings.ContainsAny(strings.TrimLeft(text[i+1:], blanks), ")\"'"+blanks)
}
