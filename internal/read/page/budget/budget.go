// Package budget cuts texts into parts for readers that can take so many characters or tokens
// at once. The parts of a text, put together, are the text, byte for byte. It knows markdown
// as package pkg/markdown writes it, and no pages.
package budget

import "unicode/utf8"

// Limit is how much a part may have. A member that is 0 is no limit.
type Limit struct {
	Chars  int // Unicode code points
	Tokens int // by Tokens
}

// Part is a part of a text. Places are counted in characters, from 0.
type Part struct {
	Text  string
	Next  int  // where the next part begins; 0 behind the last one
	Total int  // characters of the whole text
	Over  bool // Text is one piece that must not be cut, and is longer than the limit
}

// Markdown is the part of a markdown text that begins at an offset. It ends behind a block.
// Where blocks would fill less than half of the limit, it ends behind a line: a row, an item; and
// behind a word where lines are too long as well. It never ends within fenced code, a row of a
// table, a link or a code span.
func Markdown(text string, offset int, l Limit) Part {
	return part(text, offset, l, func(begin, limit int) int { return layoutOf(text).cut(begin, limit) })
}

// Plain is Markdown for text without structure: a part ends behind an empty line, a line or a
// word, whichever first fills half of the limit, and within a word where none does. It never ends within a
// character as people see it, however many code points that has.
func Plain(text string, offset int, l Limit) Part {
	return part(text, offset, l, func(begin, limit int) int { return plainCut(text, begin, limit) })
}

// part finds the end of a part by cut, which returns an offset in bytes behind begin for the most
// that fits.
func part(text string, offset int, l Limit, cut func(begin, limit int) int) Part {
	p := Part{Total: utf8.RuneCountInString(text)}
	begin := after(text, 0, offset)
	limit := begin + l.fits(text[begin:])
	if limit == len(text) {
		p.Text = text[begin:]
		return p
	}
	end := cut(begin, limit)
	p.Text, p.Over = text[begin:end], end > limit
	if end < len(text) {
		p.Next = min(offset, p.Total) + utf8.RuneCountInString(p.Text)
	}
	return p
}

// after is the byte that follows so many characters behind begin.
func after(text string, begin, chars int) int {
	for ; chars > 0 && begin < len(text); chars-- {
		_, size := utf8.DecodeRuneInString(text[begin:])
		begin += size
	}
	return begin
}

// fits is how many bytes of a text are within the limit.
func (l Limit) fits(text string) int {
	end := len(text)
	if l.Chars > 0 {
		end = after(text, 0, l.Chars)
	}
	if l.Tokens > 0 {
		end = min(end, within(text, l.Tokens))
	}
	return end
}

// plainCut goes by the ends of paragraphs, lines and words.
func plainCut(text string, begin, limit int) int {
	least := begin + (limit-begin)/2
	last := [3]int{} // of paragraphs, lines and words
	for i := begin; i < limit; i++ {
		switch {
		case text[i] == '\n' && i > begin && text[i-1] == '\n':
			last[0] = i + 1
		case text[i] == '\n':
			last[1] = i + 1
		case text[i] == ' ' && !joined(text, i+1):
			last[2] = i + 1
		}
	}
	for _, end := range last {
		if end > least {
			return end
		}
	}
	end := limit
	for end > begin && joined(text, end) {
		_, size := utf8.DecodeLastRuneInString(text[:end])
		end -= size
	}
	if end > begin {
		return end
	}
	for end = after(text, begin, 1); joined(text, end); { // a limit that no character is within
		end = after(text, end, 1)
	}
	return end
}
