package markdown

import (
	"unicode"
	"unicode/utf8"
)

// Emphasis is written with asterisks. Whether it is read as such depends on what stands
// beside and within it, so each group of marks is first read as a parser would
// (delimiter.go), and changed where that gives something else: underscores instead of
// asterisks, punctuation moved out, and in the end no emphasis at all.

// maxRepairs is how often the marks of a line are changed before they stay as text; each
// time all tokens behind the change move.
const maxRepairs = 64

// pair is one emphasis, by its tokens.
type pair struct{ opening, closing int }

// delimiters is what reading marks takes, kept from line to line.
type delimiters struct {
	pairs []pair
	runs  []delimRun
	stack []int
	end   int // the last token of the group
}

// emphasize chooses how each mark is written.
func (w *writer) emphasize() {
	in := &w.in
	repairs := 0
	for i := 0; i < len(in.tokens); {
		if in.tokens[i].kind != openToken {
			i++
			continue
		}
		w.delims.end = w.pairUp(i)
		if w.chooseDelimiters(i) {
			i = w.delims.end + 1
			continue
		}
		if repairs++; repairs > maxRepairs {
			in.strip()
			return
		}
	}
}

// chooseDelimiters finds delimiters with which the group that begins with token i reads as
// it should. Without any it takes out what cannot be read, and reports false.
func (w *writer) chooseDelimiters(i int) bool {
	for {
		p, unflanked := w.misread(i, w.delims.end)
		if p < 0 {
			return true
		}
		d := w.delims.pairs[p]
		opening, closing := &w.in.tokens[d.opening], &w.in.tokens[d.closing]
		if unflanked || opening.delim != '*' {
			if opening.delim == '_' || !w.swapWithLink(d) && !w.shift(d) {
				w.in.drop(d)
			}
			return false
		}
		opening.delim, closing.delim = '_', '_'
	}
}

// pairUp finds the pairs of the group that begins at token i: a mark, what is in it, and
// the marks right behind it. It returns the last token of it.
func (w *writer) pairUp(i int) (end int) {
	d := &w.delims
	d.pairs, d.stack = d.pairs[:0], d.stack[:0]
	tokens := w.in.tokens
	for ; i < len(tokens); i++ {
		t := &tokens[i]
		switch t.kind {
		case openToken:
			t.delim, t.width = delimiter(t.mark)
			t.ref = len(d.pairs)
			d.stack = append(d.stack, len(d.pairs))
			d.pairs = append(d.pairs, pair{opening: i})
		case closeToken:
			last := len(d.stack) - 1
			d.pairs[d.stack[last]].closing = i
			t.ref = d.stack[last]
			d.stack = d.stack[:last]
			t.delim, t.width = delimiter(t.mark)
			if last == 0 && (i+1 == len(tokens) || tokens[i+1].kind != openToken) {
				return i
			}
		default:
		}
	}
	return i - 1
}

func delimiter(k markKind) (c byte, width int) {
	switch k {
	case strong:
		return '*', 2
	case deleted:
		return '~', 2
	default:
		return '*', 1
	}
}

// swapWithLink moves a pair into the link that is all it holds: its bracket would be
// the punctuation that keeps the pair from being read.
func (w *writer) swapWithLink(p pair) bool {
	tokens := w.in.tokens
	a, b := p.opening, p.closing
	if tokens[a+1].kind != linkToken || tokens[b-1].kind != linkEndToken || w.linkEnd(a+1) != b-1 {
		return false
	}
	tokens[a], tokens[a+1] = tokens[a+1], tokens[a]
	tokens[b], tokens[b-1] = tokens[b-1], tokens[b]
	return true
}

// linkEnd finds the end of the link that token i begins; links do not nest.
func (w *writer) linkEnd(i int) int {
	for i < len(w.in.tokens) && w.in.tokens[i].kind != linkEndToken {
		i++
	}
	return i
}

// shift moves punctuation and space at the edges of a pair out of it, and reports
// whether there was any, and text behind it.
func (w *writer) shift(p pair) bool {
	in := &w.in
	head, tail := in.edges(p)
	a, b := p.opening, p.closing
	first, last := in.tokens[a+1], in.tokens[b-1]
	if head == 0 && tail == 0 || head+tail >= last.end-first.start && a+2 == b || head == first.end-first.start && head > 0 || tail == last.end-last.start && tail > 0 {
		return false
	}
	if tail > 0 {
		in.tokens[b-1].end -= tail
		in.insertText(b+1, last.end-tail, last.end)
	}
	if head > 0 {
		in.tokens[a+1].start += head
		in.insertText(a, first.start, first.start+head)
	}
	return true
}

// edges measures, in bytes, what keeps a pair from being read at its beginning and at its
// end. A bracket takes its other along.
func (in *inline) edges(p pair) (head, tail int) {
	first, last := in.tokens[p.opening+1], in.tokens[p.closing-1]
	var opening, closing rune
	if first.kind == textToken {
		head = leading(in.buf[first.start:first.end])
		opening, _ = utf8.DecodeRune(in.buf[first.start:])
	}
	if last.kind == textToken {
		tail = trailing(in.buf[last.start:last.end])
		closing, _ = utf8.DecodeLastRune(in.buf[:last.end])
	}
	before, after := isWordy(in.before(p.opening)), isWordy(in.after(p.closing))
	brackets := unicode.In(opening, unicode.Ps, unicode.Pi) && unicode.In(closing, unicode.Pe, unicode.Pf)
	if !before && (!after || !brackets) {
		head = 0
	}
	if !after && (!before || !brackets) {
		tail = 0
	}
	return head, tail
}

func isWordy(r rune) bool { return !isPunct(r) && !unicode.IsSpace(r) }

// trailing is how many bytes of punctuation and space s ends with, and leading how many
// it begins with.
func trailing(s []byte) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeLastRune(s[:len(s)-n])
		if !isPunct(r) && !unicode.IsSpace(r) {
			break
		}
		n += size
	}
	return n
}

func leading(s []byte) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRune(s[n:])
		if !isPunct(r) && !unicode.IsSpace(r) {
			break
		}
		n += size
	}
	return n
}
