// Package glyph takes out of texts the characters that nobody sees: tags, marks of direction, selectors and
// joiners without anything to select or to join, fillers, controls. Language models read them, so that they
// carry orders past the people who check a text. What emoji, Persian and the scripts of India need of them stays.
// It must not know where a text comes from.
package glyph

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns a text without characters that nobody sees. It returns the same string where there are none.
func Visible(s string) string {
	at := suspect(s)
	if at < 0 {
		return s
	}
	var w writer
	w.Grow(len(s))
	for from := 0; at >= 0; {
		w.WriteString(s[from : from+at])
		from += at
		from += w.one(s, from)
		at = suspect(s[from:])
		if at < 0 {
			w.WriteString(s[from:])
		}
	}
	return w.String()
}

type writer struct{ strings.Builder }

// one writes what of the text at an index is seen, and returns how many bytes it has read.
func (w *writer) one(s string, at int) int {
	r, size := utf8.DecodeRuneInString(s[at:])
	switch {
	case r == utf8.RuneError && size <= 1:
	case r == flag:
		if n := len(flagOf(s[at:])); n > 0 {
			size = n
		}
	case r == joiner || r == nonJoiner:
		if !joins(r, w.String(), s[at+size:]) {
			return size
		}
	case isSelector(r):
		if !selects(r, w.String()) {
			return size
		}
	case r == '\v' || r == '\u0085':
		w.WriteByte(' ') // words would weld
		return size
	case isUnseen(r):
		return size
	}
	w.WriteString(s[at : at+size])
	return size
}

const (
	flag      = '\U0001F3F4'
	joiner    = '\u200D'
	nonJoiner = '\u200C'
)

// flags are those of England, Scotland and Wales: a black flag and the name of the country in tags. No other has a picture.
var flags = [...]string{
	"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
	"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
	"\U0001F3F4\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F",
}

func flagOf(s string) string {
	for _, f := range flags {
		if strings.HasPrefix(s, f) {
			return f
		}
	}
	return ""
}

// isUnseen knows the characters that are never seen, wherever they stand. Some signs that go before numbers in Arabic,
// and are seen, are of the same category.
func isUnseen(r rune) bool {
	switch {
	case r == '\n', r == '\t', r == '\r', r == '\f':
		return false
	case r < 0x20, r >= 0x7F && r < 0xA0, r == 0xAD:
		return true
	case r == '\u180E': // between Mongolian letters it is narrow and not nothing
		return false
	case r >= 0xE0000 && r <= 0xE0FFF, r >= 0xFFF0 && r <= 0xFFFB, r&0xFFFE == 0xFFFE:
		return true
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r) && (r < 0x13430 || r > 0x1345F) // hieroglyphs are stacked by controls
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) // fillers of Hangul, vowels of Khmer
}

// mongolian are the selectors that stand behind letters of that script.
const mongolianFirst, mongolianLast = '\u180B', '\u180F'

func isSelector(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) && r != '\u180E' }

// ideographic are the selectors of variants of Chinese characters, of which registered collections use any. One behind each
// character spells little.
const ideographicFirst, ideographicLast = '\U000E0100', '\U000E01EF'

// selects reports whether a selector stands behind something of which it can choose a form. One selects; a second is no text.
func selects(r rune, before string) bool {
	of, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case r >= mongolianFirst && r <= mongolianLast:
		return unicode.Is(unicode.Mongolian, of)
	case r == '\uFE0E' || r == '\uFE0F':
		return isPicture(of) || of == '#' || of == '*' || of >= '0' && of <= '9' || of == '\u203C' || of == '\u2049' || of == '\u3030' || of == '\u303D'
	case r >= '\uFE00' && r <= '\uFE02':
		return unicode.In(of, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa) || of >= 0xFF00 && of <= 0xFFEF ||
			of >= 0x3000 && of <= 0x303F || of >= '0' && of <= '9' || of >= 0x2018 && of <= 0x201D
	case r >= ideographicFirst && r <= ideographicLast:
		return unicode.Is(unicode.Han, of)
	}
	return false
}

// isPicture reports whether a character is a symbol that can be an emoji, or the tone of one's skin.
func isPicture(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sm) || r >= 0x1F000 && r <= 0x1FAFF || r == '\u2139'
}

// joins reports whether a joiner stands between characters that it joins or keeps apart: pictures, or letters of
// scripts that are written so.
func joins(r rune, before, after string) bool {
	of, size := utf8.DecodeLastRuneInString(before)
	if of == '\uFE0F' {
		of, _ = utf8.DecodeLastRuneInString(before[:len(before)-size])
	}
	next, _ := utf8.DecodeRuneInString(after)
	if r == joiner && isPicture(of) {
		return isPicture(next)
	}
	if next == joiner || next == nonJoiner {
		return false
	}
	return unicode.In(of, unicode.L, unicode.M, unicode.N) && (needsJoiners(next) || needsJoiners(letterBefore(before)))
}

// needsJoiners reports whether a character is of a script that is written with joiners.
func needsJoiners(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !unicode.In(r, unjoined...)
}

// letterBefore is the last character of a text that is no mark of any script.
func letterBefore(s string) rune {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		if !unicode.Is(unicode.Inherited, r) {
			return r
		}
		s = s[:len(s)-size]
	}
	return utf8.RuneError
}

// unjoined are scripts that never need a joiner.
var unjoined = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian, unicode.Hebrew, unicode.Han, unicode.Hiragana,
	unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Ethiopic, unicode.Common, unicode.Inherited,
}
