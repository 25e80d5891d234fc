package clean

import (
	"strings"
	"unicode/utf8"
)

const unknown = string(utf8.RuneError)

// ofName is a character of a name, or one that is in none.
func ofName(r rune) rune {
	if r < utf8.RuneSelf && !isOfName(byte(r&0x7f)) {
		return utf8.RuneError
	}
	return r
}

// plainly are declarations as they are read once comments and strings are gone and escaped names are written out. In the place
// of other escaped characters it has one that is in no name or value that is known here.
func plainly(text string) string {
	if strings.IndexByte(text, '\\') < 0 && !strings.Contains(text, "/*") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		size := 1
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "/*"):
			size = pastEnd(text[i+2:], "*/") + 2
			b.WriteByte(' ')
		case c == '"' || c == '\'':
			size = stringLength(text[i:])
			b.WriteString(`""`)
		case c == '(' && hasSuffixFold(text[:i], "url") && !strings.HasPrefix(text[i+1:], `"`) && !strings.HasPrefix(text[i+1:], "'"):
			size = pastEnd(text[i:], ")")
			b.WriteString("()")
		case c == '\\':
			var name string
			name, size = identifier(text[i:])
			size = max(size, 1)
			if name == "" {
				name = unknown
			}
			b.WriteString(strings.Map(ofName, name))
		default:
			b.WriteByte(c)
		}
		i += size
	}
	return b.String()
}

// pastEnd is an index behind the first end in s, or its length.
func pastEnd(s, end string) int {
	if i := strings.Index(s, end); i >= 0 {
		return i + len(end)
	}
	return len(s)
}

// stringLength is that of the string in quotes at the begin of s.
func stringLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
