package plain

import (
	"encoding/csv"
	"strings"
)

// Bounds of a table; what has more columns is fenced, rows beyond are left out with
// a line that says so.
const (
	maxColumns = 100
	maxRows    = 5000
)

// table writes separated values as a markdown table with the first row as header.
// What cannot be read as such is fenced.
func table(body string, comma rune) string {
	r := csv.NewReader(strings.NewReader(body))
	r.Comma = comma
	r.FieldsPerRecord = -1
	r.LazyQuotes = true
	var rows [][]string
	width := 0
	more := false
	for {
		row, err := r.Read()
		if err != nil {
			break
		}
		if len(rows) > maxRows {
			more = true
			break
		}
		rows = append(rows, row)
		width = max(width, len(row))
	}
	if len(rows) == 0 || width < 2 || width > maxColumns {
		return fence("csv", body)
	}
	var b strings.Builder
	for i, row := range rows {
		writeRow(&b, row, width)
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", width) + "\n")
		}
	}
	if more {
		b.WriteString("\nThe file has more rows; the first 5000 are shown.\n")
	}
	return b.String()
}

func writeRow(b *strings.Builder, row []string, width int) {
	cell := strings.NewReplacer("\n", "<br>", "|", `\|`)
	b.WriteByte('|')
	for i := range width {
		b.WriteByte(' ')
		if i < len(row) {
			b.WriteString(cell.Replace(strings.TrimSpace(row[i])))
		}
		b.WriteString(" |")
	}
	b.WriteByte('\n')
}
