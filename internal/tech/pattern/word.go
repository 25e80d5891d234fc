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
		return better([]string{word}, nil)
	}
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	n := need(tree)
	words := better(n.exact, n.some)
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return slices.ContainsFunc(words, func(other string) bool { return other != word && strings.Contains(word, other) })
	})
}

const (
	maxWords = 12 // ways to spell a part of an expression that are kept
	maxClass = 4  // characters of a class that are
)

// needed is what a part of an expression needs of a text: the part is one of the exact
// words, if these are known, and has one of some, if there are any.
type needed struct {
	exact []string
	some  []string
}

func need(r *syntax.Regexp) needed {
	switch r.Op {
	case syntax.OpLiteral:
		return literal(r.Rune)
	case syntax.OpCharClass:
		return class(r.Rune)
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return needed{exact: []string{""}}
	case syntax.OpCapture:
		return need(r.Sub[0])
	case syntax.OpConcat:
		return concat(r.Sub)
	case syntax.OpAlternate:
		return alternate(r.Sub)
	case syntax.OpQuest:
		if n := need(r.Sub[0]); n.exact != nil && len(n.exact) < maxWords {
			return needed{exact: distinct(append([]string{""}, n.exact...))}
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
	return needed{some: better(n.exact, n.some)}
}

// literal is a word, or the words between what is not ASCII: there, a letter may be
// written in ways that differ by more than their case.
func literal(runes []rune) needed {
	var n needed
	var word []byte
	flush := func() { n.some, word = better(n.some, []string{string(word)}), nil }
	whole := true
	for _, r := range runes {
		if r < utf8.RuneSelf {
			word = append(word, string(unicode.ToLower(r))...)
			continue
		}
		whole = false
		flush()
	}
	if whole {
		return needed{exact: []string{string(word)}}
	}
	flush()
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
	return needed{exact: distinct(words)}
}

// concat joins the words of parts as long as they are few.
func concat(parts []*syntax.Regexp) needed {
	var some []string
	run, whole := []string{""}, true
	for _, part := range parts {
		n := need(part)
		joined := join(run, n.exact)
		if joined != nil {
			run = joined
			continue
		}
		whole = false
		some = better(better(some, run), n.some)
		if run = n.exact; run == nil {
			run = []string{""}
		}
	}
	if whole {
		return needed{exact: run}
	}
	return needed{some: better(some, run)}
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
	var exact, some []string
	whole, certain := true, true
	for _, part := range parts {
		n := need(part)
		whole = whole && n.exact != nil
		exact = append(exact, n.exact...)
		of := better(n.exact, n.some)
		certain = certain && of != nil
		some = append(some, of...)
	}
	n := needed{}
	if whole && len(exact) <= maxWords {
		n.exact = distinct(exact)
	}
	if certain {
		n.some = distinct(some)
	}
	return n
}

// better returns the words of which the most common is the rarer, or nil if both have one
// that is too short to be sought.
func better(a, b []string) []string {
	switch {
	case !sought(a) && !sought(b):
		return nil
	case !sought(a), sought(b) && rarity(b) > rarity(a):
		return b
	default:
		return a
	}
}

// sought tells whether all words are long enough to be sought.
func sought(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return len(w) < shortestWord })
}

// rarity guesses how rare the most common of words is in pages.
func rarity(words []string) int {
	least := math.MaxInt
	for _, w := range words {
		least = min(least, 16*len(common.Replace(w))+len(w))
	}
	return least
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
