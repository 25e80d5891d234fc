package markdown

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// A line of text is gathered as tokens. Space is collapsed on the way, and moved out of
// emphasis and links, whose delimiters must touch a word.

type tokenKind uint8

const (
	textToken tokenKind = iota
	openToken           // of emphasis and its like
	closeToken
	codeToken
	linkToken
	linkEndToken
	autolinkToken
	imageToken
	rawToken // written as it is
	breakToken
)

// token is a part of a line of text.
type token struct {
	kind  tokenKind
	mark  markKind
	delim byte // of open and close: what it is written with; 0 when it is not written
	width int  // of open and close: how many delimiters
	start int  // its text in inline.buf
	end   int
	ref   int // of links and images: in inline.links
}

// target is what a link or an image points to.
type target struct{ address, title string }

type markKind uint8

const (
	strong markKind = iota
	emphasis
	deleted
	link
	markKinds
)

// mark is an element that is open. It is written before the first text in it.
type mark struct {
	kind    markKind
	name    atom.Atom
	written bool
	spent   bool   // a link that has ended with an earlier block
	to      target // of a link
	ref     int    // of a link that is written
	start   int    // of a link's text in inline.buf
	first   int    // of a link's tokens
}

// gap is what parts two words.
type gap uint8

const (
	noGap gap = iota
	spaceGap
	breakGap
)

// inline is what is gathered of one line of text.
type inline struct {
	buf    []byte
	tokens []token
	links  []target
	marks  []mark
	active [markKinds]uint8
	wait   int  // marks that are not written yet
	due    gap  // before the next text
	breaks int  // how many line ends the gap holds
	glue   bool // a line end is none before the next text, which has a bullet in front
	seen   class
	math   bool
	inCell bool // a line end is an element br
}

// reset forgets the text; marks stay open.
func (in *inline) reset() {
	in.buf, in.tokens, in.links = in.buf[:0], in.tokens[:0], in.links[:0]
	in.due, in.breaks, in.glue, in.seen, in.math = noGap, 0, false, 0, false
}

// add appends a token, and ends the text before it.
func (in *inline) add(t token) {
	in.endText()
	in.tokens = append(in.tokens, t)
}

func (in *inline) endText() {
	if last := len(in.tokens) - 1; last >= 0 && in.tokens[last].kind == textToken {
		in.tokens[last].end = len(in.buf)
	}
}

// growText makes the last token one of text, which ends where the buffer does.
func (in *inline) growText() {
	if last := len(in.tokens) - 1; last < 0 || in.tokens[last].kind != textToken {
		in.tokens = append(in.tokens, token{kind: textToken, start: len(in.buf)})
	}
}

// part asks for a gap before the next text.
func (in *inline) part(g gap) {
	if in.glue {
		g = spaceGap
	}
	in.due = max(in.due, g)
	if g == breakGap {
		in.breaks++
	}
}

// settle writes the gap that is due, and the marks that wait.
func (w *writer) settle() {
	w.settleGap()
	if w.in.wait > 0 {
		w.in.writeMarks()
	}
}

func (w *writer) settleGap() {
	in := &w.in
	if in.due == noGap {
		return
	}
	if in.breaks > 1 && w.mode == blocks && in.active[link] == 0 {
		w.flush()
		return
	}
	due := in.due
	in.due, in.breaks, in.glue = noGap, 0, false
	switch {
	case len(in.tokens) == 0:
	case due == breakGap:
		in.add(token{kind: breakToken})
	default:
		in.growText()
		in.buf = append(in.buf, ' ')
	}
}

// writeMarks opens what waits. What was closed just before goes on instead.
func (in *inline) writeMarks() {
	in.endText()
	for i := range in.marks {
		m := &in.marks[i]
		if m.written || m.spent {
			continue
		}
		m.written = true
		if last := len(in.tokens) - 1; m.kind != link && last >= 0 && in.tokens[last].kind == closeToken && in.tokens[last].mark == m.kind {
			in.tokens = in.tokens[:last]
			m.first = -1
			continue
		}
		k := openToken
		m.first = len(in.tokens)
		if m.kind == link {
			k = linkToken
			m.ref = len(in.links)
			in.links = append(in.links, m.to)
			m.start = len(in.buf)
		}
		in.tokens = append(in.tokens, token{kind: k, mark: m.kind, ref: m.ref})
	}
	in.wait = 0
}

// open opens a mark, and reports whether it did. Emphasis within emphasis shows nothing
// and is left out, unless it is of the same element, which means more of it.
func (w *writer) open(k markKind, name atom.Atom) bool {
	in := &w.in
	switch {
	case in.active[k] == 0:
	case in.active[k] > 1 || k == deleted || in.name(k) != name:
		return false
	}
	in.active[k]++
	in.marks = append(in.marks, mark{kind: k, name: name})
	in.wait++
	return true
}

// name is the element of the mark of a kind that is open.
func (in *inline) name(k markKind) atom.Atom {
	for _, m := range in.marks {
		if m.kind == k {
			return m.name
		}
	}
	return 0
}

// close closes the mark that was opened last.
func (w *writer) close() {
	in := &w.in
	last := len(in.marks) - 1
	m := in.marks[last]
	in.marks = in.marks[:last]
	in.active[m.kind]--
	switch {
	case m.spent:
	case !m.written:
		in.wait--
	default:
		in.end(&m)
	}
}

func (in *inline) end(m *mark) {
	if m.kind == link {
		in.endLink(m)
		return
	}
	in.add(token{kind: closeToken, mark: m.kind})
	in.join(m)
}

// join makes one of two marks of a kind around the same text.
func (in *inline) join(outer *mark) {
	last := len(in.tokens) - 1
	first := outer.first + 1
	if first == 0 || first >= last-1 || !in.isMark(first, openToken, outer.kind) || !in.isMark(last-1, closeToken, outer.kind) {
		return
	}
	for i := first; i < last-1; i++ {
		if in.isMark(i, closeToken, outer.kind) {
			return
		}
	}
	in.tokens = slices.Delete(in.tokens[:last], first, first+1)
}

func (in *inline) isMark(i int, k tokenKind, of markKind) bool {
	return in.tokens[i].kind == k && in.tokens[i].mark == of
}

// pause closes all marks at the end of a block; they go on in the next. A link does not.
func (in *inline) pause() {
	for i := range slices.Backward(in.marks) {
		m := &in.marks[i]
		if !m.written || m.spent {
			continue
		}
		in.end(m)
		if m.kind == link {
			m.spent = true
			continue
		}
		m.written = false
		in.wait++
	}
	in.endText()
}

// suspend sets all marks aside, for what stands within them but not in their line, and
// resume takes them up again.
func (w *writer) suspend() []mark {
	aside := w.in.marks
	w.in.marks, w.in.active, w.in.wait = nil, [markKinds]uint8{}, 0
	return aside
}

func (w *writer) resume(aside []mark) {
	w.in.marks = aside
	for _, m := range aside {
		w.in.active[m.kind]++
		if !m.written && !m.spent {
			w.in.wait++
		}
	}
}

// flush writes what is gathered as a paragraph.
func (w *writer) flush() {
	if len(w.in.tokens) > 0 {
		w.in.pause()
		if w.paragraph && w.top().kind == itemFrame {
			w.frames[len(w.frames)-2].loose = true
		}
		first := w.startsItem()
		w.begin(paragraphBlock)
		w.render(place{start: true, item: first})
	}
	w.in.reset()
}

// atom appends a token that is content but no text: code, images, what is raw.
func (w *writer) atom(t token, content string) {
	w.settle()
	w.in.endText()
	t.start = len(w.in.buf)
	w.in.buf = append(w.in.buf, content...)
	t.end = len(w.in.buf)
	w.in.tokens = append(w.in.tokens, t)
}
