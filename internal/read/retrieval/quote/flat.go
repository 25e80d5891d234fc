package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// flat is a text with one space for white space of any length.
type flat struct {
	text string
	at   []int32 // of each byte, where it stands in the text that it was
}

func flatten(text string) flat {
	var b strings.Builder
	b.Grow(len(text))
	f := flat{at: make([]int32, 0, len(text))}
	space := true
	for i, r := range text {
		if unicode.IsSpace(r) {
			if !space {
				b.WriteByte(' ')
				f.at = append(f.at, int32(i)) //nolint:gosec // documents have 10 MB at most
			}
			space = true
			continue
		}
		space = false
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(text[i : i+size])
		for n := range size {
			f.at = append(f.at, int32(i+n)) //nolint:gosec // documents have 10 MB at most
		}
	}
	f.text = b.String()
	return f
}

func (f flat) trimmed() string { return strings.TrimSpace(f.text) }

// find returns the first place of a needle that neither begins nor ends within a word,
// in the text that this one was made of. It is the search of Knuth, Morris and Pratt:
// with a text of one letter, looking for every first place anew would take the product
// of both lengths.
func (f flat) find(needle string) (start, end int, ok bool) {
	first := strings.Index(f.text, needle)
	if first < 0 {
		return 0, 0, false
	}
	back := borders(needle)
	n := 0
	for i := first; i < len(f.text); i++ {
		for n > 0 && needle[n] != f.text[i] {
			n = back[n-1]
		}
		if needle[n] == f.text[i] {
			n++
		}
		if n < len(needle) {
			continue
		}
		from, to := i+1-n, i+1
		if whole(f.text, from, to) {
			return int(f.at[from]), int(f.at[to-1]) + 1, true
		}
		n = back[n-1]
	}
	return 0, 0, false
}

// borders returns for each beginning of a needle the length of the longest shorter one
// that it ends with.
func borders(needle string) []int {
	back := make([]int, len(needle))
	n := 0
	for i := 1; i < len(needle); i++ {
		for n > 0 && needle[n] != needle[i] {
			n = back[n-1]
		}
		if needle[n] == needle[i] {
			n++
		}
		back[i] = n
	}
	return back
}

// whole reports whether a part of a text is not cut out of a word or a number: "5 million
// ships" does not occur in "1.5 million ships", nor "by 5" in "by 5%".
func whole(text string, from, to int) bool {
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	before, n := utf8.DecodeLastRuneInString(text[:from])
	after, m := utf8.DecodeRuneInString(text[to:])
	if wordy(first) && wordy(before) || wordy(last) && wordy(after) || unicode.IsMark(after) {
		return false
	}
	if unicode.IsDigit(first) && strings.ContainsRune(".,-−", before) {
		earlier, _ := utf8.DecodeLastRuneInString(text[:from-n])
		if before == '-' || before == '−' { // a sign, where no word or number stands before it
			return wordy(earlier)
		}
		return !unicode.IsDigit(earlier)
	}
	if unicode.IsDigit(last) {
		later, _ := utf8.DecodeRuneInString(text[to+m:])
		return after != '%' && (after != '.' && after != ',' || !unicode.IsDigit(later))
	}
	return true
}

func wordy(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unspaced(r)
}
