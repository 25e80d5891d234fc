package cascade

import (
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/brand/css"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	maxSteps = 3 // spaces in a selector that is asked
	maxText  = 300
	// work is how many comparisons the selectors of one document may take: matching
	// "a b c" tries every pair of elements around the one in question.
	work = 20_000_000
)

// index finds the selectors that can match an element by what their last part names.
type index struct {
	entries []entry
	by      map[string][]int // "#id", ".class", "tag" or "*" to entries
	left    int
}

// entry is one selector of a rule. It is compiled when it is first needed.
type entry struct {
	text     string
	rule     *css.Rule
	steps    int
	compiled bool
	selector cascadia.Sel // nil when it is none that can be asked
}

// match is a rule that holds for an element.
type match struct {
	rule        *css.Rule
	specificity cascadia.Specificity
	order       int
}

func newIndex() index { return index{by: map[string][]int{}, left: work} }

func (x *index) add(rule *css.Rule) {
	for _, text := range rule.Selectors {
		text = plain(text)
		steps, ok := searching(text)
		if !ok {
			continue
		}
		key := lastName(text)
		x.by[key] = append(x.by[key], len(x.entries))
		x.entries = append(x.entries, entry{text: text, rule: rule, steps: steps})
	}
}

// plain takes :where() and :is() off around a single selector, which the matcher does
// not know.
func plain(text string) string {
	for _, name := range []string{":where(", ":is("} {
		for strings.Contains(text, name) {
			before, rest, _ := strings.Cut(text, name)
			inner, after, found := strings.Cut(rest, ")")
			if !found || strings.ContainsAny(inner, "(,") {
				break
			}
			text = before + inner + after
		}
	}
	return strings.TrimSpace(text)
}

// searching counts the spaces that make the matcher search. ok is false for selectors
// that are too long, or cost more than what they could tell.
func searching(text string) (steps int, ok bool) {
	if len(text) > maxText || strings.Contains(text, "::") {
		return 0, false
	}
	for _, costly := range []string{":has", ":nth", ":contains", ":matches", "#=", ":last", ":only", ":first-of"} {
		if strings.Contains(text, costly) {
			return 0, false
		}
	}
	fields := strings.Fields(text)
	for i, f := range fields {
		if f == "~" {
			return 0, false
		}
		combinator := f == ">" || f == "+"
		if i > 0 && !combinator && fields[i-1] != ">" && fields[i-1] != "+" {
			steps++
		}
	}
	return steps, steps <= maxSteps
}

// lastName is what an element must have to be matched: the id, a class or the tag of
// the last part, "*" when that names none of them.
func lastName(text string) string {
	last := text
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')', ']':
			depth++
		case '(', '[':
			depth--
		case ' ', '>', '+', '~', '\t', '\n':
			if depth == 0 {
				last = text[i+1:]
				i = -1
			}
		}
	}
	if end := strings.IndexAny(last, ":["); end >= 0 {
		last = last[:end]
	}
	if strings.Contains(last, `\`) { // an escaped name, as Tailwind has them
		return "*"
	}
	tag, rest := last, ""
	if at := strings.IndexAny(last, ".#"); at >= 0 {
		tag, rest = last[:at], last[at:]
	}
	if rest != "" {
		sign, name := rest[:1], rest[1:]
		if end := strings.IndexAny(name, ".#"); end >= 0 {
			name = name[:end]
		}
		return sign + name
	}
	if tag == "" {
		return "*"
	}
	return strings.ToLower(tag)
}

// match returns the rules that hold for an element, in their order.
func (x *index) match(n *html.Node) []match {
	depth := 0
	for p := n.Parent; p != nil; p = p.Parent {
		depth++
	}
	var found []match
	for _, key := range keys(n) {
		for _, at := range x.by[key] {
			e := &x.entries[at]
			cost := 1
			for range e.steps {
				cost *= max(depth, 1)
			}
			if x.left -= cost; x.left < 0 {
				return found
			}
			if e.matches(n) {
				found = append(found, match{e.rule, e.selector.Specificity(), at})
			}
		}
	}
	return found
}

func (e *entry) matches(n *html.Node) bool {
	if !e.compiled {
		e.compiled = true
		if sel, err := cascadia.Parse(e.text); err == nil {
			e.selector = sel
		}
	}
	return e.selector != nil && e.selector.Match(n)
}

// keys are the names under which selectors for an element are found.
func keys(n *html.Node) []string {
	all := []string{"*", n.Data}
	if id := dom.Attr(n, "id"); id != "" {
		all = append(all, "#"+id)
	}
	seen := map[string]bool{}
	for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
		if !seen[class] {
			seen[class] = true
			all = append(all, "."+class)
		}
	}
	return all
}
