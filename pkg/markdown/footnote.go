package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Notes are found by their marks: a short raised link into the page, whose target is a
// block of text further down. They are numbered as their marks come, and written at the
// end, as renderers do.

const (
	maxMark = 8    // bytes of the text of a mark
	maxNote = 8000 // bytes of the text of a note; what is longer is no note
)

// unnumbered is the number of a note that only other notes mention so far.
const unnumbered = -1

// notes are those of one tree.
type notes struct {
	page    string                // the page's address, which links into it may begin with
	index   map[string]*html.Node // blocks behind the first mark, by id; nil before it
	order   map[*html.Node]int    // where blocks and links into the page stand
	numbers map[*html.Node]int    // of blocks that are notes; 0 of others that were asked for
	queue   []*html.Node
	labels  []string // what the marks of the queue said
	writing bool
	label   string // what the text of the note that is being written may repeat
}

// isNote reports whether an element is written later, as a note.
func (w *writer) isNote(n *html.Node) bool {
	return len(w.notes.numbers) > 0 && !w.notes.writing && w.notes.numbers[n] != 0
}

// noteMark writes the mark of a note, if the link is one.
func (w *writer) noteMark(a *html.Node) bool {
	t := &w.notes
	id, label := t.markOf(a)
	if id == "" {
		return false
	}
	if t.index == nil {
		t.collect(w.root, a)
	}
	block := t.find(a, id)
	if block == nil {
		return false
	}
	if t.numbers[block] == unnumbered {
		t.queue, t.labels = append(t.queue, block), append(t.labels, label)
		t.numbers[block] = len(t.queue)
	}
	if w.in.due == spaceGap {
		w.in.due = noGap // the mark touches its word
	}
	w.atom(token{kind: rawToken}, "[^"+strconv.Itoa(t.numbers[block])+"]")
	return true
}

// markOf returns what a link points to and says, if it looks like the mark of a note.
func (t *notes) markOf(a *html.Node) (id, label string) {
	id, ok := t.within(a)
	if !ok || id == "" || !isRaised(a) || dom.TextLength(a, 2*maxMark) == 2*maxMark {
		return "", ""
	}
	label = strings.Trim(dom.Text(a), "[]() ")
	if label == "" || len(label) > maxMark {
		return "", ""
	}
	return id, label
}

// within returns what part of the page a link leads to, and whether it does.
func (t *notes) within(a *html.Node) (id string, ok bool) {
	href := dom.Attr(a, "href")
	if t.page != "" {
		href = strings.TrimPrefix(href, t.page)
	}
	return strings.CutPrefix(href, "#")
}

// isRaised reports whether a link looks like a mark: it is superscript, or says that it
// is one.
func isRaised(a *html.Node) bool {
	if dom.Is(a.Parent, atom.Sup) || dom.Is(a.FirstChild, atom.Sup) || dom.Attr(a, "role") == "doc-noteref" {
		return true
	}
	class := dom.Attr(a, "class")
	return strings.Contains(class, "footnote") || strings.Contains(class, "noteref")
}

// find returns the note that a mark points to, or nil. With it are found the notes that
// it mentions, which may stand before it is written.
func (t *notes) find(a *html.Node, id string) *html.Node {
	block := t.index[id]
	if block == nil {
		return nil
	}
	number, known := t.numbers[block]
	switch {
	case number != 0:
		return block
	case known, t.order[block] < t.order[a]:
		return nil
	}
	if length := dom.TextLength(block, maxNote); length == 0 || length == maxNote || t.touches(block) {
		t.numbers[block] = 0
		return nil
	}
	t.numbers[block] = unnumbered
	for n := block.FirstChild; n != nil; n = next(n, block) {
		if n.DataAtom != atom.A {
			continue
		}
		if id, _ := t.markOf(n); id != "" {
			t.find(n, id)
		}
	}
	return block
}

// touches reports whether a block is within a note or around one, or around a heading.
func (t *notes) touches(block *html.Node) bool {
	for n := block; n != nil; n = n.Parent {
		if t.numbers[n] != 0 {
			return true
		}
	}
	for n := block.FirstChild; n != nil; n = next(n, block) {
		if t.numbers[n] != 0 || dom.HeadingLevel(n) > 0 {
			return true
		}
	}
	return false
}

// collect finds the blocks that links can lead to, behind the first mark.
func (t *notes) collect(root, first *html.Node) {
	t.index, t.order, t.numbers = map[string]*html.Node{}, map[*html.Node]int{}, map[*html.Node]int{}
	position := 0
	for n := first; n != nil; n = next(n, root) {
		if n.Type != html.ElementNode {
			continue
		}
		position++
		if n.DataAtom == atom.A {
			if _, ok := t.within(n); ok {
				t.order[n] = position
			}
		}
		t.add(n, root, position)
	}
}

// add puts the block that begins at n into the index.
func (t *notes) add(n, root *html.Node, position int) {
	id := dom.Attr(n, "id")
	if id == "" && n.DataAtom == atom.A {
		id = dom.Attr(n, "name")
	}
	if id == "" || t.index[id] != nil {
		return
	}
	block := noteBlock(n, root)
	if block == nil {
		return
	}
	t.index[id] = block
	if t.order[block] == 0 {
		t.order[block] = position
	}
}

// noteBlock returns the block that begins at n, which may be the anchor at its start.
func noteBlock(n, root *html.Node) *html.Node {
	for range 4 {
		if n == root || n == nil {
			return nil
		}
		if dom.Is(n, atom.Li, atom.P, atom.Div, atom.Aside, atom.Dd) {
			return n
		}
		if dom.IsBlock(n) || before(n) {
			return nil
		}
		n = n.Parent
	}
	return nil
}

// before reports whether text stands before n in its parent.
func before(n *html.Node) bool {
	for c := n.PrevSibling; c != nil; c = c.PrevSibling {
		if c.Type == html.ElementNode || c.Type == html.TextNode && oneLine(c.Data) != "" {
			return true
		}
	}
	return false
}

// writeNotes writes the notes behind the text. Notes may have notes.
func (w *writer) writeNotes() {
	t := &w.notes
	for i := 0; i < len(t.queue) && w.err == nil; i++ {
		t.writing, t.label = true, t.labels[i]
		w.push(frame{kind: noteFrame, number: i + 1})
		w.children(t.queue[i])
		w.flush()
		w.pop()
		t.writing, t.label = false, ""
	}
}

// openNote writes the mark of the note that follows.
func (w *writer) openNote(i int) {
	w.beginIn(i-1, footnoteBlock)
	w.out = append(w.out, "[^"...)
	w.out = strconv.AppendInt(w.out, int64(w.frames[i].number), 10)
	w.out = append(w.out, "]: "...)
	w.prefix = append(w.prefix, "    "...)
	w.frames[i].indent = 4
}

// noteText drops the mark that the text of a note repeats at its beginning.
func (w *writer) noteText(s string) string {
	label := w.notes.label
	if trimmed := strings.TrimLeft(s, " \t\n[("); label != "" && trimmed != "" {
		w.notes.label = ""
		if rest, ok := strings.CutPrefix(trimmed, label); ok && (rest == "" || !isAlnum(rest[0]) && rest[0] < utf8.RuneSelf) {
			return strings.TrimLeft(rest, "]).: \t\n")
		}
	}
	return s
}

// isBacklink knows the link from a note to its mark.
func (w *writer) isBacklink(a *html.Node) bool {
	if !w.notes.writing {
		return false
	}
	if _, ok := w.notes.within(a); !ok {
		return false
	}
	return dom.Attr(a, "role") == "doc-backlink" || leadsBack(a) || dom.TextLength(a, maxMark) < maxMark
}

// leadsBack reports whether an element of a note says that it links to its mark.
func leadsBack(n *html.Node) bool {
	class := dom.Attr(n, "class")
	return strings.Contains(class, "backlink") || strings.Contains(class, "backref")
}

// heads reports whether a rule only parts the notes from the text.
func (t *notes) heads(rule *html.Node) bool {
	return len(t.numbers) > 0 && rule.Parent != nil &&
		(dom.Attr(rule.Parent, "role") == "doc-endnotes" || strings.Contains(dom.Attr(rule.Parent, "class"), "footnotes"))
}
