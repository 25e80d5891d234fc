package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

type class int

const (
	word class = iota
	number
	sign // a character that is neither
)

// lexeme is a word, a number or a sign of a sentence.
type lexeme struct {
	class class
	text  string // folded
	raw   string
	glued bool // nothing stands between it and the lexeme before
	start int
	end   int
}

// lex cuts a sentence. A number takes the separators between its digits, and letters
// behind it become a word of their own that is glued to it.
func lex(text string) []lexeme {
	var list []lexeme
	glued := false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			glued = false
			i += size
			continue
		}
		l := lexeme{class: sign, start: i, glued: glued}
		switch {
		case digit(text[i]):
			l.class = number
			l.end = i + digits(text[i:])
		case unicode.IsLetter(r):
			l.class = word
			l.end = i + letters(text[i:])
		default:
			l.end = i + size
		}
		l.raw = text[i:l.end]
		l.text = tokens.Fold(l.raw)
		list = append(list, l)
		glued = true
		i = l.end
	}
	return joined(list, text)
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

func digits(text string) int {
	i := 1
	for i < len(text) {
		if digit(text[i]) {
			i++
			continue
		}
		if strings.IndexByte(".,'", text[i]) < 0 || i+1 == len(text) || !digit(text[i+1]) {
			break
		}
		i++
	}
	return i
}

// letters takes apostrophes between letters with it ("didn't").
func letters(text string) int {
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			continue
		}
		if r == '\'' {
			if next, _ := utf8.DecodeRuneInString(text[i+1:]); unicode.IsLetter(next) {
				continue
			}
		}
		return i
	}
	return len(text)
}

// joined makes one number of groups of three digits with spaces between: 1 250 000.
func joined(list []lexeme, text string) []lexeme {
	out := list[:0]
	group := func(l lexeme) bool {
		return l.class == number && len(l.raw) == 3 && !strings.ContainsAny(l.raw, ".,'")
	}
	for _, l := range list {
		if n := len(out); n > 0 && group(l) && !l.glued {
			before := &out[n-1]
			head, _, spaced := strings.Cut(before.raw, " ")
			if before.class == number && l.start == before.end+1 && len(head) <= 3 && (spaced || !strings.ContainsAny(head, ".,'")) && head[0] != '0' {
				before.end = l.end
				before.raw = text[before.start:l.end]
				before.text = before.raw
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// european reports from small words that a sentence is of a language that writes 1.250,5.
func european(words []lexeme) bool {
	votes := 0
	for _, w := range words {
		switch w.text {
		case "the", "of", "and", "was", "were", "has", "with", "by":
			votes--
		case "der", "die", "das", "dem", "den", "im", "auf", "mit", "zum", "zur", "und", "von", "ist", "ein", "eine", "el", "los", "las", "del", "que", "il", "di", "che", "les", "des", "et",
			"een", "het", "van", "para", "em", "uma", "og", "av", "med":
			votes++
		}
	}
	return votes > 0
}
