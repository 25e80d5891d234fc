package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// class reports what a byte may mean, to the page's space or to markdown.
type class uint16

const (
	space   class = 1 << iota // and what else is looked at while text is gathered
	wide                      // begins a character that may be space or invisible
	slash                     // \
	tick                      // `
	star                      // *
	under                     // _
	tilde                     // ~
	bracket                   // [ ]
	angle                     // <
	amp                       // &
	bang                      // !
	pipe                      // |
	dollar                    // $
)

// classes knows all bytes. Two-byte characters of Latin-1 begin with 0xc2, those of
// which some are spaces or invisible with 0xe1 to 0xe3, 0xee and 0xef.
var classes = func() (table [256]class) {
	for c := range ' ' + 1 {
		table[c] = space
	}
	table[0x7f] = space
	for _, c := range []byte{0xc2, 0xe1, 0xe2, 0xe3, 0xee, 0xef} {
		table[c] = wide
	}
	for c, k := range map[byte]class{
		'\\': slash, '`': tick, '*': star, '_': under, '~': tilde, '[': bracket, ']': bracket,
		'<': angle, '&': amp, '!': bang, '|': pipe, '$': dollar,
	} {
		table[c] = k
	}
	return table
}()

// text gathers text as a browser shows it: space is collapsed, whatever character it is,
// and what nobody sees is dropped.
func (w *writer) text(s string) {
	for s != "" {
		if n, seen := shown(s); n > 0 {
			w.words(s[:n])
			w.in.seen |= seen
			s = s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		if isSpace(r) {
			w.in.part(spaceGap)
		}
		s = s[size:]
	}
}

// shown is how many bytes of s, from its beginning, are shown as they are: words, with one
// space between them. It returns their classes, too.
func shown(s string) (n int, seen class) {
	for n < len(s) {
		c := classes[s[n]]
		switch {
		case c&(space|wide) == 0:
			seen |= c
			n++
		case c == wide:
			r, size := utf8.DecodeRuneInString(s[n:])
			if isSpace(r) || isInvisible(r) {
				return n, seen
			}
			n += size
		case s[n] == ' ' && n > 0 && n+1 < len(s) && classes[s[n+1]]&(space|wide) == 0:
			n++
		default:
			return n, seen
		}
	}
	return n, seen
}

// words gathers what begins with a word.
func (w *writer) words(s string) {
	in := &w.in
	if in.due != noGap || in.wait > 0 {
		w.settle()
	}
	in.growText()
	in.buf = append(in.buf, s...)
}

// isSpace reports whether a browser shows nothing but a gap.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' || r == '\v'
	}
	return unicode.IsSpace(r)
}

// isInvisible reports whether a character is none that a reader sees: controls, soft
// hyphens, zero-width spaces, and those of private use, which only a page's own font draws.
func isInvisible(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff' ||
		r >= '\ue000' && r <= '\uf8ff'
}

// printable drops what nobody sees.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, s)
}

// oneLine collapses the space in an attribute.
func oneLine(s string) string {
	for i := range len(s) {
		if classes[s[i]]&(space|wide) != 0 {
			return strings.Join(strings.Fields(printable(s)), " ")
		}
	}
	return s
}
