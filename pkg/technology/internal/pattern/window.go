package pattern

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// bounds say how far a match can lie from a part of it.
type bounds struct {
	reach    int    // the most characters of a match; unlimited if there is no end to them
	prefix   string // what every match begins with
	barriers string // characters that are in no match
	begins   bool   // whether the expression asks for the beginning of a text
}

const unlimited = -1

// margin is how many bytes beside a window are shown to an expression, so that it sees
// what words and texts end with: more than a character.
const margin = 2 * utf8.UTFMax

// signs are what barriers are looked for among: what ends tags, values and lines.
const signs = "<>\"'\n "

func boundsOf(tree *syntax.Regexp) bounds {
	b := bounds{reach: reach(tree)}
	first := tree
	for len(first.Sub) > 0 && (first.Op == syntax.OpConcat || first.Op == syntax.OpCapture) {
		first = first.Sub[0]
	}
	if first.Op == syntax.OpLiteral {
		b.prefix = Lower(string(first.Rune))
	}
	met := map[rune]bool{}
	b.note(tree, met)
	for _, c := range signs {
		if !met[c] {
			b.barriers += string(c)
		}
	}
	return b
}

// note notes which signs a match may have.
func (b *bounds) note(r *syntax.Regexp, met map[rune]bool) {
	for _, c := range signs {
		switch r.Op {
		case syntax.OpLiteral:
			met[c] = met[c] || strings.ContainsRune(string(r.Rune), c)
		case syntax.OpCharClass:
			for i := 0; i < len(r.Rune); i += 2 {
				met[c] = met[c] || r.Rune[i] <= c && c <= r.Rune[i+1]
			}
		case syntax.OpAnyChar:
			met[c] = true
		case syntax.OpAnyCharNotNL:
			met[c] = met[c] || c != '\n'
		case syntax.OpBeginText, syntax.OpBeginLine:
			b.begins = true
		default:
		}
	}
	for _, sub := range r.Sub {
		b.note(sub, met)
	}
}

// Window returns the stretch of a text that holds every match with a word at a place, or
// false if there can be none. Wide is the most bytes of a character of the text. What
// matches in a window or in windows that were joined, matches in the text.
func (p *Pattern) Window(text string, at, wide int) (begin, end int, ok bool) {
	b := &p.bounds
	begin, end = 0, len(text)
	if b.reach != unlimited {
		begin, end = max(0, at-b.reach*wide), min(len(text), at+b.reach*wide)
	}
	if b.barriers != "" {
		begin += strings.LastIndexAny(text[begin:at], b.barriers) + 1
		if i := strings.IndexAny(text[at:end], b.barriers); i >= 0 {
			end = at + i
		}
	}
	if b.prefix != "" {
		i := strings.Index(text[begin:min(len(text), at+len(b.prefix))], b.prefix)
		if i < 0 {
			return 0, 0, false
		}
		begin += i
	}
	return max(0, begin-margin), min(len(text), end+margin), true
}

// reach is the greatest number of characters of a match, or unlimited.
func reach(r *syntax.Regexp) int {
	switch r.Op {
	case syntax.OpLiteral:
		return len(r.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpStar, syntax.OpPlus:
		return unlimited
	case syntax.OpCapture, syntax.OpQuest, syntax.OpConcat, syntax.OpAlternate, syntax.OpRepeat:
	default:
		return 0
	}
	most, sum := 0, 0
	for _, sub := range r.Sub {
		n := reach(sub)
		if n == unlimited {
			return unlimited
		}
		most, sum = max(most, n), sum+n
	}
	switch {
	case r.Op == syntax.OpConcat:
		return sum
	case r.Op != syntax.OpRepeat:
		return most
	case r.Max < 0:
		return unlimited
	default:
		return most * r.Max
	}
}
