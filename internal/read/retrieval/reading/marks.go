package reading

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How far a link's address and an entity may reach; what is longer is text.
const (
	longestAddress = 4096
	longestEntity  = 32
)

// isMark matches what can stand behind a backslash.
func isMark(c byte) bool {
	return c > ' ' && c < 0x7f && !alphanumeric(c)
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// line leaves out what a line begins with: indentation, the marks of headings, quotes
// and list items, and the line under a table's head.
func (r *reader) line() {
	item := r.item
	r.loose, r.item = false, false
	rest := r.rest()
	text := strings.TrimLeft(rest, " \t")
	if fence(text) {
		r.code = !r.code
		r.write("", len(rest))
		return
	}
	if r.code {
		return
	}
	if rule(text) {
		r.write("", len(rest))
		return
	}
	r.loose = true
	r.item = item && text != rest
	for n := leading(text); n > 0; n = leading(text) {
		r.loose, r.item = false, strings.IndexByte("-*+", text[0]) >= 0
		text = strings.TrimLeft(text[n:], " \t")
	}
	r.write("", len(rest)-len(text))
}

// rest is what is left of the line.
func (r *reader) rest() string {
	rest, _, _ := strings.Cut(r.in[r.at:], "\n")
	return rest
}

// lineBreak makes a space of the break between two lines of a paragraph.
func (r *reader) lineBreak() {
	open := r.loose && !strings.HasSuffix(r.in[:r.at], "  ") && r.last != '\t'
	r.at++
	line := r.rest()
	r.at--
	next := strings.TrimLeft(line, " \t\r")
	open = open || r.item && next != line
	if open && next != "" && next[0] != '|' && leading(next) == 0 && !rule(next) && !fence(next) {
		r.write(" ", 1)
	} else {
		r.keep(1)
	}
	r.line()
}

func fence(text string) bool {
	return strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")
}

// rule matches a line that is drawn: a rule, or one under a heading or a table's head.
func rule(text string) bool { return strings.Trim(text, "|-=:*_ \t\r") == "" }

// leading returns the length of a mark at a line's beginning.
func leading(text string) int {
	trimmed := strings.TrimLeft(text, "#")
	if n := len(text) - len(trimmed); n > 0 && n <= 6 && (trimmed == "" || blank(trimmed[0])) {
		return n
	}
	if text == "" {
		return 0
	}
	switch text[0] {
	case '>':
		return 1
	case '-', '*', '+':
		if len(text) > 1 && blank(text[1]) {
			return 1
		}
	}
	return 0
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// skipped returns the length of a mark within a line; 0 when the character is text.
func (r *reader) skipped(c byte) int {
	if r.code {
		return 0
	}
	rest := r.in[r.at:]
	switch c {
	case '*', '`':
		return 1
	case '_':
		return r.underscore(rest)
	case '~':
		if strings.HasPrefix(rest, "~~") {
			return 2
		}
	case '!':
		if strings.HasPrefix(rest, "![") {
			return 2
		}
	case '[':
		return max(1, reference(rest))
	case ']':
		return 1 + address(rest[1:])
	case '<':
		return tag(rest)
	}
	return 0
}

// underscore is a mark at the edge of a word, and text within one.
func (r *reader) underscore(rest string) int {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, "_"))
	if wordy(r.last) && wordy(next) {
		return 0
	}
	return 1
}

func wordy(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// reference is the length of a number in brackets, as encyclopedias mark their sources;
// what stands in them has up to three digits, so that years stay.
func reference(rest string) int {
	const digits = 3
	if rest[0] != '[' {
		return 0
	}
	for i := 1; i < len(rest) && i <= digits+1; i++ {
		switch {
		case rest[i] == ']' && i > 1:
			return i + 1 + address(rest[i+1:])
		case rest[i] == '\\' && i > 1 && i+1 < len(rest) && rest[i+1] == ']':
			return i + 2
		case rest[i] < '0' || rest[i] > '9':
			return 0
		}
	}
	return 0
}

// address is the length of a link's address in parentheses, which may hold pairs of them.
func address(rest string) int {
	if rest == "" || rest[0] != '(' {
		return 0
	}
	depth := 0
	for i := 0; i < len(rest) && i < longestAddress; i++ {
		switch rest[i] {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '\n':
			return 0
		case ']':
			if i+1 < len(rest) && rest[i+1] == '(' { // the next link begins: this one has no end
				return 0
			}
		}
	}
	return 0
}

// tag is the length of an HTML tag or of the brackets of an address.
func tag(rest string) int {
	if len(rest) < 2 || rest[1] != '/' && !alphanumeric(rest[1]) {
		return 0
	}
	rest = rest[:min(len(rest), longestAddress)]
	end := 1 + strings.IndexAny(rest[1:], "<>\n")
	if end == 0 || rest[end] != '>' || rest[1] >= '0' && rest[1] <= '9' {
		return 0
	}
	if strings.Contains(rest[:end], "://") {
		return 1 // an address is shown
	}
	return end + 1
}

// entity reads &amp; and the like.
func (r *reader) entity() {
	rest := r.in[r.at:]
	end := strings.IndexByte(rest[:min(len(rest), longestEntity)], ';')
	if end < 0 {
		r.keep(1)
		return
	}
	text := html.UnescapeString(rest[:end+1])
	c, size := utf8.DecodeRuneInString(text)
	if size != len(text) {
		r.keep(1)
		return
	}
	if form, ok := typographic(c); ok {
		text = form
	}
	r.write(text, end+1)
}

// typographic returns the plain form of a character that is written in several ways.
func typographic(c rune) (form string, ok bool) {
	switch c {
	case '‘', '’', '‚', '‛', 'ʼ', '´', '′', '‹', '›':
		return "'", true
	case '“', '”', '„', '‟', '«', '»', '″', '「', '」', '『', '』':
		return `"`, true
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－':
		return "-", true
	case '…':
		return "...", true
	case 'ﬀ':
		return "ff", true
	case 'ﬁ':
		return "fi", true
	case 'ﬂ':
		return "fl", true
	case 'ﬃ':
		return "ffi", true
	case 'ﬄ':
		return "ffl", true
	case 'ﬅ', 'ﬆ':
		return "st", true
	case '\u2028', '\u2029':
		return "\n", true
	}
	switch {
	case unicode.IsSpace(c):
		return " ", true
	case unicode.Is(unicode.Cf, c), c == utf8.RuneError: // soft hyphens, joiners, marks of direction
		return "", true
	}
	return "", false
}
