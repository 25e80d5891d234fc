// Package hostile makes pages that are hard to read, and measures what Quarry's way
// from HTML to markdown takes for each of them. It must not know real pages.
package hostile

import (
	"fmt"
	"strings"
)

// size is what an input has, in bytes; the fetcher takes no larger page.
const size = 5 << 20

// input makes one page.
type input struct {
	name string
	make func() string
}

// fill repeats unit between head and tail to the full size.
func fill(head, unit, tail string) func() string {
	return func() string { return head + strings.Repeat(unit, (size-len(head)-len(tail))/len(unit)) + tail }
}

// pair opens as often as it closes, and has a sentence in the middle.
func pair(open, end string) func() string {
	return func() string {
		n := (size - len(sentence)) / (len(open) + len(end))
		return strings.Repeat(open, n) + sentence + strings.Repeat(end, n)
	}
}

// count is fill with a number in each unit, so that no two are alike.
func count(head, format, tail string) func() string {
	return func() string {
		var b strings.Builder
		b.WriteString(head)
		for i := 0; b.Len() < size-len(tail)-len(format)-32; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String() + tail
	}
}

const sentence = "The keeper wrote down the height of the tide at noon, and the next one did, too. "

// inputs are the pages, by what is hard about them.
func inputs() []input {
	return []input{
		{"divs, never closed", fill("", "<div>", sentence)},
		{"divs in divs", pair("<div>", "</div>")},
		{"quotations in quotations", pair("<blockquote>", "</blockquote>")},
		{"lists in lists", pair("<ul><li>", "</li></ul>")},
		{"tables in tables", pair("<table><tr><td>", "</td></tr></table>")},
		{"formatting, never closed", fill("", "<b><i><a href=/x>x", "")},
		{"formatting, closed crosswise", fill("", "<b>x<p>y</b>z", "")},
		{"tags", fill("<p>", "<b>x</b>", "")},
		{"paragraphs", fill("<article>", "<p>"+sentence+"</p>", "</article>")},
		{"paragraphs of one letter", fill("<article>", "<p>x", "</article>")},
		{"line breaks", fill("<article><p>", sentence+"<br>", "")},
		{"headings", count("", "<h2 id=h%[1]d>Tide %[1]d</h2><p>"+sentence, "")},
		{"links", count("<p>", "<a href=/tide/%[1]d>tide %[1]d</a> ", "")},
		{"images", count("<p>", "<img src=/tide/%[1]d.png alt='tide %[1]d'>", "")},
		{"attributes of one element", count("<p ", "data-a%d=x ", ">"+sentence)},
		{"long class names", count("", "<div class='comment sidebar nav related-%d share footer advert content article main'><p>x</div>", "")},
		{"cells of one row", fill("<table><tr>", "<td>x", "</table>")},
		{"rows of a table", fill("<table>", "<tr><td>Noon<td>4.2<td>"+sentence, "</table>")},
		{"cells that span", fill("<table>", "<tr><td colspan=999999999 rowspan=999999999>x", "</table>")},
		{"breaks within a cell", fill("<table><tr><td>a<td>", "x<br>", "</table>")},
		{"brackets", fill("<p>", "[", "</p>")},
		{"brackets and parentheses", fill("<p>", "[](", "</p>")},
		{"marks of markdown", fill("<p>", "*_`~#>|!\\", "</p>")},
		{"backticks in code", fill("<pre><code>", "`a``b ", "</code></pre>")},
		{"one word", fill("<p>", "w", "</p>")},
		{"entities", fill("<p>", "&amp;&nbsp;&lt;", "</p>")},
		{"entities that do not end", fill("<p>", "&#", "</p>")},
		{"angle brackets", fill("<p>", "< ", "</p>")},
		{"comment, never closed", fill("<p>"+sentence+"<!--", "- ", "")},
		{"script, never closed", fill("<p>"+sentence+"<script>", "<!-- x", "")},
		{"body tags", count("<p>"+sentence, "<body a%d=x>", "")},
		{"meta tags", count("<head>", "<meta property='og:title' content='Tide %d'>", "</head><p>"+sentence)},
		{"scripts of JSON-LD", count("", `<script type=application/ld+json>{"@type":"Article","headline":"Tide %d"}</script>`, "<p>"+sentence)},
		{"pages without scripts", count("", "<noscript><p>Tide %d<img src=x></p></noscript>", "<p>"+sentence)},
		{"notes that refer", count("<p>", "<sup id=r%[1]d><a href=#f%[1]d>%[1]d</a></sup><span id=f%[1]d>x</span>", "")},
		{"spaces", fill("<p>"+sentence, " \t\n", sentence)},
		{"answers in answers", fill(strings.Repeat("<p>Why?</p><div aria-hidden=true>", 490), "<p>x y z", "")},
		{"JSON-LD without end", fill("<script type=application/ld+json>", `{"@graph":[`, "</script><p>"+sentence)},
		{"bytes of no charset", fill("<p>", "\x80\xff\xfe", "</p>")},
	}
}
