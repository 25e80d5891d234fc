// Package table distinguishes data tables from tables that only lay out a page, and reads
// the first. It bounds what spans can do: a cell of a hundred bytes may claim to
// span a thousand million columns.
package table

import (
	"slices"
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	maxCells    = 50_000    // of a table whose spans are believed, with what they repeat
	maxRepeated = 128 << 10 // bytes of text that spans repeat
	maxSpan     = 50        // columns that are believed without another row of that width
	longCell    = 1500      // bytes; without a header such a cell is part of a page's layout
)

// Rows returns the cells of each row of the table itself, without nested tables.
func Rows(t *html.Node) [][]*html.Node {
	var rows [][]*html.Node
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case dom.Is(c, atom.Tr):
				rows = append(rows, cells(c))
			case dom.Is(c, atom.Thead, atom.Tbody, atom.Tfoot):
				walk(c)
			}
		}
	}
	walk(t)
	return rows
}

func cells(tr *html.Node) []*html.Node {
	var all []*html.Node
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if dom.Is(c, atom.Td, atom.Th) {
			all = append(all, c)
		}
	}
	return all
}

// IsData reports whether the table holds data: at least two columns, no table
// within or around it, and a header or at least two rows of short cells.
func IsData(t *html.Node) bool {
	role := dom.Attr(t, "role")
	if role == "presentation" || role == "none" || dom.First(t, atom.Table, atom.Pre) != nil || dom.Closest(t, atom.Table) != nil {
		return false
	}
	rows := Rows(t)
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r))
	}
	if columns < 2 {
		return false
	}
	if dom.First(t, atom.Th, atom.Thead, atom.Caption) != nil {
		return true
	}
	return len(rows) >= 2 && !slices.ContainsFunc(rows, hasLongCell)
}

func hasLongCell(row []*html.Node) bool {
	return slices.ContainsFunc(row, func(c *html.Node) bool { return dom.TextLength(c, longCell) >= longCell })
}

// ClampSpans rewrites the colspan and rowspan attributes of a data table so that
// they reach no further than its rows and columns do. When even that would repeat
// too much, it removes them.
func ClampSpans(t *html.Node) {
	rows := Rows(t)
	width := columns(rows)
	repeated, total := 0, 0
	for y, row := range rows {
		left := width
		for x, cell := range row {
			cols := min(span(cell, "colspan"), max(1, left-(len(row)-x-1)))
			lines := min(span(cell, "rowspan"), len(rows)-y)
			left -= cols
			setSpan(cell, "colspan", cols)
			setSpan(cell, "rowspan", lines)
			total += cols * lines
			if cols*lines > 1 {
				repeated += (cols*lines - 1) * dom.TextLength(cell, maxRepeated)
			}
		}
	}
	if total <= maxCells && repeated <= maxRepeated {
		return
	}
	for _, row := range rows {
		for _, cell := range row {
			setSpan(cell, "colspan", 1)
			setSpan(cell, "rowspan", 1)
		}
	}
}

// columns is the width that the rows of more than one cell agree on at most; rows
// of a single cell span whatever there is.
func columns(rows [][]*html.Node) int {
	width := 1
	for _, row := range rows {
		sum := 0
		for _, cell := range row {
			if s := span(cell, "colspan"); s <= maxSpan {
				sum += s
			} else {
				sum++
			}
		}
		if len(row) > 1 {
			width = max(width, sum)
		}
	}
	return width
}

// span reads a span as browsers do: what is no positive number is 1.
func span(cell *html.Node, attr string) int {
	value := dom.Attr(cell, attr)
	if value == "" {
		return 1
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return 1
	}
	return n
}

// setSpan leaves cells without the attribute alone: most have none.
func setSpan(cell *html.Node, attr string, n int) {
	if dom.HasAttr(cell, attr) {
		dom.SetAttr(cell, attr, strconv.Itoa(n))
	}
}

// HasHeader reports whether the first row is a header: it stands in thead or all
// its cells are th.
func HasHeader(t *html.Node) bool {
	rows := Rows(t)
	if len(rows) == 0 || len(rows[0]) == 0 {
		return false
	}
	if dom.Is(rows[0][0].Parent.Parent, atom.Thead) {
		return true
	}
	return !slices.ContainsFunc(rows[0], func(c *html.Node) bool { return !dom.Is(c, atom.Th) })
}

// Read returns the texts of a data table. It clamps the table's spans first, and
// stops after maxRows rows.
func Read(t *html.Node, maxRows int) page.Table {
	ClampSpans(t)
	table := page.Table{Header: []string{}, Rows: [][]string{}}
	if caption := dom.First(t, atom.Caption); caption != nil {
		table.Caption = dom.Text(caption)
	}
	for y, row := range Grid(Rows(t)) {
		texts := make([]string, len(row))
		for x, cell := range row {
			if x > 0 && cell == row[x-1] {
				texts[x] = texts[x-1]
				continue
			}
			texts[x] = dom.Text(cell)
		}
		switch {
		case y == 0 && HasHeader(t):
			table.Header = texts
		case len(table.Rows) < maxRows:
			table.Rows = append(table.Rows, texts)
		}
	}
	return table
}

// Grid lays the cells of rows out: a cell that spans stands in every place that it
// covers, and each row's cells take the places that those above have left.
func Grid(rows [][]*html.Node) [][]*html.Node {
	grid := make([][]*html.Node, len(rows))
	taken := map[[2]int]*html.Node{}
	for y, row := range rows {
		fill := func() {
			for cell := taken[[2]int{y, len(grid[y])}]; cell != nil; cell = taken[[2]int{y, len(grid[y])}] {
				grid[y] = append(grid[y], cell)
			}
		}
		for _, cell := range row {
			fill()
			x, cols := len(grid[y]), span(cell, "colspan")
			for range cols {
				grid[y] = append(grid[y], cell)
			}
			for dy := 1; dy < span(cell, "rowspan"); dy++ {
				for dx := range cols {
					taken[[2]int{y + dy, x + dx}] = cell
				}
			}
		}
		fill()
	}
	return grid
}
