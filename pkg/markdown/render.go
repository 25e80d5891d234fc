package markdown

import (
	"bytes"
	"iter"
)

// place is where a line of text stands.
type place struct {
	start   bool // at the beginning of a line, where blocks begin
	item    bool // at the beginning of an item
	heading bool
	cell    bool
}

// render writes the tokens that were gathered.
func (w *writer) render(p place) {
	in := &w.in
	in.endText()
	in.inCell = p.cell
	if p.start {
		in.spell()
	}
	if in.seen&(star|under|tilde) != 0 {
		in.linkAddresses()
	}
	w.emphasize()
	e := escaper{w: w, place: p, mask: in.mask(p), line: p.start, first: true}
	for i := range in.tokens {
		e.token(i)
	}
}

// token writes one token.
func (e *escaper) token(i int) {
	w := e.w
	t := &w.in.tokens[i]
	content := w.in.buf[t.start:t.end]
	switch t.kind {
	case textToken:
		e.text(i, content)
	case openToken, closeToken:
		for range t.width {
			w.out = append(w.out, t.delim)
		}
	case codeToken:
		w.out = appendCode(w.out, content, e.place.cell)
	case linkToken:
		e.links++
		w.out = append(w.out, '[')
	case linkEndToken:
		e.links--
		w.out = append(w.out, ']')
		w.out = appendTarget(w.out, w.in.links[t.ref], e.place.cell)
	case autolinkToken:
		w.out = append(w.out, '<')
		w.out = append(w.out, content...)
		w.out = append(w.out, '>')
	case imageToken:
		w.out = append(w.out, "!["...)
		w.out = appendAlt(w.out, content, e.place.cell)
		w.out = append(w.out, ']')
		w.out = appendTarget(w.out, w.in.links[t.ref], e.place.cell)
	case rawToken:
		w.out = appendRaw(w.out, content, e.place.cell)
	case breakToken:
		e.lineEnd()
		return
	}
	e.line, e.first = false, false
}

// lineEnd writes a hard line break.
func (e *escaper) lineEnd() {
	if e.place.cell {
		e.w.out = append(e.w.out, "<br>"...)
		return
	}
	e.w.out = append(e.w.out, "  "...)
	e.w.newline()
	e.line, e.first = true, false
}

// appendRaw writes what is no markdown of ours: math, marks of notes and tasks.
func appendRaw(out, s []byte, inCell bool) []byte {
	if !inCell || bytes.IndexByte(s, '|') < 0 {
		return append(out, s...)
	}
	for _, c := range s {
		if c == '|' {
			out = append(out, '\\')
		}
		out = append(out, c)
	}
	return out
}

// mask reports which characters of the text may need an escape here.
func (in *inline) mask(p place) class {
	mask := in.seen & (slash | bracket | angle | amp)
	if in.seen&bang != 0 && len(in.tokens) > 1 {
		mask |= bang
	}
	if p.cell {
		mask |= in.seen & pipe
	}
	if in.math {
		mask |= in.seen & dollar
	}
	if in.seen&tick != 0 && in.ticks() {
		mask |= tick
	}
	for _, d := range [...]struct {
		c    byte
		kind class
	}{{'*', star}, {'_', under}, {'~', tilde}} {
		if in.seen&d.kind != 0 && in.pairs(d.c) {
			mask |= d.kind
		}
	}
	return mask
}

// ticks reports whether a backtick in the text could begin or end code.
func (in *inline) ticks() bool {
	count := 0
	for i := range in.tokens {
		t := &in.tokens[i]
		if t.kind == codeToken {
			return true
		}
		if t.kind != textToken && t.kind != rawToken {
			continue
		}
		for _, n := range runs(in.buf[t.start:t.end], '`') {
			if count++; count > 1 || n > 2 {
				return true
			}
		}
	}
	return false
}

// pairs reports whether a delimiter in the text could mark emphasis: one that begins
// some before one that ends some, or any beside our own.
func (in *inline) pairs(c byte) bool {
	own, begun, flanked := false, false, false
	for i := range in.tokens {
		t := &in.tokens[i]
		own = own || isMark(t) && t.delim == c
		if t.kind != textToken {
			continue
		}
		for at, n := range runs(in.buf[t.start:t.end], c) {
			opens, closes := in.flanks(i, at, n)
			if closes && begun {
				return true
			}
			begun = begun || opens
			flanked = flanked || opens || closes
		}
	}
	return own && flanked
}

// runs yields where c repeats in s, and how often.
func runs(s []byte, c byte) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := 0; ; {
			i := bytes.IndexByte(s[at:], c)
			if i < 0 {
				return
			}
			at += i
			n := run(s[at:])
			if !yield(at, n) {
				return
			}
			at += n
		}
	}
}

// run is how often the first byte of s repeats.
func run(s []byte) int {
	n := 1
	for n < len(s) && s[n] == s[0] {
		n++
	}
	return n
}
