package markdown

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/page/dom"
	"github.com/quarryapi/quarry/internal/page/table"
)

// shapeTables makes data tables ones that markdown can hold, and layout tables
// blocks: the library would run the cells of the latter together.
func shapeTables(root *html.Node) {
	var data, layout []*html.Node
	for t := range dom.All(root, atom.Table) {
		if table.IsData(t) {
			data = append(data, t)
		} else {
			layout = append(layout, t)
		}
	}
	for _, t := range layout {
		unlayout(t)
	}
	for _, t := range data {
		shapeTable(t)
	}
}

// shapeTable leaves one header row, the first, and cells of one line.
func shapeTable(t *html.Node) {
	table.Expand(t) // the library shifts cells that stand after a span
	rows := table.Rows(t)
	for y, row := range rows {
		for _, cell := range row {
			if y > 0 && dom.Is(cell, atom.Th) { // the library takes any row with a th for the header
				dom.Rename(cell, atom.Td)
			}
			flattenCell(cell)
		}
	}
	for _, head := range dom.Collect(t, atom.Thead) {
		if first := dom.First(head, atom.Tr); first == nil || len(rows[0]) == 0 || rows[0][0].Parent != first {
			dom.Rename(head, atom.Tbody)
		}
	}
}

// unlayout turns the table's own parts into blocks, and cells without blocks into
// words of one line.
func unlayout(t *html.Node) {
	for _, row := range table.Rows(t) {
		for _, cell := range row {
			if holdsBlock(cell) {
				dom.Rename(cell, atom.Div)
				continue
			}
			dom.Rename(cell, atom.Span)
			cell.Parent.InsertBefore(dom.NewText(" "), cell.NextSibling)
		}
	}
	var rename func(*html.Node)
	rename = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case dom.Is(c, atom.Tbody, atom.Thead, atom.Tfoot):
				rename(c)
				dom.Rename(c, atom.Div)
			case dom.Is(c, atom.Tr, atom.Caption):
				dom.Rename(c, atom.Div)
			}
		}
	}
	rename(t)
	dom.Rename(t, atom.Div)
}

func holdsBlock(n *html.Node) bool {
	for c := range n.Descendants() {
		if dom.IsBlock(c) {
			return true
		}
	}
	return false
}

// flattenCell leaves only inline content in a cell, as a row is one line: blocks
// and breaks become one <br>, items get a bullet.
func flattenCell(cell *html.Node) {
	if !holdsBlock(cell) && dom.First(cell, atom.Br) == nil {
		return
	}
	old := &html.Node{Type: html.ElementNode}
	dom.MoveChildren(old, cell)
	f := flattener{cell: cell}
	f.children(old)
}

type flattener struct {
	cell  *html.Node
	due   bool // a break is due before the next content
	wrote bool // something other than space was written
}

func (f *flattener) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = n.FirstChild {
		n.RemoveChild(c)
		f.node(c)
	}
}

// node writes what is inline as it is and goes into everything else. Inline
// elements that hold blocks lose their mark, as half a bold cell cannot be written.
func (f *flattener) node(c *html.Node) {
	switch {
	case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "" && f.due:
	case c.Type == html.TextNode, c.Type == html.ElementNode && !dom.IsBlock(c) && !dom.Is(c, atom.Br) && !holdsBlock(c):
		f.write(c)
	case dom.IsBlock(c):
		f.newline()
		if dom.Is(c, atom.Li) {
			f.write(dom.NewText("• "))
		}
		f.children(c)
		f.newline()
	case dom.Is(c, atom.Br):
		f.newline()
	default:
		f.children(c)
	}
}

func (f *flattener) write(c *html.Node) {
	if f.due {
		f.cell.AppendChild(newNamed(breakName))
		f.due = false
	}
	for _, br := range dom.Collect(c, atom.Br) {
		dom.Replace(br, newNamed(breakName))
	}
	f.cell.AppendChild(c)
	f.wrote = f.wrote || dom.TextLength(c, 1) > 0 || c.Type == html.ElementNode
}

// newline asks for a break before the next content, so that none stands at the
// beginning or end of a cell and two never stand together.
func (f *flattener) newline() { f.due = f.wrote }
