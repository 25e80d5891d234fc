package xmlscan

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// longestEntity is "&#1114111;".
const longestEntity = 10

// unescape appends raw to text with the entities of XML read. An ampersand that
// begins none stays what it is: addresses are full of them, and "&copy=1" means no
// copyright. It reports whether there is an entity that XML does not have.
func unescape(text, raw []byte) (all []byte, unknown bool) {
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			return append(text, raw...), unknown
		}
		text, raw = append(text, raw[:i]...), raw[i:]
		end := bytes.IndexByte(raw[:min(len(raw), longestEntity)], ';')
		r, ok := rune(0), false
		if end > 0 {
			r, ok = entity(string(raw[1:end]))
		}
		if !ok {
			unknown = unknown || end > 0 && isReference(raw[1:end])
			text, raw = append(text, '&'), raw[1:]
			continue
		}
		text, raw = utf8.AppendRune(text, r), raw[end+1:]
	}
}

// isReference reports whether &name; is written like an entity.
func isReference(name []byte) bool {
	name = bytes.TrimPrefix(name, []byte("#"))
	for _, c := range name {
		letter, digit := 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9'
		if !letter && !digit {
			return false
		}
	}
	return len(name) > 0
}

func entity(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	if err != nil || n < ' ' || !utf8.ValidRune(rune(n)) {
		return 0, false
	}
	return rune(n), true
}
