package cascade

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/lookup"
)

// Bounds of one value with all that it refers to.
const (
	maxDepth  = 16
	maxLength = 4 << 10
	maxSwaps  = 200
)

// Variable is a custom property of the whole page.
type Variable struct {
	Name  string // with its dashes
	Value string // with what it refers to in place
	Uses  int    // how often the sheets ask for it
}

// Variables are the custom properties of the elements html and body, in the order in
// which the sheets set them.
func (s *Styles) Variables(doc *html.Node) []Variable {
	type placed struct {
		Variable
		at weight
	}
	var all []placed
	seen := map[string]bool{}
	for _, n := range roots(doc) { // body before html: it is nearer to what is seen
		for name, w := range s.of(n) {
			if !strings.HasPrefix(name, "--") || seen[name] {
				continue
			}
			seen[name] = true
			if value := s.resolve(n, w.value); value != "" {
				all = append(all, placed{Variable{name, value, s.uses[name]}, w.weight})
			}
		}
	}
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.at[4], b.at[4]), cmp.Compare(a.Name, b.Name))
	})
	list := make([]Variable, len(all))
	for i := range all {
		list[i] = all[i].Variable
	}
	return list
}

// roots are the elements body and html.
func roots(doc *html.Node) []*html.Node {
	page := lookup.Of(doc)
	return slices.Concat(lookup.First(page, "body").Nodes, lookup.First(page, "html").Nodes)
}

// resolve puts in place what var() refers to, as the element sees it. It is "" when
// something is missing without a fallback, refers to itself, or grows without end.
func (s *Styles) resolve(n *html.Node, value string) string {
	r := resolver{styles: s, node: n}
	out, ok := r.value(value, 0)
	if !ok {
		return ""
	}
	return strings.TrimSpace(out)
}

type resolver struct {
	styles *Styles
	node   *html.Node
	active []string // names that are being resolved
	swaps  int
}

func (r *resolver) value(value string, depth int) (string, bool) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(value, "var(")
		out.WriteString(before)
		if !found {
			break
		}
		inner, after, closed := closing(rest)
		r.swaps++
		if !closed || depth >= maxDepth || r.swaps > maxSwaps || out.Len() > maxLength {
			return "", false
		}
		text, ok := r.reference(inner, depth)
		if !ok {
			return "", false
		}
		out.WriteString(text)
		value = after
	}
	return out.String(), out.Len() <= maxLength
}

// reference is what stands for var(--name, fallback).
func (r *resolver) reference(inner string, depth int) (string, bool) {
	name, fallback, hasFallback := strings.Cut(inner, ",")
	name = strings.TrimSpace(name)
	if !slices.Contains(r.active, name) {
		if raw, ok := r.styles.variable(r.node, name); ok {
			r.active = append(r.active, name)
			text, ok := r.value(raw, depth+1)
			r.active = r.active[:len(r.active)-1]
			if ok {
				return text, true
			}
		}
	}
	if !hasFallback {
		return "", false
	}
	return r.value(fallback, depth+1)
}

// variable is the nearest definition of a custom property.
func (s *Styles) variable(n *html.Node, name string) (string, bool) {
	for ; n != nil; n = n.Parent {
		if n.Type != html.ElementNode {
			continue
		}
		if w, ok := s.of(n)[name]; ok {
			return w.value, true
		}
	}
	return "", false
}

// closing cuts at the parenthesis that closes what is open already.
func closing(s string) (inner, after string, found bool) {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s[:i], s[i+1:], true
			}
		}
	}
	return "", "", false
}
