// Package cascade works out what stylesheets make of single elements, where no browser
// does: which rule wins, what is inherited, and what custom properties stand for. It
// knows as much of CSS as colours and fonts need, and no layout.
package cascade

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/brand/css"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Styles are the stylesheets of one document. It is not safe for concurrent use.
type Styles struct {
	index   index
	matched map[*html.Node]properties
	uses    map[string]int
}

// properties are the winning declarations of one element by property.
type properties map[string]winner

// winner is a declaration with what it won by.
type winner struct {
	value     string
	shorthand bool // the value is that of font or background
	weight    weight
}

// weight orders declarations: importance, specificity, place.
type weight [5]int

// New returns the styles of sheets, which stand in the document's order.
func New(sheets []css.Sheet) *Styles {
	s := &Styles{matched: map[*html.Node]properties{}, uses: map[string]int{}, index: newIndex()}
	for _, sheet := range sheets {
		for i := range sheet.Rules {
			rule := &sheet.Rules[i]
			s.index.add(rule)
			for _, d := range rule.Declarations {
				s.countUses(d.Value)
			}
		}
	}
	return s
}

// countUses counts how often custom properties are asked for: one that nobody uses
// says nothing about how the page looks.
func (s *Styles) countUses(value string) {
	for {
		_, rest, found := strings.Cut(value, "var(")
		if !found {
			return
		}
		name := rest
		if end := strings.IndexAny(name, ",) \t\n"); end >= 0 {
			name = name[:end]
		}
		s.uses[strings.TrimSpace(name)]++
		value = rest
	}
}

// Color is the text colour of an element as CSS; "" when nothing sets it.
func (s *Styles) Color(n *html.Node) string { return s.inherited(n, "color") }

// Font is the font-family of an element as CSS; "" when nothing sets it.
func (s *Styles) Font(n *html.Node) string { return s.inherited(n, "font-family") }

// Background is the background colour of an element, or the gradient in its place; ""
// when nothing sets one, since backgrounds are not inherited.
func (s *Styles) Background(n *html.Node) string {
	w, ok := s.of(n)["background-color"]
	if !ok {
		return ""
	}
	return s.resolve(n, w.value)
}

// inherited looks at the element and then at those around it.
func (s *Styles) inherited(n *html.Node, property string) string {
	for ; n != nil; n = n.Parent {
		if n.Type != html.ElementNode {
			continue
		}
		w, ok := s.of(n)[property]
		if !ok {
			continue
		}
		value := s.resolve(n, w.value)
		if w.shorthand {
			value = family(value)
		}
		switch strings.ToLower(value) {
		case "", "inherit", "unset", "revert", "revert-layer":
			continue
		case "initial":
			return ""
		}
		return value
	}
	return ""
}

// of are the declarations that win for an element.
func (s *Styles) of(n *html.Node) properties {
	if p, known := s.matched[n]; known {
		return p
	}
	p := properties{}
	for _, m := range s.index.match(n) {
		for i, d := range m.rule.Declarations {
			p.offer(d, weight{0, m.specificity[0], m.specificity[1], m.specificity[2], m.order<<8 + min(i, 255)})
		}
	}
	for _, d := range css.Inline(dom.Attr(n, "style")) {
		const style = 1 << 20 // beyond any selector's
		p.offer(d, weight{0, style, 0, 0, 0})
	}
	s.matched[n] = p
	return p
}

// offer takes a declaration that is not weaker than what is there.
func (p properties) offer(d css.Declaration, w weight) {
	name, shorthand := d.Property, false
	switch d.Property {
	case "font":
		name, shorthand = "font-family", true
	case "background":
		name, shorthand = "background-color", true
	}
	if d.Important {
		w[0] = 1
	}
	if old, ok := p[name]; !ok || slices.Compare(w[:], old.weight[:]) >= 0 {
		p[name] = winner{value: d.Value, shorthand: shorthand, weight: w}
	}
}

// family is the last part of the shorthand font: what follows the size.
func family(font string) string {
	fields := strings.Fields(font)
	for i, f := range fields {
		size := strings.ToLower(f)
		size, _, _ = strings.Cut(size, "/")
		switch {
		case size == "":
			continue
		case strings.ContainsAny(size[:1], "0123456789.") && strings.ContainsAny(size, "%abcdefghijklmnopqrstuvwxyz"),
			strings.HasPrefix(size, "clamp("), strings.HasPrefix(size, "calc("), strings.HasPrefix(size, "min("), strings.HasPrefix(size, "max("),
			slices.Contains([]string{"small", "medium", "large", "x-small", "x-large", "xx-small", "xx-large", "smaller", "larger"}, size):
			return afterSize(fields[i:])
		}
	}
	return ""
}

// afterSize leaves out the size with its parentheses, and a line height.
func afterSize(fields []string) string {
	depth := 0
	for i, f := range fields {
		depth += strings.Count(f, "(") - strings.Count(f, ")")
		if depth > 0 || f == "/" || i+1 < len(fields) && fields[i+1] == "/" || i > 0 && fields[i-1] == "/" {
			continue
		}
		return strings.Join(fields[i+1:], " ")
	}
	return ""
}
