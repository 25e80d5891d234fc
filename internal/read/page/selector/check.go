package selector

import (
	"strings"

	"github.com/andybalholm/cascadia"
)

// Limits of one selector. Matching "a b c" tries every pair of ancestors for b and
// a, so that the time grows with the depth of the page to the power of the spaces.
const (
	MaxLength = 500 // bytes
	maxSteps  = 4   // descendant and general sibling combinators
)

// Issue says what is wrong with a selector, for the caller; "" when nothing is.
func Issue(s string) string {
	switch {
	case strings.TrimSpace(s) == "":
		return "must not be empty; write a CSS selector such as article or .content"
	case len(s) > MaxLength:
		return "must have at most 500 bytes"
	}
	if _, err := cascadia.ParseGroup(s); err != nil {
		return "is not a CSS selector without pseudo-elements; write one such as article or div.content > p"
	}
	for part := range strings.SplitSeq(s, ",") {
		if steps(part) > maxSteps {
			return "must have at most 4 spaces or ~ between elements; > and + are not counted"
		}
	}
	if strings.Contains(s, "#=") || strings.Contains(s, ":matches") || strings.Count(s, ":has(")+strings.Count(s, ":haschild(") > 1 {
		return "must not match by regular expression and may use :has once"
	}
	return ""
}

// steps counts combinators that make the matcher search: spaces and ~ outside of
// quotes and brackets.
func steps(s string) int {
	count, quote, brackets, previous := 0, byte(0), 0, byte('>')
	for i := range len(s) {
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			brackets++
		case c == ']':
			brackets--
		case brackets > 0:
		case c == '~':
			count++
			previous = '>'
			continue
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			if previous != '>' && startsCompound(s[i+1:]) {
				count++
			}
			continue
		}
		previous = c
		if c == '+' || c == '(' {
			previous = '>'
		}
	}
	return count
}

// startsCompound reports whether what follows a space is an element, not another
// combinator or the end.
func startsCompound(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\n\r\f")
	return rest != "" && !strings.ContainsRune(">+~)", rune(rest[0]))
}
