package dom

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Paragraphs returns the visible text of n without markup: blocks apart by an empty
// line, items, rows and breaks on a line each, cells apart by a tab, and
// preformatted text as it is.
func Paragraphs(n *html.Node) string {
	var w blockWriter
	w.node(n)
	w.flush()
	return strings.TrimSpace(w.out.String())
}

// blockWriter gathers a line and puts it out, with the line ends that are due
// before it, when a block ends.
type blockWriter struct {
	out  strings.Builder
	line inlineWriter
	due  int // line ends before the next line: 1 or 2
}

// node keeps cells of a row on one line, so that a table can be read back from its
// tabs. A tab is written only behind text: a row does not begin with one.
func (w *blockWriter) node(n *html.Node) {
	switch {
	case isInvisible(n), n.Namespace == "math" && strings.HasPrefix(n.Data, "annotation"):
	case n.Type == html.TextNode:
		w.line.text(n.Data)
	case Is(n, atom.Pre):
		w.breakLine(2)
		w.write(strings.Trim(rawText(n), "\n"))
		w.breakLine(2)
	case Is(n, atom.Br):
		w.breakLine(1)
	case Is(n, atom.Td, atom.Th):
		if strings.HasSuffix(w.line.b.String(), "\t") {
			w.line.space = false
		}
		w.children(n)
		if n.NextSibling != nil && w.line.b.Len() > 0 {
			w.line.b.WriteByte('\t')
			w.line.space = false
		}
	case HeadingLevel(n) > 0:
		w.breakLine(2)
		w.write(HeadingText(n))
		w.breakLine(2)
	case IsBlock(n):
		ends := 2
		if Is(n, atom.Li, atom.Tr, atom.Dt, atom.Dd) {
			ends = 1
		}
		w.breakLine(ends)
		w.children(n)
		w.breakLine(ends)
	default:
		w.children(n)
	}
}

func (w *blockWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.line.space = w.line.space || abuts(c)
		w.node(c)
	}
}

// breakLine ends the line. Where two blocks meet, the larger distance holds.
func (w *blockWriter) breakLine(ends int) {
	w.flush()
	w.due = max(w.due, ends)
}

func (w *blockWriter) flush() {
	w.write(strings.TrimRight(w.line.b.String(), "\t "))
	w.line = inlineWriter{}
}

func (w *blockWriter) write(s string) {
	if s == "" {
		return
	}
	if w.out.Len() > 0 {
		w.out.WriteString("\n\n"[:w.due])
	}
	w.out.WriteString(s)
	w.due = 1
}

func rawText(n *html.Node) string {
	var b strings.Builder
	for c := range Descendants(n) {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		} else if Is(c, atom.Br) {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
