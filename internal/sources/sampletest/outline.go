package sampletest

import (
	"strings"
	"unicode"
)

// Outline is what a text looks like: letters, capitals, digits and signs in their order,
// without spaces. A skeleton's texts have the outlines of the recorded ones.
func Outline(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case unicode.IsUpper(r):
			return 'A'
		case unicode.IsLetter(r):
			return 'a'
		case unicode.IsDigit(r):
			return '0'
		}
		return r
	}, s)
}
