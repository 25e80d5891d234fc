package tokens

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// Fold returns the form in which texts are compared: lower case, without the accents of
// Latin, Greek and Cyrillic letters and the points of Arabic and Hebrew ones, full-width
// forms and ligatures as plain letters, no invisible characters. Invalid bytes become
// spaces.
func Fold(text string) string {
	if ascii(text) {
		return strings.ToLower(text)
	}
	text = norm.NFD.String(width.Fold.String(strings.ToValidUTF8(text, " ")))
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		if r < utf8.RuneSelf {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			b.WriteRune(r)
			continue
		}
		if dropped(r) {
			continue
		}
		r = unicode.ToLower(r)
		if s, ok := letters()[r]; ok {
			b.WriteString(s)
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// dropped matches what is taken out: accents (but not the marks of scripts in which they
// are letters, such as Devanagari or kana), and what cannot be seen.
func dropped(r rune) bool {
	switch {
	case 0x0300 <= r && r <= 0x036F: // accents
	case 0x0591 <= r && r <= 0x05C7: // Hebrew points
	case 0x064B <= r && r <= 0x065F, r == 0x0670, r == 0x0640: // Arabic vowel signs, the long line
	case unicode.Is(unicode.Cf, r): // soft hyphen, joiners, marks of direction
	default:
		return false
	}
	return true
}

// letters are written in plain ones where normalisation leaves them as they are.
var letters = sync.OnceValue(func() map[rune]string {
	return map[rune]string{
		'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ς': "σ",
		'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl", 'ﬅ': "st", 'ﬆ': "st",
		'’': "'", '‘': "'", 'ʼ': "'",
	}
})
