package glyph

import "unicode/utf8"

// suspect is the index of the first character that may be unseen, or -1. It looks at first bytes, and decodes only what
// begins like one of those: nearly all texts have none.
func suspect[T ~string | ~[]byte](s T) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= ' ' && c < 0x7F, c == '\n':
		case c < ' ':
			if c != '\t' && c != '\r' && c != '\f' {
				return i
			}
		case c == 0x7F:
			return i
		case c < utf8.RuneSelf+0x40: // the rest of a character that is none
		case begins(c, at(s, i+1), at(s, i+2), at(s, i+3)):
			return i
		}
	}
	return -1
}

func at[T ~string | ~[]byte](s T, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// begins reports whether bytes begin a character that may be unseen. It may be wrong, but never for one that is.
func begins(a, b, c, d byte) bool { //nolint:gocognit // a table
	switch a {
	case 0xC2:
		return b < 0xA0 || b == 0xAD
	case 0xCD:
		return b == 0x8F
	case 0xD8:
		return b == 0x9C
	case 0xE1:
		return b == 0x85 || b == 0x9E || b == 0xA0
	case 0xE2:
		return b == 0x80 && (c >= 0x8B && c <= 0x8F || c >= 0xAA && c <= 0xAE) || b == 0x81 && c >= 0xA0 && c <= 0xAF
	case 0xE3:
		return b == 0x85 && c == 0xA4
	case 0xEF:
		return b == 0xB8 && c <= 0x8F || b == 0xBB && c == 0xBF || b == 0xBE && c == 0xA0 || b == 0xBF && c >= 0xB0
	case 0xF0:
		return b == 0x9F && c == 0x8F && d == 0xB4 || b == 0x9B && c == 0xB2 || b == 0x9D && c == 0x85 || isLast(c, d)
	case 0xF3:
		return true
	}
	return a > 0xF0 && isLast(c, d)
}

// isLast knows the end of the last two characters of a plane, which are none.
func isLast(c, d byte) bool { return c == 0xBF && d >= 0xBE }
