package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
)

// The fingerprints' authors write `*` and `+`. The library that carries them repeats no
// more than maxRepeat times, and the digits and dots of versions maxDigits times, so this
// is what they mean. It replaces them wherever they stand, in classes, too.
const (
	maxRepeat = 250
	maxDigits = 20
)

// versions are the two ways to write a version, the mark that stands for each while
// other signs are replaced, and how they are limited.
var versions = [2]struct{ written, mark, limited string }{
	{`(\d+(?:\.\d+)+)`, "__verCap1__", `(\d{1,20}(?:\.\d{1,20}){1,20})`},
	{`((?:\d+\.)+\d+)`, "__verCap2__", `((?:\d{1,20}\.){1,20}\d{1,20})`},
}

// limit returns an expression as it counts: with limits, and in any case of letters.
func limit(expression string) string {
	s := expression
	for _, v := range versions {
		s = strings.ReplaceAll(s, v.written, v.mark)
	}
	s = strings.ReplaceAll(s, `\+`, "__escapedPlus__")
	s = strings.ReplaceAll(s, "+", "{1,250}")
	s = strings.ReplaceAll(s, "*", "{0,250}")
	s = strings.ReplaceAll(s, "__escapedPlus__", `\+`)
	for _, v := range versions {
		s = strings.ReplaceAll(s, v.mark, v.limited)
	}
	return "(?i)" + s
}

// loosener takes limits from an expression: `a{1,250}` is a state for each time, `a+` is
// two. A match that is short enough to respect the limits is the same in both forms,
// since both try the same ways in the same order.
type loosener struct {
	lazy    bool // whether any match will do, so that short ones may be tried first
	changed bool // whether a limit was taken
	paths   bool // whether one of a version was
}

func (l *loosener) loosen(r *syntax.Regexp) *syntax.Regexp {
	if r.Op == syntax.OpCapture {
		limited, loose := versionTrees()
		if at := slices.IndexFunc(limited, r.Sub[0].Equal); at >= 0 {
			l.changed, l.paths = true, true
			r.Sub[0] = loose[at]
			return r
		}
	}
	for i, sub := range r.Sub {
		r.Sub[i] = l.loosen(sub)
	}
	switch r.Op {
	case syntax.OpLiteral: // of texts in lower case
		r.Flags &^= syntax.FoldCase
		for i := range r.Rune {
			r.Rune[i] = lower(r.Rune[i])
		}
	case syntax.OpRepeat:
		// What may be empty is repeated in other ways when there is no limit.
		if r.Max == maxRepeat && r.Min <= 1 && shortest(r.Sub[0]) > 0 {
			l.changed = true
			r.Op = syntax.OpStar
			if r.Min == 1 {
				r.Op = syntax.OpPlus
			}
			if l.lazy {
				r.Flags |= syntax.NonGreedy
			}
		}
	default:
	}
	return r
}

// versionTrees are what the groups of versions hold, parsed, with and without limits.
var versionTrees = sync.OnceValues(func() (limited, loose []*syntax.Regexp) {
	for _, v := range versions {
		a, errA := syntax.Parse("(?i)"+v.limited, syntax.Perl)
		b, errB := syntax.Parse("(?i)"+v.written, syntax.Perl)
		if errA == nil && errB == nil {
			limited, loose = append(limited, a.Sub[0]), append(loose, b.Sub[0])
		}
	}
	return limited, loose
})

// within reports whether a match of the loose form respects the limits for sure.
func (p *Pattern) within(match string) bool {
	if len(match) <= maxDigits {
		return true
	}
	if len(match) > maxRepeat || p.paths && strings.Count(match, ".") > maxDigits {
		return false
	}
	run := 0
	for i := 0; p.paths && i < len(match); i++ {
		if run++; match[i] < '0' || match[i] > '9' {
			run = 0
		}
		if run > maxDigits {
			return false
		}
	}
	return true
}

// shortest is the least number of characters of a match.
func shortest(r *syntax.Regexp) int {
	switch r.Op {
	case syntax.OpLiteral:
		return len(r.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(r.Sub[0])
	case syntax.OpRepeat:
		return r.Min * shortest(r.Sub[0])
	case syntax.OpConcat:
		n := 0
		for _, sub := range r.Sub {
			n += shortest(sub)
		}
		return n
	case syntax.OpAlternate:
		n := shortest(r.Sub[0])
		for _, sub := range r.Sub[1:] {
			n = min(n, shortest(sub))
		}
		return n
	default: // places between characters, and what may be left out
		return 0
	}
}
