package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Table prints rows in columns. The last column is cut at the width where it is a terminal's; those
// named right are set to the right.
type Table struct {
	Head  []string
	Right []bool
	Rows  [][]string
	// Paint colours a cell; nil leaves it.
	Paint func(column int, text string) string
}

// Print writes the table.
func (t *Table) Print(out io.Writer, style Style, width int) {
	widths := make([]int, len(t.Head))
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	t.line(out, widths, width, t.Head, func(_ int, text string) string { return style.Dim(text) })
	for _, row := range t.Rows {
		paint := t.Paint
		if paint == nil {
			paint = func(_ int, text string) string { return text }
		}
		t.line(out, widths, width, row, paint)
	}
}

func (t *Table) line(out io.Writer, widths []int, width int, row []string, paint func(int, string) string) {
	var line strings.Builder
	used := 0
	for i, cell := range row {
		if i == len(row)-1 && used < width {
			cell = Cut(cell, max(width-used, 8))
		}
		pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
		right := i < len(t.Right) && t.Right[i]
		switch {
		case right:
			line.WriteString(pad + paint(i, cell))
		case i == len(row)-1:
			line.WriteString(paint(i, cell))
		default:
			line.WriteString(paint(i, cell) + pad)
		}
		if i < len(row)-1 {
			line.WriteString("  ")
		}
		used += widths[i] + 2
	}
	fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
}

// Cut is a text of at most so many characters, on one line.
func Cut(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	runes := []rune(text)
	return string(runes[:max(1, most-1)]) + "…"
}

// Bar is a bar of a part of the most, as wide as width for the most.
func Bar(value, most int64, width int) string {
	if most <= 0 || value <= 0 {
		return ""
	}
	eighths := int(value * int64(width) * 8 / most)
	if eighths == 0 {
		eighths = 1
	}
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return bar
}
