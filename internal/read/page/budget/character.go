package budget

import (
	"unicode"
	"unicode/utf8"
)

// joined reports whether what stands behind a place belongs to the character before it, as people see characters: a mark, a
// tone of skin, what a joiner joins, the second half of a flag, a syllable of Hangul or a conjunct of India. These are the
// rules of Unicode's annex 29 but that for marks before a letter, looked at from one place, so that a long text need not be
// walked from its begin.
func joined(text string, at int) bool {
	if at <= 0 || at >= len(text) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	behind, _ := utf8.DecodeRuneInString(text[at:])
	switch {
	case before == '\r':
		return behind == '\n'
	case unicode.IsControl(before), unicode.IsControl(behind):
		return false
	case extends(behind), before == joiner:
		return true
	case isHalfFlag(before) && isHalfFlag(behind):
		return halfFlags(text[:at])%2 == 1
	case isVirama(before):
		return unicode.IsLetter(behind)
	}
	return isSyllable(before, behind)
}

const joiner = '\u200d'

// extends reports whether a character is part of the one before it.
func extends(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == joiner, r == '\u200c', r == '\u0e33', r == '\u0eb3', r == '\uff9e', r == '\uff9f':
		return true
	case 0x1f3fb <= r && r <= 0x1f3ff, 0xe0020 <= r && r <= 0xe007f: // tones of skin, and tags of flags
		return true
	}
	return unicode.Is(unicode.M, r)
}

func isHalfFlag(r rune) bool { return 0x1f1e6 <= r && r <= 0x1f1ff }

// halfFlags is how many halves a text ends with.
func halfFlags(text string) (n int) {
	for {
		r, size := utf8.DecodeLastRuneInString(text)
		if !isHalfFlag(r) {
			return n
		}
		text = text[:len(text)-size]
		n++
	}
}

// isVirama reports whether a mark joins the consonants around it.
func isVirama(r rune) bool {
	switch r {
	case 0x94d, 0x9cd, 0xacd, 0xb4d, 0xc4d, 0xd4d:
		return true
	}
	return false
}

// isSyllable reports whether two letters of Hangul that are written by their parts belong to one syllable.
func isSyllable(before, behind rune) bool {
	const (
		leads, vowels, tails, end = 0x1100, 0x1160, 0x11a8, 0x1200
		whole, behindWhole        = 0xac00, 0xd7a4
	)
	switch {
	case leads <= before && before < vowels:
		return leads <= behind && behind < tails || whole <= behind && behind < behindWhole
	case whole <= before && before < behindWhole, vowels <= before && before < end:
		return vowels <= behind && behind < end
	}
	return false
}
