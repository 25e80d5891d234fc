package firecrawl

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
)

// Paths are matched by regular expressions there, anywhere in the path, and by globs here. What most callers write is
// both: literals, ".*", alternatives, sets of letters or digits, and the anchors of a path's beginning and end.

// most is how many globs one expression may become, and longest how many bytes it may have, as many as a glob.
const (
	most    = 16
	longest = 500
)

// stretch is any text, slashes too, within the spelling of an expression.
const stretch = "\x00"

// mostExpressions is how many a crawl may have, as many as globs.
const mostExpressions = 50

// globs are expressions as globs. Error: *invalid.
func globs(field string, expressions []string) (all []string, err error) {
	if len(expressions) > mostExpressions {
		return nil, &invalid{field, fmt.Sprintf("must not have more than %d items", mostExpressions)}
	}
	for i, e := range expressions {
		list, ok := globsOf(e)
		if !ok {
			return nil, &invalid{fmt.Sprintf("%s[%d]", field, i), "is a regular expression that this service has no glob for; it has literals, .*, [^/]*, alternatives, [a-z] and the anchors ^ and $"}
		}
		all = append(all, list...)
	}
	return all, nil
}

// globsOf are the globs that match the paths which an expression matches.
func globsOf(expression string) (list []string, ok bool) {
	if len(expression) > longest {
		return nil, false
	}
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, false
	}
	for _, one := range branches(parsed) {
		spelled, ok := branch(one)
		if !ok {
			return nil, false
		}
		list = append(list, spelled...)
	}
	return list, len(list) > 0 && len(list) <= most
}

// branches are the alternatives at the top of an expression, each of which has anchors of its own.
func branches(r *syntax.Regexp) []*syntax.Regexp {
	for r.Op == syntax.OpCapture {
		r = r.Sub[0]
	}
	if r.Op == syntax.OpAlternate {
		return r.Sub
	}
	return []*syntax.Regexp{r}
}

// branch are the globs of one alternative.
func branch(r *syntax.Regexp) (list []string, ok bool) {
	parts := []*syntax.Regexp{r}
	if r.Op == syntax.OpConcat {
		parts = r.Sub
	}
	begins, ends := false, false
	if len(parts) > 0 && parts[0].Op == syntax.OpBeginText {
		begins, parts = true, parts[1:]
	}
	if n := len(parts); n > 0 && parts[n-1].Op == syntax.OpEndText {
		ends, parts = true, parts[:n-1]
	}
	if !ends { // what may be absent at an open end means nothing
		for n := len(parts); n > 0 && (parts[n-1].Op == syntax.OpStar || parts[n-1].Op == syntax.OpQuest); n = len(parts) {
			parts = parts[:n-1]
		}
		if n := len(parts); n > 0 && parts[n-1].Op == syntax.OpPlus { // and one of what may be repeated is as good as many
			parts = append(slices.Clone(parts[:n-1]), parts[n-1].Sub[0])
		}
	}
	spelled := []string{""}
	for _, p := range parts {
		more, ok := spell(p)
		if !ok || len(spelled)*len(more) > most {
			return nil, false
		}
		spelled = product(spelled, more)
	}
	return expandAll(spelled, begins, ends)
}

func product(first, second []string) (all []string) {
	for _, a := range first {
		for _, b := range second {
			all = append(all, a+b)
		}
	}
	return all
}

// spell are the spellings of a part.
func spell(r *syntax.Regexp) ([]string, bool) {
	switch r.Op {
	case syntax.OpLiteral:
		if r.Flags&syntax.FoldCase != 0 {
			return nil, false
		}
		return []string{quoteGlob(string(r.Rune))}, true
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		return []string{"?"}, true
	case syntax.OpCharClass:
		return class(r)
	case syntax.OpCapture:
		return spell(r.Sub[0])
	case syntax.OpQuest:
		inner, ok := spell(r.Sub[0])
		return append(inner, ""), ok
	case syntax.OpStar, syntax.OpPlus:
		return repeated(r)
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range r.Sub {
			more, ok := spell(sub)
			if !ok || len(all)*len(more) > most {
				return nil, false
			}
			all = product(all, more)
		}
		return all, true
	case syntax.OpAlternate:
		var all []string
		for _, sub := range r.Sub {
			more, ok := spell(sub)
			if !ok {
				return nil, false
			}
			all = append(all, more...)
		}
		return all, true
	default:
		return nil, false
	}
}

// repeated are texts of any length: any signs, or any but slashes.
func repeated(r *syntax.Regexp) ([]string, bool) {
	var text string
	switch sub := r.Sub[0]; {
	case sub.Op == syntax.OpAnyCharNotNL || sub.Op == syntax.OpAnyChar:
		text = stretch
	case sub.Op == syntax.OpCharClass && sub.String() == "[^/]":
		text = "*"
	default:
		return nil, false
	}
	if r.Op == syntax.OpPlus {
		text = "?" + text
	}
	return []string{text}, true
}

// class is a set of ASCII letters, digits and signs that mean nothing in a glob.
func class(r *syntax.Regexp) ([]string, bool) {
	var b strings.Builder
	for i := 0; i < len(r.Rune); i += 2 {
		from, to := r.Rune[i], r.Rune[i+1]
		if to > 'z' || !plain(from) || !plain(to) || from < 'a' && to >= 'a' || from < 'A' && to >= 'A' {
			return nil, false
		}
		fmt.Fprintf(&b, "%c-%c", from, to)
	}
	return []string{"[" + b.String() + "]"}, b.Len() > 0
}

func plain(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func expandAll(spelled []string, begins, ends bool) (list []string, ok bool) {
	for _, s := range spelled {
		globs, ok := expand(s, begins, ends)
		if list = append(list, globs...); !ok || len(list) > most {
			return nil, false
		}
	}
	return list, true
}

// expand are the globs of a spelling, in which each stretch is text of one segment or of several; false when there are
// more than most.
func expand(spelled string, begins, ends bool) (heads []string, ok bool) {
	if !begins {
		spelled = stretch + spelled
	}
	if !ends {
		spelled += stretch
	}
	for strings.Contains(spelled, stretch+stretch) {
		spelled = strings.ReplaceAll(spelled, stretch+stretch, stretch)
	}
	pieces := strings.Split(spelled, stretch)
	heads = []string{pieces[0]}
	for i, piece := range pieces[1:] {
		joins := []string{"*", "*/**/*"}
		if first := i == 0 && pieces[0] == ""; first && strings.HasPrefix(piece, "/") {
			joins = []string{"/**"}
		} else if first {
			joins = []string{"/**/*"}
		}
		if last := i == len(pieces)-2 && piece == ""; last && strings.HasSuffix(heads[0], "/") {
			joins = []string{"**"}
		} else if last {
			joins = []string{"*", "*/**"} // the second alone does not match where its asterisk is nothing
		}
		if len(heads)*len(joins) > most {
			return nil, false
		}
		for j := range joins {
			joins[j] += piece
		}
		heads = product(heads, joins)
	}
	for i, h := range heads {
		heads[i] = "/" + strings.TrimPrefix(h, "/")
	}
	return heads, true
}

// quoteGlob writes a text so that a glob matches it alone.
func quoteGlob(text string) string {
	var b strings.Builder
	for _, c := range text {
		if strings.ContainsRune(`*?[]{}\!^,`, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}
