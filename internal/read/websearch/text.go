package websearch

import (
	"strings"
	"unicode"
)

// longestSnippet is how many characters of a snippet are kept: some engines give whole
// chapters.
const longestSnippet = 600

// Line puts a text of an engine on one line, without the control characters that some
// leave in it.
func Line(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// clip cuts a text that is too long behind a word.
func clip(s string) string {
	runes := []rune(s)
	if len(runes) <= longestSnippet {
		return s
	}
	cut := string(runes[:longestSnippet])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return cut + " …"
}
