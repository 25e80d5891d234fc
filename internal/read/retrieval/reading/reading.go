// Package reading turns markdown into what a reader sees of it, and remembers from where
// each part of that came: what is found in the plain text can be shown in the original.
// It must not know what is looked for.
package reading

import (
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Text is the plain text of markdown. Marks of emphasis, headings, lists, tables, code
// and links are left out, entities and escapes resolved, quotation marks, dashes, spaces
// and ligatures brought to one form.
type Text struct {
	// Plain is the text as a reader sees it. A line is a paragraph, a heading, an item of
	// a list or a row of a table, in which tabs stand before, between and behind cells.
	Plain  string
	source string
	// jumps are the places of Plain at which the distance to the source changes.
	jumps []jump
}

// jump says that from plain on, the text comes from source on; the stretch before it
// ends in the source at end.
type jump struct{ plain, source, end int }

// Of reads markdown. It takes time in proportion to the text, whatever it is.
func Of(markdown string) *Text {
	r := reader{in: markdown}
	r.out.Grow(len(markdown))
	r.read()
	return &Text{Plain: r.out.String(), source: markdown, jumps: r.jumps}
}

// Source returns the place in the markdown of a part of Plain, not empty: from the first
// character of the part to the last.
func (t *Text) Source(start, end int) (from, to int) {
	from, _ = t.at(start)
	_, to = t.at(end - 1)
	return from, to
}

// Exact is the markdown of a part of Plain.
func (t *Text) Exact(start, end int) string {
	from, to := t.Source(start, end)
	return t.source[from:to]
}

// at returns where the character that holds a byte of Plain begins and ends in the source.
func (t *Text) at(i int) (from, to int) {
	n := sort.Search(len(t.jumps), func(n int) bool { return t.jumps[n].plain > i }) - 1
	j := t.jumps[n]
	from = j.source + i - j.plain
	if j.end >= 0 { // what came from there differs from it, so it is one piece
		return j.source, j.end
	}
	for from > 0 && !utf8.RuneStart(t.source[from]) {
		from--
	}
	_, size := utf8.DecodeRuneInString(t.source[from:])
	return from, from + size
}

// reader walks through markdown once.
type reader struct {
	in    string
	at    int
	out   strings.Builder
	jumps []jump
	last  rune // the last character written; 0 at first
	code  bool // inside a fenced block, where marks are text
	loose bool // the line is of a paragraph, which the next may go on with
	item  bool // the line is of an item of a list, which an indented one goes on with
}

// keep writes the next n bytes of the source as they are.
func (r *reader) keep(n int) {
	if k := len(r.jumps); k == 0 || r.jumps[k-1].end >= 0 || r.jumps[k-1].source+r.out.Len()-r.jumps[k-1].plain != r.at {
		r.jumps = append(r.jumps, jump{r.out.Len(), r.at, -1})
	}
	r.out.WriteString(r.in[r.at : r.at+n])
	r.last, _ = utf8.DecodeLastRuneInString(r.in[r.at : r.at+n])
	r.at += n
}

// write writes a text in the place of the next n bytes of the source.
func (r *reader) write(text string, n int) {
	if text != "" {
		r.jumps = append(r.jumps, jump{r.out.Len(), r.at, r.at + n})
		r.out.WriteString(text)
		r.last, _ = utf8.DecodeLastRuneInString(text)
	}
	r.at += n
}

func (r *reader) read() {
	r.line()
	for r.at < len(r.in) {
		c := r.in[r.at]
		if c == '\n' {
			r.lineBreak()
			continue
		}
		if c >= utf8.RuneSelf {
			r.rune()
			continue
		}
		r.byte(c)
	}
}

// byte reads an ASCII character and what it begins.
func (r *reader) byte(c byte) {
	if n := r.skipped(c); n > 0 {
		r.write("", n)
		return
	}
	switch {
	case c == '\\' && !r.code && r.at+1 < len(r.in) && isMark(r.in[r.at+1]):
		if n := reference(r.in[r.at+1:]); n > 0 { // \[1\], written out
			r.write("", 1+n)
			return
		}
		r.at++
		r.keep(1)
	case c == '&' && !r.code:
		r.entity()
	case c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == 0:
		r.write(" ", 1)
	case c == '|' && !r.code:
		r.write("\t", 1)
	default:
		r.run()
	}
}

// run keeps a stretch of characters that are never marks, up to one that combines with
// what follows it.
func (r *reader) run() {
	n := 1
	for r.at+n < len(r.in) && (alphanumeric(r.in[r.at+n]) || r.in[r.at+n] == ' ') {
		n++
	}
	if r.at+n == len(r.in) || r.in[r.at+n] < utf8.RuneSelf {
		r.keep(n)
		return
	}
	if n > 1 {
		r.keep(n - 1)
	}
	r.rune()
}

// rune reads a character outside ASCII together with what combines with it.
func (r *reader) rune() {
	n := norm.NFC.NextBoundaryInString(r.in[r.at:], true)
	if n <= 0 {
		n = 1
	}
	piece := r.in[r.at : r.at+n]
	if !utf8.ValidString(piece) {
		r.write(" ", n)
		return
	}
	c, size := utf8.DecodeRuneInString(piece)
	if form, ok := typographic(c); ok {
		r.write(form, size)
		return
	}
	if composed := norm.NFC.String(piece); composed != piece {
		r.write(composed, n)
		return
	}
	r.keep(n)
}
