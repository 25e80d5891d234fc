package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// checkbox writes the box of a task, where it stands at the beginning of an item.
func (w *writer) checkbox(n *html.Node) {
	if strings.EqualFold(dom.Attr(n, "type"), "checkbox") && w.beginsItem() {
		w.task(dom.HasAttr(n, "checked"))
	}
}

// beginsItem reports whether nothing of an item is gathered or written yet.
func (w *writer) beginsItem() bool {
	return w.startsItem() && len(w.in.tokens) == 0 && w.mode == blocks && w.in.active[link] == 0
}

// startsItem reports whether no block of an item is written yet.
func (w *writer) startsItem() bool {
	f := w.top()
	return f.kind == itemFrame && f.prev == noBlock
}

// taskText takes the box off an item's text, which clean.Tasks has put there.
func (w *writer) taskText(s string) string {
	s = strings.TrimLeft(s, " \t\n")
	if rest, ok := strings.CutPrefix(s, clean.Checked); ok {
		w.task(true)
		return rest
	}
	if rest, ok := strings.CutPrefix(s, clean.Unchecked); ok {
		w.task(false)
		return rest
	}
	return s
}

func (w *writer) task(done bool) {
	box := "[ ]"
	if done {
		box = "[x]"
	}
	w.settleGap()
	w.in.add(token{kind: rawToken, start: len(w.in.buf), end: len(w.in.buf) + len(box)})
	w.in.buf = append(w.in.buf, box...)
	w.in.part(spaceGap)
}

// boxLike writes a link's text of nothing but an x at the beginning of an item so that no
// parser takes its brackets for the box of a task, as some do.
func (e *escaper) boxLike(i int, s []byte) bool {
	tokens := e.w.in.tokens
	if !e.place.item || i != 1 || len(s) != 1 || s[0]|0x20 != 'x' || tokens[0].kind != linkToken || len(tokens) < 3 || tokens[2].kind != linkEndToken {
		return false
	}
	if after := e.w.in.after(2); after == ' ' || after == '\n' {
		e.w.out = append(e.w.out, s[0], ' ')
		return true
	}
	e.w.out = append(e.w.out, "&#"...)
	e.w.out = strconv.AppendInt(e.w.out, int64(s[0]), 10)
	e.w.out = append(e.w.out, ';')
	return true
}
