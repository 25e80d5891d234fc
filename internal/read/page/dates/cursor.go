package dates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cursor reads a text from left to right. Each of its steps is bounded.
type cursor struct {
	s string
	i int
}

func (c *cursor) peek() byte {
	if c.i < len(c.s) {
		return c.s[c.i]
	}
	return 0
}

// number reads up to max digits. More of them in a row are no number here.
func (c *cursor) number(limit int) (value, digits int, ok bool) {
	i := c.i
	for i < len(c.s) && isDigit(c.s[i]) {
		if digits == limit {
			return 0, 0, false
		}
		value = value*10 + int(c.s[i]-'0')
		digits++
		i++
	}
	if digits == 0 {
		return 0, 0, false
	}
	c.i = i
	return value, digits, true
}

// word reads letters, marks of vowels among them.
func (c *cursor) word() string {
	i := c.i
	for i < len(c.s) && i-c.i <= maxWord {
		if b := c.s[i]; b < utf8.RuneSelf {
			if !isLetter(b) {
				break
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(c.s[i:])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		i += size
	}
	w := c.s[c.i:i]
	c.i = i
	return w
}

// space skips a few signs of white space and reports whether there were any.
func (c *cursor) space() bool {
	start := c.i
	for c.i < len(c.s) && c.i-start < 12 {
		switch b := c.s[c.i]; {
		case b == ' ' || b >= '\t' && b <= '\r':
			c.i++
		case strings.HasPrefix(c.s[c.i:], "\u00a0"):
			c.i += len("\u00a0")
		case strings.HasPrefix(c.s[c.i:], "\u202f"):
			c.i += len("\u202f")
		default:
			return c.i > start
		}
	}
	return c.i > start
}

// take skips a text, if it stands here.
func (c *cursor) take(s string) bool {
	if strings.HasPrefix(c.s[c.i:], s) {
		c.i += len(s)
		return true
	}
	return false
}

// takeWord skips one of the words, which are separated by spaces, whatever its case.
func (c *cursor) takeWord(words string) bool {
	was := c.i
	w := c.word()
	if w != "" && len(w) <= 12 {
		for candidate := range strings.FieldsSeq(words) {
			if strings.EqualFold(candidate, w) {
				return true
			}
		}
	}
	c.i = was
	return false
}

// wordBefore returns the word that ends before position i, behind at most a few signs
// that may stand between a month and a day, and where it begins.
func wordBefore(s string, i int) (word string, start int) {
	end := i
	for end > 0 && i-end < 4 && strings.IndexByte(" .-\t\n,", s[end-1]) >= 0 {
		end--
	}
	if end > 1 && s[end-2:end] == "\u00a0" {
		end -= 2
	}
	start = end
	for start > 0 && end-start <= maxWord {
		r, size := utf8.DecodeLastRuneInString(s[:start])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		start -= size
	}
	return s[start:end], start
}

func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
