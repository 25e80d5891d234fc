package markdown

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/table"
)

// maxPadded is how many cells a table has at most whose shorter rows are filled up.
const maxPadded = 100_000

// span is where a cell was written that stands in several places.
type span struct{ from, to int }

// tableWriter writes one table.
type tableWriter struct {
	w       *writer
	columns int
	pad     bool
	written map[*html.Node]span
}

// table writes a table of data as rows of one line each, with the first as its header.
// Tables that only lay out the page are blocks.
func (w *writer) table(n *html.Node) {
	w.boundary()
	if w.mode != blocks || !table.IsData(n) || !w.holds(n, isContent) {
		w.children(n)
		w.boundary()
		return
	}
	aside := w.suspend()
	w.caption(n)
	table.ClampSpans(n)
	rows := table.Rows(n)
	w.rows(table.Grid(rows))
	w.resume(aside)
}

// caption writes the caption before the table, where browsers show it.
func (w *writer) caption(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if dom.Is(c, atom.Caption) && !hides(c) {
			w.children(c)
			w.flush()
		}
	}
}

func (w *writer) rows(grid [][]*html.Node) {
	t := tableWriter{w: w}
	cells, full := 0, 0
	for _, row := range grid {
		t.columns = max(t.columns, len(row))
		cells += len(row)
		if len(row) > 0 {
			full++
		}
	}
	t.pad = t.columns*full <= max(maxPadded, 2*cells)
	first := true
	for _, row := range grid {
		if len(row) == 0 || w.err != nil {
			continue
		}
		if !first {
			w.newline()
			t.row(row, t.pad)
			continue
		}
		first = false
		w.begin(tableBlock)
		t.row(row, true)
		w.newline()
		t.delimiters(row)
	}
}

// row writes one line.
func (t *tableWriter) row(row []*html.Node, pad bool) {
	w := t.w
	for _, c := range row {
		w.out = append(w.out, "| "...)
		t.cell(c)
		w.out = append(w.out, ' ')
	}
	if pad {
		for range t.columns - len(row) {
			w.out = append(w.out, "|  "...)
		}
	}
	w.out = append(w.out, '|')
}

// cell writes what a cell holds, which is repeated where the cell spans.
func (t *tableWriter) cell(c *html.Node) {
	w := t.w
	if s, ok := t.written[c]; ok {
		w.out = append(w.out, w.out[s.from:s.to]...)
		return
	}
	from := len(w.out)
	w.mode = cell
	if !hides(c) {
		w.children(c)
	}
	w.mode = blocks
	w.in.pause()
	w.render(place{cell: true})
	w.in.reset()
	if dom.HasAttr(c, "colspan") || dom.HasAttr(c, "rowspan") {
		if t.written == nil {
			t.written = map[*html.Node]span{}
		}
		t.written[c] = span{from, len(w.out)}
	}
}

// delimiters writes the line below the header, which reports how columns are aligned.
func (t *tableWriter) delimiters(header []*html.Node) {
	for i := range t.columns {
		mark := "|---"
		if i < len(header) {
			switch alignment(header[i]) {
			case "left":
				mark = "|:--"
			case "center":
				mark = "|:-:"
			case "right":
				mark = "|--:"
			}
		}
		t.w.out = append(t.w.out, mark...)
	}
	t.w.out = append(t.w.out, '|')
}

// alignment reads the attribute and the style that say it.
func alignment(c *html.Node) string {
	if a := dom.Attr(c, "align"); a != "" {
		return strings.ToLower(a)
	}
	_, style, ok := strings.Cut(dom.Attr(c, "style"), "text-align")
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(strings.TrimLeft(style, ": "), ";")
	return strings.ToLower(strings.TrimSpace(value))
}

// layoutCell writes a cell of a layout: beside its neighbour where it holds words, else
// as a block.
func (w *writer) layoutCell(n *html.Node) {
	if w.mode == blocks && w.holds(n, dom.IsBlock) {
		w.boundary()
		w.children(n)
		w.boundary()
		return
	}
	w.in.part(spaceGap)
	w.children(n)
	w.in.part(spaceGap)
}
