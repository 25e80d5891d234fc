// Package pattern reads and runs the expressions of fingerprints. A pattern is written
// as an expression and notes behind it, each after `\;`:
//
//	jquery-([0-9.]+)\.js\;version:\1\;confidence:50
//
// Texts MUST be in lower case, see Lower: letters of an expression stand for both cases.
// The package must not know which part of a page a text is.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

// Pattern is ready to run. It is safe for concurrent use.
type Pattern struct {
	Confidence int    // 0 to 100; of no account alone if it is 0
	Versioned  bool   // whether a match may have a version
	Word       string // the whole expression if it is a mere word, or else empty

	version string
	loose   *regexp.Regexp // matches all that the expression does, and perhaps more
	limited string         // the expression as it counts
	exact   bool           // whether loose is as it counts
	paths   bool           // whether the digits of a version are limited, too
	bounds  bounds
	needs   [][]string // sets of words, of each of which a match has one
}

// Notes parses what stands behind the expression, and returns that, too. A pattern of
// notes alone has an empty expression, which matches any text and has no version.
func Notes(source string) (p *Pattern, expression string) {
	expression, notes, _ := strings.Cut(source, separator)
	p = &Pattern{Confidence: 100}
	for note := range strings.SplitSeq(notes, separator) {
		name, value, _ := strings.Cut(note, ":")
		switch name {
		case "confidence":
			if n, err := strconv.Atoi(value); err == nil {
				p.Confidence = n
			}
		case "version":
			p.version = value
		}
	}
	if expression == "" {
		p.version = ""
	}
	p.Versioned = p.version != ""
	return p, expression
}

const separator = `\;`

// Compile makes a pattern ready. It fails for what Go's expressions cannot do, such as
// looking ahead; such a pattern never matches.
func Compile(source string) (*Pattern, error) {
	p, expression := Notes(source)
	if word, ok := plain(expression); ok {
		p.Word = word
		return p, nil
	}
	p.limited = limit(expression)
	tree, err := syntax.Parse(p.limited, syntax.Perl)
	if err != nil {
		return nil, err
	}
	p.bounds, p.needs = boundsOf(tree), needs(expression)
	l := loosener{lazy: !p.Versioned}
	tree = l.loosen(tree)
	p.exact, p.paths = !l.changed, l.paths
	p.loose, err = regexp.Compile(printed(tree))
	return p, err
}

// Match looks for the first match in a text and returns its version. Cost
// is the number of bytes that were looked at, weighed by how long that takes.
func (p *Pattern) Match(text string) (version string, matched bool, cost int) {
	cost = len(text) + callCost
	if p.Word != "" {
		if !strings.Contains(text, p.Word) {
			return "", false, cost
		}
		return p.versionOf(nil), true, cost
	}
	if !p.possible(text) {
		return "", false, callCost + len(text)/searchShare
	}
	groups := p.loose.FindStringSubmatchIndex(text)
	if groups != nil && !p.exact && !p.within(text[groups[0]:groups[1]]) {
		if !p.bounds.begins {
			text = text[max(0, groups[0]-margin):] // nothing matches before
		}
		cost += compileCost + exactCost*len(text)
		// Rare, and the expression takes up to half a MB: it is not worth keeping.
		strict, err := regexp.Compile(p.limited)
		if err != nil {
			return "", false, cost
		}
		groups = strict.FindStringSubmatchIndex(text)
	}
	if groups == nil {
		return "", false, cost
	}
	cost -= len(text) - groups[1]
	values := make([]string, len(groups)/2-1)
	for i := range values {
		if begin, end := groups[2*i+2], groups[2*i+3]; begin >= 0 {
			values[i] = text[begin:end]
		}
	}
	return p.versionOf(values), true, cost
}

// possible reports whether a text has all words that a match needs.
func (p *Pattern) possible(text string) bool {
	for _, words := range p.needs {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) }) {
			return false
		}
	}
	return true
}

// Costs in bytes of a text in the loose form, each of 0.3 µs at worst: of a run, and of
// the strict form, which has a state for each time that something may be repeated.
const (
	callCost    = 32
	compileCost = 1000
	exactCost   = 10 // for each byte
	searchShare = 8  // bytes that are searched for words in the time of one
)
