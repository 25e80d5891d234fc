package markdown

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// maxNumber is the highest number that CommonMark lets an item begin with.
const maxNumber = 999_999_999

// list writes a list. Items that hold nothing are left out.
func (w *writer) list(n *html.Node) {
	w.boundary()
	if w.mode != blocks || w.nesting == maxNesting {
		w.children(n)
		w.boundary()
		return
	}
	w.pushList(dom.Is(n, atom.Ol), n)
	w.items(n)
	w.endList()
}

func (w *writer) pushList(ordered bool, n *html.Node) {
	w.nesting++
	f := frame{kind: listFrame, marker: '-'}
	if ordered {
		f.marker, f.number = '.', start(n)
	}
	w.push(f)
}

// start is the number of the first item.
func start(list *html.Node) int {
	value := dom.Attr(list, "start")
	for c := list.FirstChild; c != nil && value == ""; c = c.NextSibling {
		if c.Type == html.ElementNode {
			value = dom.Attr(c, "value")
			break
		}
	}
	number, err := strconv.Atoi(value)
	if err != nil || number < 0 || number > maxNumber {
		return 1
	}
	return number
}

// items writes the items of a list, which browsers find in wrappers, too. A list
// right in a list belongs to the item before it.
func (w *writer) items(list *html.Node) {
	for c := list.FirstChild; c != nil && w.err == nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "", c.Type == html.CommentNode:
		case c.Type != html.ElementNode || dom.Is(c, atom.Li):
			w.item(c)
		case hides(c):
		case dom.Is(c, atom.Ul, atom.Ol, atom.Menu):
			w.continued(c)
		case holdsItems(c) && w.depth < maxDepth:
			w.depth++
			w.items(c)
			w.depth--
		default:
			w.item(c)
		}
	}
}

func holdsItems(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if dom.Is(c, atom.Li) {
			return true
		}
	}
	return false
}

// item writes one item, or anything else in a list as one.
func (w *writer) item(n *html.Node) {
	if n.Type == html.ElementNode && hides(n) {
		return
	}
	if w.isNote(n) {
		w.top().empty++
		return
	}
	w.push(frame{kind: itemFrame})
	switch {
	case n.Type == html.TextNode:
		w.text(n.Data)
	case dom.Is(n, atom.Li) && w.depth < maxDepth:
		w.depth++
		w.children(n)
		w.depth--
	default:
		w.node(n)
	}
	w.endItem()
}

// endItem leaves an item, and notes in the list how it ended.
func (w *writer) endItem() {
	w.flush()
	f := w.top()
	t := tail{prev: f.prev, marker: f.marker, indent: f.indent}
	opened := f.opened
	w.pop()
	if list := w.top(); opened {
		list.last = t
	} else {
		list.empty++
	}
}

// continued writes a list as part of the item before it, or as an item.
func (w *writer) continued(n *html.Node) {
	f := frame{kind: itemFrame}
	if list := w.top(); list.opened {
		f.opened, f.prev, f.marker, f.indent = true, list.last.prev, list.last.marker, list.last.indent
	}
	for range f.indent {
		w.prefix = append(w.prefix, ' ')
	}
	w.push(f)
	w.node(n)
	w.endItem()
}

// strays writes items that no list is around, from n on, as a list. It returns the
// last node that it has written.
func (w *writer) strays(n *html.Node) (last *html.Node) {
	w.flush()
	w.pushList(false, n)
	for c := n; c != nil && w.err == nil; c = c.NextSibling {
		switch {
		case dom.Is(c, atom.Li):
			w.item(c)
			last = c
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "", c.Type == html.CommentNode:
		default:
			w.endList()
			return last
		}
	}
	w.endList()
	return last
}

// openItem begins an item, and with the first one its list.
func (w *writer) openItem(i int) {
	list := &w.frames[i-1]
	bare := list.isNumbered() && w.openEmpty(list)
	if list.opened {
		if !bare {
			w.gaps = append(w.gaps, len(w.out))
		}
		w.newline()
	} else {
		w.openList(i - 1)
		list = &w.frames[i-1]
	}
	before := len(w.out)
	if list.isNumbered() {
		w.out = strconv.AppendInt(w.out, int64(list.number), 10)
		list.number = min(list.number+1, maxNumber)
	}
	w.out = append(w.out, list.marker, ' ')
	indent := len(w.out) - before
	for range indent {
		w.prefix = append(w.prefix, ' ')
	}
	w.frames[i].indent = indent
}

func (f *frame) isNumbered() bool { return f.marker == '.' || f.marker == ')' }

// openEmpty writes the items that held nothing, which the next one's number counts, and
// reports whether it did. No empty line follows them: it would end the list for some.
func (w *writer) openEmpty(list *frame) (bare bool) {
	for range list.empty {
		if list.opened {
			if !bare {
				w.gaps = append(w.gaps, len(w.out))
			}
			bare = true
			w.newline()
			w.out = strconv.AppendInt(w.out, int64(list.number), 10)
			w.out = append(w.out, list.marker)
		}
		list.number = min(list.number+1, maxNumber)
	}
	list.empty = 0
	return bare
}

// openList chooses a marker other than that of a list right above, which would go on
// otherwise.
func (w *writer) openList(i int) {
	list := &w.frames[i]
	k := listBlock
	if list.marker == '.' && list.number != 1 {
		k = countedBlock
	}
	around := &w.frames[i-1]
	adjacent := around.prev == listBlock || around.prev == countedBlock
	if adjacent && around.marker == list.marker {
		list.marker = map[byte]byte{'-': '*', '.': ')'}[list.marker]
	}
	w.beginIn(i-1, k)
	w.frames[i-1].marker = list.marker
	list.opened, list.gaps = true, len(w.gaps)
}

// endList leaves a list, and puts an empty line between its blocks when it is loose.
func (w *writer) endList() {
	list := *w.top()
	w.nesting--
	w.pop()
	if !list.opened {
		return
	}
	if list.loose {
		w.loosen(w.gaps[list.gaps:])
	}
	w.gaps = w.gaps[:list.gaps]
}

// loosen makes empty lines of line ends, from behind, moving each byte once.
func (w *writer) loosen(gaps []int) {
	if len(gaps) == 0 {
		return
	}
	empty := trimSpaces(w.prefix)
	grow := len(gaps) * (1 + len(empty))
	end := len(w.out)
	w.out = append(w.out, make([]byte, grow)...)
	for _, from := range slices.Backward(gaps) {
		copy(w.out[from+grow:], w.out[from:end])
		end = from
		grow -= 1 + len(empty)
		at := from + grow
		w.out[at] = '\n'
		copy(w.out[at+1:], empty)
	}
}
