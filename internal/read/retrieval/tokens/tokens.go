// Package tokens cuts texts into the words by which they are compared: folded, so that
// case, accents and ligatures do not matter, and without the words that say nothing of
// a text's subject. It must not know what the words are for.
package tokens

import (
	"unicode"
	"unicode/utf8"
)

// MaxRunes is the most that a word keeps; what is longer is no word of a language.
const MaxRunes = 64

// Words returns the folded words of a text in order, without stop words. Numbers stay
// whole ("1,250.5", "3.2%"); scripts without spaces between words give overlapping
// pairs of characters.
func Words(text string) []string {
	return cut(text, func(word string) bool { return !stop()[word] })
}

// All is Words with the stop words.
func All(text string) []string {
	return cut(text, func(string) bool { return true })
}

// IsStop reports whether a folded word is one that Words leaves out.
func IsStop(word string) bool { return stop()[word] }

func cut(text string, keep func(string) bool) []string {
	text = Fold(text)
	words := make([]string, 0, len(text)/8)
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		var end int
		switch {
		case unspaced(r):
			end = span(text, unspaced)
			words = pairs(words, text[:end])
			text = text[end:]
			continue
		case digit(r):
			end = number(text)
		case letter(r):
			end = span(text, inner)
			end += suffix(text[end:], end)
		default:
			text = text[size:]
			continue
		}
		if word := clip(text[:end]); keep(word) {
			words = append(words, word)
		}
		text = text[end:]
	}
	return words
}

// number returns the length of the number that a text begins with: separators between
// digits belong to it, and so do a percent sign and letters that follow at once ("4x").
func number(text string) int {
	i := 0
	for i < len(text) {
		if digit(rune(text[i])) {
			i++
			continue
		}
		if !separator(text[i]) || i+1 == len(text) || !digit(rune(text[i+1])) {
			break
		}
		i++
	}
	if i < len(text) && text[i] == '%' {
		return i + 1
	}
	return i + span(text[i:], inner)
}

// suffix returns the length of the marks that belong to names such as C++ and C#.
func suffix(rest string, word int) int {
	const longest = 2
	if word > longest {
		return 0
	}
	for _, s := range []string{"++", "#"} {
		if len(rest) >= len(s) && rest[:len(s)] == s && span(rest[len(s):], inner) == 0 {
			return len(s)
		}
	}
	return 0
}

// pairs appends the overlapping pairs of characters of a run, or its only character.
func pairs(words []string, run string) []string {
	_, size := utf8.DecodeRuneInString(run)
	if size == len(run) {
		return append(words, run)
	}
	for size < len(run) {
		_, next := utf8.DecodeRuneInString(run[size:])
		words = append(words, run[:size+next])
		run, size = run[size:], next
	}
	return words
}

// span returns the length of the leading run of what is told to belong to it.
func span(text string, is func(rune) bool) int {
	for i, r := range text {
		if !is(r) {
			return i
		}
	}
	return len(text)
}

func clip(word string) string {
	if len(word) <= MaxRunes {
		return word
	}
	n := 0
	for i := range word {
		if n == MaxRunes {
			return word[:i]
		}
		n++
	}
	return word
}

func digit(r rune) bool     { return '0' <= r && r <= '9' }
func separator(b byte) bool { return b == '.' || b == ',' }

func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) && !unspaced(r)
}

func inner(r rune) bool { return letter(r) || digit(r) }

// scripts are written without spaces between words, or, as Hangul, with endings that
// only pairs of characters see through.
var scripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

func unspaced(r rune) bool {
	const firstThai = 0x0E01
	return r >= firstThai && (unicode.In(r, scripts...) || r == 'ー')
}
