package markdown_test

import "testing"

func TestTables(t *testing.T) {
	t.Parallel()
	conversions{
		"table":                      {"<table><tr><th>a|b<th>c<tr><td>1<td></table>", "| a\\|b | c |\n|---|---|\n| 1 |  |"},
		"without a header":           {"<table><tr><td>a<td>b<tr><td>1<td>2</table>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		"row headers keep their row": {"<table><tr><td>a<td>b<tr><th>1<td>2</table>", "| a | b |\n|---|---|\n| 1 | 2 |"},
		"several header rows":        {"<table><thead><tr><th>a<th>b<tr><th>c<th>d</thead><tr><td>1<td>2</table>", "| a | b |\n|---|---|\n| c | d |\n| 1 | 2 |"},
		"alignment":                  {"<table><tr><th align=right>a<th style='text-align: center'>b<th align=LEFT>c<th>d<tr><td>1<td>2<td>3<td>4</table>", "| a | b | c | d |\n|--:|:-:|:--|---|\n| 1 | 2 | 3 | 4 |"},
		"blocks in cells":            {"<table><tr><th>a<th>b<tr><td><p>1</p><p>2</p><td><ul><li>3<li><p>4</ul><tr><td><h3>5</h3>6<hr><td><b>7<br>8</b></table>", "| a | b |\n|---|---|\n| 1<br>2 | • 3<br>• 4 |\n| 5<br>6 | **7<br>8** |"},
		"spans":                      {"<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d</table>", "| a | b | b |\n|---|---|---|\n| a | c | d |"},
		"rows of unlike length":      {"<table><tr><th>a<th>b<tr><td>1<tr><td>1<td>2<td>3</table>", "| a | b |  |\n|---|---|---|\n| 1 |  |  |\n| 1 | 2 | 3 |"},
		"caption":                    {"<table><caption>of <i>it</i></caption><tr><th>a<th>b<tr><td>1<td>2</table>", "of *it*\n\n| a | b |\n|---|---|\n| 1 | 2 |"},
		"in an item":                 {"<ul><li>x<table><tr><th>a<th>b<tr><td>1<td>2</table></ul>", "- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |"},
		"links and notes in cells":   {"<table><tr><th>a<th>b<tr><td><a href='/x|y' title='a|b'>l|m</a><td><img src=/i alt='a|b'></table>", "| a | b |\n|---|---|\n| [l\\|m](https://site.example/x%7Cy \"a\\|b\") | ![a\\|b](https://site.example/i) |"},
		"hidden cells and rows":      {"<table><tr><th>a<th>b<tr><td hidden>x<td>2<tr></table>", "| a | b |\n|---|---|\n|  | 2 |"},
		"of nothing":                 {"a<table><tr><th> <th> <tr><td> <td> </table>", "a"},
	}.run(t)
}
