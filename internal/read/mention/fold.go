// Package mention reports whether a text names something: a word or a phrase, an account
// or a domain, and not merely letters that occur in another word. It asks nobody and
// knows no platform.
package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold is the form in which texts are compared: one form for equal characters, without
// case, one space for white space of any kind, no invisible characters.
func fold(s string) string {
	s = strings.ToLower(strings.ToUpper(norm.NFKC.String(s))) // by way of capitals ς becomes σ
	var b strings.Builder
	b.Grow(len(s))
	space := true
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			if !space {
				b.WriteByte(' ')
			}
			space = true
			continue
		case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r): // marks of direction, joiners
			continue
		case r == 'ß' || r == 'ẞ':
			b.WriteRune('s')
			r = 's'
		case r == '’' || r == '‘' || r == 'ʼ':
			r = '\''
		}
		b.WriteRune(r)
		space = false
	}
	return strings.TrimSpace(norm.NFC.String(b.String()))
}

// unspaced are scripts that are written without spaces between words, or add endings to
// names without one: there a name has no edge to look for.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// wordy matches what makes a longer word of a word that it stands beside.
func wordy(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !unicode.In(r, unspaced...)
}

// find reports whether a folded text holds a folded name, not empty, at a place that both
// neighbours agree to: the text before it and the text behind it.
func find(text, name string, begins, ends func(neighbour string) bool) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		at += i
		if begins(text[:at]) && ends(text[at+len(name):]) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
}

// apart returns what reports whether text before a name, or behind it, is not of the same
// word.
func apart(name string) (begins, ends func(string) bool) {
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	begins = func(before string) bool {
		r, _ := utf8.DecodeLastRuneInString(before)
		return !wordy(first) || !wordy(r)
	}
	ends = func(after string) bool {
		r, _ := utf8.DecodeRuneInString(after)
		return !unicode.IsMark(r) && (!wordy(last) || !wordy(r))
	}
	return begins, ends
}
