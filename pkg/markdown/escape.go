package markdown

import (
	"bytes"
	"unicode/utf8"
)

// escaper writes the text of one line, with a backslash before what would be markdown.
type escaper struct {
	w     *writer
	place place
	mask  class // what may need an escape
	line  bool  // at the beginning of a line
	first bool  // of the first line
	links int   // 1 within a link
}

// text writes text token i, which reads s.
func (e *escaper) text(i int, s []byte) {
	if e.boxLike(i, s) {
		return
	}
	must := -1
	if e.line {
		must = e.lineStart(i, s)
	}
	if e.place.start && i == 1 && s[0] == ':' && e.w.in.tokens[0].kind == rawToken {
		must = 0 // the mark of a note and a colon begin that note
	}
	if e.place.heading {
		must = e.inHeading(i, s)
	}
	if e.mask == 0 && must < 0 {
		e.w.out = append(e.w.out, s...)
		return
	}
	for at := 0; at < len(s); {
		k := classes[s[at]]
		if k&e.mask == 0 && at != must {
			from := at
			for at < len(s) && classes[s[at]]&e.mask == 0 && at != must {
				at++
			}
			e.w.out = append(e.w.out, s[from:at]...)
			continue
		}
		at += e.special(i, s, at, k, at == must)
	}
}

// inHeading is lineStart for the line of a heading.
func (e *escaper) inHeading(i int, s []byte) int {
	switch {
	case e.isBox(s):
		return 0
	case i == len(e.w.in.tokens)-1:
		return closingHashes(s, e.w.in.before(i) == '\n')
	default:
		return -1
	}
}

// special writes what begins at s[at] with an escape if it needs one, and returns how
// many bytes that was.
func (e *escaper) special(i int, s []byte, at int, k class, must bool) int {
	if k == star || k == under || k == tilde {
		return e.delimiters(i, s, at, must)
	}
	if must || e.needs(i, s, at, k) {
		e.w.out = append(e.w.out, '\\')
	}
	e.w.out = append(e.w.out, s[at])
	return 1
}

// delimiters writes a run of characters that mark emphasis.
func (e *escaper) delimiters(i int, s []byte, at int, must bool) int {
	n := run(s[at:])
	all := false
	if classes[s[at]]&e.mask != 0 {
		opens, closes := e.w.in.flanks(i, at, n)
		all = opens || closes
	}
	if s[at] == '~' && (at == 0 && e.w.in.before(i) == '~' || at+n == len(s) && e.w.in.after(i) == '~') {
		for range n {
			e.w.out = append(e.w.out, "&#126;"...) // some take an escaped one for part of the run
		}
		return n
	}
	for j := range n {
		if all || must && j == 0 {
			e.w.out = append(e.w.out, '\\')
		}
		e.w.out = append(e.w.out, s[at])
	}
	return n
}

// needs reports whether the character at s[at] would be read as markdown.
func (e *escaper) needs(i int, s []byte, at int, k class) bool {
	rest := s[at+1:]
	switch k {
	case slash:
		after := e.w.in.after(i)
		if len(rest) > 0 {
			after = rune(rest[0])
		}
		return after < utf8.RuneSelf && (isPunct(after) || after == '\n')
	case bracket:
		return e.bracket(s[at], rest)
	case angle:
		return opensTag(rest)
	case amp:
		return isEntity(rest)
	case bang:
		return len(rest) == 0 && e.opensBracket(i+1)
	default: // backticks, pipes and dollars, where they are looked for at all
		return k&e.mask != 0
	}
}

// opensTag reports whether what follows an angle bracket makes a tag, a comment or the
// address of a mailbox of it.
func opensTag(rest []byte) bool {
	if len(rest) == 0 || rest[0] == ' ' {
		return false
	}
	if isAlpha(rest[0]) || rest[0] == '/' || rest[0] == '!' || rest[0] == '?' {
		return true
	}
	const longest = 320
	word := rest[:min(len(rest), longest)]
	if end := bytes.IndexAny(word, " <>"); end >= 0 {
		word = word[:end]
	}
	return bytes.IndexByte(word, '@') > 0
}

// bracket escapes all in a link, since its text ends at the first that is not paired.
// Elsewhere brackets are text unless a destination or the mark of a note follows.
func (e *escaper) bracket(c byte, rest []byte) bool {
	if e.links > 0 {
		return true
	}
	if c == '[' {
		return len(rest) > 0 && rest[0] == '^'
	}
	return len(rest) > 0 && rest[0] == '('
}

// opensBracket reports whether token i begins with a bracket that would make an image
// of an exclamation mark before it.
func (e *escaper) opensBracket(i int) bool {
	if i >= len(e.w.in.tokens) {
		return false
	}
	t := &e.w.in.tokens[i]
	return t.kind == linkToken || t.kind == rawToken && e.w.in.buf[t.start] == '['
}

// isEntity reports whether s, behind an ampersand, reads as a character reference.
func isEntity[T string | []byte](s T) bool {
	const longest = 32
	i := 0
	if len(s) > 0 && s[0] == '#' {
		i++
	}
	first := i
	for i < len(s) && i < longest && isAlnum(s[i]) {
		i++
	}
	return i > first && i < len(s) && s[i] == ';' && (first > 0 || !isDigit(s[0]))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// closingHashes finds the number signs at the end of a heading, which would be taken
// for its closing sequence; -1 when there are none. Whole is true when nothing precedes.
func closingHashes(s []byte, whole bool) int {
	i := len(s)
	for i > 0 && s[i-1] == '#' {
		i--
	}
	if i < len(s) && (i > 0 && s[i-1] == ' ' || i == 0 && whole) {
		return i
	}
	return -1
}
