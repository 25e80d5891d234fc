package htmltree

import (
	"html"
	"strings"
	"unicode/utf8"
)

// unescaped is a text, or the value of an attribute, with the characters that its entities
// stand for.
func unescaped(s string, value bool) string {
	out := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			return string(append(out, s...))
		}
		out = append(out, s[:i]...)
		decoded, n := entity(out, s[i:], value)
		if n == 0 {
			out = append(out, '&')
			decoded, n = out, 1
		}
		out = decoded
		s = s[i+n:]
	}
}

// entity appends what stands for the entity at the beginning of s, and returns its length,
// 0 for none.
func entity(out []byte, s string, value bool) ([]byte, int) {
	if len(s) > 1 && s[1] == '#' {
		return numeric(out, s)
	}
	end := 1
	for end < len(s) && isAlphanumeric(s[end]) {
		end++
	}
	if end == 1 {
		return out, 0
	}
	ended := end < len(s) && s[end] == ';'
	if value && !ended && end < len(s) && s[end] == '=' {
		return out, 0
	}
	if ended {
		end++
	}
	return named(out, s[:end], value)
}

func isAlphanumeric(c byte) bool {
	return class[c]&letter != 0 || c >= '0' && c <= '9'
}

// named appends what an entity stands for. The usual ones are here; all others are those
// of x/net, which are all that the standard has.
func named(out []byte, name string, value bool) ([]byte, int) {
	switch name {
	case "&amp;":
		return append(out, '&'), len(name)
	case "&lt;":
		return append(out, '<'), len(name)
	case "&gt;":
		return append(out, '>'), len(name)
	case "&quot;":
		return append(out, '"'), len(name)
	case "&nbsp;":
		return append(out, "\u00a0"...), len(name)
	case "&nGt;": // these two package html does not have; that of x/net makes its table at every start
		return append(out, "\u226b\u20d2"...), len(name)
	case "&nLt;":
		return append(out, "\u226a\u20d2"...), len(name)
	}
	means := html.UnescapeString(name)
	if means == name {
		return out, 0
	}
	// The beginning of a name may be an entity (&notit is ¬it), but not in a value. No entity
	// stands for a text that ends as its name does but &semi;.
	if value && means != ";" && means[len(means)-1] == name[len(name)-1] {
		return out, 0
	}
	return append(out, means...), len(name)
}

// numeric appends the character of a number.
func numeric(out []byte, s string) ([]byte, int) {
	at, base := len("&#"), rune(10)
	if at < len(s) && s[at]|0x20 == 'x' {
		at, base = at+1, 16
	}
	begin, code := at, rune(0)
	for ; at < len(s); at++ {
		d := digit(s[at])
		if d >= base {
			break
		}
		if code <= utf8.MaxRune {
			code = code*base + d
		}
	}
	if at == begin {
		return out, 0
	}
	if at < len(s) && s[at] == ';' {
		at++
	}
	return utf8.AppendRune(out, character(code)), at
}

// digit is the value of a digit, 16 for what is none.
func digit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 16
}

// western are the characters of Windows-1252 from 0x80 on, for which pages use their numbers
// there. Those that it lacks are themselves.
const western = "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
	"\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178"

// character is what a number stands for.
func character(code rune) rune {
	switch {
	case code >= 0x80 && code <= 0x9f:
		return []rune(western)[code-0x80]
	case code == 0 || code > utf8.MaxRune || code >= 0xd800 && code <= 0xdfff:
		return utf8.RuneError
	}
	return code
}
