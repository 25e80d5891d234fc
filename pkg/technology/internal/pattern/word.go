package pattern

import (
	"math"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns the word that an expression is, in lower case, if it is no more than a
// word. Three of five are.
func plain(expression string) (word string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(expression); i++ {
		c := expression[i]
		switch {
		case c >= utf8.RuneSelf:
			return "", false
		case c == '\\':
			if i++; i == len(expression) {
				return "", false
			}
			if c = expression[i]; c >= utf8.RuneSelf || !unicode.IsPunct(rune(c)) && !unicode.IsSymbol(rune(c)) {
				return "", false
			}
		case strings.IndexByte(`.+*?()|[]{}^$`, c) >= 0:
			return "", false
		}
		b.WriteByte(c)
	}
	return strings.ToLower(b.String()), b.Len() > 0
}

// Words returns words in lower case, of which every text that the expression matches has
// at least one. There are none if nothing can be said. Of those that an expression needs
// they are the ones that the fewest pages seem to have.
func Words(expression string) []string {
	if word, ok := plain(expression); ok {
		return exactly([]string{word}).best()
	}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	words := need(tree).best()
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return slices.ContainsFunc(words, func(other string) bool { return other != word && strings.Contains(word, other) })
	})
}

// needs returns all sets of words that an expression needs.
func needs(expression string) [][]string {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	return need(tree).sets
}

const (
	maxWords = 12 // ways to spell a part of an expression that are kept
	maxClass = 10 // characters of a class that are
)

// needed is what a part of an expression needs of a text. What is nil is not known.
type needed struct {
	exact  []string   // the part is one of these
	prefix []string   // it begins with one of these
	suffix []string   // it ends with one of these
	sets   [][]string // it has a word of each of these
}

// exactly is a part that is one of some words.
func exactly(words []string) needed {
	n := needed{exact: words, prefix: words, suffix: words}
	if sought(words) {
		n.sets = [][]string{words}
	}
	return n
}

// best is the set whose most common word is the rarest, or nil if there is none.
func (n needed) best() []string {
	if len(n.sets) < 2 {
		return slices.Concat(n.sets...)
	}
	return slices.MaxFunc(n.sets, func(a, b []string) int { return rarity(a) - rarity(b) })
}

func need(r *syntax.Regexp) needed {
	switch r.Op {
	case syntax.OpLiteral:
		return literal(r.Rune)
	case syntax.OpCharClass:
		return class(r.Rune)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return exactly([]string{""})
	case syntax.OpCapture:
		return need(r.Sub[0])
	case syntax.OpConcat:
		return concat(r.Sub)
	case syntax.OpAlternate:
		return alternate(r.Sub)
	case syntax.OpQuest:
		if n := need(r.Sub[0]); n.exact != nil && len(n.exact) < maxWords {
			return exactly(distinct(append([]string{""}, n.exact...)))
		}
	case syntax.OpPlus:
		return repeated(r.Sub[0])
	case syntax.OpRepeat:
		if r.Min > 0 {
			return repeated(r.Sub[0])
		}
	default:
	}
	return needed{}
}

// repeated is what is there once at least.
func repeated(r *syntax.Regexp) needed {
	n := need(r)
	n.exact = nil
	return n
}

// literal is a word, or the words between what is not ASCII: there, a letter may be
// written in ways that differ by more than their case.
func literal(runes []rune) needed {
	words := strings.FieldsFunc(strings.ToLower(string(runes)), func(r rune) bool { return r >= utf8.RuneSelf })
	if len(words) == 1 && len(words[0]) == len(runes) {
		return exactly(words)
	}
	n := needed{}
	for _, w := range words {
		n.sets = append(n.sets, exactly([]string{w}).sets...)
	}
	return n
}

// class is a few characters, or anything.
func class(ranges []rune) needed {
	var words []string
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i+1] >= utf8.RuneSelf || int(ranges[i+1]-ranges[i]) >= maxClass-len(words) {
			return needed{}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			words = append(words, string(unicode.ToLower(r)))
		}
	}
	return exactly(distinct(words))
}

// concat joins the words of parts as long as they are few. Where they are not, a word
// ends with what the next part begins with, and the next begins with what that ends with.
func concat(parts []*syntax.Regexp) needed {
	var n needed
	run, whole := []string{""}, true
	end := func(next []string) {
		joined := join(run, next)
		if joined == nil {
			joined = run
		}
		if n.sets = append(n.sets, exactly(joined).sets...); whole {
			n.prefix, whole = joined, false
		}
	}
	for _, part := range parts {
		next := need(part)
		if joined := join(run, next.exact); joined != nil {
			run = joined
			continue
		}
		end(next.prefix)
		n.sets = append(n.sets, next.sets...)
		if run = next.suffix; run == nil {
			run = []string{""}
		}
	}
	if whole {
		return exactly(run)
	}
	end(nil)
	n.suffix = run
	return n
}

// join returns each word of a with each of b behind, unless these are too many.
func join(a, b []string) []string {
	if b == nil || len(a)*len(b) > maxWords {
		return nil
	}
	words := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			words = append(words, x+y)
		}
	}
	return distinct(words)
}

func alternate(parts []*syntax.Regexp) needed {
	all := make([]needed, len(parts))
	for i, part := range parts {
		all[i] = need(part)
	}
	if exact := union(all, func(n needed) []string { return n.exact }); exact != nil && len(exact) <= maxWords {
		return exactly(exact)
	}
	n := needed{
		prefix: union(all, func(n needed) []string { return n.prefix }),
		suffix: union(all, func(n needed) []string { return n.suffix }),
	}
	if some := union(all, needed.best); some != nil {
		n.sets = [][]string{some}
	}
	return n
}

// union returns the words of all parts, or nil if one has none.
func union(parts []needed, of func(needed) []string) []string {
	var words []string
	for _, n := range parts {
		next := of(n)
		if next == nil {
			return nil
		}
		words = append(words, next...)
	}
	return distinct(words)
}

// sought reports whether all words are long enough to be sought.
func sought(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return len(w) < shortestWord })
}

// rarity guesses how rare the most common of words is in pages.
func rarity(words []string) int {
	least := math.MaxInt
	for _, w := range words {
		least = min(least, 16*len(common.Replace(w))+len(w))
	}
	return least - len(words)
}

// shortestWord is how short a word may be that is worth seeking.
const shortestWord = 3

// common takes from a word what many pages have.
var common = strings.NewReplacer(
	"stylesheet", "", "text/css", "", "https://", "", "http://", "", "www.", "", "/wp-content/", "", "plugins/", "", "themes/", "",
	"<link", "", "<script", "", "<meta", "", "<div", "", "<span", "", "<img", "", "<input", "", "<a ", "", "<!--", "",
	" rel=", "", " type=", "", " class=", "", " href=", "", "href=", "", " src=", "", "src=", "", " id=", "", " name=", "", "content=", "",
	"generator", "", "javascript", "", "common", "", "desktop", "", "powered by", "", ".com", "", ".css", "", ".js", "", ".min", "",
	`"`, "", "'", "", " ", "", "/", "", "<", "", ">", "", "=", "",
)

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
