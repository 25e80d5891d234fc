package markdown

import (
	"unicode"
	"unicode/utf8"
)

// Whether a run of delimiters may begin or end emphasis depends on the characters
// beside it: section 6.2 of the CommonMark specification, 0.31.2.

// flanking reports whether a run of c between two characters may open and close.
func flanking(c byte, before, after rune) (opens, closes bool) {
	spaceBefore, spaceAfter := unicode.IsSpace(before), unicode.IsSpace(after)
	punctBefore, punctAfter := isPunct(before), isPunct(after)
	left := !spaceAfter && (!punctAfter || spaceBefore || punctBefore)
	right := !spaceBefore && (!punctBefore || spaceAfter || punctAfter)
	if c == '_' {
		return left && (!right || punctBefore), right && (!left || punctAfter)
	}
	return left, right
}

func isPunct(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7f && !isAlnum(byte(r))
	}
	return unicode.IsPunct(r) || unicode.IsSymbol(r)
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// flanks is flanking for n delimiters in the text token i, at byte at of it.
func (in *inline) flanks(i, at, n int) (opens, closes bool) {
	t := &in.tokens[i]
	s := in.buf[t.start:t.end]
	before, after := in.before(i), in.after(i)
	if at > 0 {
		before, _ = utf8.DecodeLastRune(s[:at])
	}
	if at+n < len(s) {
		after, _ = utf8.DecodeRune(s[at+n:])
	}
	return flanking(s[at], before, after)
}

// before is the character that is written before token i, after the one behind it.
// Beside the line there is a line end.
func (in *inline) before(i int) rune {
	if i--; i >= 0 {
		t := &in.tokens[i]
		s := in.buf[t.start:t.end]
		switch t.kind {
		case textToken, rawToken:
			r, _ := utf8.DecodeLastRune(s)
			return r
		case openToken, closeToken:
			return rune(t.delim)
		case breakToken:
			if in.inCell {
				return '>' // of an element br
			}
			return '\n'
		default:
			return ')' // or any other punctuation
		}
	}
	return '\n'
}

func (in *inline) after(i int) rune {
	if i++; i < len(in.tokens) {
		t := &in.tokens[i]
		s := in.buf[t.start:t.end]
		switch t.kind {
		case textToken, rawToken:
			r, _ := utf8.DecodeRune(s)
			return r
		case openToken, closeToken:
			return rune(t.delim)
		case breakToken:
			if in.inCell {
				return '<'
			}
			return '\n'
		default:
			return '['
		}
	}
	return '\n'
}
