package markdown

import (
	"bytes"
	"strings"
)

// lineStart returns which byte of the text s, token i, needs an escape because s begins
// a line and would begin a block there; -1 when none does.
func (e *escaper) lineStart(i int, s []byte) int {
	after := e.w.in.after(i)
	ends := after == '\n' // the line, with this text
	switch c := s[0]; c {
	case '>':
		return 0
	case '#':
		if n := run(s); n <= 6 && endsWord(s, n, ends) {
			return 0
		}
	case '-', '+', '*', '_', '=', ':', '|':
		return e.marker(c, s, ends)
	case '`', '~':
		if run(s) >= 3 {
			return 0
		}
	case '[':
		return e.openBracket(s)
	default:
		if isDigit(c) {
			return number(s, ends)
		}
	}
	return -1
}

// endsWord reports whether a space or the end of the line stands at s[n].
func endsWord(s []byte, n int, ends bool) bool {
	return n < len(s) && s[n] == ' ' || n == len(s) && ends
}

// marker handles what marks items, rules, underlines of headings, heads of tables and
// definitions.
func (e *escaper) marker(c byte, s []byte, ends bool) int {
	switch c {
	case '-', '+', '*', ':':
		if endsWord(s, 1, ends) {
			return 0
		}
	}
	if !ends {
		return -1
	}
	switch c {
	case '*', '_':
		if e.isRule(s) {
			return 0
		}
	case '=':
		if !e.first && consists(s, "= ") {
			return 0
		}
	case '-', ':', '|':
		if e.isRule(s) || !e.first && consists(s, "-:| ") {
			return 0
		}
	}
	return -1
}

// isRule reports whether a line is a thematic break, three and more of one mark. That of
// an item may be one of them.
func (e *escaper) isRule(s []byte) bool {
	return (e.place.item && e.first || bytes.Count(s, s[:1]) > 2) && consists(s, string([]byte{s[0], ' '}))
}

func consists(s []byte, of string) bool {
	for _, c := range s {
		if strings.IndexByte(of, c) < 0 {
			return false
		}
	}
	return true
}

// openBracket handles the boxes of tasks and definitions of links.
func (e *escaper) openBracket(s []byte) int {
	if e.isBox(s) || e.first && (bytes.Contains(s, labelEnd) || e.w.in.codeEndsLabel()) {
		return 0
	}
	return -1
}

// labelEnd is what makes a definition of a link of a line that begins with a bracket,
// wherever it stands.
var labelEnd = []byte("]:")

func (in *inline) codeEndsLabel() bool {
	for i := range in.tokens {
		if t := &in.tokens[i]; t.kind == codeToken && bytes.Contains(in.buf[t.start:t.end], labelEnd) {
			return true
		}
	}
	return false
}

// spell makes text of code in the link that begins a line, where that code would end the
// label of a definition.
func (in *inline) spell() {
	if len(in.tokens) == 0 || in.tokens[0].kind != linkToken {
		return
	}
	for i := range in.tokens {
		t := &in.tokens[i]
		if t.kind == linkEndToken {
			return
		}
		s := in.buf[t.start:t.end]
		if end := bytes.IndexByte(s, ']'); t.kind != codeToken || end < 0 || !bytes.HasPrefix(s[end:], labelEnd) {
			continue
		}
		t.kind = textToken
		for _, c := range s {
			in.seen |= classes[c] &^ (space | wide)
		}
		for t.end > t.start && in.buf[t.end-1] == ' ' {
			t.end--
		}
	}
}

// isBox reports whether an item would be a task, to parsers that want no space behind the
// box, too.
func (e *escaper) isBox(s []byte) bool {
	return e.place.item && e.first && len(s) > 2 && s[0] == '[' && s[2] == ']' && (s[1] == ' ' || s[1]|0x20 == 'x')
}

// number finds the point or bracket that makes an item's number of digits.
func number(s []byte, ends bool) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	if n <= 9 && n < len(s) && (s[n] == '.' || s[n] == ')') && endsWord(s, n+1, ends) {
		return n
	}
	return -1
}
