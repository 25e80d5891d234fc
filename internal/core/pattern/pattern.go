// Package pattern has regular expressions that are compiled when they are first used. A
// function's cold start initialises every package that it links: an expression of the
// standard library in a variable costs each start what only few of its jobs need. It knows
// nothing of what expressions are for.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression in the syntax of package regexp. All methods are those of
// regexp.Regexp, and safe for use by several goroutines.
type Pattern struct {
	expression string
	once       sync.Once
	compiled   *regexp.Regexp
}

// Of returns the pattern of an expression. It panics at its first use where the expression is
// none, so `make lint` compiles each, for which it must be a constant.
func Of(expression string) *Pattern { return &Pattern{expression: expression} }

func (p *Pattern) get() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.expression) })
	return p.compiled
}

// Match reports whether b contains a match.
func (p *Pattern) Match(b []byte) bool { return p.get().Match(b) }

// MatchString reports whether s contains a match.
func (p *Pattern) MatchString(s string) bool { return p.get().MatchString(s) }

// FindString returns the leftmost match in s, or "".
func (p *Pattern) FindString(s string) string { return p.get().FindString(s) }

// FindStringIndex returns where the leftmost match in s is, or nil.
func (p *Pattern) FindStringIndex(s string) []int { return p.get().FindStringIndex(s) }

// FindSubmatch returns the leftmost match in b and those of its groups, or nil.
func (p *Pattern) FindSubmatch(b []byte) [][]byte { return p.get().FindSubmatch(b) }

// FindStringSubmatch returns the leftmost match in s and those of its groups, or nil.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.get().FindStringSubmatch(s) }

// FindStringSubmatchIndex returns where they are, or nil.
func (p *Pattern) FindStringSubmatchIndex(s string) []int { return p.get().FindStringSubmatchIndex(s) }

// FindAllString returns the first n matches in s, all where n is negative.
func (p *Pattern) FindAllString(s string, n int) []string { return p.get().FindAllString(s, n) }

// FindAllStringIndex returns where they are.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.get().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch returns them with the matches of their groups.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.get().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex returns where these are.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.get().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString returns s with its matches replaced by with, in which $1 is the first group.
func (p *Pattern) ReplaceAllString(s, with string) string { return p.get().ReplaceAllString(s, with) }

// ReplaceAllStringFunc returns s with each match replaced by what with makes of it.
func (p *Pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	return p.get().ReplaceAllStringFunc(s, with)
}

// Split cuts s at its matches into at most n parts, any number where n is negative.
func (p *Pattern) Split(s string, n int) []string { return p.get().Split(s, n) }
