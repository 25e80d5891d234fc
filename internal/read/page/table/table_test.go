package table_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/table"
)

func first(body string) *html.Node { return dom.First(dom.Parse([]byte(body)), atom.Table) }

func TestIsData(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 400)
	cases := map[string]struct {
		in   string
		want bool
	}{
		"header":              {`<table><tr><th>a<th>b<tr><td>1<td>2</table>`, true},
		"two rows":            {`<table><tr><td>a<td>b<tr><td>1<td>2</table>`, true},
		"caption":             {`<table><caption>c</caption><tr><td>a<td>b</table>`, true},
		"one row":             {`<table><tr><td>a<td>b</table>`, false},
		"one column":          {`<table><tr><th>a<tr><td>b</table>`, false},
		"by role":             {`<table role=presentation><tr><th>a<th>b</table>`, false},
		"holds a table":       {`<table><tr><th>a<th><table><tr><td>x</table></table>`, false},
		"holds code":          {`<table><tr><th>1<th><pre>x</pre></table>`, false},
		"a long cell":         {`<table><tr><td>a<td>b<tr><td>1<td>` + long + `</table>`, false},
		"a long cell, headed": {`<table><tr><th>a<th>b<tr><td>1<td>` + long + `</table>`, true},
		"no row":              {`<table></table>`, false},
		"100,000 cells":       {`<table><tr><th>a<th>b` + strings.Repeat("<tr><td>1<td>2", 50_000) + `</table>`, true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := table.IsData(first(c.in)); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		in   string
		want page.Table
	}{
		"sections": {
			`<table><caption> C </caption><thead><tr><td>a<td>b</thead><tbody><tr><td>1<td>2</tbody><tfoot><tr><td>3<td>4</tfoot></table>`,
			page.Table{Caption: "C", Header: []string{"a", "b"}, Rows: [][]string{{"1", "2"}, {"3", "4"}}},
		},
		"row headers": {
			`<table><tr><th>n<td>1<tr><th>m<td>2</table>`,
			page.Table{Header: []string{}, Rows: [][]string{{"n", "1"}, {"m", "2"}}},
		},
		"spans both ways": {
			`<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td>2<td>3</table>`,
			page.Table{Header: []string{"a", "b", "b"}, Rows: [][]string{{"a", "c", "d"}, {"1", "2", "3"}}},
		},
		"a span beyond the table": {
			`<table><tr><th>a<th>b<tr><td rowspan=99>1<td>2<tr><td colspan=999999999>3</table>`,
			page.Table{Header: []string{"a", "b"}, Rows: [][]string{{"1", "2"}, {"1", "3", "3"}}},
		},
		"a span that is none": {
			`<table><tr><th colspan=x>a<th rowspan=-1>b<tr><td colspan=0>1<td>2</table>`,
			page.Table{Header: []string{"a", "b"}, Rows: [][]string{{"1", "2"}}},
		},
		"no cells": {`<table><tr><tr></table>`, page.Table{Header: []string{}, Rows: [][]string{{}, {}}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, table.Read(first(c.in), 100)); diff != "" {
				t.Errorf("Read mismatch (-want +got):\n%s", diff)
			}
		})
	}
	if rows := table.Read(first(`<table><tr><th>a<th>b`+strings.Repeat("<tr><td>1<td>2", 20)+`</table>`), 5).Rows; len(rows) != 5 {
		t.Errorf("%d rows, want 5", len(rows))
	}
}

// Spans that would repeat more than the page holds are given up.
func TestSpansAreBounded(t *testing.T) {
	t.Parallel()
	n := first("<table><tr>" + strings.Repeat("<th colspan=50 rowspan=9999>"+strings.Repeat("x", 100), 200) + strings.Repeat("<tr><td>a<td>b", 500) + "</table>")
	length := 0
	for _, row := range table.Read(n, 1000).Rows {
		for _, text := range row {
			length += len(text)
		}
	}
	if length > 30_000 {
		t.Errorf("the text grew to %d bytes", length)
	}
}
