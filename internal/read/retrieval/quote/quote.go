// Package quote finds quotations in documents, so that nobody can cite what is not
// there. Spaces, typography and the marks of markdown may differ, words may not. It must
// not know who quotes and what for.
package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/read/retrieval/reading"
)

// What a quotation must have at least: what is shorter occurs by chance. Where words are
// written without spaces, two characters count as one.
const (
	fewestWords   = 3
	fewestLetters = 10
	fewestSigns   = 6 // letters, where they are not Latin and the like
)

// Find looks for a quotation and returns the exact part of the document that it is. Not
// ok is a quotation that does not occur, that begins or ends within a word or number, or
// that is too short to prove anything (fewer than 3 words or 10 letters). Case matters.
// It takes time in proportion to both texts; for several quotations Read a document once.
func Find(document, quote string) (exact string, ok bool) {
	return Read(document).Find(quote)
}

// Document is a text to find quotations in. It is safe for concurrent use.
type Document struct {
	text  string
	plain *reading.Text
	seen  flat // what a reader sees
	raw   flat // what is written, for who quotes code or markdown
}

// Read prepares a document, markdown or plain.
func Read(document string) *Document {
	plain := reading.Of(document)
	return &Document{text: document, plain: plain, seen: flatten(plain.Plain), raw: flatten(document)}
}

// Find is Find for this document.
func (d *Document) Find(quote string) (exact string, ok bool) {
	start, end, ok := d.Locate(quote)
	if !ok {
		return "", false
	}
	return d.text[start:end], true
}

// Locate returns the place of a quotation in the document, in bytes.
func (d *Document) Locate(quote string) (start, end int, ok bool) {
	quote = bare(quote)
	needle := flatten(reading.Of(quote).Plain).trimmed()
	if enough(needle) {
		if i, j, ok := d.seen.find(needle); ok {
			start, end = d.plain.Source(i, j)
			return start, end, true
		}
	}
	if needle = flatten(quote).trimmed(); enough(needle) {
		return d.raw.find(needle)
	}
	return 0, 0, false
}

// bare takes off what is put around quotations: quotation marks and the dots of an
// omission.
func bare(quote string) string {
	const around = "\"'“”„‟‘’«»‹›「」『』"
	quote = strings.TrimSpace(quote)
	for _, dots := range []string{"...", "…", "[...]", "[…]"} {
		quote = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(quote, dots), dots))
	}
	first, n := utf8.DecodeRuneInString(quote)
	last, m := utf8.DecodeLastRuneInString(quote)
	if len(quote) > n+m && strings.ContainsRune(around, first) && strings.ContainsRune(around, last) {
		return quote[n : len(quote)-m]
	}
	return quote
}

// enough reports whether a quotation is long enough to prove something.
func enough(quote string) bool {
	letters, signs := 0, 0
	words := 0
	within := false
	for _, r := range quote {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			within = within && !unicode.IsSpace(r)
			continue
		case unspaced(r):
			signs++
			within = false
		default:
			letters++
			if !within {
				words++
			}
			within = true
		}
	}
	return signs >= fewestSigns || words+signs/2 >= fewestWords && letters+signs >= fewestLetters
}

func unspaced(r rune) bool {
	return r >= 0x0E01 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
