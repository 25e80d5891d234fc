package pattern

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// printed writes a tree as an expression. Its own String looks up every character of a
// class to find whether the class ignores the case, 1 ms for `[^>]`.
func printed(tree *syntax.Regexp) string {
	var b strings.Builder
	write(&b, tree)
	return b.String()
}

// signOf is how a tree's operation is written that has no more to it.
var signOf = map[syntax.Op]string{
	syntax.OpAnyChar: `(?s:.)`, syntax.OpAnyCharNotNL: `.`, syntax.OpBeginLine: `(?m:^)`, syntax.OpEndLine: `(?m:$)`,
	syntax.OpBeginText: `\A`, syntax.OpEndText: `\z`, syntax.OpWordBoundary: `\b`, syntax.OpNoWordBoundary: `\B`,
	syntax.OpStar: `*`, syntax.OpPlus: `+`, syntax.OpQuest: `?`, syntax.OpNoMatch: `[^\x00-\x{10FFFF}]`,
}

func write(b *strings.Builder, r *syntax.Regexp) {
	switch r.Op {
	case syntax.OpLiteral:
		b.WriteString(regexp.QuoteMeta(string(r.Rune)))
	case syntax.OpCharClass:
		writeClass(b, r.Rune)
	case syntax.OpCapture:
		b.WriteString("(")
		write(b, r.Sub[0])
		b.WriteString(")")
	case syntax.OpConcat, syntax.OpAlternate:
		between := ""
		if r.Op == syntax.OpAlternate {
			between = "|"
		}
		b.WriteString("(?:")
		for i, sub := range r.Sub {
			if i > 0 {
				b.WriteString(between)
			}
			write(b, sub)
		}
		b.WriteString(")")
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		writeRepeat(b, r)
	default:
		b.WriteString(signOf[r.Op])
	}
}

func writeClass(b *strings.Builder, ranges []rune) {
	if len(ranges) == 0 {
		b.WriteString(signOf[syntax.OpNoMatch])
		return
	}
	b.WriteString("[")
	for i := 0; i < len(ranges); i += 2 {
		fmt.Fprintf(b, `\x{%x}-\x{%x}`, ranges[i], ranges[i+1])
	}
	b.WriteString("]")
}

func writeRepeat(b *strings.Builder, r *syntax.Regexp) {
	b.WriteString("(?:")
	write(b, r.Sub[0])
	b.WriteString(")")
	switch {
	case r.Op != syntax.OpRepeat:
		b.WriteString(signOf[r.Op])
	case r.Max < 0:
		fmt.Fprintf(b, "{%d,}", r.Min)
	default:
		fmt.Fprintf(b, "{%d,%d}", r.Min, r.Max)
	}
	if r.Flags&syntax.NonGreedy != 0 {
		b.WriteString("?")
	}
}
